//! Ethereum addresses: the last 20 bytes of Keccak-256 over `x ‖ y`, and their text (EIP-55).
//!
//! Text is `0x` and 40 hex digits. Digits all lower or all upper case carry no
//! checksum; mixed case must be the right checksum. We write the checksum.

use sha3::{Digest, Keccak256};

use super::{KeyType, PublicKey};
use crate::{Error, encoding::hex};

/// Length of an address in bytes.
pub const ADDRESS_LEN: usize = 20;

/// The address of a secp256k1 key.
///
/// # Errors
///
/// `ERR_KEY_TYPE_MISMATCH` for a key of another type.
pub fn address(key: &PublicKey) -> Result<[u8; ADDRESS_LEN], Error> {
    let mismatch = || Error::KeyTypeMismatch(KeyType::Secp256k1.as_str(), key.key_type().as_str());
    let (KeyType::Secp256k1, Some(point)) = (key.key_type(), key.uncompressed()) else {
        return Err(mismatch());
    };
    let (_, coordinates) = point.split_at(1);
    let digest = Keccak256::digest(coordinates);
    let last = digest.last_chunk::<ADDRESS_LEN>();
    last.copied().ok_or_else(mismatch)
}

/// Writes an address with its checksum (EIP-55).
#[must_use]
pub fn checksum(address: &[u8; ADDRESS_LEN]) -> String {
    let digits = hex::encode(address);
    let marks = hex::encode(&Keccak256::digest(&digits));
    let mark = |(digit, mark): (char, char)| {
        if mark >= '8' { digit.to_ascii_uppercase() } else { digit }
    };
    "0x".chars().chain(digits.chars().zip(marks.chars()).map(mark)).collect()
}

/// Reads an address.
///
/// # Errors
///
/// `ERR_ADDRESS_MALFORMED` unless the text is `0x` and 40 hex digits;
/// `ERR_ADDRESS_CHECKSUM` for mixed case that is not the checksum.
pub fn parse_address(text: &str) -> Result<[u8; ADDRESS_LEN], Error> {
    let digits = text.strip_prefix("0x").ok_or(Error::AddressMalformed)?;
    let bytes = hex::decode(&digits.to_ascii_lowercase()).map_err(|_| Error::AddressMalformed)?;
    let address = bytes.try_into().map_err(|_| Error::AddressMalformed)?;
    let mixed = digits.bytes().any(|digit| digit.is_ascii_lowercase())
        && digits.bytes().any(|digit| digit.is_ascii_uppercase());
    if mixed && checksum(&address) != text {
        return Err(Error::AddressChecksum);
    }
    Ok(address)
}
