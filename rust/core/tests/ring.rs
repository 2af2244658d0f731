//! Ring signatures: our format with our vectors, and that of ring-go with its vectors.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all ring:: -- --skip receipt_ring::` writes
//! `rust/vectors/ring/v1.json`; `ts/test/ring.test.ts` checks it with other implementations.

use countersign_core::{
    encoding::hex,
    keys::{KeyType, PublicKey, SecretKey},
    ring::{self, Ring, go},
};
use countersign_testkit::{outcomes::code, own_vectors};
use curve25519_dalek::constants::EIGHT_TORSION;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::ring::{TYPES, image_at, point, public, secrets};

const MESSAGE: &[u8] = b"the tide is high";

#[test]
fn every_member_signs_for_the_ring() {
    for key_type in TYPES {
        for n in [2, 3, 8] {
            let keys = secrets(key_type, n);
            let ring = Ring::new(&public(&keys), b"vote").unwrap();
            for key in &keys {
                let signature = ring.sign(key, MESSAGE, &[9; 32]).unwrap();
                let (offset, point) = image_at(key_type);
                assert_eq!(signature.len(), offset + point + 32 * (n + 1));
                let image = ring.verify(MESSAGE, &signature).unwrap();
                assert_eq!(image, ring::read_image(&signature).unwrap());
                assert_eq!(image, ring::derive_image(key, b"vote").unwrap());
            }
        }
    }
}

/// From its second signature on a ring has tables. One of nine verifies by them, and signs without.
#[test]
fn a_ring_that_is_used_often_signs_and_judges_as_at_first() {
    for (key_type, n) in TYPES.into_iter().flat_map(|key_type| [(key_type, 5), (key_type, 9)]) {
        let keys = secrets(key_type, n);
        let new = || Ring::new(&public(&keys), b"vote").unwrap();
        let often = new();
        for (place, key) in (0..).zip(&keys) {
            let signature = often.sign(key, MESSAGE, &[place; 32]).unwrap();
            assert_eq!(new().sign(key, MESSAGE, &[place; 32]).unwrap(), signature);
            let judge = |message| [&often, &new()].map(|ring| ring.verify(message, &signature));
            let [by_tables, at_first] = judge(MESSAGE);
            assert_eq!(by_tables.unwrap(), at_first.unwrap());
            assert_eq!(judge(b"other").map(code), ["ERR_RING_SIGNATURE"; 2]);
        }
    }
}

#[test]
fn the_largest_ring_holds() {
    let keys = secrets(KeyType::Ed25519, ring::MAX);
    let ring = Ring::new(&public(&keys), b"").unwrap();
    let signature = ring.sign(&keys[700], MESSAGE, &[9; 32]).unwrap();
    assert!(ring.verify(MESSAGE, &signature).is_ok());
}

#[test]
fn images_link_inside_a_scope_only() {
    for key_type in TYPES {
        let keys = secrets(key_type, 4);
        let image = |members: &[SecretKey], key, scope: &[u8], message: &[u8], random| {
            let ring = Ring::new(&public(members), scope).unwrap();
            ring.verify(message, &ring.sign(key, message, &[random; 32]).unwrap()).unwrap()
        };
        let reference = image(&keys, &keys[1], b"a", b"x", 1);
        assert_eq!(
            reference,
            image(&keys[..3], &keys[1], b"a", b"y", 2),
            "ring and message differ"
        );
        assert_ne!(reference, image(&keys, &keys[2], b"a", b"x", 1), "the key differs");
        assert_ne!(reference, image(&keys, &keys[1], b"b", b"x", 1), "the scope differs");
    }
}

#[test]
fn randomness_changes_the_bytes_and_its_lack_repeats_no_nonce() {
    let keys = secrets(KeyType::Ed25519, 3);
    let ring = Ring::new(&public(&keys), b"").unwrap();
    let sign = |message: &[u8], random| ring.sign(&keys[0], message, &[random; 32]).unwrap();
    assert_ne!(sign(b"a", 1), sign(b"a", 2));
    assert_eq!(sign(b"a", 1), sign(b"a", 1));
    // The responses of the other members are drawn like the nonce: none stands in both signatures.
    let (a, b) = (sign(b"a", 1), sign(b"b", 1));
    for (x, y) in a[68..].chunks(32).zip(b[68..].chunks(32)) {
        assert_ne!(x, y);
    }
}

#[test]
fn rings_that_are_none_are_refused() {
    let keys = public(&secrets(KeyType::Ed25519, 3));
    let other = public(&secrets(KeyType::Secp256k1, 1));
    let p256 = public(&secrets(KeyType::P256, 2));
    let many = vec![keys[0].clone(); ring::MAX + 1];
    let torsion = EIGHT_TORSION[1] + point(keys[0].as_bytes());
    let mixed = PublicKey::from_raw(KeyType::Ed25519, torsion.compress().as_bytes()).unwrap();
    let table: [(&str, Vec<PublicKey>, &str); 7] = [
        ("nobody", vec![], "ERR_RING_SIZE"),
        ("one", keys[..1].to_vec(), "ERR_RING_SIZE"),
        ("too many", many, "ERR_RING_SIZE"),
        (
            "one twice",
            vec![keys[0].clone(), keys[1].clone(), keys[0].clone()],
            "ERR_RING_DUPLICATE",
        ),
        ("two curves", vec![keys[0].clone(), other[0].clone()], "ERR_KEY_TYPE_MISMATCH"),
        ("no rings on P-256", p256, "ERR_KEY_ALGORITHM"),
        ("mixed order", vec![keys[0].clone(), mixed], "ERR_RING_TORSION"),
    ];
    for (name, keys, want) in table {
        assert_eq!(code(Ring::new(&keys, b"")), want, "{name}");
    }
    assert_eq!(code(Ring::new(&keys, &[0; ring::MAX_SCOPE + 1])), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn signatures_that_are_none_are_refused() {
    for key_type in TYPES {
        let keys = secrets(key_type, 3);
        let ring = Ring::new(&public(&keys), b"s").unwrap();
        let good = ring.sign(&keys[0], MESSAGE, &[3; 32]).unwrap();
        let (offset, point) = image_at(key_type);
        let with = |place: usize, bytes: &[u8]| {
            let mut bad = good.clone();
            bad[place..place + bytes.len()].copy_from_slice(bytes);
            bad
        };
        let trailing = [good.as_slice(), &[0]].concat();
        let table: [(&str, Vec<u8>, &str); 9] = [
            ("empty", vec![], "ERR_RING_MALFORMED"),
            ("cut", good[..good.len() - 1].to_vec(), "ERR_RING_MALFORMED"),
            ("trailing", trailing, "ERR_RING_MALFORMED"),
            ("version", with(0, &[2]), "ERR_RING_MALFORMED"),
            ("curve", with(1, &[3]), "ERR_RING_MALFORMED"),
            ("no members", with(2, &[0, 0]), "ERR_RING_SIZE"),
            ("65,535 members", with(2, &[0xff, 0xff]), "ERR_RING_SIZE"),
            ("image", with(offset, &[0xff; 32]), "ERR_RING_IMAGE"),
            ("scalar", with(offset + point, &[0xff; 32]), "ERR_RING_MALFORMED"),
        ];
        for (name, bad, want) in table {
            assert_eq!(code(ring.verify(MESSAGE, &bad)), want, "{name}");
        }
        assert_eq!(code(ring.verify(b"another", &good)), "ERR_RING_SIGNATURE");
        let outsider = secrets(key_type, 9).pop().unwrap();
        assert_eq!(code(ring.sign(&outsider, MESSAGE, &[0; 32])), "ERR_RING_NOT_MEMBER");
        for (name, keys, scope) in [
            ("another scope", public(&keys), b"t".as_slice()),
            ("another member", public(&secrets(key_type, 4)[1..]), b"s"),
        ] {
            let ring = Ring::new(&keys, scope).unwrap();
            assert_eq!(code(ring.verify(MESSAGE, &good)), "ERR_RING_SIGNATURE", "{name}");
        }
        let fewer = Ring::new(&public(&keys[..2]), b"s").unwrap();
        assert_eq!(code(fewer.verify(MESSAGE, &good)), "ERR_RING_SIZE");
    }
}

/// If an image could be written in two ways, a signer would have two in one scope.
#[test]
fn an_image_on_secp256k1_is_written_in_one_way() {
    let keys = secrets(KeyType::Secp256k1, 2);
    let ring = Ring::new(&public(&keys), b"s").unwrap();
    for key in &keys {
        let good = ring.sign(key, MESSAGE, &[3; 32]).unwrap();
        for tag in (0..=7).filter(|tag| *tag != good[4]) {
            let mut bad = good.clone();
            bad[4] = tag;
            let want = if tag == 2 || tag == 3 { "ERR_RING_SIGNATURE" } else { "ERR_RING_IMAGE" };
            assert_eq!(code(ring.verify(MESSAGE, &bad)), want, "tag {tag}");
        }
    }
}

#[test]
fn a_member_on_secp256k1_is_written_in_one_way() {
    let keys = public(&secrets(KeyType::Secp256k1, 2));
    let packed: Vec<u8> = keys.iter().flat_map(|key| key.as_bytes().to_vec()).collect();
    let with = |tag| [&[tag], &packed[1..]].concat();
    assert!(Ring::from_packed(KeyType::Secp256k1, &packed, b"s").is_ok());
    for tag in [0, 1, 4, 5, 6, 7] {
        let ring = Ring::from_packed(KeyType::Secp256k1, &with(tag), b"s");
        assert!(ring.is_err(), "tag {tag}");
    }
}

#[test]
fn no_part_can_stand_in_another_place() {
    for key_type in TYPES {
        let keys = secrets(key_type, 4);
        let ring = Ring::new(&public(&keys), b"").unwrap();
        let good = ring.sign(&keys[2], MESSAGE, &[3; 32]).unwrap();
        let (offset, point) = image_at(key_type);
        let responses = offset + point + 32;
        for places in 1..4 {
            let mut rotated = good.clone();
            rotated[responses..].rotate_left(32 * places);
            assert_eq!(code(ring.verify(MESSAGE, &rotated)), "ERR_RING_SIGNATURE");
        }
    }
}

#[test]
fn images_with_torsion_are_refused() {
    let keys = secrets(KeyType::Ed25519, 2);
    let ring = Ring::new(&public(&keys), b"").unwrap();
    let good = ring.sign(&keys[0], MESSAGE, &[3; 32]).unwrap();
    for torsion in EIGHT_TORSION.iter().skip(1) {
        let mut bad = good.clone();
        let image = point(&good[4..36]) + torsion;
        bad[4..36].copy_from_slice(image.compress().as_bytes());
        assert_eq!(code(ring.verify(MESSAGE, &bad)), "ERR_RING_IMAGE");
    }
    let mut identity = good;
    identity[4..36].fill(0);
    identity[4] = 1;
    assert_eq!(code(ring::read_image(&identity)), "ERR_RING_IMAGE");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_changed_bit_is_found(byte in 0_usize..165, bit in 0_u8..8, secp in any::<bool>()) {
        let keys = secrets(TYPES[usize::from(secp)], 3);
        let ring = Ring::new(&public(&keys), b"scope").unwrap();
        let mut signature = ring.sign(&keys[1], MESSAGE, &[5; 32]).unwrap();
        let place = byte % signature.len();
        signature[place] ^= 1 << bit;
        prop_assert!(ring.verify(MESSAGE, &signature).is_err());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = ring::read_image(&bytes);
        for key_type in TYPES {
            for reading in [go::Reading::Strict, go::Reading::Upstream] {
                prop_assert!(go::verify(key_type, &[0; 32], &bytes, reading).is_err());
            }
        }
    }
}

fn golden() -> Value {
    let cases = TYPES.map(|key_type| {
        let keys = secrets(key_type, 4);
        let ring = Ring::new(&public(&keys), b"poll 7").unwrap();
        let signature = ring.sign(&keys[2], MESSAGE, &[6; 32]).unwrap();
        json!({
            "keyType": key_type.as_str(),
            "scope": hex::encode(b"poll 7"),
            "message": hex::encode(MESSAGE),
            "ring": public(&keys).iter().map(|key| hex::encode(key.as_bytes())).collect::<Vec<_>>(),
            "secret": hex::encode(keys[2].expose()),
            "random": hex::encode(&[6; 32]),
            "image": hex::encode(&ring::read_image(&signature).unwrap()),
            "signature": hex::encode(&signature),
        })
    });
    json!({ "cases": cases })
}

#[test]
fn the_golden_signatures_stay() {
    own_vectors("ring/v1.json", &golden());
}
