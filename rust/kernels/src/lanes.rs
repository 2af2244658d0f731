//! Two doubles side by side, the vector on which the fields are built.
//!
//! | Build | [`Lanes`] | `madd` |
//! | --- | --- | --- |
//! | wasm32 with relaxed SIMD | `v128` | `f64x2.relaxed_madd`, which [`crate::fused`] proves to round once |
//! | every other | two words, the model | [`f64::mul_add`], which rounds once |
//!
//! The kernels are written once, over this type. So native tests run all of their
//! arithmetic, and only one instruction a method is left to trust.
//!
//! A lane is either a double or 64 bits; a method says which it takes. Halves are
//! called low (lane 0) and high (lane 1).

#[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
mod model;
#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
mod wasm;

#[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
pub(crate) use model::Lanes;
#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
pub(crate) use wasm::Lanes;

impl Lanes {
    /// The same double in both lanes.
    #[inline(always)]
    pub(crate) const fn splat(value: f64) -> Self {
        Self::pair(value, value)
    }

    /// The same bits in both lanes.
    #[inline(always)]
    pub(crate) const fn splat_bits(bits: u64) -> Self {
        Self::pair_bits(bits, bits)
    }

    /// (high, low).
    #[inline(always)]
    pub(crate) fn swap(self) -> Self {
        self.high_low(self)
    }

    /// (low, low).
    #[inline(always)]
    pub(crate) fn both_low(self) -> Self {
        self.low_low(self)
    }

    /// (high, high).
    #[inline(always)]
    pub(crate) fn both_high(self) -> Self {
        self.high_high(self)
    }

    /// 19 times each lane, as integers: 2 (8 x + x) + x. `zero` is a zero that no compiler knows: else LLVM makes
    /// a product of it, for which x64 has no instruction before AVX-512, and an engine takes eight.
    #[inline(always)]
    pub(crate) fn times_19(self, zero: Self) -> Self {
        self.shl::<3>().xor(zero).add_bits(self).shl::<1>().add_bits(self)
    }
}
