//! [`Lanes`] as a vector of WebAssembly: one instruction a method.

use core::arch::wasm32::{
    f64x2, f64x2_add, f64x2_extract_lane, f64x2_mul, f64x2_relaxed_madd, f64x2_sub, u64x2,
    u64x2_add, u64x2_extract_lane, u64x2_shl, u64x2_shr, u64x2_shuffle, v128, v128_and, v128_or,
    v128_xor,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes(v128);

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $op:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name(self, other: Self) -> Self {
            Self($op(self.0, other.0))
        }
    )*};
}

impl Lanes {
    /// Doubles.
    #[inline(always)]
    pub(crate) const fn pair(low: f64, high: f64) -> Self {
        Self(f64x2(low, high))
    }

    /// Bits.
    #[inline(always)]
    pub(crate) const fn pair_bits(low: u64, high: u64) -> Self {
        Self(u64x2(low, high))
    }

    /// Both doubles.
    #[inline(always)]
    pub(crate) fn doubles(self) -> [f64; 2] {
        [f64x2_extract_lane::<0>(self.0), f64x2_extract_lane::<1>(self.0)]
    }

    /// Both lanes as bits.
    #[inline(always)]
    pub(crate) fn bits(self) -> [u64; 2] {
        [u64x2_extract_lane::<0>(self.0), u64x2_extract_lane::<1>(self.0)]
    }

    /// `self * factor + term` of doubles, rounded once.
    #[inline(always)]
    pub(crate) fn madd(self, factor: Self, term: Self) -> Self {
        Self(f64x2_relaxed_madd(self.0, factor.0, term.0))
    }

    /// Bits, up by `N`.
    #[inline(always)]
    pub(crate) fn shl<const N: u32>(self) -> Self {
        Self(u64x2_shl(self.0, N))
    }

    /// Bits, down by `N`, zeros from above.
    #[inline(always)]
    pub(crate) fn shr<const N: u32>(self) -> Self {
        Self(u64x2_shr(self.0, N))
    }

    binary! {
        /// Sum of doubles.
        add = f64x2_add;
        /// Difference of doubles.
        sub = f64x2_sub;
        /// Product of doubles.
        mul = f64x2_mul;
        /// Sum modulo 2^64.
        add_bits = u64x2_add;
        and = v128_and;
        or = v128_or;
        xor = v128_xor;
        /// (low of self, low of other).
        low_low = u64x2_shuffle::<0, 2>;
        /// (low of self, high of other).
        low_high = u64x2_shuffle::<0, 3>;
        /// (high of self, low of other).
        high_low = u64x2_shuffle::<1, 2>;
        /// (high of self, high of other).
        high_high = u64x2_shuffle::<1, 3>;
    }
}
