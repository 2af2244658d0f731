//! Ring signatures on secp256k1. Scalars are big-endian, points compressed (SEC1).

use ecdsa::elliptic_curve::{
    BatchNormalize, PrimeField,
    group::Group,
    ops::{LinearCombination, MulByGeneratorVartime, Reduce},
    sec1::{FromSec1Point, ToSec1Point},
    subtle::Choice,
};
use hash2curve::GroupDigest;
use k256::{AffinePoint, FieldBytes, ProjectivePoint, Scalar, Secp256k1, WideBytes};
use sha3::{Digest, Sha3_256};
use zeroize::Zeroizing;

use super::{
    curve::{Curve, Pair, SCALAR},
    length,
};
use crate::{
    Error,
    keys::{KeyType, SecretKey},
    label,
};

/// As on the other curve.
const MAX_TRIES: usize = 128;

#[derive(Clone, Copy)]
pub(super) struct K256;

impl Curve for K256 {
    type Point = ProjectivePoint;
    type Scalar = Scalar;
    type Bytes = [u8; 33];

    const KEY_TYPE: KeyType = KeyType::Secp256k1;
    const CODE: u8 = 2;
    const POINT: usize = 33;

    fn secret(key: &SecretKey) -> Result<Zeroizing<Scalar>, Error> {
        key.secp256k1_scalar()
    }

    fn points(encoded: &[&[u8]]) -> Vec<Option<ProjectivePoint>> {
        encoded.iter().map(|bytes| Self::any_point(bytes)).collect()
    }

    fn any_point(bytes: &[u8]) -> Option<ProjectivePoint> {
        // The group has prime order; of the encodings only the compressed one is taken.
        let bytes = (bytes.len() == Self::POINT).then_some(bytes)?;
        let sec1 = k256::Sec1Point::from_bytes(bytes).ok()?;
        Option::<AffinePoint>::from(AffinePoint::from_sec1_point(&sec1)).map(Into::into)
    }

    fn encode(point: &ProjectivePoint) -> [u8; 33] {
        encode(&point.to_affine())
    }

    fn encode_both(points: [ProjectivePoint; 2]) -> [[u8; 33]; 2] {
        ProjectivePoint::batch_normalize_vartime(&points).map(|point| encode(&point))
    }

    fn scalar(bytes: &[u8]) -> Option<Scalar> {
        Scalar::from_repr(FieldBytes::try_from(bytes).ok()?).into()
    }

    fn any_scalar(bytes: &[u8]) -> Option<Scalar> {
        Some(Scalar::reduce(&FieldBytes::try_from(bytes).ok()?))
    }

    fn scalar_bytes(scalar: &Scalar) -> [u8; SCALAR] {
        scalar.to_bytes().into()
    }

    fn reduce(wide: &[u8; 64]) -> Scalar {
        Scalar::reduce(&WideBytes::from(*wide))
    }

    fn base(x: &Scalar) -> ProjectivePoint {
        ProjectivePoint::mul_by_generator(x)
    }

    fn times(x: &Scalar, point: &ProjectivePoint) -> ProjectivePoint {
        point * x
    }

    fn respond(u: &Scalar, c: &Scalar, x: &Scalar) -> Scalar {
        u - &(c * x)
    }

    fn step(s: &Scalar, c: &Scalar, member: &Pair<Self>, image: &ProjectivePoint) -> [[u8; 33]; 2] {
        Self::encode_both([
            ProjectivePoint::mul_by_generator_and_mul_add_vartime(s, c, &member.key),
            ProjectivePoint::lincomb_vartime(&[(member.hash, *s), (*image, *c)]),
        ])
    }

    fn without_torsion(point: &ProjectivePoint) -> ProjectivePoint {
        *point
    }

    fn hashes(scope: &[u8], keys: &[[u8; 33]]) -> Result<Vec<ProjectivePoint>, Error> {
        keys.iter().map(|key| hash(scope, key)).collect()
    }

    fn go_hashes(keys: &[[u8; 33]]) -> Option<Vec<ProjectivePoint>> {
        keys.iter().map(go_hash).collect()
    }

    /// Upstream writes the reduced number from the left: a number shorter than 32 bytes grows.
    fn go_challenge(digest: &[u8; 64]) -> (Scalar, bool) {
        let reduced: [u8; SCALAR] = Self::reduce(digest).to_bytes().into();
        let zeros = reduced.iter().take_while(|byte| **byte == 0).count();
        let mut left = reduced;
        left.rotate_left(zeros);
        (Scalar::reduce(&FieldBytes::from(left)), zeros == 0)
    }
}

fn hash(scope: &[u8], key: &[u8; 33]) -> Result<ProjectivePoint, Error> {
    let message = [&length(scope.len()), scope, key];
    let point = Secp256k1::hash_from_bytes(&message, &[label::RING_SECP256K1.as_bytes()])
        .map_err(|_| Error::RingHash)?;
    if bool::from(point.is_identity()) { Err(Error::RingHash) } else { Ok(point) }
}

fn go_hash(key: &[u8; 33]) -> Option<ProjectivePoint> {
    let mut hash = Sha3_256::digest(key);
    for _ in 0..MAX_TRIES {
        if let Some(point) = even(&hash) {
            return Some(point);
        }
        hash = Sha3_256::digest(hash);
    }
    None
}

fn encode(point: &AffinePoint) -> [u8; 33] {
    let sec1 = point.to_sec1_point(true);
    let mut bytes = [0; 33];
    bytes.iter_mut().zip(sec1.as_bytes()).for_each(|(to, from)| *to = *from);
    bytes
}

/// The point with this x, modulo p, and an even y.
fn even(x: &[u8]) -> Option<ProjectivePoint> {
    use ecdsa::elliptic_curve::point::DecompressPoint;
    let x = modulo_p(FieldBytes::try_from(x).ok()?);
    Option::<AffinePoint>::from(AffinePoint::decompress(&x, Choice::from(0))).map(Into::into)
}

/// p = 2^256 - 2^32 - 977: only a number with 24 leading bytes of ones can reach it.
fn modulo_p(mut x: FieldBytes) -> FieldBytes {
    const LOW: u64 = 0xffff_fffe_ffff_fc2f;
    let (high, low) = x.split_at_mut(24);
    let Ok(word) = <[u8; 8]>::try_from(&*low).map(u64::from_be_bytes) else { return x };
    if high.iter().all(|byte| *byte == 0xff) && word >= LOW {
        high.fill(0);
        low.copy_from_slice(&(word - LOW).to_be_bytes());
    }
    x
}
