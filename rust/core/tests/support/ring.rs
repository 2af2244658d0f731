//! Rings of keys, and what their signatures give.

use countersign_core::keys::{KeyType, PublicKey, SecretKey};
use curve25519_dalek::{EdwardsPoint, edwards::CompressedEdwardsY};
use serde_json::Value;

pub const TYPES: [KeyType; 2] = [KeyType::Ed25519, KeyType::Secp256k1];

pub fn secrets(key_type: KeyType, n: usize) -> Vec<SecretKey> {
    (1..=n)
        .map(|i| {
            let mut bytes = [1; 32];
            bytes[30..].copy_from_slice(&u16::try_from(i).unwrap().to_be_bytes());
            SecretKey::from_bytes(key_type, &bytes).unwrap()
        })
        .collect()
}

pub fn public(keys: &[SecretKey]) -> Vec<PublicKey> {
    keys.iter().map(|key| key.public_key().clone()).collect()
}

/// Where the image of our format starts, and how long a point is.
pub fn image_at(key_type: KeyType) -> (usize, usize) {
    (4, if key_type == KeyType::Ed25519 { 32 } else { 33 })
}

pub fn point(bytes: &[u8]) -> EdwardsPoint {
    CompressedEdwardsY::from_slice(bytes).unwrap().decompress().unwrap()
}

pub fn curve(case: &Value) -> KeyType {
    if case["curve"] == "ed25519" { KeyType::Ed25519 } else { KeyType::Secp256k1 }
}

/// The members that a signature of the Go module names.
pub fn members(key_type: KeyType, signature: &[u8]) -> Vec<PublicKey> {
    let point = image_at(key_type).1;
    let key = |step: &[u8]| PublicKey::from_raw(key_type, &step[32..]).unwrap();
    signature[36 + point..].chunks(32 + point).map(key).collect()
}
