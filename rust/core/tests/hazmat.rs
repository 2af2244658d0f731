//! AEAD, HKDF, HMAC and ECDH against Wycheproof.

use countersign_core::{
    Error,
    encoding::{base64url, hex},
    hazmat::{aead, ecdh, ecdsa, hkdf, hmac},
    keys::{Algorithm, HighS, KeyType, PublicKey, SecretKey, der, jwk},
};
use countersign_testkit::{bytes, records::document, vectors};
use proptest::prelude::*;
use serde_json::Value;

/// Every case of a file, with its group.
fn cases(file: &str) -> Vec<(Value, Value)> {
    let file = vectors(file);
    let groups = file["testGroups"].as_array().unwrap().iter();
    let cases: Vec<_> = groups
        .flat_map(|group| {
            let tests = group["tests"].as_array().unwrap().iter();
            tests.map(|test| (group.clone(), test.clone()))
        })
        .collect();
    assert!(!cases.is_empty());
    cases
}

#[test]
fn hkdf_vectors() {
    for (_, case) in cases("hkdf/wycheproof_hkdf_sha256_test.json") {
        let size = usize::try_from(case["size"].as_u64().unwrap()).unwrap();
        let (secret, salt, info) =
            (bytes(&case["ikm"]), bytes(&case["salt"]), bytes(&case["info"]));
        let output = hkdf::derive(&secret, &salt, &info, size);
        if case["result"] == "invalid" {
            assert_eq!(output.unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
            continue;
        }
        assert_eq!(*output.unwrap(), bytes(&case["okm"]), "{}", case["tcId"]);
    }
}

#[test]
fn hkdf_limits() {
    assert_eq!(hkdf::derive(b"", b"", b"", hkdf::MAX_OUTPUT).unwrap().len(), 8_160);
    assert_eq!(hkdf::derive(b"", b"", b"", 0).unwrap().len(), 0);
    assert_eq!(hkdf::expand(&[0; 31], b"", 1).unwrap_err().code(), "ERR_BYTES_LENGTH");
    let over = hkdf::expand(&[0; 32], b"", usize::MAX).unwrap_err();
    assert_eq!(over.code(), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn hmac_vectors() {
    for (group, case) in cases("hmac/wycheproof_hmac_sha256_test.json") {
        let (key, message, tag) = (bytes(&case["key"]), bytes(&case["msg"]), bytes(&case["tag"]));
        // A truncated tag is never accepted, a right one neither.
        let valid = case["result"] == "valid" && group["tagSize"] == 256;
        assert_eq!(hmac::verify(&key, &message, &tag), valid, "{}", case["tcId"]);
        assert_eq!(hmac::tag(&key, &message).as_slice() == tag, valid);
    }
}

fn check_agreement(case: &Value, outcome: Result<impl AsRef<[u8]>, Error>) {
    let id = &case["tcId"];
    match (case["result"].as_str().unwrap(), outcome) {
        ("valid", outcome) => {
            let shared = outcome.unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(shared.as_ref(), bytes(&case["shared"]), "{id}");
        }
        ("acceptable", Ok(shared)) => assert_eq!(shared.as_ref(), bytes(&case["shared"]), "{id}"),
        ("invalid", Ok(_)) => panic!("{id} accepted"),
        (_, Err(_)) => {}
        (verdict, Ok(_)) => panic!("{id}: {verdict}"),
    }
}

/// A scalar of any width as 32 bytes: the files drop and add leading zero bytes.
fn scalar(bytes: &[u8]) -> Vec<u8> {
    let start = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len());
    let digits = &bytes[start..];
    [vec![0; 32 - digits.len()].as_slice(), digits].concat()
}

#[test]
fn ecdh_p256_points() {
    for (_, case) in cases("ecdh-p256/wycheproof_ecdh_secp256r1_ecpoint_test.json") {
        let public = PublicKey::from_raw(KeyType::P256, &bytes(&case["public"]));
        let secret = scalar(&bytes(&case["private"]));
        check_agreement(&case, public.and_then(|key| ecdh::agree(KeyType::P256, &secret, &key)));
    }
}

#[test]
fn ecdh_p256_jwk() {
    for (_, case) in cases("ecdh-p256/wycheproof_ecdh_secp256r1_webcrypto_test.json") {
        let secret = base64url::decode(case["private"]["d"].as_str().unwrap()).unwrap();
        let public = jwk::public_from_json(document(&case["public"]).root());
        let shared = public.and_then(|key| ecdh::agree(KeyType::P256, &secret, &key));
        check_agreement(&case, shared);
        let own = jwk::secret_from_json(document(&case["private"]).root()).unwrap();
        assert_eq!(own.expose(), secret);
    }
}

#[test]
fn ecdh_secp256k1_der() {
    for (_, case) in cases("ecdh-secp256k1/wycheproof_ecdh_secp256k1_test.json") {
        let public = der::public_from_der(&bytes(&case["public"]));
        let secret = scalar(&bytes(&case["private"]));
        let agree = |key| ecdh::agree(KeyType::Secp256k1, &secret, &key);
        check_agreement(&case, public.and_then(agree));
    }
}

#[test]
fn ecdh_refuses() {
    let key = |key_type, secret: &[u8]| {
        let key = countersign_core::keys::SecretKey::from_bytes(key_type, secret).unwrap();
        key.public_key().clone()
    };
    let (p256, x25519) = (key(KeyType::P256, &[1; 32]), key(KeyType::X25519, &[1; 32]));
    let ed = key(KeyType::Ed25519, &[1; 32]);
    let rows = [
        ("another curve", KeyType::P256, &[2; 32][..], &x25519, "ERR_KEY_TYPE_MISMATCH"),
        ("signature keys", KeyType::Ed25519, &[2; 32], &ed, "ERR_KEY_ALGORITHM"),
        ("zero", KeyType::P256, &[0; 32], &p256, "ERR_KEY_SCALAR_RANGE"),
        ("over the order", KeyType::P256, &[0xff; 32], &p256, "ERR_KEY_SCALAR_RANGE"),
        ("31 bytes", KeyType::X25519, &[2; 31], &x25519, "ERR_BYTES_LENGTH"),
    ];
    for (name, key_type, secret, public, code) in rows {
        let error = ecdh::agree(key_type, secret, public).unwrap_err();
        assert_eq!(error.code(), code, "{name}");
    }
}

proptest! {
    #[test]
    fn tags_hold_for_their_message_only(key: Vec<u8>, message: Vec<u8>, flip in 0_usize..256) {
        let mut tag = hmac::tag(&key, &message);
        prop_assert!(hmac::verify(&key, &message, &tag));
        tag[flip / 8] ^= 1 << (flip % 8);
        prop_assert!(!hmac::verify(&key, &message, &tag));
        prop_assert!(!hmac::verify(&key, &message, &tag[..31]));
    }

    #[test]
    fn agreement_is_mutual(one: [u8; 32], two: [u8; 32]) {
        use countersign_core::keys::SecretKey;
        for key_type in [KeyType::P256, KeyType::Secp256k1, KeyType::X25519] {
            let (Ok(a), Ok(b)) =
                (SecretKey::from_bytes(key_type, &one), SecretKey::from_bytes(key_type, &two))
            else {
                continue;
            };
            let left = ecdh::agree(key_type, &one, b.public_key()).unwrap();
            prop_assert_eq!(left, ecdh::agree(key_type, &two, a.public_key()).unwrap());
        }
    }
}

#[test]
fn ecdsa_over_a_digest() {
    let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let digest = hex::decode(sha256).unwrap();
    let secret = [7; 32];
    for (key_type, algorithm) in
        [(KeyType::P256, Algorithm::P256Sha256), (KeyType::Secp256k1, Algorithm::Secp256k1Sha256)]
    {
        let key = SecretKey::from_bytes(key_type, &secret).unwrap();
        let signature = ecdsa::sign_digest(key_type, &secret, &digest).unwrap();
        assert_eq!(signature.as_slice(), key.sign(algorithm, b"abc").unwrap());
        let verify = |digest: &[u8]| {
            ecdsa::verify_digest(key.public_key(), digest, &signature, HighS::Refuse)
        };
        assert_eq!(verify(&digest), Ok(true));
        assert_eq!(verify(&secret), Ok(false));
        assert!(verify(&digest[1..]).is_err());
        assert!(ecdsa::sign_digest(key_type, &secret, &digest[1..]).is_err());
    }
    for key_type in [KeyType::Ed25519, KeyType::X25519] {
        assert!(ecdsa::sign_digest(key_type, &secret, &digest).is_err());
        let key = SecretKey::from_bytes(key_type, &secret).unwrap();
        let held = ecdsa::verify_digest(key.public_key(), &digest, &[1; 64], HighS::Accept);
        assert_eq!(held, Ok(false));
    }
}

#[test]
fn aead_vectors() {
    let files = ["chacha20_poly1305", "xchacha20_poly1305"]
        .map(|name| format!("chacha20poly1305/wycheproof_{name}_test.json"));
    for file in files.iter().map(String::as_str).chain(["aes-gcm/wycheproof_aes_gcm_test.json"]) {
        for (group, case) in cases(file) {
            let algorithm = match (file, group["keySize"].as_u64().unwrap()) {
                (name, _) if name.contains("xchacha") => aead::Algorithm::XCHACHA20_POLY1305,
                (name, _) if name.contains("chacha") => aead::Algorithm::CHACHA20_POLY1305,
                (_, 128) => aead::Algorithm::AES_128_GCM,
                (_, _) => aead::Algorithm::AES_256_GCM,
            };
            check_sealed(algorithm, &case);
        }
    }
}

fn check_sealed(algorithm: aead::Algorithm, case: &Value) {
    let id = &case["tcId"];
    let [key, nonce, associated, plaintext, ciphertext, tag] =
        ["key", "iv", "aad", "msg", "ct", "tag"].map(|name| bytes(&case[name]));
    let sealed = [ciphertext, tag].concat();
    let opened = aead::open(algorithm, &key, &nonce, &associated, &sealed);
    if key.len() != algorithm.key_len() {
        return assert_eq!(opened.unwrap_err().code(), "ERR_AEAD_KEY", "{id}");
    }
    if nonce.len() != algorithm.nonce_len() {
        return assert_eq!(opened.unwrap_err().code(), "ERR_AEAD_NONCE", "{id}");
    }
    if case["result"] == "invalid" {
        return assert_eq!(opened.unwrap_err().code(), "ERR_AEAD_OPEN", "{id}");
    }
    assert_eq!(*opened.unwrap(), plaintext, "{id}");
    let made = aead::seal(algorithm, &key, &nonce, &associated, &plaintext);
    assert_eq!(made.unwrap(), sealed, "{id}");
}

#[test]
fn aead_refuses_by_length() {
    for algorithm in aead::Algorithm::ALL {
        let (key, nonce) = (vec![1; algorithm.key_len()], vec![2; algorithm.nonce_len()]);
        assert_eq!(algorithm.as_str().parse(), Ok(algorithm));
        for length in 0..aead::TAG_LEN {
            let error = aead::open(algorithm, &key, &nonce, b"", &vec![0; length]).unwrap_err();
            assert_eq!(error.code(), "ERR_AEAD_OPEN");
        }
        for length in (0..40).filter(|length| *length != key.len()) {
            let error = aead::seal(algorithm, &vec![0; length], &nonce, b"", b"").unwrap_err();
            assert_eq!(error.code(), "ERR_AEAD_KEY");
        }
        for length in (0..40).filter(|length| *length != nonce.len()) {
            let error = aead::seal(algorithm, &key, &vec![0; length], b"", b"").unwrap_err();
            assert_eq!(error.code(), "ERR_AEAD_NONCE");
        }
    }
    assert_eq!(
        "aes-192-gcm".parse::<aead::Algorithm>(),
        Err(Error::AeadUnknown("aes-192-gcm".into()))
    );
}

proptest! {
    #[test]
    fn sealed_opens_unchanged_only(
        key: [u8; 32], nonce: [u8; 24], associated: Vec<u8>, plaintext: Vec<u8>, at: usize, bit in 0_u8..8
    ) {
        for algorithm in aead::Algorithm::ALL {
            let (key, nonce) = (&key[..algorithm.key_len()], &nonce[..algorithm.nonce_len()]);
            let mut sealed = aead::seal(algorithm, key, nonce, &associated, &plaintext).unwrap();
            prop_assert_eq!(&*aead::open(algorithm, key, nonce, &associated, &sealed).unwrap(), &plaintext);
            let longer = [associated.as_slice(), &[0]].concat();
            prop_assert!(aead::open(algorithm, key, nonce, &longer, &sealed).is_err());
            let at = at % sealed.len();
            sealed[at] ^= 1 << bit;
            prop_assert!(aead::open(algorithm, key, nonce, &associated, &sealed).is_err());
        }
    }
}
