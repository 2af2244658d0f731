//! SIMD kernels, the only crate that may name `core::arch`.
//!
//! Today it holds one thing: the self-test that an engine built for relaxed
//! SIMD runs at load. The arithmetic that relies on it comes on top.

#![allow(unsafe_code, reason = "core::arch intrinsics, and volatile writes that wipe")]

pub mod chacha20poly1305;

/// Tells whether `relaxed_madd` rounds once, as a fused multiply-add does.
///
/// The WebAssembly specification lets a host round twice. With
/// `a = b = 1 + 2^-52` the exact product is `1 + 2^-51 + 2^-104`; adding
/// `-(1 + 2^-51)` leaves `2^-104` only if nothing was rounded in between.
///
/// A build without relaxed SIMD has no fused kernels to protect: the answer is `true`.
#[must_use]
pub fn fused() -> bool {
    #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
    {
        use core::arch::wasm32::{f64x2_extract_lane, f64x2_relaxed_madd, f64x2_splat};
        use core::hint::black_box;

        let a = f64x2_splat(black_box(1.0 + f64::EPSILON));
        let c = f64x2_splat(black_box(-(1.0 + 2.0 * f64::EPSILON)));
        let sum = f64x2_relaxed_madd(a, a, c);
        f64x2_extract_lane::<0>(sum) == f64::EPSILON * f64::EPSILON
            && f64x2_extract_lane::<1>(sum) == f64::EPSILON * f64::EPSILON
    }
    #[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
    {
        true
    }
}
