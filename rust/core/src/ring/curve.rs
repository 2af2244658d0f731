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
/// Functions that take a secret run in constant time, as the kernels do. [`Curve::round`] does not: all
/// that it takes is in the signature, or follows from it.
///
/// A kernel that leaves a point that cannot be encoded stops the engine. No input can cause that.
pub(super) trait Curve: Copy {
    /// A point that was decoded, or computed from decoded points.
    type Point: Copy;
    /// A key image, ready for many rounds.
    type Image;
    /// Tables of a member, for many rounds of many signatures.
    type Tables;
    /// Tables of a key image, for many rounds of one.
    type ImageTables;
    /// An integer modulo the order.
    type Scalar: Copy + PartialEq + Zeroize;
    /// An encoded point.
    type Bytes: AsRef<[u8]> + for<'a> TryFrom<&'a [u8]> + Copy + Ord;

    /// Keys that can be members.
    const KEY_TYPE: KeyType;
    /// Names the curve in the bytes of version 1.
    const CODE: u8;
    /// Length of an encoded point.
    const POINT: usize;

    /// The scalar `x` of a key, such that its public key is `x·G`.
    fn secret(key: &SecretKey) -> Result<Zeroizing<Self::Scalar>, Error>;

    /// Decodes points of prime order, not the identity, each in its one encoding.
    fn points(encoded: &[&[u8]]) -> Vec<Option<Self::Point>>;
    /// As [`Curve::points`], for one point.
    fn point(encoded: &[u8]) -> Option<Self::Point> {
        Self::points(&[encoded]).pop().flatten()
    }
    /// Decodes whatever ring-go accepts as a point.
    fn any_point(bytes: &[u8]) -> Option<Self::Point>;
    /// The one encoding of a point.
    fn encode(point: &Self::Point) -> Self::Bytes;
    /// Reads a scalar below the order, in the byte order that ring-go has on this curve.
    fn scalar(bytes: &[u8]) -> Option<Self::Scalar>;
    /// Reads whatever ring-go accepts as a scalar.
    fn any_scalar(bytes: &[u8]) -> Option<Self::Scalar>;
    /// The reverse of [`Curve::scalar`].
    fn scalar_bytes(scalar: &Self::Scalar) -> [u8; SCALAR];
    /// Reduces 64 uniform bytes modulo the order.
    fn reduce(wide: &[u8; 64]) -> Self::Scalar;

    /// `x·G`, encoded, for a secret `x`.
    fn public(x: &Self::Scalar) -> Self::Bytes;
    /// `x·H`, and its encoding, for a secret `x`.
    fn image(x: &Self::Scalar, hash: &Self::Point) -> Result<(Self::Point, Self::Bytes), Error>;
    /// `u·G` and `u·H`, encoded, for a secret `u`.
    fn commit(u: &Self::Scalar, hash: &Self::Point) -> Result<[Self::Bytes; 2], Error>;
    /// `u - c·x`, for secret `u` and `x`.
    fn respond(u: &Self::Scalar, c: &Self::Scalar, x: &Self::Scalar) -> Self::Scalar;

    /// Prepares a key image for [`Curve::round`].
    fn prepare(image: &Self::Point) -> Self::Image;
    /// `s·G + c·P` and `s·H + c·I`, encoded.
    fn round(
        s: &Self::Scalar,
        c: &Self::Scalar,
        member: &Pair<Self>,
        image: &Self::Image,
    ) -> [Self::Bytes; 2];

    /// Tables of a member. `None` on a curve that has none.
    fn tables(member: &Pair<Self>) -> Option<Self::Tables>;
    /// Reads all of these, so that a round with them takes as long whether they were used before or not.
    fn read_tables(tables: &Self::Tables);
    /// Tables of a key image.
    fn image_tables(image: &Self::Point) -> Option<Self::ImageTables>;
    /// As [`Curve::round`], by tables.
    fn round_by_tables(
        s: &Self::Scalar,
        c: &Self::Scalar,
        member: &Self::Tables,
        image: &Self::ImageTables,
    ) -> [Self::Bytes; 2];

    /// Bytes that are the same for points that differ only by torsion.
    fn without_torsion(point: &Self::Point) -> Self::Bytes;

    /// Hashes each of these, behind the scope and its length, to a point of prime order (RFC 9380,
    /// the `_RO_` suite of the curve).
    fn hashes(scope: &[u8], keys: &[Self::Bytes]) -> Result<Vec<Self::Point>, Error>;
    /// Hashes encoded keys to points as ring-go does.
    fn go_hashes(keys: &[Self::Bytes]) -> Option<Vec<Self::Point>>;
    /// Turns SHA3-512 of a transcript into a scalar as ring-go does, and tells whether its backends agree on it.
    fn go_challenge(digest: &[u8; 64]) -> (Self::Scalar, bool);
}

/// A member: its key, and the point to which the key is hashed.
#[derive(Clone, Copy)]
pub(super) struct Pair<C: Curve> {
    pub(super) key: C::Point,
    pub(super) hash: C::Point,
}

/// The encoding of a point that was already read from it.
pub(super) fn bytes<C: Curve>(encoded: &[u8]) -> Result<C::Bytes, Error> {
    encoded.try_into().map_err(|_| Error::RingMalformed)
}
