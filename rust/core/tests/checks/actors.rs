//! Keys, and trust inputs that make a verifier try many of them.

use countersign_core::{
    keys::{KeyType, SecretKey, multikey},
    trust::{MAX_KEYS, Trust, TrustedKey},
};

/// Unix milliseconds.
pub const NOW: u64 = 1_760_000_000_000;

/// Unix seconds.
pub const SECONDS: u64 = NOW / 1000;

pub fn secret(key_type: KeyType, seed: u8) -> SecretKey {
    SecretKey::from_bytes(key_type, &vec![seed; key_type.secret_len()]).unwrap()
}

/// One of as many keys as are wanted, none of which is `secret(_, _)`.
pub fn stranger(at: usize) -> SecretKey {
    let mut seed = [0xa5; 32];
    seed[..8].copy_from_slice(&at.to_be_bytes());
    SecretKey::from_bytes(KeyType::Ed25519, &seed).unwrap()
}

/// As many keys as a trust input holds, all of which may be meant by any name.
pub fn strangers() -> Trust {
    let key = |at: usize| TrustedKey::pinned(stranger(at).public_key().clone());
    Trust { keys: (0..MAX_KEYS).map(key).collect(), ..Trust::default() }
}

/// [`strangers`], and `secret(Ed25519, 1)` as the one at `at`.
pub fn with_signer(at: usize) -> Trust {
    let mut trust = strangers();
    trust.keys[at] = TrustedKey::pinned(secret(KeyType::Ed25519, 1).public_key().clone());
    trust
}

/// Whatever key an object carries.
pub fn embedded() -> Trust {
    Trust { allow_embedded_key: true, ..Trust::default() }
}

pub fn multi(key: &SecretKey) -> String {
    multikey::encode(key.public_key())
}

pub fn did_of(key: &SecretKey) -> String {
    countersign_core::did::key::from_public_key(key.public_key()).unwrap().to_string()
}

/// Texts, each after its length.
pub fn frames(texts: &[String]) -> Vec<u8> {
    countersign_testkit::frames(&texts.iter().map(|text| text.as_str().into()).collect::<Vec<_>>())
}
