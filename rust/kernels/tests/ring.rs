//! What rings compute, on the field of this build, against curve25519-dalek. `COUNTERSIGN_CASES` and features as in
//! `differential`.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    reason = "a test"
)]

mod cases;

use countersign_kernels::ring::{Element, Image, ImageTables, Tables, decode, first_points};
use curve25519_dalek::{
    EdwardsPoint, Scalar, constants::EIGHT_TORSION, edwards::CompressedEdwardsY, traits::IsIdentity,
};
use proptest::prelude::*;
use sha2::{Digest, Sha256, Sha512};

use cases::config;

fn scalar() -> impl Strategy<Value = Scalar> {
    any::<[u8; 32]>().prop_map(Scalar::from_bytes_mod_order)
}

fn bytes(point: &EdwardsPoint) -> [u8; 32] {
    point.compress().to_bytes()
}

/// Encodings: any bytes, of prime order, of mixed order, of small order, near p.
fn encoding() -> impl Strategy<Value = [u8; 32]> {
    let mixed = (scalar(), 0_usize..8).prop_map(|(scalar, index)| {
        bytes(&(EdwardsPoint::mul_base(&scalar) + EIGHT_TORSION[index]))
    });
    let near = (
        any::<u8>(),
        prop_oneof![Just((0, 0)), Just((0, 0x80)), Just((0xff, 0x7f)), Just((0xff, 0xff))],
    )
        .prop_map(|(low, (middle, top))| {
            let mut bytes = [middle; 32];
            (bytes[0], bytes[31]) = (low, top);
            bytes
        });
    prop_oneof![
        any::<[u8; 32]>(),
        scalar().prop_map(|scalar| bytes(&EdwardsPoint::mul_base(&scalar))),
        mixed,
        near,
        (0_usize..8).prop_map(|index| bytes(&EIGHT_TORSION[index])),
    ]
}

/// A canonical encoding of a point of prime order.
fn sound(encoded: &[u8; 32]) -> bool {
    CompressedEdwardsY(*encoded).decompress().is_some_and(|point| {
        bytes(&point) == *encoded && point.is_torsion_free() && !point.is_identity()
    })
}

/// RFC 9380, section 5.3.1, for 96 bytes of SHA-512.
fn expand(message: &[u8], domain: &[u8]) -> [u8; 96] {
    let domain = [domain, &[domain.len() as u8]].concat();
    let hash = |parts: [&[u8]; 3]| -> [u8; 64] { Sha512::digest(parts.concat()).into() };
    let zero = hash([&[0; 128], message, &[&[0, 96, 0], domain.as_slice()].concat()]);
    let first = hash([&zero, &[1], &domain]);
    let mixed: Vec<u8> = zero.iter().zip(first).map(|(a, b)| a ^ b).collect();
    let second = hash([&mixed, &[2], &domain]);
    [first.as_slice(), &second[..32]].concat().try_into().unwrap()
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn members(encoded in proptest::collection::vec(encoding(), 0..6)) {
        let got = decode(&encoded);
        prop_assert_eq!(got.len(), encoded.len());
        for (element, encoded) in got.iter().zip(&encoded) {
            prop_assert_eq!(element.is_some(), sound(encoded), "{:02x?}", encoded);
            if let Some(element) = element {
                prop_assert_eq!(&element.encode().unwrap(), encoded);
            }
        }
    }

    #[test]
    fn points_in_any_form(encoded in encoding()) {
        let want = CompressedEdwardsY(encoded).decompress();
        let got = Element::decode_any(&encoded);
        prop_assert_eq!(got.map(|point| point.encode().unwrap()), want.map(|point| bytes(&point)));
        let got = got.map(|point| point.times_cofactor().encode().unwrap());
        prop_assert_eq!(got, want.map(|point| bytes(&point.mul_by_cofactor())));
    }

    #[test]
    fn rehashing(seeds in proptest::collection::vec(encoding(), 0..6)) {
        let rehash = |bytes: &[u8; 32]| Sha256::digest(bytes).into();
        let want: Vec<[u8; 32]> = seeds.iter().map(|seed| {
            let mut seed = *seed;
            loop {
                if let Some(point) = CompressedEdwardsY(seed).decompress() {
                    return bytes(&point.mul_by_cofactor());
                }
                seed = rehash(&seed);
            }
        }).collect();
        let got = first_points(seeds, rehash, 128).unwrap();
        let got: Vec<_> = got.iter().map(|point| point.encode().unwrap()).collect();
        prop_assert_eq!(got, want);
    }

    #[test]
    fn hashing(message: Vec<u8>, domain in proptest::collection::vec(any::<u8>(), 1..200)) {
        let got = Element::from_uniform(&expand(&message, &domain)).unwrap();
        let want = EdwardsPoint::hash_to_curve::<Sha512>(&[&message], &[&domain]);
        prop_assert_eq!(got.encode().unwrap(), bytes(&want));
    }

    #[test]
    fn rounds(
        s in scalar(),
        c in scalar(),
        key in encoding(),
        hash in encoding(),
        image in encoding(),
    ) {
        let points = [key, hash, image].map(|bytes| CompressedEdwardsY(bytes).decompress());
        let [Some(p), Some(h), Some(i)] = points else { return Ok(()) };
        let [key, hash, image] = [key, hash, image].map(|bytes| Element::decode_any(&bytes).unwrap());
        let got = Image::new(&image).round(s.as_bytes(), c.as_bytes(), &key, &hash).unwrap();
        prop_assert_eq!(got, [bytes(&(EdwardsPoint::mul_base(&s) + p * c)), bytes(&(h * s + i * c))]);
        let (member, image) = (Tables::new(&key, &hash), ImageTables::new(&image));
        prop_assert_eq!(member.round(s.as_bytes(), c.as_bytes(), &image), Some(got));
    }

    #[test]
    fn secrets(x in scalar(), point in encoding()) {
        let Some(want) = CompressedEdwardsY(point).decompress() else { return Ok(()) };
        let element = Element::decode_any(&point).unwrap();
        let got = [Element::base(x.as_bytes()), element.times(x.as_bytes())];
        let [a, b] = Element::encode_both([&got[0], &got[1]]).unwrap();
        prop_assert_eq!([a, b], [bytes(&EdwardsPoint::mul_base(&x)), bytes(&(want * x))]);
    }
}

/// Uniform bytes at the ends: zero is mapped to a point without a square root of its own.
#[test]
fn edges_of_hashing() {
    // RFC 9380, appendix J.5.1, the empty message.
    let domain = b"QUUX-V01-CS02-with-edwards25519_XMD:SHA-512_ELL2_RO_";
    let point = Element::from_uniform(&expand(b"", domain)).unwrap();
    let want = EdwardsPoint::hash_to_curve::<Sha512>(&[b""], &[domain]);
    assert_eq!(point.encode().unwrap(), bytes(&want));
    // Equal halves give twice a point; p in either half is zero.
    let mut p = [0xff; 48];
    p[..16].fill(0);
    (p[16], p[47]) = (0x7f, 0xed);
    let zero = Element::from_uniform(&[0; 96]).map(|point| point.encode().unwrap());
    let with_p = [[0; 48], p].concat().try_into().unwrap();
    assert_eq!(Element::from_uniform(&with_p).map(|point| point.encode().unwrap()), zero);
    assert!(Element::from_uniform(&[0xff; 96]).is_some());
}

#[test]
fn tries_end() {
    let never = CompressedEdwardsY([2; 32]);
    assert!(never.decompress().is_none());
    assert!(first_points(vec![[2; 32]], |same| *same, 5).is_none());
    assert!(first_points(vec![], |same| *same, 5).unwrap().is_empty());
}

/// An attacker reaches it in the verification of a ring.
#[test]
fn the_neutral_element_has_an_encoding() {
    let mut one = [0; 32];
    one[0] = 1;
    let neutral = Element::decode_any(&one).unwrap();
    assert_eq!(neutral.encode(), Some(one));
    assert_eq!(Element::encode_both([&neutral, &neutral]), Some([one, one]));
    let scalar = [3; 32];
    assert_eq!(neutral.times(&scalar).encode(), Some(one));
    assert_eq!(Image::new(&neutral).round(&[0; 32], &scalar, &neutral, &neutral), Some([one, one]));
    let by_tables = Tables::new(&neutral, &neutral);
    assert_eq!(by_tables.round(&[0; 32], &scalar, &ImageTables::new(&neutral)), Some([one, one]));
}
