//! PeerIds: of which keys, in which texts.

use countersign_core::{
    encoding::{
        base58,
        multibase::{self, Base},
    },
    keys::{KeyType, der},
    peer::{self, PeerId},
};
use countersign_testkit::{bytes, cases, keys::secret_of, outcomes::code, vectors};

use crate::support::peer::holds_id;

#[test]
fn rsa_keys_have_a_peer_id_and_nothing_else() {
    for case in cases("libp2p/libp2p-rsa.json") {
        let public = bytes(&case["public_key_protobuf"]);
        holds_id(&case, &PeerId::from_encoded_key(&public).unwrap());
        assert_eq!(code(peer::decode_public(&public)), "ERR_PEER_KEY_TYPE");
    }
    assert_eq!(code(peer::decode_keypair(&[8, 0, 18, 1, 0])), "ERR_PEER_KEY_TYPE");
}

#[test]
fn rsa_keys_that_are_none_are_refused() {
    let public = bytes(&cases("libp2p/libp2p-rsa.json")[0]["public_key_protobuf"]);
    let data = &public[5..];
    let framed = |data: &[u8]| {
        let length = countersign_core::encoding::varint::encode(data.len() as u64).unwrap();
        [&[8, 0, 18][..], &length, data].concat()
    };
    let with = |index: usize, byte: u8| {
        let mut data = data.to_vec();
        data[index] = byte;
        framed(&data)
    };
    let ed25519 = der::public_to_der(secret_of(KeyType::Ed25519, 1).public_key()).unwrap();
    let end = data.len() - 1;
    let table: [(&str, Vec<u8>, &str); 9] = [
        ("as it is", framed(data), "ok"),
        ("empty", framed(&[]), "ERR_DER_MALFORMED"),
        ("cut", framed(&data[..end]), "ERR_DER_MALFORMED"),
        ("trailing", framed(&[data, &[0]].concat()), "ERR_DER_MALFORMED"),
        ("another algorithm", framed(&ed25519), "ERR_DER_ALGORITHM"),
        // The last arc of the OID: rsaEncryption 1, RSASSA-PSS 10.
        ("RSASSA-PSS", with(16, 10), "ERR_DER_ALGORITHM"),
        ("an even exponent", with(end, 2), "ERR_PEER_KEY_MALFORMED"),
        ("an even modulus", with(end - 5, 2), "ERR_PEER_KEY_MALFORMED"),
        ("a modulus of few bits", with(33, 0), "ERR_DER_MALFORMED"),
    ];
    for (name, encoded, want) in table {
        assert_eq!(code(PeerId::from_encoded_key(&encoded)), want, "{name}");
    }
}

#[test]
fn the_specification_s_examples_hold() {
    let all = vectors("libp2p/peer_ids.json");
    for case in all["keys"].as_object().unwrap().values() {
        let key = peer::decode_keypair(&bytes(&case["private_protobuf_hex"])).unwrap();
        let public = bytes(&case["public_protobuf_hex"]);
        assert_eq!(peer::encode_public(key.public_key()).unwrap(), public);
        let id = PeerId::from_encoded_key(&public).unwrap();
        assert_eq!(id, PeerId::from_key(key.public_key()).unwrap());
        assert_eq!(id.to_string(), case["peer_id_base58btc"]);
        assert_eq!(id.to_cid(Base::Base32).unwrap(), case["peer_id_cidv1_base32"]);
        assert_eq!(id.public_key().unwrap(), key.public_key());
    }
    for case in all["parse_examples"].as_array().unwrap() {
        let id = PeerId::parse(case["text"].as_str().unwrap()).unwrap();
        match case["equals_base58"].as_str() {
            Some(same) => {
                assert_eq!(id.to_string(), same);
                assert_eq!(code(id.public_key()), "ERR_PEER_ID_HASHED");
            }
            None => assert_eq!(id.public_key().unwrap().key_type(), KeyType::Ed25519),
        }
    }
}

#[test]
fn texts_that_are_no_peer_id_are_refused() {
    let id = PeerId::from_key(secret_of(KeyType::Ed25519, 5).public_key()).unwrap();
    let hashed = PeerId::from_key(secret_of(KeyType::P256, 5).public_key()).unwrap();
    let b58 = base58::encode;
    let cid = |base, codec: u8, hash: &[u8]| {
        multibase::encode(base, &[&[1, codec], hash].concat()).unwrap()
    };
    let raw = id.as_bytes();
    let base32 = id.to_cid(Base::Base32).unwrap();
    let changed = |text: &str, index: usize, to: &str| {
        let mut text = text.to_owned();
        text.replace_range(index..=index, to);
        text
    };
    let random = [&[0, 32][..], &[7; 32]].concat();
    let table: [(&str, String, &str); 22] = [
        ("the old form", id.to_string(), "ok"),
        ("a CID", base32.clone(), "ok"),
        ("a hash", hashed.to_string(), "ok"),
        ("empty", String::new(), "ERR_PEER_ID_MALFORMED"),
        ("a letter", "Q".into(), "ERR_PEER_ID_MALFORMED"),
        ("a prefix", "Qm".into(), "ERR_PEER_ID_MALFORMED"),
        ("one", "1".into(), "ERR_PEER_ID_MALFORMED"),
        ("a base", "b".into(), "ERR_PEER_ID_MALFORMED"),
        ("no base58", changed(&id.to_string(), 9, "0"), "ERR_ENCODING_MALFORMED"),
        ("no base32", changed(&base32, 9, "1"), "ERR_ENCODING_MALFORMED"),
        ("capitals", base32.to_uppercase(), "ERR_PEER_ID_MALFORMED"),
        ("padding", format!("{base32}="), "ERR_ENCODING_MALFORMED"),
        ("a space", format!("{id} "), "ERR_ENCODING_MALFORMED"),
        ("another base", cid(Base::Base2, 0x72, &[0]), "ERR_PEER_ID_MALFORMED"),
        ("another codec", cid(Base::Base32, 0x70, raw), "ERR_PEER_ID_MALFORMED"),
        (
            "a multihash in multibase",
            multibase::encode(Base::Base58Btc, raw).unwrap(),
            "ERR_PEER_ID_MALFORMED",
        ),
        ("a short digest", b58(&[&[18, 20][..], &[1; 20]].concat()), "ERR_PEER_ID_MALFORMED"),
        ("an empty key", b58(&[0, 0]), "ERR_PEER_KEY_MALFORMED"),
        ("no key", b58(&random), "ERR_PEER_KEY_MALFORMED"),
        ("a byte after", b58(&[raw, &[0]].concat()), "ERR_PEER_ID_MALFORMED"),
        ("43 bytes", b58(&[&[0, 43][..], &[8; 43]].concat()), "ERR_PEER_ID_MALFORMED"),
        ("too long", "1".repeat(peer::MAX_TEXT + 1), "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, text, want) in table {
        assert_eq!(code(PeerId::parse(&text)), want, "{name}");
    }
    assert_eq!(code(PeerId::from_bytes(&[0x13, 0x20])), "ERR_PEER_ID_MALFORMED");
    assert_eq!(code(id.to_cid(Base::Base2)), "ERR_PEER_ID_MALFORMED");
    assert!(!id.matches(secret_of(KeyType::Ed25519, 6).public_key()));
    assert!(!hashed.matches(secret_of(KeyType::P256, 6).public_key()));
}
