//! Ring signatures on edwards25519. Scalars are little-endian.
//!
//! In WebAssembly the kernels compute ([`ready`]), and nothing else is there. Natively curve25519-dalek does, which has vectors
//! for sums; but the order of points and rounds by tables are the kernel's there too. Bytes and verdicts are the same.

mod library;

use countersign_kernels::{
    natively, ready_for_rings as ready,
    ring::{self as kernel, Element},
    test_rings,
};
use curve25519_dalek::{EdwardsPoint, Scalar, edwards::CompressedEdwardsY};
use hash2curve::ExpandMsgXmd;
use sha2::Sha512;
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

/// Most candidates that ring-go tries; each is a point with a chance of one half.
const MAX_TRIES: usize = 128;

#[derive(Clone, Copy)]
pub(super) struct Ed25519;

/// A point in the form of the code that computes with it.
#[derive(Clone, Copy)]
pub(super) enum Point {
    Kernel(Element),
    Library(EdwardsPoint),
}

/// A key image, and what the kernel made of it.
pub(super) struct Image {
    point: Point,
    ready: Option<kernel::Image>,
}

impl Point {
    /// The point for the library. Fails only for what a broken kernel left; no input can cause that, because
    /// what was decoded can be encoded.
    fn library(&self) -> Result<EdwardsPoint, Error> {
        natively(|| match self {
            Self::Library(point) => Ok(*point),
            Self::Kernel(element) => element
                .encode()
                .and_then(|bytes| CompressedEdwardsY(bytes).decompress())
                .ok_or(Error::RingHash),
        })
    }
}

impl Point {
    /// The point for the kernel; nothing only for what a computer that multiplies wrongly made.
    fn element(&self) -> Option<Element> {
        match self {
            Self::Kernel(element) => Some(*element),
            Self::Library(point) => natively(|| Element::decode_any(&point.compress().to_bytes())),
        }
    }
}

impl Curve for Ed25519 {
    type Point = Point;
    type Image = Image;
    type Tables = kernel::Tables;
    type ImageTables = kernel::ImageTables;
    type Scalar = Scalar;
    type Bytes = [u8; 32];

    const KEY_TYPE: KeyType = KeyType::Ed25519;
    const CODE: u8 = 1;
    const POINT: usize = 32;

    fn secret(key: &SecretKey) -> Result<Zeroizing<Scalar>, Error> {
        key.ed25519_scalar()
    }

    fn points(encoded: &[&[u8]]) -> Vec<Option<Point>> {
        if ready() {
            let points = kernel::decode(&encodings_of(encoded));
            return points.into_iter().map(|point| point.map(Point::Kernel)).collect();
        }
        let points = || library::points(encoded).into_iter();
        natively(|| points().map(|point| point.map(Point::Library)).collect())
    }

    fn any_point(bytes: &[u8]) -> Option<Point> {
        if ready() {
            return Element::decode_any(bytes.try_into().ok()?).map(Point::Kernel);
        }
        natively(|| library::any_point(bytes).map(Point::Library))
    }

    fn encode(point: &Point) -> Result<[u8; 32], Error> {
        match point {
            Point::Kernel(element) => element.encode().ok_or(Error::RingHash),
            Point::Library(point) => natively(|| Ok(point.compress().to_bytes())),
        }
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

    fn public(x: &Scalar) -> [u8; 32] {
        let kernel = if ready() { Element::base(x.as_bytes()).encode() } else { None };
        kernel.unwrap_or_else(|| natively(|| EdwardsPoint::mul_base(x).compress().to_bytes()))
    }

    fn image(x: &Scalar, hash: &Point) -> Result<(Point, [u8; 32]), Error> {
        if let Point::Kernel(hash) = hash
            && ready()
        {
            let image = hash.times(x.as_bytes());
            if let Some(bytes) = image.encode() {
                return Ok((Point::Kernel(image), bytes));
            }
        }
        natively(|| {
            let image = x * hash.library()?;
            Ok((Point::Library(image), image.compress().to_bytes()))
        })
    }

    fn commit(u: &Scalar, hash: &Point) -> Result<[[u8; 32]; 2], Error> {
        if let Point::Kernel(hash) = hash
            && ready()
        {
            let points = [&Element::base(u.as_bytes()), &hash.times(u.as_bytes())];
            if let Some(bytes) = Element::encode_both(points) {
                return Ok(bytes);
            }
        }
        natively(|| Ok(library::encode_both([EdwardsPoint::mul_base(u), u * hash.library()?])))
    }

    fn respond(u: &Scalar, c: &Scalar, x: &Scalar) -> Scalar {
        u - c * x
    }

    fn prepare(image: &Point) -> Image {
        let ready = match image {
            Point::Kernel(element) => Some(kernel::Image::new(element)),
            Point::Library(_) => None,
        };
        Image { point: *image, ready }
    }

    fn round(
        s: &Scalar,
        c: &Scalar,
        member: &Pair<Self>,
        image: &Image,
    ) -> Result<[[u8; 32]; 2], Error> {
        if let (Point::Kernel(key), Point::Kernel(hash), Some(image)) =
            (&member.key, &member.hash, &image.ready)
            && ready()
            && let Some(bytes) = image.round(s.as_bytes(), c.as_bytes(), key, hash)
        {
            return Ok(bytes);
        }
        natively(|| {
            let (key, hash) = (member.key.library()?, member.hash.library()?);
            Ok(library::round(s, c, [&key, &hash, &image.point.library()?]))
        })
    }

    fn tables(member: &Pair<Self>) -> Option<kernel::Tables> {
        test_rings();
        Some(kernel::Tables::new(&member.key.element()?, &member.hash.element()?))
    }

    fn image_tables(image: &Point) -> Option<kernel::ImageTables> {
        test_rings();
        Some(kernel::ImageTables::new(&image.element()?))
    }

    fn round_by_tables(
        s: &Scalar,
        c: &Scalar,
        member: &kernel::Tables,
        image: &kernel::ImageTables,
    ) -> Result<[[u8; 32]; 2], Error> {
        test_rings();
        member.round(s.as_bytes(), c.as_bytes(), image).ok_or(Error::RingHash)
    }

    fn without_torsion(point: &Point) -> Result<[u8; 32], Error> {
        Self::encode(&match point {
            Point::Kernel(element) => Point::Kernel(element.times_cofactor()),
            Point::Library(point) => natively(|| Point::Library(point.mul_by_cofactor())),
        })
    }

    fn hashes(scope: &[u8], keys: &[[u8; 32]]) -> Result<Vec<Point>, Error> {
        keys.iter().map(|key| hash(scope, key)).collect()
    }

    fn go_hashes(keys: &[[u8; 32]]) -> Option<Vec<Point>> {
        if ready() {
            let seeds = keys.iter().map(|key| Sha3_256::digest(key).into()).collect();
            let rehash = |seed: &[u8; 32]| Sha3_256::digest(seed).into();
            let points = kernel::first_points(seeds, rehash, MAX_TRIES)?;
            return Some(points.into_iter().map(Point::Kernel).collect());
        }
        natively(|| keys.iter().map(|key| library::go_hash(key).map(Point::Library)).collect())
    }

    fn go_challenge(digest: &[u8; 64]) -> (Scalar, bool) {
        (Self::reduce(digest), true)
    }
}

/// Bytes of another length stand as some that no point has.
fn encodings_of(encoded: &[&[u8]]) -> Vec<[u8; 32]> {
    encoded.iter().map(|bytes| (*bytes).try_into().unwrap_or([0xff; 32])).collect()
}

/// Hashes to a point of prime order. No input is known that gives the identity, which is refused: members
/// with it could not be told apart.
fn hash(scope: &[u8], key: &[u8; 32]) -> Result<Point, Error> {
    if !ready() {
        return natively(|| library::hash(scope, key).map(Point::Library));
    }
    let uniform = uniform::<ExpandMsgXmd<Sha512>>(scope, key, label::RING_ED25519)?;
    Element::from_uniform(&uniform).map(Point::Kernel).ok_or(Error::RingHash)
}

#[cfg(test)]
mod tests {
    use super::{Curve, Ed25519, Element, Pair, Point, Scalar, hash};

    /// Where the kernel does not compute, the library does, with any point.
    #[test]
    fn the_library_takes_points_of_the_kernel() {
        let (x, u) = (Scalar::from(0x1234_5678_9abc_u64), Scalar::from(77_u64));
        let key = Ed25519::public(&x);
        let hash = Ed25519::encode(&hash(b"scope", &key).unwrap()).unwrap();
        let image = Ed25519::image(&x, &Ed25519::any_point(&hash).unwrap()).unwrap().1;
        let read = [key, hash, image].map(|bytes| Ed25519::any_point(&bytes).unwrap());
        let left =
            [key, hash, image].map(|bytes| Point::Kernel(Element::decode_any(&bytes).unwrap()));
        let all = |[key, hash, image]: [Point; 3]| {
            let member = Pair { key, hash };
            let round = Ed25519::round(&u, &x, &member, &Ed25519::prepare(&image)).unwrap();
            let own = Ed25519::image(&x, &hash).unwrap().1;
            (round, own, Ed25519::commit(&u, &hash).unwrap(), Ed25519::encode(&key).unwrap())
        };
        assert_eq!(all(left), all(read));
        assert_eq!(all(left).1, image);
        assert_eq!(
            left.map(|point| point.library().unwrap()),
            read.map(|point| point.library().unwrap())
        );
    }
}
