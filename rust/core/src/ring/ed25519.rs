//! Ring signatures on edwards25519. Scalars are little-endian.

use curve25519_dalek::{
    EdwardsPoint, Scalar,
    edwards::CompressedEdwardsY,
    traits::{IsIdentity, VartimeMultiscalarMul},
};
use sha2::Sha512;
use sha3::{Digest, Sha3_256};
use zeroize::Zeroizing;

use super::curve::{Curve, SCALAR};
use crate::{
    Error,
    keys::{KeyType, SecretKey},
    label,
};

/// Most candidates ring-go tries; each is a point with a chance of one half.
const MAX_TRIES: usize = 128;

#[derive(Clone, Copy)]
pub(super) struct Ed25519;

impl Curve for Ed25519 {
    type Point = EdwardsPoint;
    type Scalar = Scalar;
    type Bytes = [u8; 32];

    const KEY_TYPE: KeyType = KeyType::Ed25519;
    const CODE: u8 = 1;
    const POINT: usize = 32;

    fn secret(key: &SecretKey) -> Result<Zeroizing<Scalar>, Error> {
        key.ed25519_scalar()
    }

    fn point(bytes: &[u8]) -> Option<EdwardsPoint> {
        let point = Self::any_point(bytes)?;
        // Decompression takes y modulo p and ignores the sign of zero.
        let canonical = point.compress().as_bytes().as_slice() == bytes;
        (canonical && !point.is_identity() && point.is_torsion_free()).then_some(point)
    }

    fn any_point(bytes: &[u8]) -> Option<EdwardsPoint> {
        CompressedEdwardsY::from_slice(bytes).ok()?.decompress()
    }

    fn encode(point: &EdwardsPoint) -> [u8; 32] {
        point.compress().to_bytes()
    }

    fn encode_both(points: [EdwardsPoint; 2]) -> [[u8; 32]; 2] {
        EdwardsPoint::compress_batch(&points).map(|point| point.to_bytes())
    }

    fn scalar(bytes: &[u8]) -> Option<Scalar> {
        Scalar::from_canonical_bytes(bytes.try_into().ok()?).into()
    }

    fn any_scalar(bytes: &[u8]) -> Option<Scalar> {
        Self::scalar(bytes)
    }

    fn scalar_bytes(scalar: &Scalar) -> [u8; SCALAR] {
        scalar.to_bytes()
    }

    fn reduce(wide: &[u8; 64]) -> Scalar {
        Scalar::from_bytes_mod_order_wide(wide)
    }

    fn base(x: &Scalar) -> EdwardsPoint {
        EdwardsPoint::mul_base(x)
    }

    fn times(x: &Scalar, point: &EdwardsPoint) -> EdwardsPoint {
        x * point
    }

    fn respond(u: &Scalar, c: &Scalar, x: &Scalar) -> Scalar {
        u - c * x
    }

    fn left(s: &Scalar, c: &Scalar, key: &EdwardsPoint) -> EdwardsPoint {
        EdwardsPoint::vartime_double_scalar_mul_basepoint(c, key, s)
    }

    fn right(s: &Scalar, hash: &EdwardsPoint, c: &Scalar, image: &EdwardsPoint) -> EdwardsPoint {
        EdwardsPoint::vartime_multiscalar_mul([s, c], [hash, image])
    }

    fn without_torsion(point: &EdwardsPoint) -> EdwardsPoint {
        point.mul_by_cofactor()
    }

    fn hash(message: &[&[u8]]) -> Result<EdwardsPoint, Error> {
        let point =
            EdwardsPoint::hash_to_curve::<Sha512>(message, &[label::RING_ED25519.as_bytes()]);
        // No input is known that gives it; a member with it could not be told from others.
        if point.is_identity() { Err(Error::RingHash) } else { Ok(point) }
    }

    fn go_hash(key: &[u8]) -> Option<EdwardsPoint> {
        let mut hash = Sha3_256::digest(key);
        for _ in 0..MAX_TRIES {
            if let Some(point) = Self::any_point(&hash) {
                return Some(point.mul_by_cofactor());
            }
            hash = Sha3_256::digest(hash);
        }
        None
    }

    fn go_challenge(digest: &[u8; 64]) -> (Scalar, bool) {
        (Self::reduce(digest), true)
    }
}
