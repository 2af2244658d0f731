//! Keys, and trust inputs that make a verifier try many of them.

use countersign_core::{
    keys::{KeyType, SecretKey},
    trust::{MAX_KEYS, Trust, TrustedKey},
};
use countersign_testkit::keys::secret;

/// Unix milliseconds.
pub const NOW: u64 = 1_760_000_000_000;

/// Unix seconds.
pub const SECONDS: u64 = NOW / 1000;

/// A key for each index. None of them is a key of `secret_of`.
pub fn stranger(index: usize) -> SecretKey {
    let mut seed = [0xa5; 32];
    seed[..8].copy_from_slice(&index.to_be_bytes());
    SecretKey::from_bytes(KeyType::Ed25519, &seed).unwrap()
}

/// As many keys as a trust input holds. Any name may mean each of them.
pub fn strangers() -> Trust {
    let key = |index: usize| TrustedKey::pinned(stranger(index).public_key().clone());
    Trust { keys: (0..MAX_KEYS).map(key).collect(), ..Trust::default() }
}

/// [`strangers`], with `secret(1)` at `index`.
pub fn with_signer(index: usize) -> Trust {
    let mut trust = strangers();
    trust.keys[index] = TrustedKey::pinned(secret(1).public_key().clone());
    trust
}

/// Trusts whatever key an object carries.
pub fn embedded() -> Trust {
    Trust { allow_embedded_key: true, ..Trust::default() }
}
