//! Four integers of 32 bits side by side, and their products: two of 64 bits.
//!
//! | Build | [`Quad`] and [`Duo`] |
//! | --- | --- |
//! | wasm32 with SIMD | `v128` |
//! | every other | arrays, the model |
//!
//! What is written over these types runs in native tests, and only one instruction a method is left to trust.

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod model;
mod product;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(crate) use model::{Duo, Quad};
pub(crate) use product::{Columns, Quads, each};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use wasm::{Duo, Quad};

impl Quad {
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
