//! Ring signatures on secp256k1. Scalars are big-endian, points compressed (SEC1).
//!
//! Where the kernel is [`ready_secp256k1`], it computes, and nothing else is there but k256's scalars; elsewhere k256 does.
//! Bytes and verdicts are the same.

mod library;

use countersign_kernels::{
    ready_secp256k1 as ready, ready_to_hash_secp256k1 as ready_to_hash, scalar_code,
    secp256k1 as kernel,
};
use ecdsa::elliptic_curve::{PrimeField, ops::Reduce};
use hash2curve::ExpandMsgXmd;
use k256::{FieldBytes, NonZeroScalar, ProjectivePoint, Scalar, WideBytes};
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

/// As many as on the other curve.
const MAX_TRIES: usize = 128;

#[derive(Clone, Copy)]
pub(super) struct K256;

/// A point in the form of the code that computes with it.
#[derive(Clone, Copy)]
pub(super) enum Point {
    Kernel(kernel::Point),
    Library(ProjectivePoint),
}

impl Point {
    /// The point for the library. Fails only for what a broken kernel left; no input can cause that, because
    /// what was decoded can be encoded.
    fn library(&self) -> Result<ProjectivePoint, Error> {
        scalar_code(|| match self {
            Self::Library(point) => Ok(*point),
            Self::Kernel(point) => library::point(&point.to_compressed()).ok_or(Error::RingHash),
        })
    }
}

impl Curve for K256 {
    type Point = Point;
    type Image = Point;
    type Scalar = Scalar;
    type Bytes = [u8; library::POINT];

    const KEY_TYPE: KeyType = KeyType::Secp256k1;
    const CODE: u8 = 2;
    const POINT: usize = library::POINT;

    fn secret(key: &SecretKey) -> Result<Zeroizing<Scalar>, Error> {
        key.secp256k1_scalar()
    }

    fn points(encoded: &[&[u8]]) -> Vec<Option<Point>> {
        encoded.iter().map(|bytes| Self::any_point(bytes)).collect()
    }

    fn any_point(bytes: &[u8]) -> Option<Point> {
        let bytes = (bytes.len() == Self::POINT).then_some(bytes)?;
        if ready() {
            return kernel::Point::parse(bytes).map(Point::Kernel);
        }
        scalar_code(|| library::point(bytes).map(Point::Library))
    }

    fn encode(point: &Point) -> Result<[u8; library::POINT], Error> {
        Ok(encode(point))
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

    fn public(x: &Scalar) -> [u8; library::POINT] {
        let kernel = kernel_scalar(x).and_then(|x| kernel::public_key(&x));
        match kernel {
            Some(point) => point.to_compressed(),
            None => {
                scalar_code(|| library::encode(&ProjectivePoint::mul_by_generator(x).to_affine()))
            }
        }
    }

    fn image(x: &Scalar, hash: &Point) -> Result<(Point, [u8; library::POINT]), Error> {
        let image = match times(x, hash) {
            Some(image) => image,
            None => scalar_code(|| Ok::<_, Error>(Point::Library(hash.library()? * x)))?,
        };
        Ok((image, encode(&image)))
    }

    fn commit(u: &Scalar, hash: &Point) -> Result<[[u8; library::POINT]; 2], Error> {
        if let Some(of_hash) = times(u, hash) {
            return Ok([Self::public(u), encode(&of_hash)]);
        }
        scalar_code(|| {
            let of_hash = hash.library()? * u;
            Ok(library::encode_secret([ProjectivePoint::mul_by_generator(u), of_hash]))
        })
    }

    fn respond(u: &Scalar, c: &Scalar, x: &Scalar) -> Scalar {
        u - &(c * x)
    }

    fn prepare(image: &Point) -> Point {
        *image
    }

    fn round(
        s: &Scalar,
        c: &Scalar,
        member: &Pair<Self>,
        image: &Point,
    ) -> Result<[[u8; library::POINT]; 2], Error> {
        if let [Point::Kernel(key), Point::Kernel(hash), Point::Kernel(image)] =
            [&member.key, &member.hash, image]
            && ready()
        {
            let left = kernel::base_and_times(s, c, key);
            let right = kernel::times_and_times(s, hash, c, image);
            if let Some(points) = kernel::Projective::both_to_compressed(&[left, right]) {
                return Ok(points);
            }
        }
        scalar_code(|| {
            let (key, hash) = (member.key.library()?, member.hash.library()?);
            Ok(library::round(s, c, [&key, &hash, &image.library()?]))
        })
    }

    fn without_torsion(point: &Point) -> Result<[u8; library::POINT], Error> {
        Ok(encode(point))
    }

    fn hashes(scope: &[u8], keys: &[[u8; library::POINT]]) -> Result<Vec<Point>, Error> {
        keys.iter().map(|key| hash(scope, key)).collect()
    }

    fn go_hashes(keys: &[[u8; library::POINT]]) -> Option<Vec<Point>> {
        keys.iter().map(go_hash).collect()
    }

    /// Upstream writes the reduced number from the left, so a number shorter than 32 bytes becomes a larger one.
    fn go_challenge(digest: &[u8; 64]) -> (Scalar, bool) {
        let reduced: [u8; SCALAR] = Self::reduce(digest).to_bytes().into();
        let zeros = reduced.iter().take_while(|byte| **byte == 0).count();
        let mut left = reduced;
        left.rotate_left(zeros);
        (Scalar::reduce(&FieldBytes::from(left)), zeros == 0)
    }
}

fn encode(point: &Point) -> [u8; library::POINT] {
    match point {
        Point::Kernel(point) => point.to_compressed(),
        Point::Library(point) => scalar_code(|| library::encode(&point.to_affine())),
    }
}

/// The scalar for the kernel, if that is ready. It does not take zero.
fn kernel_scalar(x: &Scalar) -> Option<Zeroizing<NonZeroScalar>> {
    if ready() { kernel::nonzero(x) } else { None }
}

/// A secret multiple, by the kernel.
fn times(x: &Scalar, point: &Point) -> Option<Point> {
    let Point::Kernel(point) = point else { return None };
    kernel::times(&*kernel_scalar(x)?, point).map(Point::Kernel)
}

/// Hashes to a point. The neutral point is refused.
fn hash(scope: &[u8], key: &[u8; library::POINT]) -> Result<Point, Error> {
    if ready_to_hash() {
        let uniform = uniform::<ExpandMsgXmd<Sha256>>(scope, key, label::RING_SECP256K1)?;
        return kernel::Point::from_uniform(&uniform).map(Point::Kernel).ok_or(Error::RingHash);
    }
    scalar_code(|| library::hash(scope, key).map(Point::Library))
}

fn go_hash(key: &[u8; library::POINT]) -> Option<Point> {
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
    if ready() {
        let mut encoded = [2; library::POINT];
        encoded.iter_mut().skip(1).zip(x).for_each(|(to, from)| *to = from);
        return kernel::Point::parse(&encoded).map(Point::Kernel);
    }
    scalar_code(|| library::point_with_even_y(&x).map(Point::Library))
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

#[cfg(test)]
mod tests {
    use super::{Curve, K256, Pair, Point, Scalar, hash, kernel};

    /// Where the kernel does not compute, the library does, with any point.
    #[test]
    fn the_library_takes_points_of_the_kernel() {
        let (x, u) = (Scalar::from(0x1234_5678_9abc_u64), Scalar::from(77_u64));
        let key = K256::public(&x);
        let hash = K256::encode(&hash(b"scope", &key).unwrap()).unwrap();
        let image = K256::image(&x, &K256::any_point(&hash).unwrap()).unwrap().1;
        let read = [key, hash, image].map(|bytes| K256::any_point(&bytes).unwrap());
        let left =
            [key, hash, image].map(|bytes| Point::Kernel(kernel::Point::parse(&bytes).unwrap()));
        let all = |[key, hash, image]: [Point; 3]| {
            let round = K256::round(&u, &x, &Pair { key, hash }, &image).unwrap();
            let own = K256::image(&x, &hash).unwrap().1;
            (round, own, K256::commit(&u, &hash).unwrap(), K256::encode(&key).unwrap())
        };
        assert_eq!(all(left), all(read));
        assert_eq!(all(left).1, image);
        assert_eq!(
            left.map(|point| point.library().unwrap()),
            read.map(|point| point.library().unwrap())
        );
    }
}
