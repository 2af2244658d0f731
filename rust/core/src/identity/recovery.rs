//! A recovery key as text: 32 random bytes that open an identity file without a passphrase.
//!
//! ```text
//! text     = base58btc(key ‖ checksum)                    about 50 letters
//! checksum = first 4 bytes of SHA-256(lp("countersign/identity-recovery/v1") ‖ lp(key))
//! ```
//!
//! The checksum finds slips of the pen. White space and hyphens are skipped when a key is read.

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::{
    Error,
    encoding::{base58, frames},
    label,
};

/// Length in bytes of a key.
pub const LEN: usize = 32;

const CHECKSUM: usize = 4;
/// Longest text that is read, with the spaces and hyphens that a person puts between the letters.
const MAX_TEXT: usize = 128;

/// Writes a key as text.
///
/// # Errors
///
/// `ERR_BYTES_LENGTH` unless it has [`LEN`] bytes.
pub fn encode(key: &[u8]) -> Result<String, Error> {
    if key.len() != LEN {
        return Err(Error::BytesLength("recovery key", LEN, key.len()));
    }
    let mut bytes = Zeroizing::new(Vec::with_capacity(LEN + CHECKSUM));
    bytes.extend(key);
    bytes.extend(checksum(key));
    Ok(base58::encode(&bytes))
}

/// Reads a key from text.
///
/// # Errors
///
/// `ERR_IDENTITY_RECOVERY` for any text that is not a key with its checksum.
pub fn decode(text: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
    if text.len() > MAX_TEXT {
        return Err(Error::IdentityRecovery);
    }
    let skipped = |letter: &char| !letter.is_ascii_whitespace() && *letter != '-';
    let mut letters = Zeroizing::new(String::with_capacity(text.len()));
    letters.extend(text.chars().filter(skipped));
    let mut bytes = Zeroizing::new(base58::decode(&letters).map_err(|_| Error::IdentityRecovery)?);
    let good = matches!(bytes.split_at_checked(LEN), Some((key, end)) if checksum(key) == end);
    if !good {
        return Err(Error::IdentityRecovery);
    }
    bytes.truncate(LEN);
    Ok(bytes)
}

fn checksum(key: &[u8]) -> [u8; CHECKSUM] {
    let framed = Zeroizing::new(frames::join(&[label::IDENTITY_RECOVERY.as_bytes(), key]));
    let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::digest(&framed));
    [a, b, c, d]
}
