//! Limits and checks that all of HPKE shares.

use crate::{
    Error,
    keys::{KeyType, PublicKey},
};

/// The most bytes of `info`, of a PSK, and of its id.
pub const MAX_INPUT: usize = 32_000;

/// The most bytes that one export gives: 255 blocks of SHA-256.
pub(super) const MAX_EXPORT: usize = 255 * 32;

/// Bytes of the stack to sweep, more than a mechanism uses: X-Wing in WebAssembly uses 55 kB.
pub(super) const DEPTH: usize = 96 << 10;

pub(super) fn check_input(what: &'static str, bytes: &[u8]) -> Result<(), Error> {
    if bytes.len() > MAX_INPUT {
        return Err(Error::LimitExceeded(what, MAX_INPUT));
    }
    Ok(())
}

pub(super) fn check_ikm(ikm: &[u8]) -> Result<(), Error> {
    if ikm.len() < 32 {
        return Err(Error::BytesLength("keying material", 32, ikm.len()));
    }
    check_input("keying material", ikm)
}

/// Checks a key or an encapsulated key of X-Wing: its length, and the X25519 key in its last 32 bytes.
pub(super) fn check_x25519_part(
    what: &'static str,
    bytes: &[u8],
    want: usize,
) -> Result<(), Error> {
    let last = bytes.last_chunk::<32>().filter(|_| bytes.len() == want);
    let point = last.ok_or_else(|| Error::BytesLength(what, want, bytes.len()))?;
    PublicKey::from_raw(KeyType::X25519, point).map(drop)
}
