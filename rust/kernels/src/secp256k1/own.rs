//! The functions of this module in the field of [`Own`], for the engines.
//!
//! A generic function is compiled in each crate that calls it: twice, and in the core for size. These are compiled here.

use zeroize::Zeroizing;

use super::{Own, Scalar, Secret, Signature, Signed};

/// A point that is not neutral.
pub type Point = super::Point<Own>;
/// A key with tables.
pub type Prepared = super::Prepared<Own>;

/// As [`super::Point::parse`].
#[inline(never)]
#[must_use]
pub fn parse(bytes: &[u8]) -> Option<Point> {
    Point::parse(bytes)
}

/// As [`super::Point::to_compressed`].
#[inline(never)]
#[must_use]
pub fn compressed(point: &Point) -> [u8; 33] {
    point.to_compressed()
}

/// As [`super::Point::to_uncompressed`].
#[inline(never)]
#[must_use]
pub fn uncompressed(point: &Point) -> [u8; 65] {
    point.to_uncompressed()
}

/// As [`super::Point::from_uniform`].
#[inline(never)]
#[must_use]
pub fn from_uniform(uniform: &[u8; 96]) -> Option<Point> {
    Point::from_uniform(uniform)
}

/// As [`super::public_key`].
#[inline(never)]
#[must_use]
pub fn public_key(secret: &Secret) -> Point {
    super::public_key(secret)
}

/// As [`super::sign`].
#[inline(never)]
#[must_use]
pub fn sign(secret: &Secret, digest: &[u8; 32]) -> Signed {
    super::sign::<Own>(secret, digest)
}

/// As [`super::agree()`].
#[inline(never)]
#[must_use]
pub fn agree(secret: &Secret, point: &Point) -> Zeroizing<[u8; 32]> {
    super::agree(secret, point)
}

/// As [`super::times`].
#[inline(never)]
#[must_use]
pub fn times(secret: &Secret, point: &Point) -> Point {
    super::times(secret, point)
}

/// As [`super::verify`].
#[inline(never)]
#[must_use]
pub fn verify(key: &Point, digest: &[u8; 32], signature: &Signature) -> bool {
    super::verify(key, digest, signature)
}

/// As [`super::Prepared::new`].
#[inline(never)]
#[must_use]
pub fn prepare(key: &Point) -> Prepared {
    Prepared::new(key)
}

/// As [`super::Prepared::verify`].
#[inline(never)]
#[must_use]
pub fn verify_prepared(key: &Prepared, digest: &[u8; 32], signature: &Signature) -> bool {
    key.verify(digest, signature)
}

/// As [`super::recover`].
#[inline(never)]
#[must_use]
pub fn recover(digest: &[u8; 32], signature: &Signature, y_is_odd: bool) -> Option<Point> {
    super::recover(digest, signature, y_is_odd)
}

/// `s G + c P` and `s H + c I`, of public numbers and points, as [`super::Projective::both_to_compressed`].
#[inline(never)]
#[must_use]
pub fn two_sums(s: &Scalar, c: &Scalar, [p, h, i]: [&Point; 3]) -> [[u8; 33]; 2] {
    let sums = [super::base_and_times(s, c, p), super::times_and_times(s, h, c, i)];
    super::Projective::both_to_compressed(&sums)
}
