//! Four integers of 32 bits side by side, and their products: two of 64 bits.
//!
//! | Build | [`Quad`] and [`Duo`] |
//! | --- | --- |
//! | wasm32 with SIMD | `v128` |
//! | every other | arrays, the model |
//!
//! What is written over these types runs in native tests, and only one instruction a method is left to trust.

mod carry;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod model;
mod product;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

pub(crate) use carry::{Carry, Constants, Limb};
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) use model::{Duo, Quad};
pub(crate) use product::{Columns, Quads, each, zip};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use wasm::{Duo, Quad};

impl Quad {
    /// The lanes of the high element, where two elements are side by side.
    pub(crate) const HIGH: Self = Self::new([0, -1, 0, -1]);

    /// A mask for both elements, of all bits or none of each.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "all bits of a mask are the same")]
    pub(crate) const fn of_masks([low, high]: [u64; 2]) -> Self {
        let (low, high) = (low as i32, high as i32);
        Self::new([low, high, low, high])
    }

    /// The same in all lanes.
    #[inline(always)]
    pub(crate) const fn splat(value: i32) -> Self {
        Self::new([value; 4])
    }
}

impl Duo {
    /// The same in both lanes.
    #[inline(always)]
    pub(crate) const fn splat(value: i64) -> Self {
        Self::new([value; 2])
    }
}
