//! What a ring signature needs of a curve: points of prime order, scalars, and hashing to a point.

use zeroize::{Zeroize, Zeroizing};

use crate::{
    Error,
    keys::{KeyType, SecretKey},
};

/// Length of a scalar in bytes, on both curves.
pub(super) const SCALAR: usize = 32;

/// A group of prime order, or the prime-order part of one.
///
/// What takes a secret runs in constant time as far as its crate does. [`Curve::left`] and
/// [`Curve::right`] do not: all that they see is in the signature, or follows from it.
pub(super) trait Curve: Copy {
    /// A point that was decoded, or computed from such.
    type Point: Copy + PartialEq;
    /// An integer modulo the order.
    type Scalar: Copy + PartialEq + Zeroize;
    /// An encoded point.
    type Bytes: AsRef<[u8]> + Copy + Ord;

    /// Keys that can be members.
    const KEY_TYPE: KeyType;
    /// Names the curve in the bytes of version 1.
    const CODE: u8;
    /// Length of an encoded point.
    const POINT: usize;

    /// The scalar `x` of a key, such that its public key is `x·G`.
    fn secret(key: &SecretKey) -> Result<Zeroizing<Self::Scalar>, Error>;

    /// A canonical encoding of a point of prime order, not the identity.
    fn point(bytes: &[u8]) -> Option<Self::Point>;
    /// Whatever ring-go takes for a point.
    fn any_point(bytes: &[u8]) -> Option<Self::Point>;
    /// The one encoding of a point.
    fn encode(point: &Self::Point) -> Self::Bytes;
    /// As two calls of [`Curve::encode`], with one inversion.
    fn encode_both(points: [Self::Point; 2]) -> [Self::Bytes; 2];

    /// A scalar below the order, in the byte order that ring-go has on this curve.
    fn scalar(bytes: &[u8]) -> Option<Self::Scalar>;
    /// Whatever ring-go takes for a scalar.
    fn any_scalar(bytes: &[u8]) -> Option<Self::Scalar>;
    /// The reverse of [`Curve::scalar`].
    fn scalar_bytes(scalar: &Self::Scalar) -> [u8; SCALAR];
    /// 64 uniform bytes modulo the order.
    fn reduce(wide: &[u8; 64]) -> Self::Scalar;

    /// `x·G`, for a secret `x`.
    fn base(x: &Self::Scalar) -> Self::Point;
    /// `x·P`, for a secret `x`.
    fn times(x: &Self::Scalar, point: &Self::Point) -> Self::Point;
    /// `u - c·x`, for secret `u` and `x`.
    fn respond(u: &Self::Scalar, c: &Self::Scalar, x: &Self::Scalar) -> Self::Scalar;
    /// `s·G + c·P`.
    fn left(s: &Self::Scalar, c: &Self::Scalar, key: &Self::Point) -> Self::Point;
    /// `s·H + c·I`.
    fn right(
        s: &Self::Scalar,
        hash: &Self::Point,
        c: &Self::Scalar,
        image: &Self::Point,
    ) -> Self::Point;

    /// The point up to torsion: two that differ by it alone become equal.
    fn without_torsion(point: &Self::Point) -> Self::Point;

    /// Hashes to a point of prime order (RFC 9380, the `_RO_` suite of the curve).
    fn hash(message: &[&[u8]]) -> Result<Self::Point, Error>;
    /// Hashes to a point as ring-go does, from an encoded key.
    fn go_hash(key: &[u8]) -> Option<Self::Point>;
    /// SHA3-512 of a transcript as ring-go makes it a scalar, and whether its backends agree on it.
    fn go_challenge(digest: &[u8; 64]) -> (Self::Scalar, bool);
}
