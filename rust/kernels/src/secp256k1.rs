//! secp256k1 (SEC 2, section 2.4.1) on [`crate::field_secp256k1`]: keys, ECDSA, agreement, and
//! sums of multiples for proofs.
//!
//! | Function | Time |
//! | --- | --- |
//! | [`public_key`], [`sign`], [`times`], [`fn@agree`] | constant, except for a nonce out of range, which has a probability of 2^-127 |
//! | [`Point::parse`], [`Point::from_uniform`], [`Signature`], [`verify`], [`Prepared`], [`recover`], [`base_and_times`], [`times_and_times`] | variable: all inputs are public |
//!
//! There is no other code of this curve in an engine. So each function serves any [`Field`], and an engine has that of
//! [`Own`], by way of [`own`]; tests run all three. A point that was computed from a secret is checked to be on the curve before any part
//! of it is returned. If the check fails the computer multiplies wrongly, and the engine stops.
//!
//! Proven: the bounds of the field. Tested: points, inverses and sums against k256 and big integers; all
//! algorithms against k256 and the vectors of Wycheproof; and, in the module that ships, that functions of
//! secrets have no branch. Not covered: how an engine compiles an instruction; power and radiation, as there
//! is no blinding; the hash, which is trusted to take constant time.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices; digits in range")]

mod affine;
mod agree;
mod base;
mod constants;
mod curve;
mod ecdsa;
mod halves;
mod hash;
mod isogeny;
mod order;
pub mod own;
mod powers;
mod prepared;
mod public;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_hash;

use zeroize::Zeroizing;

pub use affine::Point;
pub use base::HasTables;
pub use curve::Projective;
pub use ecdsa::{Signature, Signed, recover, sign, verify};
pub use order::{Scalar, Secp256k1, Secret};
pub use prepared::Prepared;

pub use crate::field_secp256k1::{Field, Fused, Limbs, Whole};
use crate::{
    selftest::sound,
    stack::{DEEP, swept},
};

/// More of the stack than an agreement takes, which has the multiples of a point on it in limbs.
const DEEPER: usize = 2 * DEEP;

/// The field that is fastest on this target.
#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
pub type Own = Fused;
/// The field that is fastest on this target.
#[cfg(all(target_arch = "wasm32", not(target_feature = "relaxed-simd")))]
pub type Own = Limbs;
/// The field that is fastest on this target.
#[cfg(not(target_arch = "wasm32"))]
pub type Own = Whole;

/// Both primes of the curve, for tests of functions that take them.
#[cfg(test)]
pub(crate) const FIELD_AND_ORDER: [crate::field_secp256k1::Words; 2] =
    [crate::field_secp256k1::P, order::N];

/// The public key of a secret: that multiple of the generator.
#[must_use]
pub fn public_key<F: HasTables>(secret: &Secret) -> Point<F> {
    let comb = F::comb();
    sound(swept::<DEEP, _>(|| base::multiply(comb, secret).to_affine()))
}

/// A secret multiple of a point.
#[must_use]
pub fn times<F: Field>(secret: &Secret, point: &Point<F>) -> Point<F> {
    sound(swept::<DEEPER, _>(|| agree::multiply(secret, &point.xy).to_affine()))
}

/// The x coordinate of a secret multiple of a point, which both sides share.
#[must_use]
pub fn agree<F: Field>(secret: &Secret, point: &Point<F>) -> Zeroizing<[u8; 32]> {
    sound(swept::<DEEPER, _>(|| {
        Some(Zeroizing::new(agree::multiply(secret, &point.xy).to_affine()?.x()))
    }))
}

/// `s G + c P`, of public numbers and points.
#[must_use]
pub fn base_and_times<F: HasTables>(s: &Scalar, c: &Scalar, point: &Point<F>) -> Projective<F> {
    public::sum_with_base(F::halves(), s.words(), c.words(), &point.xy)
}

/// `s H + c I`, of public numbers and points.
#[must_use]
pub fn times_and_times<F: Field>(
    s: &Scalar,
    h: &Point<F>,
    c: &Scalar,
    i: &Point<F>,
) -> Projective<F> {
    public::sum_of_two(s.words(), &h.xy, c.words(), &i.xy)
}
