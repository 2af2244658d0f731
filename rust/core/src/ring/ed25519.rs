//! Ring signatures on edwards25519, on the kernel. Scalars are little-endian.

use countersign_kernels::{
    ed25519::Scalar,
    ring::{Element, Image, ImageTables, Tables, decode, first_points},
    sound, test_rings,
};
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

/// Length of an encoded point.
const POINT: usize = 32;

/// Most candidates that ring-go tries; each is a point with a chance of one half.
const MAX_TRIES: usize = 128;

#[derive(Clone, Copy)]
pub(super) struct Ed25519;

impl Curve for Ed25519 {
    type Point = Element;
    type Image = Image;
    type Tables = Tables;
    type ImageTables = ImageTables;
    type Scalar = Scalar;
    type Bytes = [u8; POINT];

    const KEY_TYPE: KeyType = KeyType::Ed25519;
    const CODE: u8 = 1;
    const POINT: usize = POINT;

    fn secret(key: &SecretKey) -> Result<Zeroizing<Scalar>, Error> {
        key.ed25519_scalar()
    }

    /// Bytes of another length stand as some that no point has.
    fn points(encoded: &[&[u8]]) -> Vec<Option<Element>> {
        test_rings();
        let encodings: Vec<[u8; POINT]> =
            encoded.iter().map(|bytes| (*bytes).try_into().unwrap_or([0xff; POINT])).collect();
        decode(&encodings)
    }

    /// With y modulo p.
    fn any_point(bytes: &[u8]) -> Option<Element> {
        test_rings();
        Element::decode_any(bytes.try_into().ok()?)
    }

    fn encode(point: &Element) -> [u8; POINT] {
        sound(point.encode())
    }

    fn scalar(bytes: &[u8]) -> Option<Scalar> {
        Scalar::from_le(bytes.try_into().ok()?)
    }

    fn any_scalar(bytes: &[u8]) -> Option<Scalar> {
        Self::scalar(bytes)
    }

    fn scalar_bytes(scalar: &Scalar) -> [u8; SCALAR] {
        scalar.to_le()
    }

    fn reduce(wide: &[u8; 64]) -> Scalar {
        Scalar::wide_le(wide)
    }

    fn public(x: &Scalar) -> [u8; POINT] {
        test_rings();
        Self::encode(&Element::base(&secret_bytes(x)))
    }

    fn image(x: &Scalar, hash: &Element) -> Result<(Element, [u8; POINT]), Error> {
        test_rings();
        let image = hash.times(&secret_bytes(x));
        Ok((image, Self::encode(&image)))
    }

    fn commit(u: &Scalar, hash: &Element) -> Result<[[u8; POINT]; 2], Error> {
        test_rings();
        let u = secret_bytes(u);
        Ok(sound(Element::encode_both([&Element::base(&u), &hash.times(&u)])))
    }

    fn respond(u: &Scalar, c: &Scalar, x: &Scalar) -> Scalar {
        u.less_product(c, x)
    }

    fn prepare(image: &Element) -> Image {
        Image::new(image)
    }

    fn round(
        s: &Scalar,
        c: &Scalar,
        Pair { key, hash }: &Pair<Self>,
        image: &Image,
    ) -> [[u8; POINT]; 2] {
        test_rings();
        sound(image.round(&s.to_le(), &c.to_le(), key, hash))
    }

    fn tables(Pair { key, hash }: &Pair<Self>) -> Option<Tables> {
        test_rings();
        Some(Tables::new(key, hash))
    }

    fn read_tables(tables: &Tables) {
        tables.read();
    }

    fn image_tables(image: &Element) -> Option<ImageTables> {
        test_rings();
        Some(ImageTables::new(image))
    }

    fn round_by_tables(
        s: &Scalar,
        c: &Scalar,
        member: &Tables,
        image: &ImageTables,
    ) -> [[u8; POINT]; 2] {
        test_rings();
        sound(member.round(&s.to_le(), &c.to_le(), image))
    }

    fn without_torsion(point: &Element) -> [u8; POINT] {
        Self::encode(&point.times_cofactor())
    }

    fn hashes(scope: &[u8], keys: &[[u8; POINT]]) -> Result<Vec<Element>, Error> {
        keys.iter().map(|key| hash(scope, key)).collect()
    }

    fn go_hashes(keys: &[[u8; POINT]]) -> Option<Vec<Element>> {
        test_rings();
        let seeds = keys.iter().map(|key| Sha3_256::digest(key).into()).collect();
        first_points(seeds, |seed| Sha3_256::digest(seed).into(), MAX_TRIES)
    }

    fn go_challenge(digest: &[u8; 64]) -> (Scalar, bool) {
        (Self::reduce(digest), true)
    }
}

/// The bytes of a secret scalar.
fn secret_bytes(x: &Scalar) -> Zeroizing<[u8; SCALAR]> {
    Zeroizing::new(x.to_le())
}

/// Hashes to a point of prime order. No input is known that gives the neutral point, which is refused: members with it
/// could not be told apart.
fn hash(scope: &[u8], key: &[u8; POINT]) -> Result<Element, Error> {
    test_rings();
    let uniform = uniform::<ExpandMsgXmd<Sha512>>(scope, key, label::RING_ED25519)?;
    Element::from_uniform(&uniform).ok_or(Error::RingHash)
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::{EdwardsPoint, constants::EIGHT_TORSION, edwards::CompressedEdwardsY};
    use sha2::Sha512;
    use sha3::{Digest, Sha3_256};

    use super::{Curve, Ed25519, Scalar, label};
    use crate::ring::length;

    fn keys() -> Vec<[u8; 32]> {
        (1..=9).map(|byte| Ed25519::public(&Scalar::reduced_le(&[byte; 32]))).collect()
    }

    fn encoded(points: &[super::Element]) -> Vec<[u8; 32]> {
        points.iter().map(Ed25519::encode).collect()
    }

    #[test]
    fn hashes_are_those_of_curve25519_dalek() {
        let expected = keys().into_iter().map(|key| {
            let message = [&length(3)[..], b"abc", &key];
            let domain = [label::RING_ED25519.as_bytes()];
            EdwardsPoint::hash_to_curve::<Sha512>(&message, &domain).compress().0
        });
        let hashes = Ed25519::hashes(b"abc", &keys()).unwrap();
        assert_eq!(encoded(&hashes), expected.collect::<Vec<_>>());
    }

    #[test]
    fn hashes_of_ring_go_are_those_of_its_rule() {
        let expected = keys().into_iter().map(|key| {
            let mut hash = Sha3_256::digest(key);
            loop {
                match CompressedEdwardsY(hash.into()).decompress() {
                    Some(point) => return point.mul_by_cofactor().compress().0,
                    None => hash = Sha3_256::digest(hash),
                }
            }
        });
        let hashes = Ed25519::go_hashes(&keys()).unwrap();
        assert_eq!(encoded(&hashes), expected.collect::<Vec<_>>());
    }

    #[test]
    fn only_points_of_prime_order_are_read() {
        for key in keys() {
            let point = CompressedEdwardsY(key).decompress().unwrap();
            for torsion in EIGHT_TORSION {
                let mixed = (point + torsion).compress().0;
                assert_eq!(Ed25519::point(&mixed).is_some(), mixed == key);
                assert!(Ed25519::point(&torsion.compress().0).is_none());
                let plain = |bytes: &[u8; 32]| {
                    Ed25519::without_torsion(&Ed25519::any_point(bytes).unwrap())
                };
                assert_eq!(plain(&mixed), plain(&key));
            }
        }
        for wrong in [&[0xff; 32][..], &[1], &[]] {
            assert!(Ed25519::point(wrong).is_none() && Ed25519::points(&[wrong])[0].is_none());
        }
    }

    #[test]
    fn second_encodings_are_refused() {
        let refused = |bytes: [u8; 32]| assert!(Ed25519::point(&bytes).is_none(), "{bytes:02x?}");
        // y = p .. p + 18, and the two points with x = 0 and the sign of a negative x.
        for (low, top) in (0xed..=0xff).flat_map(|low| [(low, 0x7f), (low, 0xff)]) {
            let mut bytes = [0xff; 32];
            (bytes[0], bytes[31]) = (low, top);
            refused(bytes);
        }
        for (low, middle, top) in [(1, 0, 0x80), (0xec, 0xff, 0xff)] {
            let mut bytes = [middle; 32];
            (bytes[0], bytes[31]) = (low, top);
            refused(bytes);
        }
    }
}
