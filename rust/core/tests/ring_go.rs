//! Signatures of ring-go: reproduced, verified, and hostile ones.

use countersign_core::{
    Error,
    encoding::hex,
    keys::{KeyType, PublicKey},
    ring::go,
};
use countersign_testkit::{outcomes::code, vectors};
use serde_json::{Value, json};

use crate::support::ring::{TYPES, curve, members, public, secrets};

fn unhex(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

#[test]
fn go_signatures_are_reproduced_and_verified() {
    for file in ["ring/ring-ed25519.json", "ring/ring-secp256k1.json"] {
        for case in vectors(file)["cases"].as_array().unwrap() {
            let (key_type, message) = (curve(case), unhex(&case["message"]));
            let signature = unhex(&case["signature"]);
            let ring = members(key_type, &signature);
            let rounds = case["deterministic_inputs"]["rounds"].as_array().unwrap();
            let index = usize::try_from(case["signer_index"].as_u64().unwrap()).unwrap();
            let responses: Vec<u8> = (1..ring.len())
                .flat_map(|step| unhex(&rounds[(index + step) % ring.len()]["s"]))
                .collect();
            let secret = unhex(&case["private_key"]);
            let nonce = unhex(&case["deterministic_inputs"]["u"]);
            let keys: Vec<u8> = ring.iter().flat_map(|key| key.as_bytes().to_vec()).collect();
            let signed = go::sign_with(key_type, &keys, &secret, &message, &nonce, &responses);
            assert_eq!(signed.unwrap(), signature);
            for bytes in [&signature, &unhex(&case["upstream_random_signature"])] {
                let proven = go::verify(key_type, &message, bytes, go::Reading::Strict).unwrap();
                assert_eq!(proven.image, unhex(&case["key_image"]));
                assert_eq!(proven.members.len(), ring.len());
            }
            for bad in case["tampered"].as_array().unwrap() {
                let message = bad.get("message").map_or_else(|| message.clone(), unhex);
                let bytes = bad.get("signature").map_or_else(|| signature.clone(), unhex);
                let verify = |reading| go::verify(key_type, &message, &bytes, reading).is_ok();
                assert!(!verify(go::Reading::Strict), "{}", bad["name"]);
                assert_eq!(verify(go::Reading::Upstream), bad["upstream_result"] == "true");
            }
        }
    }
}

#[test]
fn go_challenges_with_leading_zeros_are_read_as_the_default_backend_does() {
    for case in vectors("ring/ring-secp256k1-short-challenge.json")["cases"].as_array().unwrap() {
        let (message, bytes) = (unhex(&case["message"]), unhex(&case["signature"]));
        assert!(go::verify(KeyType::Secp256k1, &message, &bytes, go::Reading::Strict).is_ok());
    }
}

#[test]
fn go_signatures_that_are_hostile() {
    for file in ["ring/ring-hostile.json", "ring/ring-rotation.json"] {
        for case in vectors(file)["cases"].as_array().unwrap() {
            let (Some(signature), Some(_)) = (case.get("signature"), case.get("message")) else {
                continue;
            };
            let (bytes, message) = (unhex(signature), unhex(&case["message"]));
            let verify = |reading| go::verify(curve(case), &message, &bytes, reading);
            let must_reject = case["must_reject"] == true;
            assert_eq!(verify(go::Reading::Strict).is_err(), must_reject, "{}", case["name"]);
            let upstream = case["upstream_verify"] == "true";
            assert_eq!(verify(go::Reading::Upstream).is_ok(), upstream, "{}", case["name"]);
        }
    }
}

#[test]
fn go_links_and_hashes() {
    for file in ["ring/link-ed25519.json", "ring/link-secp256k1.json"] {
        for case in vectors(file)["cases"].as_array().unwrap() {
            let key_type = if file.contains("ed25519") { TYPES[0] } else { TYPES[1] };
            let (a, b) = (unhex(&case["signature_a"]), unhex(&case["signature_b"]));
            for reading in [go::Reading::Strict, go::Reading::Upstream] {
                let linked = go::link(key_type, &a, &b, reading).unwrap();
                assert_eq!(json!(linked), case["linked"], "{}", case["name"]);
            }
        }
    }
    for (file, key_type) in [
        ("ring/hash-to-curve-ed25519.json", TYPES[0]),
        ("ring/hash-to-curve-secp256k1.json", TYPES[1]),
    ] {
        for case in vectors(file)["cases"].as_array().unwrap() {
            let key = PublicKey::from_raw(key_type, &unhex(&case["public_key"])).unwrap();
            assert_eq!(go::hash_to_curve(&key).unwrap(), unhex(&case["hash_to_curve"]));
        }
    }
}

#[test]
fn go_signs_what_it_reads() {
    let mut rng = Counter(7);
    for key_type in TYPES {
        let keys = secrets(key_type, 5);
        let ring = public(&keys);
        let bytes = go::sign(&ring, &keys[3], &[4; 32], &mut rng).unwrap();
        let proven = go::verify(key_type, &[4; 32], &bytes, go::Reading::Strict).unwrap();
        let named: Vec<_> = ring.iter().map(|key| key.as_bytes().to_vec()).collect();
        assert_eq!(proven.members, named);
        assert_eq!(code(go::sign(&ring, &keys[3], b"short", &mut rng)), "ERR_BYTES_LENGTH");
        assert_eq!(code(go::sign(&ring[..1], &keys[0], &[4; 32], &mut rng)), "ERR_RING_SIZE");
        assert_eq!(code(go::sign(&ring[..2], &keys[3], &[4; 32], &mut rng)), "ERR_RING_NOT_MEMBER");
    }
}

#[test]
fn go_holds_for_the_ring_that_the_verifier_knows_and_no_other() {
    let mut rng = Counter(7);
    for key_type in TYPES {
        let keys = secrets(key_type, 4);
        let all = public(&keys);
        let bytes = go::sign(&all[..3], &keys[1], &[4; 32], &mut rng).unwrap();
        let packed = |places: &[usize]| -> Vec<u8> {
            places.iter().flat_map(|index| all[*index].as_bytes().to_vec()).collect()
        };
        let mut broken = packed(&[0, 1, 2]);
        let length = broken.len() / 3;
        broken[2 * length..].fill(0xff);
        let no_key = PublicKey::from_raw(key_type, &broken[2 * length..]).unwrap_err();
        for reading in [go::Reading::Strict, go::Reading::Upstream] {
            let verify = |expected: &[u8]| {
                go::verify_packed(key_type, &[4; 32], &bytes, Some(expected), reading)
            };
            let proven = go::verify(key_type, &[4; 32], &bytes, reading).unwrap();
            let whole = [proven.image, proven.members.concat()].concat();
            for ring in [packed(&[0, 1, 2]), packed(&[2, 0, 1])] {
                assert_eq!(verify(&ring).as_ref(), Ok(&whole));
            }
            let embedded = go::verify_packed(key_type, &[4; 32], &bytes, None, reading);
            assert_eq!(embedded.as_ref(), Ok(&whole));
            for ring in [packed(&[0, 1, 3]), packed(&[0, 1]), packed(&[0, 1, 2, 3])] {
                assert_eq!(verify(&ring), Err(Error::RingOther));
            }
            assert_eq!(verify(&broken), Err(no_key.clone()));
            assert_eq!(code(verify(&packed(&[0]))), "ERR_RING_SIZE");
            assert_eq!(
                code(verify(&[])),
                "ERR_RING_SIZE",
                "an empty ring is none that anybody knows"
            );
        }
    }
}

#[test]
fn a_key_that_is_none_is_in_no_ring_that_a_verifier_knows() {
    let keys = secrets(KeyType::Ed25519, 2);
    let mut bytes = go::sign(&public(&keys), &keys[0], &[4; 32], &mut Counter(7)).unwrap();
    // The identity, which a lenient reading accepts as a member.
    let mut identity = [0; 32];
    identity[0] = 1;
    let last = bytes.len() - 32;
    bytes[last..].copy_from_slice(&identity);
    let ring = [keys[0].public_key().as_bytes(), &identity].concat();
    let verify = |expected: Option<&[u8]>| {
        let lenient = go::Reading::Upstream;
        go::verify_packed(KeyType::Ed25519, &[4; 32], &bytes, expected, lenient)
    };
    assert_eq!(verify(None), Err(Error::RingSignature));
    let no_key = PublicKey::from_raw(KeyType::Ed25519, &identity).unwrap_err();
    assert_eq!(verify(Some(&ring)), Err(no_key));
}

/// Repeatable bytes, for tests.
struct Counter(pub u64);

impl rand_core::TryRng for Counter {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.try_next_u64().map(|word| u32::try_from(word >> 32).unwrap())
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for byte in bytes {
            *byte = self.try_next_u64()?.to_be_bytes()[0];
        }
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Counter {}
