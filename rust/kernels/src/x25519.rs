//! X25519 (RFC 7748, section 5): a Montgomery ladder, in constant time.
//!
//! Which of the points is doubled is a mask, opaque to the compiler ([`crate::secret::mask`]).
//!
//! | Ladder | Used |
//! | --- | --- |
//! | on pairs, [`pairs`] | in WebAssembly |
//! | on one element at a time, [`words`], in 0.85 of the time of pairs of words | elsewhere |
//!
//! The caller decides which public keys are refused, and what a result of zero means.

#[cfg(any(test, target_family = "wasm", feature = "model"))]
mod pairs;
#[cfg(any(test, not(any(target_family = "wasm", feature = "model"))))]
#[cfg_attr(feature = "model", allow(dead_code, reason = "the other ladder takes its place"))]
mod words;

use zeroize::Zeroizing;

#[cfg(test)]
pub(crate) use pairs::agree_in_pairs;
#[cfg(all(not(test), any(target_family = "wasm", feature = "model")))]
use pairs::agree_in_pairs;
#[cfg(test)]
pub(crate) use words::agree_by;
#[cfg(not(any(target_family = "wasm", feature = "model")))]
use words::agree_in_words;

use crate::{
    ed25519::clamped,
    edwards25519::{Kept, Point, base},
    field25519::{Field, Own, Pair, Tight, mul},
    stack::{DEEP, swept},
};

/// The public key of a secret.
#[must_use]
pub fn public(secret: &[u8; 32]) -> [u8; 32] {
    let comb = Own::comb();
    swept::<DEEP, _>(|| from_edwards(&base::multiply(comb, &Zeroizing::new(clamped(secret)))))
}

/// u = (1 + y) / (1 - y) = (Z + Y) / (Z - Y), which is 0 for the neutral element.
pub(crate) fn from_edwards<F: Field>(point: &Point<F>) -> [u8; 32] {
    let zy: Tight<F> = point.zt.low_high(&point.xy);
    let fraction: Pair<F, 2> = zy.sum_difference();
    quotient(&fraction.normal())
}

/// `X25519(secret, u)`. The top bit of `u` is not read, and u is taken modulo p.
#[must_use]
pub fn agree(secret: &[u8; 32], u: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    #[cfg(not(any(target_family = "wasm", feature = "model")))]
    return agree_in_words(secret, u);
    #[cfg(any(target_family = "wasm", feature = "model"))]
    agree_in_pairs::<Own>(secret, u)
}

/// low / high; zero where high is zero.
#[inline(never)]
fn quotient<F: Field>(fraction: &Tight<F>) -> [u8; 32] {
    mul(fraction, &fraction.swapped().low_inverse()).low_bytes()
}
