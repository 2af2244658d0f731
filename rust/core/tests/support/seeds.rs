//! Keys of fixed seeds.

#![allow(dead_code, unreachable_pub, reason = "no test uses all of it")]
#![allow(clippy::unwrap_used, reason = "tests")]

use countersign_core::{
    did,
    keys::{KeyType, SecretKey, multikey},
};

/// An Ed25519 key whose seed is of this byte.
pub fn secret(fill: u8) -> SecretKey {
    secret_of(KeyType::Ed25519, fill)
}

pub fn secret_of(key_type: KeyType, fill: u8) -> SecretKey {
    SecretKey::from_bytes(key_type, &vec![fill; key_type.secret_len()]).unwrap()
}

pub fn multi(secret: &SecretKey) -> String {
    multikey::encode(secret.public_key())
}

/// The `did:key`, or the `did:jwk` of a key that has none.
pub fn did(secret: &SecretKey) -> String {
    let key = secret.public_key();
    let did = did::key::from_public_key(key).or_else(|_| did::jwk::from_public_key(key));
    did.unwrap().to_string()
}
