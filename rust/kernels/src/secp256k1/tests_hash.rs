//! The hash to a point: the vectors of RFC 9380, appendices J.8.1 and J.8.2, and k256.

use core::num::NonZero;

use hash2curve::{ExpandMsg, ExpandMsgXmd, Expander, GroupDigest, MapToCurve};
use k256::{
    FieldBytes, ProjectivePoint, Secp256k1,
    elliptic_curve::{array::Array, consts::U16, ops::Reduce, sec1::ToSec1Point},
};
use num_bigint::BigInt;
use proptest::prelude::*;
use sha2::Sha256;

use super::{
    HasTables, Point, Projective, Whole,
    hash::{elements, map},
    isogeny,
    tests::{number, p},
};
use crate::field_secp256k1::tests::in_each;

/// Messages of both appendices.
fn messages() -> [Vec<u8>; 5] {
    let (q, a) = ([b"q128_".as_slice(), &[b'q'; 128]], [b"a512_".as_slice(), &[b'a'; 512]]);
    [vec![], b"abc".to_vec(), b"abcdef0123456789".to_vec(), q.concat(), a.concat()]
}

/// J.8.1: x of P, of Q0 and of Q1.
const RO: [[&str; 3]; 5] = [
    [
        "c1cae290e291aee617ebaef1be6d73861479c48b841eaba9b7b5852ddfeb1346",
        "74519ef88b32b425a095e4ebcc84d81b64e9e2c2675340a720bb1a1857b99f1e",
        "44548adb1b399263ded3510554d28b4bead34b8cf9a37b4bd0bd2ba4db87ae63",
    ],
    [
        "3377e01eab42db296b512293120c6cee72b6ecf9f9205760bd9ff11fb3cb2c4b",
        "07dd9432d426845fb19857d1b3a91722436604ccbbbadad8523b8fc38a5322d7",
        "e9ef9794d15d4e77dde751e06c182782046b8dac05f8491eb88764fc65321f78",
    ],
    [
        "bac54083f293f1fe08e4a70137260aa90783a5cb84d3f35848b324d0674b0e3a",
        "576d43ab0260275adf11af990d130a5752704f79478628761720808862544b5d",
        "f89d6d261a5e00fe5cf45e827b507643e67c2a947a20fd9ad71039f8b0e29ff8",
    ],
    [
        "e2167bc785333a37aa562f021f1e881defb853839babf52a7f72b102e41890e9",
        "9c91513ccfe9520c9c645588dff5f9b4e92eaf6ad4ab6f1cd720d192eb58247a",
        "10fee3284d7be6bd5912503b972fc52bf4761f47141a0015f1c6ae36848d869b",
    ],
    [
        "e3c8d35aaaf0b9b647e88a0a0a7ee5d5bed5ad38238152e4e6fd8c1f8cb7c998",
        "b32b0ab55977b936f1e93fdc68cec775e13245e161dbfe556bbb1f72799b4181",
        "148f98780f19388b9fa93e7dc567b5a673e5fca7079cd9cdafd71982ec4c5e12",
    ],
];
/// J.8.1: y of P.
const RO_Y: [&str; 5] = [
    "64fa678e07ae116126f08b022a94af6de15985c996c3a91b64c406a960e51067",
    "7f95890f33efebd1044d382a01b1bee0900fb6116f94688d487c6c7b9c8371f6",
    "4436476085d4c3c4508b60fcf4389c40176adce756b398bdee27bca19758d828",
    "f2401dd95cc35867ffed4f367cd564763719fbc6a53e969fb8496a1e6685d873",
    "8446eeb6181bf12f56a9d24e262221cc2f0c4725c7e3803024b5888ee5823aa6",
];
/// J.8.2: x and y of P.
const NU: [[&str; 2]; 5] = [
    [
        "a4792346075feae77ac3b30026f99c1441b4ecf666ded19b7522cf65c4c55c5b",
        "62c59e2a6aeed1b23be5883e833912b08ba06be7f57c0e9cdc663f31639ff3a7",
    ],
    [
        "3f3b5842033fff837d504bb4ce2a372bfeadbdbd84a1d2b678b6e1d7ee426b9d",
        "902910d1fef15d8ae2006fc84f2a5a7bda0e0407dc913062c3a493c4f5d876a5",
    ],
    [
        "07644fa6281c694709f53bdd21bed94dab995671e4a8cd1904ec4aa50c59bfdf",
        "c79f8d1dad79b6540426922f7fbc9579c3018dafeffcd4552b1626b506c21e7b",
    ],
    [
        "b734f05e9b9709ab631d960fa26d669c4aeaea64ae62004b9d34f483aa9acc33",
        "03fc8a4a5a78632e2eb4d8460d69ff33c1d72574b79a35e402e801f2d0b1d6ee",
    ],
    [
        "17d22b867658977b5002dbe8d0ee70a8cfddec3eec50fb93f36136070fd9fa6c",
        "e9178ff02f4dab73480f8dd590328aea99856a7b6cc8e5a6cdf289ecc2a51718",
    ],
];

fn expand<const N: usize>(message: &[u8], suite: &str) -> [u8; N] {
    let domain = format!("QUUX-V01-CS02-with-secp256k1_XMD:SHA-256_SSWU_{suite}_");
    let (message, domain) = ([message], [domain.as_bytes()]);
    let size = NonZero::new(u16::try_from(N).unwrap()).unwrap();
    let expand = <ExpandMsgXmd<Sha256> as ExpandMsg<U16>>::expand_message;
    let mut uniform = [0; N];
    expand(&message, &domain, size).unwrap().fill_bytes(&mut uniform).unwrap();
    uniform
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn x<F: HasTables>(point: Projective<F>) -> String {
    hex(&point.to_affine().unwrap().x())
}

/// A number of 48 bytes in both places.
fn twice(bytes: &[u8; 48]) -> [u8; 96] {
    [*bytes; 2].concat().try_into().unwrap()
}

fn gives_the_vectors<F: HasTables>() {
    for (at, message) in messages().iter().enumerate() {
        let uniform = expand::<96>(message, "RO");
        let point = Point::<F>::from_uniform(&uniform).unwrap();
        let [first, second] = map::<F>(&elements(&uniform));
        assert_eq!([hex(&point.x()), x(first), x(second)], RO[at]);
        assert_eq!(hex(&point.to_uncompressed()[33..]), RO_Y[at]);
        let [first, second] = map::<F>(&elements(&twice(&expand::<48>(message, "NU"))));
        let point = first.to_affine().unwrap().to_uncompressed();
        assert_eq!([&point[1..33], &point[33..]].map(hex), NU[at]);
        assert_eq!(second.to_affine(), first.to_affine());
    }
}

#[test]
fn the_vectors_of_the_rfc() {
    in_each!(gives_the_vectors());
}

/// What k256 maps a number of 48 bytes to.
fn theirs(bytes: &[u8]) -> ProjectivePoint {
    type Element = <Secp256k1 as MapToCurve>::FieldElement;
    Secp256k1::map_to_curve(<Element as Reduce<Array<u8, _>>>::reduce(&bytes.try_into().unwrap()))
}

fn alike(uniform: &[u8; 96]) {
    let [first, second] = [0, 48].map(|at| theirs(&uniform[at..at + 48]));
    let sec1 = |point: ProjectivePoint| point.to_affine().to_sec1_point(true).as_bytes().to_vec();
    let sum = first + second;
    let sum = (sum != ProjectivePoint::IDENTITY).then(|| sec1(sum));
    in_each!(leads_to(uniform, &[first, second].map(sec1), sum.as_deref()));
}

fn leads_to<F: HasTables>(uniform: &[u8; 96], points: &[Vec<u8>; 2], sum: Option<&[u8]>) {
    let got = map::<F>(&elements(uniform));
    let got = got.map(|point| point.to_affine().unwrap().to_compressed().to_vec());
    assert_eq!(&got, points, "{uniform:02x?}");
    let got = Point::<F>::from_uniform(uniform).map(|point| point.to_compressed().to_vec());
    assert_eq!(got.as_deref(), sum, "{uniform:02x?}");
}

/// A number below 2^384.
fn bytes48(number: &BigInt) -> [u8; 48] {
    let bytes = number.to_bytes_be().1;
    core::array::from_fn(|at| if at + bytes.len() < 48 { 0 } else { bytes[at + bytes.len() - 48] })
}

/// u = 0 and u^2 = 1 / 11, where the map divides by zero, their neighbours and their opposites; and both with
/// multiples of p on top, up to 2^384.
#[test]
fn elements_at_the_ends() {
    let p = p();
    let root = (BigInt::from(11).modpow(&(&p - 2), &p)).modpow(&((&p + 1) / 4), &p);
    assert_eq!((&root * &root * 11) % &p, BigInt::from(1));
    let multiples = [BigInt::from(0), p.clone(), (BigInt::from(1) << 384) / &p * &p - &p];
    let mut all = vec![[0; 48], [0xff; 48]];
    for step in 0..4 {
        for u in [BigInt::from(step), &p - step, &root + step, &p - &root - step] {
            all.extend(multiples.iter().map(|multiple| bytes48(&(multiple + &u))));
        }
    }
    for (at, u) in all.iter().enumerate() {
        let other = &all[(5 * at + 1) % all.len()];
        alike(&[*u, *other].concat().try_into().unwrap());
        alike(&twice(u));
    }
    // The points of u and -u are opposites: their sum is neutral.
    let sum = [bytes48(&BigInt::from(7)), bytes48(&(&p - 7))].concat().try_into().unwrap();
    assert!(Point::<Whole>::from_uniform(&sum).is_none());
    alike(&sum);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_elements(first in any::<[u8; 32]>(), second in any::<[u8; 32]>(), third in any::<[u8; 32]>()) {
        alike(&[first, second, third].concat().try_into().unwrap());
    }

    #[test]
    fn whole_hashes(message in any::<Vec<u8>>()) {
        let domain = b"QUUX-V01-CS02-with-secp256k1_XMD:SHA-256_SSWU_RO_";
        let theirs = Secp256k1::hash_from_bytes(&[&message], &[domain]).unwrap();
        let theirs = FieldBytes::from(*theirs.to_affine().to_sec1_point(true).x().unwrap());
        let ours = Point::<Whole>::from_uniform(&expand(&message, "RO")).unwrap();
        prop_assert_eq!(&ours.x()[..], &theirs[..]);
    }
}

#[test]
fn numbers_of_the_map_are_what_they_are_called() {
    use isogeny as i;
    let p = p();
    let (a, z) = (number(&i::A), number(&i::Z));
    assert_eq!((&a + number(&i::MINUS_A)) % &p, BigInt::from(0));
    assert_eq!(&z + 11, p);
    assert_eq!(z.modpow(&((&p - 1) / 2), &p), &p - 1, "no square");
    assert_eq!((&a * &z) % &p, number(&i::Z_A));
    let root = number(&i::ROOT);
    assert_eq!((&root * &root + &z * &z * &z) % &p, BigInt::from(0));
    // A point of order three: 3 x^4 + 6 A x^2 + 12 B x - A^2 is zero.
    let x = &p - number(&i::H);
    let x2 = &x * &x;
    let division = 3 * &x2 * &x2 + 6 * &a * &x2 + 12 * 1771 * &x - &a * &a;
    assert_eq!(division % &p, BigInt::from(0));
    // And it has no y: x^3 + A x + B is no square.
    let right: BigInt = (&x2 * &x + &a * &x + 1771) % &p;
    assert_eq!(right.modpow(&((&p - 1) / 2), &p), &p - 1);
}
