//! Keys of fixed seeds, and their names.

use countersign_core::{
    did::{self, Did},
    keys::{KeyType, PublicKey, SecretKey, multikey},
    trust::{Trust, TrustedKey},
};

/// The Ed25519 key whose seed is 32 times the byte `fill`.
#[must_use]
pub fn secret(fill: u8) -> SecretKey {
    secret_of(KeyType::Ed25519, fill)
}

/// The key of a type whose secret bytes are all `fill`.
#[must_use]
pub fn secret_of(key_type: KeyType, fill: u8) -> SecretKey {
    SecretKey::from_bytes(key_type, &vec![fill; key_type.secret_len()]).unwrap()
}

/// The signature of `secret` over `message`, in the algorithm that its type has by default.
#[must_use]
pub fn sign(secret: &SecretKey, message: &(impl AsRef<[u8]> + ?Sized)) -> Vec<u8> {
    secret.sign(secret.key_type().default_algorithm().unwrap(), message.as_ref()).unwrap()
}

/// The public key of `secret`, as Multikey text.
#[must_use]
pub fn multi(secret: &SecretKey) -> String {
    multikey::encode(secret.public_key())
}

/// The `did:key` of `secret`, or the `did:jwk` of a key that has none.
#[must_use]
pub fn did(secret: &SecretKey) -> String {
    let key = secret.public_key();
    let did = did::key::from_public_key(key).or_else(|_| did::jwk::from_public_key(key));
    did.unwrap().to_string()
}

/// A trust input of keys without names.
pub fn pinned<'a>(keys: impl IntoIterator<Item = &'a PublicKey>) -> Trust {
    let keys = keys.into_iter().cloned().map(TrustedKey::pinned).collect();
    Trust { keys, ..Trust::default() }
}

/// A trust input of one key, under its name.
#[must_use]
pub fn trust_in(id: Option<&str>, key: PublicKey) -> Trust {
    let key = TrustedKey { id: id.map(str::to_owned), ..TrustedKey::pinned(key) };
    Trust { keys: vec![key], ..Trust::default() }
}

/// The DID that `text` is.
#[must_use]
pub fn parse_did(text: &str) -> Did {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
