//! The kernels: arithmetic that is fast on vectors. No other crate may name `core::arch`.
//!
//! | Module | Holds | Used on |
//! | --- | --- | --- |
//! | [`base58`] | no arithmetic of fields; not in constant time | all |
//! | [`base64`] | no arithmetic of fields: letters of bytes, in constant time | all |
//! | [`chacha20poly1305`] | authenticated encryption, four blocks at once | simd128; short messages on x86-64 |
//! | [`ed25519`], [`x25519`] | the algorithms, on a field of fused multiply-add, or of products of 32 or 64 bits | all |
//! | [`hkdf`] | keys from keys, with the fewest compressions of SHA-256 | all |
//! | [`json`] | no arithmetic: strict JSON as spans of its text | simd128 |
//! | [`order`] | no arithmetic: the one sort | all |
//! | [`p256`], [`secp256k1`] | the same | all |
//! | [`parts`] | no arithmetic: asks the host for a part of the engine | WebAssembly |
//! | [`ring`] | points for ring signatures on edwards25519 | WebAssembly; natively the order of points, and rounds by tables |
//! | [`scalar`], [`signature`] | numbers modulo the order of a group | all |
//! | [`stack`] | no arithmetic: wipes what a call leaves on the stack | all |
//!
//! A kernel is tested before it is used: [`test_ed25519`] and the functions like it. The curves have a field in words for
//! targets without vectors, which the addon computes with; what else is here is a model there, for tests. The headers of
//! fields and curves say what is proven, what is tested, and what is not.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]
#![allow(
    unsafe_code,
    reason = "core::arch intrinsics, volatile writes that wipe, and the name of an export"
)]

pub mod base58;
pub mod base64;
#[cfg(test)]
#[path = "../tests/cases/mod.rs"]
mod cases;
pub mod chacha20poly1305;
mod comb;
mod digits;
pub mod ed25519;
mod edwards25519;
mod euclid;
mod field25519;
mod field_p256;
mod field_secp256k1;
pub mod hkdf;
mod inverse;
pub mod json;
mod lanes;
mod nonce;
mod numbers;
pub mod order;
pub mod p256;
pub mod parts;
mod quads;
pub mod ring;
pub mod scalar;
pub mod secp256k1;
mod secret;
mod selftest;
pub mod signature;
pub mod stack;
pub mod x25519;

use core::hint::black_box;

pub use selftest::{
    at_load, has_failed, known_answers, known_answers_p256, known_answers_secp256k1, sound,
    test_cipher, test_cipher_at_load, test_conversion, test_ecdh_at_load, test_ed25519,
    test_ed25519_secrets, test_hash_secp256k1, test_p256, test_p256_agreement, test_p256_secrets,
    test_prepared_ed25519, test_prepared_p256, test_prepared_secp256k1, test_rings,
    test_rings_at_load, test_secp256k1, test_secp256k1_agreement, test_secp256k1_secrets,
    test_signing_at_load, test_x25519,
};

use lanes::Lanes;

/// Tells whether a multiply-add rounds once, as a fused one does.
///
/// The WebAssembly specification lets a host round twice. With
/// `a = b = 1 + 2^-52` the exact product is `1 + 2^-51 + 2^-104`; adding
/// `-(1 + 2^-51)` leaves `2^-104` only if nothing was rounded in between.
#[must_use]
pub fn fused() -> bool {
    let a = Lanes::splat(black_box(1.0 + f64::EPSILON));
    let c = Lanes::splat(black_box(-(1.0 + 2.0 * f64::EPSILON)));
    let e = f64::EPSILON * f64::EPSILON;
    a.madd(a, c).bits() == [e.to_bits(); 2]
}
