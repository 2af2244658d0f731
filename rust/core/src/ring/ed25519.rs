//! Ring signatures on edwards25519. Scalars are little-endian.
//!
//! | Points | Where |
//! | --- | --- |
//! | `ed25519/kernel.rs`, of `countersign-kernels` | WebAssembly |
//! | `ed25519/library.rs`, curve25519-dalek, which has vectors for sums; the kernel's are the order of points, and rounds by tables | elsewhere |
//!
//! Bytes and verdicts are the same.

#[cfg(any(test, target_family = "wasm"))]
mod kernel;
#[cfg(not(target_family = "wasm"))]
mod library;

use countersign_kernels::{
    ed25519::Scalar,
    ring::{ImageTables, Tables},
    sound, test_rings,
};
#[cfg(target_family = "wasm")]
use kernel as points;
#[cfg(not(target_family = "wasm"))]
use library as points;
use zeroize::Zeroizing;

use super::curve::{Curve, Pair, SCALAR};
use crate::{
    Error,
    keys::{KeyType, SecretKey},
};

/// Most candidates that ring-go tries; each is a point with a chance of one half.
const MAX_TRIES: usize = 128;

#[derive(Clone, Copy)]
pub(super) struct Ed25519;

impl Curve for Ed25519 {
    type Point = points::Point;
    type Image = points::Image;
    type Tables = Tables;
    type ImageTables = ImageTables;
    type Scalar = Scalar;
    type Bytes = [u8; 32];

    const KEY_TYPE: KeyType = KeyType::Ed25519;
    const CODE: u8 = 1;
    const POINT: usize = 32;

    fn secret(key: &SecretKey) -> Result<Zeroizing<Scalar>, Error> {
        key.ed25519_scalar()
    }

    /// Bytes of another length stand as some that no point has.
    fn points(encoded: &[&[u8]]) -> Vec<Option<Self::Point>> {
        let encodings: Vec<[u8; 32]> =
            encoded.iter().map(|bytes| (*bytes).try_into().unwrap_or([0xff; 32])).collect();
        points::points(&encodings)
    }

    fn any_point(bytes: &[u8]) -> Option<Self::Point> {
        points::any_point(bytes.try_into().ok()?)
    }

    fn encode(point: &Self::Point) -> [u8; 32] {
        points::encode(point)
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

    fn public(x: &Scalar) -> [u8; 32] {
        points::public(x)
    }

    fn image(x: &Scalar, hash: &Self::Point) -> Result<(Self::Point, [u8; 32]), Error> {
        let image = points::times(x, hash);
        Ok((image, points::encode(&image)))
    }

    fn commit(u: &Scalar, hash: &Self::Point) -> Result<[[u8; 32]; 2], Error> {
        Ok(points::commit(u, hash))
    }

    fn respond(u: &Scalar, c: &Scalar, x: &Scalar) -> Scalar {
        u.less_product(c, x)
    }

    fn prepare(image: &Self::Point) -> Self::Image {
        points::prepare(image)
    }

    fn round(
        s: &Scalar,
        c: &Scalar,
        Pair { key, hash }: &Pair<Self>,
        image: &Self::Image,
    ) -> [[u8; 32]; 2] {
        points::round(s, c, [key, hash], image)
    }

    fn tables(Pair { key, hash }: &Pair<Self>) -> Option<Tables> {
        test_rings();
        Some(Tables::new(&points::element(key)?, &points::element(hash)?))
    }

    fn image_tables(image: &Self::Point) -> Option<ImageTables> {
        test_rings();
        Some(ImageTables::new(&points::element(image)?))
    }

    fn round_by_tables(
        s: &Scalar,
        c: &Scalar,
        member: &Tables,
        image: &ImageTables,
    ) -> [[u8; 32]; 2] {
        test_rings();
        sound(member.round(&s.to_le(), &c.to_le(), image))
    }

    fn without_torsion(point: &Self::Point) -> [u8; 32] {
        points::encode(&points::times_cofactor(point))
    }

    fn hashes(scope: &[u8], keys: &[[u8; 32]]) -> Result<Vec<Self::Point>, Error> {
        keys.iter().map(|key| points::hash(scope, key)).collect()
    }

    fn go_hashes(keys: &[[u8; 32]]) -> Option<Vec<Self::Point>> {
        points::go_hashes(keys)
    }

    fn go_challenge(digest: &[u8; 64]) -> (Scalar, bool) {
        (Self::reduce(digest), true)
    }
}

#[cfg(test)]
mod tests {
    use super::{Scalar, kernel, library};

    /// All that is computed with points, for each of the modules.
    macro_rules! computed {
        ($points:ident) => {{
            use $points::{
                any_point, commit, element, encode, go_hashes, hash, prepare, public, round, times,
                times_cofactor,
            };
            let [x, u] = [7, 77].map(|byte| Scalar::reduced_le(&[byte; 32]));
            let public = public(&x);
            let [key] = $points::points(&[public])[..] else { panic!("one point") };
            let key = key.unwrap();
            let hash = hash(b"scope", &public).unwrap();
            let image = times(&x, &hash);
            // A point of small order.
            let other = any_point(&[0; 32]).unwrap();
            let found = go_hashes(&[public, [7; 32]]).unwrap();
            (
                [key, hash, image, other, times_cofactor(&other), times_cofactor(&key)]
                    .map(|point| (encode(&point), element(&point).unwrap().encode())),
                found.iter().map(encode).collect::<Vec<_>>(),
                commit(&u, &hash),
                round(&u, &x, [&key, &hash], &prepare(&image)),
                [public, [0xff; 32], [0; 32]]
                    .map(|bytes| $points::points(&[bytes]).pop().flatten().is_some()),
            )
        }};
    }

    #[test]
    fn points_of_the_kernel_and_of_the_library_are_the_same() {
        assert_eq!(computed!(kernel), computed!(library));
    }
}
