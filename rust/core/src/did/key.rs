//! `did:key`: a public key that is its own name (did:key method, W3C CCG).
//!
//! `did:key:z<base58btc of codec and key>`. Parsing checks the letters, because a
//! DID of a key type unknown here is still a DID; [`public_key`] checks the key.

use super::refused;
use crate::Error;

pub(super) fn check(id: &str) -> Result<(), Error> {
    if is_multibase(id) {
        return Ok(());
    }
    Err(refused("key", "the identifier is z and base58btc"))
}

/// `z` and at least one letter of base58btc.
pub(super) fn is_multibase(text: &str) -> bool {
    text.len() > 1 && text.strip_prefix('z').is_some_and(|body| body.bytes().all(is_base58))
}

const fn is_base58(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() && !matches!(byte, b'0' | b'O' | b'I' | b'l')
}
