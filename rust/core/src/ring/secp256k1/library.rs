//! Ring signatures on secp256k1 by k256.

use ecdsa::elliptic_curve::{
    BatchNormalize,
    group::Group,
    ops::{LinearCombination, MulByGeneratorVartime},
    point::DecompressPoint,
    sec1::{FromSec1Point, ToSec1Point},
    subtle::Choice,
};
use hash2curve::GroupDigest;
use k256::{AffinePoint, FieldBytes, ProjectivePoint, Scalar, Secp256k1};

use crate::{Error, label, ring::length};

/// Length of a compressed point.
pub(super) const POINT: usize = 33;

/// Decodes a point. The group has prime order. Only the compressed encoding is accepted: the library also reads
/// an x behind the tag 5, as if it were 2, and that would give a key a second image.
pub(super) fn point(bytes: &[u8]) -> Option<ProjectivePoint> {
    let compressed = bytes.len() == POINT && matches!(bytes, [2 | 3, ..]);
    let bytes = compressed.then_some(bytes)?;
    let sec1 = k256::Sec1Point::from_bytes(bytes).ok()?;
    Option::<AffinePoint>::from(AffinePoint::from_sec1_point(&sec1)).map(Into::into)
}

/// `s·G + c·P` and `s·H + c·I`, encoded.
pub(super) fn round(
    s: &Scalar,
    c: &Scalar,
    [key, hash, image]: [&ProjectivePoint; 3],
) -> [[u8; POINT]; 2] {
    encode_both([
        ProjectivePoint::mul_by_generator_and_mul_add_vartime(s, c, key),
        ProjectivePoint::lincomb_vartime(&[(*hash, *s), (*image, *c)]),
    ])
}

/// Both encodings, with one inversion. Only for points that are public.
fn encode_both(points: [ProjectivePoint; 2]) -> [[u8; POINT]; 2] {
    ProjectivePoint::batch_normalize_vartime(&points).map(|point| encode(&point))
}

/// As [`encode_both`], in constant time, because Z of a multiple tells something about the secret factor.
pub(super) fn encode_secret(points: [ProjectivePoint; 2]) -> [[u8; POINT]; 2] {
    ProjectivePoint::batch_normalize(&points).map(|point| encode(&point))
}

pub(super) fn hash(scope: &[u8], key: &[u8; 33]) -> Result<ProjectivePoint, Error> {
    let message = [&length(scope.len()), scope, key];
    let point = Secp256k1::hash_from_bytes(&message, &[label::RING_SECP256K1.as_bytes()])
        .map_err(|_| Error::RingHash)?;
    if bool::from(point.is_identity()) { Err(Error::RingHash) } else { Ok(point) }
}

pub(super) fn encode(point: &AffinePoint) -> [u8; 33] {
    let sec1 = point.to_sec1_point(true);
    let mut bytes = [0; 33];
    bytes.iter_mut().zip(sec1.as_bytes()).for_each(|(to, from)| *to = *from);
    bytes
}

/// The point with this x, which is below p, and an even y.
pub(super) fn point_with_even_y(x: &[u8; 32]) -> Option<ProjectivePoint> {
    let x = FieldBytes::from(*x);
    Option::<AffinePoint>::from(AffinePoint::decompress(&x, Choice::from(0))).map(Into::into)
}
