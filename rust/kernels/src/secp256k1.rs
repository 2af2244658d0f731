//! secp256k1 (SEC 2, section 2.4.1) on [`crate::field_secp256k1`]: keys, ECDSA, agreement, and
//! sums of multiples for proofs.
//!
//! | Function | Time |
//! | --- | --- |
//! | [`nonzero`], [`public_key`], [`sign`], [`times`], [`fn@agree`] | constant, but for a nonce out of range, which has a chance of 2^-127 |
//! | [`Point::parse`], [`Point::from_uniform`], [`verify`], [`Prepared`], [`recover`], [`base_and_times`], [`times_and_times`] | variable: all inputs are public |
//!
//! A point that was computed from a secret is checked to be on the curve before anything of it
//! leaves; if it is not, there is no key or signature.
//!
//! Scalars modulo n are those of k256, but for the inverse ([`crate::inverse`]: the other takes longer than
//! all the rest of a signature) and what a signature does to secrets ([`order`]).
//!
//! Proven: the bounds of the field. Tested: points, inverses and sums against k256 and big integers, all of
//! the algorithms against k256 and the vectors of Wycheproof; that secret functions have no branch,
//! in the module that ships. Not covered: what an engine makes of an instruction, power and
//! radiation, as there is no blinding; the hash, which is trusted to be constant in time.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices; digits in range")]

mod affine;
mod agree;
mod base;
mod constants;
mod curve;
mod ecdsa;
mod hash;
mod isogeny;
mod nonce;
mod order;
mod prepared;
mod public;
mod scalar;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_hash;

use k256::{NonZeroScalar, Scalar};
use zeroize::Zeroizing;

pub use affine::Point;
pub use curve::Projective;
pub use ecdsa::{Signed, recover, sign, verify};
pub use prepared::Prepared;

use crate::stack::{DEEP, swept};

/// Both primes of the curve, for tests of what takes them.
#[cfg(test)]
pub(crate) const FIELD_AND_ORDER: [crate::field_secp256k1::Words; 2] = [constants::P, constants::N];

/// The scalar as the functions below take it, but for zero. What it was copied through is wiped.
#[must_use]
pub fn nonzero(scalar: &Scalar) -> Option<Zeroizing<NonZeroScalar>> {
    swept::<DEEP, _>(|| Option::from(NonZeroScalar::new(*scalar)).map(Zeroizing::new))
}

/// The public key of a secret: that multiple of the generator. Nothing if what was computed is
/// not on the curve.
#[must_use]
pub fn public_key(secret: &NonZeroScalar) -> Option<Point> {
    let tables = base::tables();
    swept::<DEEP, _>(|| base::multiply(tables, secret).to_affine())
}

/// A secret multiple of a point. Nothing if what was computed is not on the curve.
#[must_use]
pub fn times(secret: &NonZeroScalar, point: &Point) -> Option<Point> {
    swept::<DEEP, _>(|| agree::multiply(secret, &point.xy).to_affine())
}

/// The x coordinate of a secret multiple of a point, which both sides share. Nothing if what was
/// computed is not on the curve.
#[must_use]
pub fn agree(secret: &NonZeroScalar, point: &Point) -> Option<Zeroizing<[u8; 32]>> {
    swept::<DEEP, _>(|| Some(Zeroizing::new(agree::multiply(secret, &point.xy).to_affine()?.x())))
}

/// `s G + c P`, all of it public.
#[must_use]
pub fn base_and_times(s: &Scalar, c: &Scalar, point: &Point) -> Projective {
    public::sum_with_base(base::tables(), s, c, &point.xy)
}

/// `s H + c I`, all of it public.
#[must_use]
pub fn times_and_times(s: &Scalar, h: &Point, c: &Scalar, i: &Point) -> Projective {
    public::sum_of_two(s, &h.xy, c, &i.xy)
}
