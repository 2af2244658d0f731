//! libp2p keys and PeerIds, with the outputs of libp2p-identity-pqc and the specification's examples.

use countersign_core::{
    encoding::base58,
    keys::{KeyType, PublicKey, SecretKey, der, ecdsa},
    peer::{self, BASES, PeerId},
};
use countersign_kernels::secp256k1::Scalar;
use countersign_testkit::{bytes, cases, keys::secret_of, outcomes::code, records::sign_bytes};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::peer::holds_id;

const TYPES: [KeyType; 3] = [KeyType::Ed25519, KeyType::Secp256k1, KeyType::P256];

#[test]
fn what_libp2p_identity_pqc_wrote_is_read_and_written_again() {
    for name in ["libp2p-ed25519", "libp2p-secp256k1", "libp2p-ecdsa-p256", "identity-keys"] {
        for case in cases(&format!("libp2p/{name}.json")) {
            let encoded = bytes(&case["keypair_protobuf"]);
            let key = peer::decode_keypair(&encoded).unwrap();
            assert_eq!(*peer::encode_keypair(&key).unwrap(), encoded);
            assert_eq!(key.expose().to_vec(), bytes(&case["secret_bytes"]));
            let public = bytes(&case["public_key_protobuf"]);
            assert_eq!(peer::encode_public(key.public_key()).unwrap(), public);
            assert_eq!(peer::decode_public(&public).unwrap(), *key.public_key());
            let id = PeerId::from_key(key.public_key()).unwrap();
            holds_id(&case, &id);
            assert!(id.matches(key.public_key()));
            let domain = case["derive_secret_domain"].as_str().unwrap().as_bytes();
            let derived = peer::derive_secret(&key, domain).unwrap();
            assert_eq!(*derived, bytes(&case["derive_secret"]));
            signs_alike(&case, &key);
        }
    }
}

/// The same `r` and `s`; an `s` that upstream left high is made low.
fn signs_alike(case: &Value, key: &SecretKey) {
    let algorithm = key.key_type().default_algorithm().unwrap();
    for row in case["signatures"].as_array().unwrap() {
        let (message, theirs) = (bytes(&row["message"]), bytes(&row["signature"]));
        assert!(peer::verify(key.public_key(), &message, &theirs));
        let ours = sign_bytes(peer::unsigned(algorithm, &message).unwrap(), key);
        assert!(peer::verify(key.public_key(), &message, &ours));
        let low = match key.key_type() {
            KeyType::Ed25519 | KeyType::MlDsa87 => theirs.clone(),
            other => {
                use countersign_core::keys::ecdsa;
                let raw = ecdsa::from_der(other, &theirs).unwrap();
                ecdsa::to_der(other, &ecdsa::normalize(other, &raw).unwrap()).unwrap()
            }
        };
        assert_eq!(ours, low);
        let mut flipped = theirs;
        *flipped.last_mut().unwrap() ^= 1;
        assert!(!peer::verify(key.public_key(), &message, &flipped));
        assert!(!peer::verify(key.public_key(), &[&message[..], &[0]].concat(), &ours));
    }
}

#[test]
fn a_high_s_is_read_on_p256_only() {
    let high = |name| {
        cases(&format!("libp2p/{name}.json"))
            .iter()
            .flat_map(|case| case["signatures"].as_array().unwrap().clone())
            .any(|row| {
                use countersign_core::keys::ecdsa;
                let raw = ecdsa::from_der(KeyType::P256, &bytes(&row["signature"])).unwrap();
                ecdsa::normalize(KeyType::P256, &raw).unwrap() != raw
            })
    };
    assert!(high("libp2p-ecdsa-p256"), "upstream writes it, so this is no idle rule");
    let key = secret_of(KeyType::Secp256k1, 7);
    let algorithm = KeyType::Secp256k1.default_algorithm().unwrap();
    let raw = key.sign(algorithm, b"m").unwrap();
    let (r, s) = raw.split_at(32);
    let s = Scalar::from_be(s.try_into().unwrap()).unwrap();
    let high = [r, &Scalar::ZERO.less_product(&s, &Scalar::ONE).to_be()].concat();
    let der = |signature: &[u8]| ecdsa::to_der(KeyType::Secp256k1, signature).unwrap();
    assert!(peer::verify(key.public_key(), b"m", &der(&raw)));
    assert!(!peer::verify(key.public_key(), b"m", &der(&high)));
}

#[test]
fn hostile_keys_and_ids_are_refused() {
    let mut seen = 0;
    for case in
        [cases("libp2p/libp2p-hostile.json"), cases("libp2p/identity-hostile.json")].concat()
    {
        let want = case["ours"]["code"].as_str().unwrap_or("ok");
        if case["public_key_protobuf"].is_string() {
            let encoded = bytes(&case["public_key_protobuf"]);
            assert_eq!(code(peer::decode_public(&encoded)), want, "{}", case["name"]);
            assert_eq!(code(PeerId::from_encoded_key(&encoded)), want, "{}", case["name"]);
        } else if case["multihash"].is_string() {
            let multihash = bytes(&case["multihash"]);
            assert_eq!(code(PeerId::from_bytes(&multihash)), want, "{}", case["name"]);
            assert_eq!(code(PeerId::parse(&base58::encode(&multihash))), want, "{}", case["name"]);
        } else if let Some(text) = case["text"].as_str() {
            assert_eq!(code(PeerId::parse(text)), want, "{}", case["name"]);
        } else {
            continue;
        }
        seen += 1;
    }
    assert_eq!(seen, 36);
}

#[test]
fn there_is_one_encoding_of_a_public_key() {
    let key = secret_of(KeyType::Ed25519, 9);
    let good = peer::encode_public(key.public_key()).unwrap();
    let data = key.public_key().as_bytes();
    let p256 = secret_of(KeyType::P256, 9);
    let spki = der::public_to_der(p256.public_key()).unwrap();
    // The same algorithm, and the point compressed: 54 bytes less 32.
    let mut compressed = spki[..26].to_vec();
    compressed[1] -= 32;
    compressed[24] -= 32;
    compressed.extend(p256.public_key().as_bytes());
    let secp = secret_of(KeyType::Secp256k1, 9).public_key().uncompressed().unwrap();
    let framed = |kind: u8, data: &[u8]| {
        [&[8, kind, 18, u8::try_from(data.len()).unwrap()][..], data].concat()
    };
    let table: [(&str, Vec<u8>, &str); 22] = [
        ("as it is", good.clone(), "ok"),
        ("empty", vec![], "ERR_PEER_KEY_MALFORMED"),
        ("a tag", vec![8], "ERR_PEER_KEY_MALFORMED"),
        ("Type alone", vec![8, 1], "ERR_PEER_KEY_MALFORMED"),
        ("Data alone", good[2..].to_vec(), "ERR_PEER_KEY_MALFORMED"),
        ("no length", vec![8, 1, 18], "ERR_PEER_KEY_MALFORMED"),
        ("cut", good[..35].to_vec(), "ERR_PEER_KEY_MALFORMED"),
        ("trailing", [&good[..], &[0]].concat(), "ERR_PEER_KEY_MALFORMED"),
        ("an unknown field after", [&good[..], &[0x18, 0]].concat(), "ERR_PEER_KEY_MALFORMED"),
        ("an unknown field before", [&[0x18, 0], &good[..]].concat(), "ERR_PEER_KEY_MALFORMED"),
        ("Type twice", [&[8, 1], &good[..]].concat(), "ERR_PEER_KEY_MALFORMED"),
        ("Data twice", [&good[..], &good[2..]].concat(), "ERR_PEER_KEY_MALFORMED"),
        ("reversed", [&good[2..], &good[..2]].concat(), "ERR_PEER_KEY_MALFORMED"),
        ("a longer Type", [&[8, 0x81, 0], &good[2..]].concat(), "ERR_PEER_KEY_MALFORMED"),
        ("a longer length", [&[8, 1, 18, 0xa0, 0], data].concat(), "ERR_PEER_KEY_MALFORMED"),
        (
            "a length beyond all",
            [&[8, 1, 18][..], &[0xff; 8], &[0x7f]].concat(),
            "ERR_PEER_KEY_MALFORMED",
        ),
        ("Type as bytes", [&[10, 1, 1], &good[2..]].concat(), "ERR_PEER_KEY_MALFORMED"),
        ("Type 5", framed(5, data), "ERR_PEER_KEY_TYPE"),
        ("31 bytes", framed(1, &data[1..]), "ERR_BYTES_LENGTH"),
        ("P-256, compressed", framed(3, &compressed), "ERR_PEER_KEY_MALFORMED"),
        ("secp256k1, uncompressed", framed(2, &secp), "ERR_PEER_KEY_MALFORMED"),
        ("too long", vec![8; peer::MAX_PUBLIC + 1], "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, encoded, want) in table {
        assert_eq!(code(peer::decode_public(&encoded)), want, "{name}");
    }
    assert_eq!(code(der::public_from_der(&compressed)), "ok", "the row above is about the form");
}

#[test]
fn there_is_one_encoding_of_a_keypair() {
    let ed25519 = peer::encode_keypair(&secret_of(KeyType::Ed25519, 9)).unwrap();
    let other = peer::encode_keypair(&secret_of(KeyType::Ed25519, 8)).unwrap();
    let p256 = peer::encode_keypair(&secret_of(KeyType::P256, 9)).unwrap();
    let sec1 = &p256[4..];
    let framed = |kind: u8, data: &[u8]| {
        [&[8, kind, 18, u8::try_from(data.len()).unwrap()][..], data].concat()
    };
    // Without the public key: [1] and its 70 bytes.
    let mut short = sec1[..51].to_vec();
    short[1] = 49;
    let secp = der::secret_to_sec1(&secret_of(KeyType::Secp256k1, 9)).unwrap();
    let table: [(&str, Vec<u8>, &str); 13] = [
        ("as it is", ed25519.to_vec(), "ok"),
        ("P-256 as it is", p256.to_vec(), "ok"),
        ("empty", vec![], "ERR_PEER_KEY_MALFORMED"),
        ("a seed alone", framed(1, &ed25519[4..36]), "ERR_BYTES_LENGTH"),
        (
            "the public key twice, as it once was",
            framed(1, &[&ed25519[4..], &ed25519[36..]].concat()),
            "ERR_BYTES_LENGTH",
        ),
        (
            "another public key",
            framed(1, &[&ed25519[4..36], &other[36..]].concat()),
            "ERR_KEY_PAIR_MISMATCH",
        ),
        (
            "a public key of small order",
            framed(1, &[&ed25519[4..36], &[0; 32]].concat()),
            "ERR_KEY_SMALL_ORDER",
        ),
        ("trailing", [&ed25519[..], &[0]].concat(), "ERR_PEER_KEY_MALFORMED"),
        ("zero", framed(2, &[0; 32]), "ERR_KEY_SCALAR_RANGE"),
        ("the order and more", framed(2, &[0xff; 32]), "ERR_KEY_SCALAR_RANGE"),
        ("SEC 1 without public key", framed(3, &short), "ERR_PEER_KEY_MALFORMED"),
        ("SEC 1 of secp256k1", framed(3, &secp), "ERR_PEER_KEY_MALFORMED"),
        ("too long", vec![8; peer::MAX_KEYPAIR + 1], "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, encoded, want) in table {
        assert_eq!(code(peer::decode_keypair(&encoded)), want, "{name}");
    }
    assert_eq!(code(der::secret_from_sec1(&short)), "ok", "the row above is about the form");
}

#[test]
fn keys_that_libp2p_does_not_have_are_refused() {
    let key = secret_of(KeyType::X25519, 1);
    assert_eq!(code(peer::encode_public(key.public_key())), "ERR_KEY_ALGORITHM");
    assert_eq!(code(peer::encode_keypair(&key)), "ERR_KEY_ALGORITHM");
    assert_eq!(code(PeerId::from_key(key.public_key())), "ERR_KEY_ALGORITHM");
    assert_eq!(code(peer::derive_secret(&key, b"")), "ERR_KEY_ALGORITHM");
    assert!(!peer::verify(key.public_key(), b"", &[0; 64]));
    let keccak = "ecdsa-secp256k1-keccak256".parse().unwrap();
    assert_eq!(code(peer::unsigned(keccak, b"")), "ERR_KEY_ALGORITHM");
}

#[test]
fn a_type_4_key_is_a_public_key_of_ml_dsa_87() {
    for case in cases("libp2p/libp2p-dilithium.json") {
        let public = bytes(&case["public_key_protobuf"]);
        let key = peer::decode_public(&public).unwrap();
        assert_eq!(key.key_type(), KeyType::MlDsa87);
        assert_eq!(key.as_bytes(), bytes(&case["public_key_raw"]));
        assert_eq!(peer::encode_public(&key).unwrap(), public);
        assert_eq!(public.len(), peer::MAX_PUBLIC);
        holds_id(&case, &PeerId::from_key(&key).unwrap());
        assert_eq!(PeerId::from_encoded_key(&public).unwrap(), PeerId::from_key(&key).unwrap());
    }
}

#[test]
fn a_type_4_keypair_is_the_expanded_secret_and_its_public_key() {
    for case in cases("libp2p/libp2p-dilithium.json") {
        let encoded = bytes(&case["keypair_protobuf"]);
        assert_eq!(encoded.len(), peer::MAX_KEYPAIR);
        let key = peer::decode_keypair(&encoded).unwrap();
        assert_eq!(*peer::encode_keypair(&key).unwrap(), encoded);
        assert_eq!(key.public_key().as_bytes(), bytes(&case["public_key_raw"]));
        let domain = case["derive_secret_domain"].as_str().unwrap().as_bytes();
        assert_eq!(*peer::derive_secret(&key, domain).unwrap(), bytes(&case["derive_secret"]));
        signs_alike(&case, &key);

        let with = |index: usize, byte: u8| {
            let mut bad = encoded.clone();
            bad[index] ^= byte;
            code(peer::decode_keypair(&bad))
        };
        assert_eq!(with(5 + 4_896 + 40, 1), "ERR_KEY_PAIR_MISMATCH", "another public key");
        assert_eq!(with(5 + 70, 1), "ERR_KEY_EXPANDED", "another tr");
        assert_eq!(with(5 + 128, 0xff), "ERR_KEY_EXPANDED", "s1 out of range");
        let cut = [&[8, 4, 18, 0xbf, 0x3a][..], &encoded[5..7_492]].concat();
        assert_eq!(code(peer::decode_keypair(&cut)), "ERR_BYTES_LENGTH");
        let zero = [&encoded[..5], &[0; 7_488]].concat();
        assert_ne!(code(peer::decode_keypair(&zero)), "ok", "zero");
    }
    let seeded = SecretKey::from_bytes(KeyType::MlDsa87, &[7; 32]).unwrap();
    let pair = peer::encode_keypair(&seeded).unwrap();
    let again = peer::decode_keypair(&pair).unwrap();
    assert_eq!(again.public_key(), seeded.public_key());
    assert_eq!(*peer::encode_keypair(&again).unwrap(), *pair);
    assert_eq!(code(again.expose_seed()), "ERR_KEY_SEED");
}

fn any_key() -> impl Strategy<Value = SecretKey> {
    (0..TYPES.len(), any::<[u8; 32]>()).prop_filter_map("in range", |(kind, bytes)| {
        SecretKey::from_bytes(TYPES[kind], &bytes).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn everything_comes_back(key in any_key()) {
        let public = key.public_key();
        let encoded = peer::encode_public(public).unwrap();
        prop_assert_eq!(&peer::decode_public(&encoded).unwrap(), public);
        let pair = peer::encode_keypair(&key).unwrap();
        let again = peer::decode_keypair(&pair).unwrap();
        prop_assert_eq!(again.expose(), key.expose());
        let id = PeerId::from_key(public).unwrap();
        prop_assert_eq!(&PeerId::from_bytes(id.as_bytes()).unwrap(), &id);
        prop_assert_eq!(&PeerId::parse(&id.to_string()).unwrap(), &id);
        for base in BASES {
            let cid = id.to_cid(base).unwrap();
            prop_assert!(cid.len() <= peer::MAX_TEXT);
            prop_assert_eq!(&PeerId::parse(&cid).unwrap(), &id);
        }
        prop_assert!(id.matches(public));
        let held = encoded.len() <= peer::MAX_INLINE;
        prop_assert_eq!(id.public_key().ok(), held.then_some(public));
    }

    #[test]
    fn what_is_read_is_written_alike(bytes in proptest::collection::vec(any::<u8>(), 0..64), kind in 0_u8..6) {
        let framed = [&[8, kind, 18, u8::try_from(bytes.len()).unwrap()][..], &bytes].concat();
        for input in [&bytes, &framed] {
            if let Ok(key) = peer::decode_public(input) {
                prop_assert_eq!(&peer::encode_public(&key).unwrap(), input);
            }
            if let Ok(key) = peer::decode_keypair(input) {
                prop_assert_eq!(&*peer::encode_keypair(&key).unwrap(), input);
            }
            if let Ok(id) = PeerId::from_bytes(input) {
                prop_assert_eq!(id.as_bytes(), &input[..]);
            }
        }
    }

    #[test]
    fn no_text_is_two(text in "[a-zA-Z0-9]{0,70}") {
        if let Ok(id) = PeerId::parse(&text) {
            let cids = BASES.map(|base| id.to_cid(base).unwrap());
            prop_assert!(id.to_string() == text || cids.contains(&text));
        }
    }
}

#[test]
fn public_keys_without_a_place_in_libp2p() {
    let unbound = [&[8, 4, 18, 0xa0, 0x14][..], &[7; 32], &[0; 2_560]].concat();
    assert_eq!(code(peer::decode_public(&unbound)), "ERR_KEY_UNBOUND", "t1 is zero");
    assert_eq!(code(PeerId::from_encoded_key(&unbound)), "ERR_KEY_UNBOUND");
    let key = PublicKey::from_raw(KeyType::MlDsa44, &[1; 1_312]).unwrap();
    assert_eq!(code(PeerId::from_key(&key)), "ERR_KEY_ALGORITHM");
}
