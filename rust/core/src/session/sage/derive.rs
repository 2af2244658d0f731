//! Seeds, ids and keys of SAGE's sessions.
//!
//! ```text
//! salt = SHA-256(label ‖ context ‖ lesser ephemeral ‖ greater ephemeral)
//! seed = HKDF-Extract-SHA-256(salt, shared secret)
//! id   = base64url(SHA-256(label ‖ seed)[..16])
//! ```
//!
//! SAGE puts no length before its parts. A label that ends in ` v` and one digit, with no
//! other space, shows where it ends; any other is refused. An empty label stands for
//! [`HANDSHAKE_LABEL`] in the salt and for nothing in the id, as in SAGE.

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::{Key, MIN_SEED};
use crate::{Error, encoding::base64url, hazmat::hkdf};

/// Label of a Diffie-Hellman handshake.
pub const HANDSHAKE_LABEL: &str = "a2a/handshake v1";

/// Label of a directional session by default.
pub const DIRECTIONAL_LABEL: &str = "sage/hpke v1";

const MAX_LABEL: usize = 64;

/// What a Diffie-Hellman handshake of SAGE agreed on.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// SHA-256 of the raw shared secret.
    pub secret: &'a [u8; 32],
    /// SAGE's context id, not empty.
    pub context: &'a str,
    /// Ends in ` v` and one digit; may be empty.
    pub label: &'a str,
    /// The ephemeral public keys, in any order.
    pub ephemerals: [&'a [u8; 32]; 2],
}

impl Shared<'_> {
    pub(super) fn seed(&self) -> Result<Zeroizing<[u8; 32]>, Error> {
        let label = check_label(self.label, HANDSHAKE_LABEL)?;
        if self.context.is_empty() {
            return Err(Error::SessionSageId("context", "one byte or more"));
        }
        let [a, b] = self.ephemerals;
        let salt = Sha256::new()
            .chain_update(label)
            .chain_update(self.context)
            .chain_update(a.min(b))
            .chain_update(a.max(b))
            .finalize();
        Ok(hkdf::extract(&salt, self.secret))
    }
}

/// The id of a session, from a seed or an exporter.
#[must_use]
pub fn session_id(label: &str, seed: &[u8]) -> String {
    let digest = Sha256::new().chain_update(label).chain_update(seed).finalize();
    base64url::encode(digest.get(..16).unwrap_or_default())
}

/// The encrypt key and the MAC key.
pub(super) fn single(id: &str, seed: &[u8]) -> Result<[Key; 2], Error> {
    let seed = check_secret("seed", seed)?;
    let okm = hkdf::derive(seed, id.as_bytes(), b"sage-session-keys-v1", 64)?;
    Ok([key(&okm, 0), key(&okm, 32)])
}

/// The id, and the keys from the initiator and to it. SAGE never uses the MAC keys.
pub(super) fn directional(exporter: &[u8], label: &str) -> Result<(String, [Key; 2]), Error> {
    let exporter = check_secret("exporter", exporter)?;
    let id = session_id(check_label(label, DIRECTIONAL_LABEL)?, exporter);
    let okm = hkdf::derive(exporter, id.as_bytes(), b"sage-directional-keys-v1", 128)?;
    Ok((id, [key(&okm, 0), key(&okm, 64)]))
}

fn check_label<'a>(label: &'a str, default: &'a str) -> Result<&'a str, Error> {
    if label.is_empty() {
        return Ok(default);
    }
    let version = |end: &str| matches!(end.as_bytes(), [b'v', digit] if digit.is_ascii_digit());
    let good = label.len() <= MAX_LABEL
        && label.split_once(' ').is_some_and(|(name, end)| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic()) && version(end)
        });
    if good { Ok(label) } else { Err(Error::SessionSageLabel) }
}

/// Refuses a secret that is so short that it can be guessed.
fn check_secret<'a>(what: &'static str, bytes: &'a [u8]) -> Result<&'a [u8], Error> {
    if bytes.len() < MIN_SEED {
        return Err(Error::SessionSageSeed(what, MIN_SEED, bytes.len()));
    }
    Ok(bytes)
}

fn key(okm: &[u8], start: usize) -> Key {
    let mut key = Box::new(Zeroizing::new([0; 32]));
    key.iter_mut().zip(okm.iter().skip(start)).for_each(|(to, from)| *to = *from);
    key
}
