//! Keys and rings.

use std::hint::black_box;

use countersign_core::{
    keys::{Algorithm, HighS, KeyType, SecretKey, recover, verify},
    ring::Ring,
};
use countersign_testkit::{
    FixedRng,
    keys::{secret, secret_of},
};

use crate::Run;

const MESSAGE: &[u8] = &[7; 64];

pub(crate) fn generate_ed25519() -> Run {
    let mut rng = FixedRng(1);
    Box::new(move || {
        black_box(SecretKey::generate(KeyType::Ed25519, &mut rng).unwrap());
    })
}

pub(crate) fn sign_ed25519() -> Run {
    sign(Algorithm::Ed25519)
}

pub(crate) fn verify_ed25519() -> Run {
    verify_one(Algorithm::Ed25519)
}

pub(crate) fn sign_secp256k1() -> Run {
    sign(Algorithm::Secp256k1Sha256)
}

pub(crate) fn verify_secp256k1() -> Run {
    verify_one(Algorithm::Secp256k1Sha256)
}

pub(crate) fn sign_p256() -> Run {
    sign(Algorithm::P256Sha256)
}

pub(crate) fn verify_p256() -> Run {
    verify_one(Algorithm::P256Sha256)
}

pub(crate) fn recover_secp256k1() -> Run {
    let algorithm = Algorithm::Secp256k1Keccak256;
    let key = secret_of(KeyType::Secp256k1, 1);
    let signature = key.sign_recoverable(algorithm, MESSAGE).unwrap();
    Box::new(move || {
        let found = recover(algorithm, black_box(MESSAGE), &signature[..], HighS::Refuse).unwrap();
        assert_eq!(&found, key.public_key());
    })
}

pub(crate) fn verify_ml_dsa_65() -> Run {
    verify_one(Algorithm::MlDsa65)
}

pub(crate) fn verify_ring() -> Run {
    let keys: Vec<SecretKey> = (1..=8).map(secret).collect();
    let public: Vec<_> = keys.iter().map(|key| key.public_key().clone()).collect();
    let ring = Ring::new(&public, b"vote").unwrap();
    let signature = ring.sign(&keys[3], MESSAGE, &[9; 32]).unwrap();
    Box::new(move || {
        black_box(ring.verify(black_box(MESSAGE), &signature).unwrap());
    })
}

fn sign(algorithm: Algorithm) -> Run {
    let key = secret_of(algorithm.key_type(), 1);
    Box::new(move || {
        black_box(key.sign(algorithm, black_box(MESSAGE)).unwrap());
    })
}

fn verify_one(algorithm: Algorithm) -> Run {
    let key = secret_of(algorithm.key_type(), 1);
    let signature = key.sign(algorithm, MESSAGE).unwrap();
    Box::new(move || {
        let valid =
            verify(algorithm, key.public_key(), black_box(MESSAGE), &signature, HighS::Refuse);
        assert!(valid);
    })
}
