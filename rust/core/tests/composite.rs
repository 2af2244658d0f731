//! Hybrid keys: both halves must hold, and the bytes are those of the drafts.

use countersign_core::{
    did,
    encoding::base64url,
    jws,
    keys::{
        Algorithm, HighS, KeyType, PublicKey, SecretKey, Signing, der, jwk, multikey, verify,
        verify_in,
    },
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{keys::secret, records::tree};
use fips204::{
    ml_dsa_65,
    traits::{KeyGen, SerDes, Signer},
};
use serde_json::Value;
use sha2::{Digest, Sha512};

const ALGORITHM: Algorithm = Algorithm::Ed25519MlDsa65;
const LABEL: &[u8] = b"COMPSIG-MLDSA65-Ed25519-SHA512";

fn key() -> SecretKey {
    let seeds: Vec<u8> = (0..64).collect();
    SecretKey::from_bytes(KeyType::Ed25519MlDsa65, &seeds).unwrap()
}

fn holds(key: &SecretKey, message: &[u8], signature: &[u8]) -> bool {
    verify(ALGORITHM, key.public_key(), message, signature, HighS::Refuse)
}

#[test]
fn the_bytes_are_those_of_the_draft() {
    let seeds: Vec<u8> = (0..64).collect();
    let (public, secret) = ml_dsa_65::KG::keygen_from_seed(seeds[..32].try_into().unwrap());
    let ed25519 = SecretKey::from_bytes(KeyType::Ed25519, &seeds[32..]).unwrap();
    let composed = [
        b"CompositeAlgorithmSignatures2025".as_slice(),
        LABEL,
        &[3],
        b"ctx",
        &Sha512::digest(b"message"),
    ]
    .concat();
    let first = secret.try_sign_with_seed(&[0; 32], &composed, LABEL).unwrap();
    let second = ed25519.sign(Algorithm::Ed25519, &composed).unwrap();
    let signing = Signing { context: b"ctx", ..Signing::default() };
    let signature = key().sign_with(ALGORITHM, b"message", signing).unwrap();
    assert_eq!(signature, [first.as_slice(), &second].concat());
    let public = [public.into_bytes().as_slice(), ed25519.public_key().as_bytes()].concat();
    assert_eq!(key().public_key().as_bytes(), public);
    let holds = |context: &[u8]| {
        verify_in(ALGORITHM, key().public_key(), b"message", context, &signature, HighS::Refuse)
    };
    assert!(holds(b"ctx"));
    assert!(!holds(b""));
}

#[test]
fn both_halves_must_hold() {
    let key = key();
    let good = key.sign(ALGORITHM, b"message").unwrap();
    let other = key.sign(ALGORITHM, b"another").unwrap();
    assert_eq!(good.len(), ALGORITHM.signature_len());
    assert!(holds(&key, b"message", &good));
    let (first, second) = good.split_at(3_309);
    for (name, signature) in [
        ("the ML-DSA half of another message", [&other[..3_309], second].concat()),
        ("the Ed25519 half of another message", [first, &other[3_309..]].concat()),
        ("no Ed25519 half", first.to_vec()),
        ("no ML-DSA half", second.to_vec()),
        ("halves the other way round", [second, first].concat()),
        ("a byte less", good[..good.len() - 1].to_vec()),
        ("a byte more", [good.as_slice(), &[0]].concat()),
        ("zeros", vec![0; good.len()]),
    ] {
        assert!(!holds(&key, b"message", &signature), "{name}");
    }
}

#[test]
fn no_half_is_a_signature_by_itself() {
    let key = key();
    let signature = key.sign(ALGORITHM, b"message").unwrap();
    let (ml_dsa, ed25519) = key.public_key().as_bytes().split_at(1_952);
    let ml_dsa = PublicKey::from_raw(KeyType::MlDsa65, ml_dsa).unwrap();
    let ed25519 = PublicKey::from_raw(KeyType::Ed25519, ed25519).unwrap();
    let (first, second) = signature.split_at(3_309);
    assert!(!verify(Algorithm::MlDsa65, &ml_dsa, b"message", first, HighS::Refuse));
    assert!(!verify(Algorithm::Ed25519, &ed25519, b"message", second, HighS::Refuse));
}

#[test]
fn the_ed25519_half_is_checked_as_a_key() {
    let good = key().public_key().as_bytes().to_vec();
    let with = |half: [u8; 32]| {
        let raw = [&good[..1_952], &half].concat();
        PublicKey::from_raw(KeyType::Ed25519MlDsa65, &raw).map_err(|error| error.code())
    };
    let mut one = [0; 32];
    one[0] = 1;
    assert_eq!(with(one), Err("ERR_KEY_SMALL_ORDER"));
    assert_eq!(with([0xff; 32]).unwrap_err(), "ERR_KEY_NOT_CANONICAL");
    let short = PublicKey::from_raw(KeyType::Ed25519MlDsa65, &good[1..]).unwrap_err();
    assert_eq!(short.code(), "ERR_BYTES_LENGTH");
}

#[test]
fn a_hybrid_key_has_a_jwk_and_no_multikey() {
    let key = key();
    let public = key.public_key();
    assert_eq!(multikey::to_text(public).unwrap_err().code(), "ERR_KEY_NO_CODEC");
    assert_eq!(did::key::from_public_key(public).unwrap_err().code(), "ERR_KEY_NO_CODEC");
    assert_eq!(did::peer::from_public_key(public).unwrap_err().code(), "ERR_KEY_NO_CODEC");
    assert_eq!(multikey::from_bytes(&public.to_tagged()).unwrap_err().code(), "ERR_MULTIKEY_CODEC");
    let did = did::jwk::from_public_key(public).unwrap();
    assert_eq!(did::jwk::public_key(&did).unwrap(), *public);
    assert_eq!(multikey::encode(public), did.to_string());
    assert_eq!(multikey::decode(&did.to_string()).unwrap(), *public);
    let plain = did::jwk::from_public_key(secret(1).public_key());
    let error = multikey::decode(&plain.unwrap().to_string()).unwrap_err();
    assert_eq!(error.code(), "ERR_KEY_POINT_FORM", "one text for one key");
    let again = der::secret_from_der(&der::secret_to_der(&key).unwrap()).unwrap();
    assert_eq!(again.expose(), key.expose());
    assert_eq!(der::public_from_der(&der::public_to_der(public).unwrap()).unwrap(), *public);
    let again = jwk::secret_from_text(&jwk::secret_to_text(&key).unwrap()).unwrap();
    assert_eq!(again.expose(), key.expose());
}

#[test]
fn the_example_of_the_jose_draft_verifies() {
    let text = include_str!("../../vectors/composite/ML-DSA-65-Ed25519.jose.json");
    let example: Value = serde_json::from_str(text).unwrap();
    let key = SecretKey::from_bytes(KeyType::Ed25519MlDsa65, &[0; 64]).unwrap();
    let written = tree(&jwk::public_to_json(key.public_key()));
    assert_eq!(written["alg"], "ML-DSA-65-Ed25519");
    assert_eq!(jwk::thumbprint(key.public_key()), example["kid"]);
    let text = example["jws"].as_str().unwrap();
    let trust =
        Trust { keys: vec![TrustedKey::pinned(key.public_key().clone())], ..Trust::default() };
    let verified = jws::verify(text, None, &trust, &jws::Policy::default()).unwrap();
    assert_eq!(verified.payload(), b"It's a dangerous business, Frodo, going out your door.");
    // Made without randomness, so ours is the same.
    let (input, signature) = text.rsplit_once('.').unwrap();
    let own = key.sign(ALGORITHM, input.as_bytes()).unwrap();
    assert_eq!(base64url::encode(&own), signature);
}
