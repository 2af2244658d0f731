//! The functions of this module in the field of [`Own`], for the engines.
//!
//! A generic function is compiled in each crate that calls it: twice, and in the core for size. These are compiled here.

use zeroize::Zeroizing;

use super::{Own, Secret, Signature};

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

/// As [`super::Secret::public_key`].
#[inline(never)]
#[must_use]
pub fn public_key(secret: &Secret) -> Point {
    secret.public_key()
}

/// As [`super::Secret::sign`].
#[inline(never)]
#[must_use]
pub fn sign(secret: &Secret, digest: &[u8; 32]) -> Signature {
    secret.sign::<Own>(digest)
}

/// As [`super::Secret::agree`].
#[inline(never)]
#[must_use]
pub fn agree(secret: &Secret, point: &Point) -> Zeroizing<[u8; 32]> {
    secret.agree(point)
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
