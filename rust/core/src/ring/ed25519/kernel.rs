//! Points of edwards25519 on the kernel.

use countersign_kernels::{
    ed25519::Scalar,
    ring::{self, Element, first_points},
    sound, test_rings,
};
use hash2curve::ExpandMsgXmd;
use sha2::Sha512;
use sha3::{Digest, Sha3_256};
use zeroize::Zeroizing;

use super::MAX_TRIES;
use crate::{Error, label, ring::uniform::uniform};

pub(super) type Point = Element;
/// A key image, ready for many rounds.
pub(super) type Image = ring::Image;

/// Canonical encodings of points of prime order, not the identity.
pub(super) fn points(encoded: &[[u8; 32]]) -> Vec<Option<Point>> {
    test_rings();
    ring::decode(encoded)
}

/// The point that these bytes encode, with y modulo p.
pub(super) fn any_point(bytes: &[u8; 32]) -> Option<Point> {
    test_rings();
    Element::decode_any(bytes)
}

pub(super) fn encode(point: &Point) -> [u8; 32] {
    sound(point.encode())
}

/// Of a secret.
fn bytes(x: &Scalar) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(x.to_le())
}

/// `x·G`, encoded, for a secret `x`.
pub(super) fn public(x: &Scalar) -> [u8; 32] {
    test_rings();
    encode(&Element::base(&bytes(x)))
}

/// `x·P`, for a secret `x`.
pub(super) fn times(x: &Scalar, point: &Point) -> Point {
    test_rings();
    point.times(&bytes(x))
}

/// `u·G` and `u·H`, encoded, for a secret `u`.
pub(super) fn commit(u: &Scalar, hash: &Point) -> [[u8; 32]; 2] {
    test_rings();
    let u = bytes(u);
    sound(Element::encode_both([&Element::base(&u), &hash.times(&u)]))
}

pub(super) fn prepare(image: &Point) -> Image {
    Image::new(image)
}

/// `s·G + c·P` and `s·H + c·I`, encoded.
pub(super) fn round(
    s: &Scalar,
    c: &Scalar,
    [key, hash]: [&Point; 2],
    image: &Image,
) -> [[u8; 32]; 2] {
    test_rings();
    sound(image.round(&s.to_le(), &c.to_le(), key, hash))
}

pub(super) fn times_cofactor(point: &Point) -> Point {
    point.times_cofactor()
}

#[allow(clippy::unnecessary_wraps, reason = "the library's point is another")]
pub(super) fn element(point: &Point) -> Option<Element> {
    Some(*point)
}

/// Hashes to a point of prime order. No input is known that gives the identity, which is refused: members
/// with it could not be told apart.
pub(super) fn hash(scope: &[u8], key: &[u8]) -> Result<Point, Error> {
    test_rings();
    let uniform = uniform::<ExpandMsgXmd<Sha512>>(scope, key, label::RING_ED25519)?;
    Element::from_uniform(&uniform).ok_or(Error::RingHash)
}

/// The hashes of ring-go.
pub(super) fn go_hashes(keys: &[[u8; 32]]) -> Option<Vec<Point>> {
    test_rings();
    let seeds = keys.iter().map(|key| Sha3_256::digest(key).into()).collect();
    first_points(seeds, |seed| Sha3_256::digest(seed).into(), MAX_TRIES)
}
