//! Points of edwards25519 by curve25519-dalek.

use countersign_kernels::{
    ed25519::Scalar,
    ring::{self, Element},
};
use curve25519_dalek::{
    EdwardsPoint, Scalar as Theirs,
    edwards::CompressedEdwardsY,
    traits::{IsIdentity, VartimeMultiscalarMul},
};
use sha2::Sha512;
use sha3::{Digest, Sha3_256};
use zeroize::Zeroizing;

use super::MAX_TRIES;
use crate::{Error, label, ring::length};

pub(super) type Point = EdwardsPoint;
pub(super) type Image = EdwardsPoint;

/// Canonical encodings of points of prime order, not the identity. The kernel finds out which they are, in half the time.
pub(super) fn points(encoded: &[[u8; 32]]) -> Vec<Option<Point>> {
    let sound = ring::decode(encoded);
    let point = |(bytes, sound): (_, &Option<_>)| sound.as_ref().and_then(|_| any_point(bytes));
    encoded.iter().zip(&sound).map(point).collect()
}

/// A canonical encoding of a point of prime order, not the identity.
#[cfg(test)]
fn point(bytes: &[u8; 32]) -> Option<Point> {
    // Decompression takes y modulo p. It ignores the sign of x = 0 too, but the two points that
    // have it are not of prime order.
    let point = below_p(bytes).then(|| any_point(bytes))??;
    (!point.is_identity() && is_torsion_free(&point)).then_some(point)
}

/// The point that these bytes encode, with y modulo p.
pub(super) fn any_point(bytes: &[u8; 32]) -> Option<Point> {
    CompressedEdwardsY(*bytes).decompress()
}

pub(super) fn encode(point: &Point) -> [u8; 32] {
    point.compress().to_bytes()
}

/// The scalar of the library.
fn theirs(scalar: &Scalar) -> Zeroizing<Theirs> {
    Zeroizing::new(Theirs::from_bytes_mod_order(*Zeroizing::new(scalar.to_le())))
}

/// `x·G`, encoded, for a secret `x`.
pub(super) fn public(x: &Scalar) -> [u8; 32] {
    encode(&EdwardsPoint::mul_base(&theirs(x)))
}

/// `x·P`, for a secret `x`.
pub(super) fn times(x: &Scalar, point: &Point) -> Point {
    *theirs(x) * point
}

/// `u·G` and `u·H`, encoded, for a secret `u`.
pub(super) fn commit(u: &Scalar, hash: &Point) -> [[u8; 32]; 2] {
    let u = theirs(u);
    encode_both([EdwardsPoint::mul_base(&u), *u * hash])
}

pub(super) fn prepare(image: &Point) -> Image {
    *image
}

/// `s·G + c·P` and `s·H + c·I`, encoded.
pub(super) fn round(
    s: &Scalar,
    c: &Scalar,
    [key, hash]: [&Point; 2],
    image: &Image,
) -> [[u8; 32]; 2] {
    let (s, c) = (theirs(s), theirs(c));
    encode_both([
        EdwardsPoint::vartime_double_scalar_mul_basepoint(&c, key, &s),
        EdwardsPoint::vartime_multiscalar_mul([&*s, &*c], [hash, image]),
    ])
}

/// Both encodings, with one inversion.
fn encode_both(points: [Point; 2]) -> [[u8; 32]; 2] {
    EdwardsPoint::compress_batch(&points).map(|point| point.to_bytes())
}

pub(super) fn times_cofactor(point: &Point) -> Point {
    point.mul_by_cofactor()
}

/// The point for the kernel; nothing only for what a computer that multiplies wrongly made.
pub(super) fn element(point: &Point) -> Option<Element> {
    Element::decode_any(&encode(point))
}

/// Whether y, the low 255 bits, is below p = 2^255 - 19.
#[cfg(test)]
fn below_p(bytes: &[u8; 32]) -> bool {
    let [low, middle @ .., top] = bytes;
    let ones = top & 0x7f == 0x7f && middle.iter().all(|byte| *byte == 0xff);
    !(ones && *low >= 0xed)
}

/// Whether the order L takes the point to the identity: (L - 1)·P = -P. In variable time, and so faster
/// than the library's own method.
#[cfg(test)]
fn is_torsion_free(point: &EdwardsPoint) -> bool {
    let product =
        EdwardsPoint::vartime_double_scalar_mul_basepoint(&-Theirs::ONE, point, &Theirs::ZERO);
    product == -point
}

/// Hashes to a point of prime order. No input is known that gives the identity, which is refused: members
/// with it could not be told apart.
pub(super) fn hash(scope: &[u8], key: &[u8]) -> Result<Point, Error> {
    let message = [&length(scope.len()), scope, key];
    let point = EdwardsPoint::hash_to_curve::<Sha512>(&message, &[label::RING_ED25519.as_bytes()]);
    if point.is_identity() { Err(Error::RingHash) } else { Ok(point) }
}

/// The hashes of ring-go.
pub(super) fn go_hashes(keys: &[[u8; 32]]) -> Option<Vec<Point>> {
    keys.iter().map(go_hash).collect()
}

fn go_hash(key: &[u8; 32]) -> Option<Point> {
    let mut hash = Sha3_256::digest(key).into();
    for _ in 0..MAX_TRIES {
        if let Some(point) = any_point(&hash) {
            return Some(point.mul_by_cofactor());
        }
        hash = Sha3_256::digest(hash).into();
    }
    None
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::{EdwardsPoint, Scalar, constants::EIGHT_TORSION, traits::Identity};

    use super::{is_torsion_free, point, points};

    #[test]
    fn the_order_is_that_of_the_library() {
        for scalar in [0_u64, 1, 2, 8, 0xffff_ffff, 1 << 60].map(Scalar::from) {
            for torsion in EIGHT_TORSION {
                let mixed = EdwardsPoint::mul_base(&-scalar) + torsion;
                assert_eq!(is_torsion_free(&mixed), mixed.is_torsion_free());
                let prime = mixed.is_torsion_free() && mixed != EdwardsPoint::identity();
                let bytes = mixed.compress().to_bytes();
                assert_eq!(point(&bytes), prime.then_some(mixed));
                assert_eq!(points(&[bytes, bytes]), [prime.then_some(mixed); 2]);
            }
        }
    }

    #[test]
    fn second_encodings_are_refused() {
        // y = p + 1 .. p + 18, and the two points with x = 0 and the sign of a negative x.
        for low in 0xed..=0xff {
            for top in [0x7f, 0xff] {
                let mut bytes = [0xff; 32];
                (bytes[0], bytes[31]) = (low, top);
                assert!(point(&bytes).is_none() && points(&[bytes]) == [None]);
            }
        }
        for (low, middle, top) in [(1, 0, 0x80), (0xec, 0xff, 0xff)] {
            let mut bytes = [middle; 32];
            (bytes[0], bytes[31]) = (low, top);
            assert!(point(&bytes).is_none() && points(&[bytes]) == [None]);
        }
    }
}
