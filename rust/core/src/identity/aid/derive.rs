//! Keys derived from the key of an identity.
//!
//! ```text
//! derived = HKDF-SHA256(secret = the 32-byte Ed25519 seed, no salt, info, 32 bytes), an Ed25519 seed
//! info    = "agentic-identity/" ‖ kind ‖ "/" ‖ argument      kind: session capability device revocation
//!         | "agentic-identity/encryption" | "identity-encryption" (of the Argon2id key of a file)
//! ```
//!
//! Nothing certifies a derived key. To trust one, list it in the trust input with its identity as the
//! `controller`.

use zeroize::Zeroizing;

use crate::{
    Error,
    aid::refuse,
    hazmat::hkdf,
    keys::{KeyType, SecretKey},
};

/// Longest argument, in bytes.
pub const MAX_ARGUMENT: usize = 4_096;

/// The `info` of a kind of key.
///
/// # Errors
///
/// `ERR_AID_MALFORMED` for another kind, or an argument to one that takes none;
/// `ERR_LIMIT_EXCEEDED`.
pub fn info(kind: &str, argument: &str) -> Result<String, Error> {
    if argument.len() > MAX_ARGUMENT {
        return Err(Error::LimitExceeded("length of the argument of a derived key", MAX_ARGUMENT));
    }
    match (kind, argument) {
        ("session" | "capability" | "device" | "revocation", _) => {
            Ok(format!("agentic-identity/{kind}/{argument}"))
        }
        ("encryption", "") => Ok("agentic-identity/encryption".into()),
        ("aid-file-encryption", "") => Ok("identity-encryption".into()),
        ("raw", _) => Ok(argument.into()),
        _ => Err(refuse("a kind of derived key", "there is none of this name")),
    }
}

/// Derives the 32 bytes for an `info`.
pub(super) fn derive(secret: &[u8], info: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
    hkdf::derive(secret, &[], info.as_bytes(), 32)
}

/// Derives an Ed25519 key.
///
/// # Errors
///
/// As [`info`]; `ERR_KEY_TYPE_MISMATCH` unless `root` is Ed25519.
pub fn derive_key(root: &SecretKey, kind: &str, argument: &str) -> Result<SecretKey, Error> {
    if root.key_type() != KeyType::Ed25519 {
        let (want, got) = (KeyType::Ed25519.as_str(), root.key_type().as_str());
        return Err(Error::KeyTypeMismatch(want, got));
    }
    SecretKey::from_bytes(KeyType::Ed25519, &derive(root.expose(), &info(kind, argument)?)?)
}
