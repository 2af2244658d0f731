//! Ring signatures on secp256k1, on the kernel. Scalars are big-endian, points compressed (SEC1).

use core::convert::Infallible;

use countersign_kernels::{
    secp256k1::{
        Scalar, Secret,
        own::{self as kernel, Point},
    },
    test_hash_secp256k1, test_secp256k1_agreement,
};
use hash2curve::ExpandMsgXmd;
use sha2::Sha256;
use sha3::{Digest, Sha3_256};
use zeroize::Zeroizing;

use super::{
    curve::{Curve, Pair, SCALAR},
    uniform::uniform,
};
use crate::{
    Error,
    keys::{KeyType, SecretKey},
    label,
};

/// Length of a compressed point.
const POINT: usize = 33;

/// As many as on the other curve.
const MAX_TRIES: usize = 128;

#[derive(Clone, Copy)]
pub(super) struct K256;

impl Curve for K256 {
    type Point = Point;
    type Image = Point;
    type Tables = Infallible;
    type ImageTables = Infallible;
    type Scalar = Scalar;
    type Bytes = [u8; POINT];

    const KEY_TYPE: KeyType = KeyType::Secp256k1;
    const CODE: u8 = 2;
    const POINT: usize = POINT;

    fn secret(key: &SecretKey) -> Result<Zeroizing<Scalar>, Error> {
        key.secp256k1_scalar()
    }

    fn points(encoded: &[&[u8]]) -> Vec<Option<Point>> {
        encoded.iter().map(|bytes| Self::any_point(bytes)).collect()
    }

    fn any_point(bytes: &[u8]) -> Option<Point> {
        test_secp256k1_agreement();
        kernel::parse((bytes.len() == POINT).then_some(bytes)?)
    }

    fn encode(point: &Point) -> [u8; POINT] {
        kernel::compressed(point)
    }

    fn scalar(bytes: &[u8]) -> Option<Scalar> {
        Scalar::from_be(bytes.try_into().ok()?)
    }

    fn any_scalar(bytes: &[u8]) -> Option<Scalar> {
        Some(Scalar::reduced_be(bytes.try_into().ok()?))
    }

    fn scalar_bytes(scalar: &Scalar) -> [u8; SCALAR] {
        scalar.to_be()
    }

    fn reduce(wide: &[u8; 64]) -> Scalar {
        Scalar::wide_be(wide)
    }

    fn public(x: &Scalar) -> [u8; POINT] {
        test_secp256k1_agreement();
        Secret::of_scalar(x).map_or([0; POINT], |x| kernel::compressed(&kernel::public_key(&x)))
    }

    fn image(x: &Scalar, hash: &Point) -> Result<(Point, [u8; POINT]), Error> {
        let image = times(x, hash)?;
        Ok((image, kernel::compressed(&image)))
    }

    fn commit(u: &Scalar, hash: &Point) -> Result<[[u8; POINT]; 2], Error> {
        Ok([Self::public(u), kernel::compressed(&times(u, hash)?)])
    }

    fn respond(u: &Scalar, c: &Scalar, x: &Scalar) -> Scalar {
        u.less_product(c, x)
    }

    fn prepare(image: &Point) -> Point {
        *image
    }

    fn round(s: &Scalar, c: &Scalar, member: &Pair<Self>, image: &Point) -> [[u8; POINT]; 2] {
        test_secp256k1_agreement();
        kernel::two_sums(s, c, [&member.key, &member.hash, image])
    }

    /// Multiples are cut in halves without tables.
    fn tables(_: &Pair<Self>) -> Option<Infallible> {
        None
    }

    fn read_tables(tables: &Infallible) {
        match *tables {}
    }

    fn image_tables(_: &Point) -> Option<Infallible> {
        None
    }

    fn round_by_tables(
        _: &Scalar,
        _: &Scalar,
        member: &Infallible,
        _: &Infallible,
    ) -> [[u8; POINT]; 2] {
        match *member {}
    }

    fn without_torsion(point: &Point) -> [u8; POINT] {
        kernel::compressed(point)
    }

    fn hashes(scope: &[u8], keys: &[[u8; POINT]]) -> Result<Vec<Point>, Error> {
        keys.iter().map(|key| hash(scope, key)).collect()
    }

    fn go_hashes(keys: &[[u8; POINT]]) -> Option<Vec<Point>> {
        keys.iter().map(go_hash).collect()
    }

    /// Upstream writes the reduced number from the left, so a number shorter than 32 bytes becomes a larger one.
    fn go_challenge(digest: &[u8; 64]) -> (Scalar, bool) {
        let reduced = Self::reduce(digest).to_be();
        let zeros = reduced.iter().take_while(|byte| **byte == 0).count();
        let mut left = reduced;
        left.rotate_left(zeros);
        (Scalar::reduced_be(&left), zeros == 0)
    }
}

/// A secret multiple. Zero, which no key and no nonce is, has none.
fn times(x: &Scalar, point: &Point) -> Result<Point, Error> {
    test_secp256k1_agreement();
    let x = Secret::of_scalar(x).ok_or(Error::RingHash)?;
    Ok(kernel::times(&x, point))
}

/// Hashes to a point. The neutral point is refused.
fn hash(scope: &[u8], key: &[u8; POINT]) -> Result<Point, Error> {
    test_hash_secp256k1();
    let uniform = uniform::<ExpandMsgXmd<Sha256>>(scope, key, label::RING_SECP256K1)?;
    kernel::from_uniform(&uniform).ok_or(Error::RingHash)
}

fn go_hash(key: &[u8; POINT]) -> Option<Point> {
    let mut hash = Sha3_256::digest(key);
    for _ in 0..MAX_TRIES {
        if let Some(point) = point_with_even_y(reduce_modulo_p(hash.into())) {
            return Some(point);
        }
        hash = Sha3_256::digest(hash);
    }
    None
}

/// The point with this x and an even y.
fn point_with_even_y(x: [u8; 32]) -> Option<Point> {
    let mut encoded = [2; POINT];
    encoded.iter_mut().skip(1).zip(x).for_each(|(to, from)| *to = from);
    K256::any_point(&encoded)
}

/// p = 2^256 - 2^32 - 977: only a number with 24 leading bytes of ones can reach it.
fn reduce_modulo_p(mut x: [u8; 32]) -> [u8; 32] {
    const LOW: u64 = 0xffff_fffe_ffff_fc2f;
    let (high, low) = x.split_at_mut(24);
    let Ok(word) = <[u8; 8]>::try_from(&*low).map(u64::from_be_bytes) else { return x };
    if high.iter().all(|byte| *byte == 0xff) && word >= LOW {
        high.fill(0);
        low.copy_from_slice(&(word - LOW).to_be_bytes());
    }
    x
}
