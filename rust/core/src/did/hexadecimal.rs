//! Hex with `0x`, as the Ethereum methods write addresses, keys and chain ids.

use sha3::{Digest, Keccak256};

use crate::Error;

/// Length of an Ethereum address: `0x` and 40 hex digits.
pub(super) const ADDRESS_LEN: usize = 42;

/// Whether `text` is `0x` and hex digits of either case, `len` characters in all.
pub(super) fn is_hex(text: &str, len: usize) -> bool {
    let digits = text.strip_prefix("0x");
    text.len() == len && digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Checks the case of an address and tells whether it is lower case already.
///
/// Mixed case is a checksum (EIP-55); one case throughout carries none.
pub(super) fn is_lower_address(address: &str) -> Result<bool, Error> {
    let digits = address.strip_prefix("0x").unwrap_or(address);
    let lower = digits.bytes().any(|byte| byte.is_ascii_lowercase());
    let upper = digits.bytes().any(|byte| byte.is_ascii_uppercase());
    if lower && upper && !checksum_holds(digits) {
        return Err(Error::DidChecksum);
    }
    Ok(!upper)
}

/// EIP-55: a letter is upper case if its nibble of the hash of the lower-case text is 8 or more.
fn checksum_holds(digits: &str) -> bool {
    let hash = Keccak256::digest(digits.to_ascii_lowercase().as_bytes());
    let nibbles = hash.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.bytes().zip(nibbles).all(|(digit, nibble)| {
        !digit.is_ascii_alphabetic() || digit.is_ascii_uppercase() == (nibble >= 8)
    })
}
