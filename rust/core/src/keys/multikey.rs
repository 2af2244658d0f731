//! Multikey: `z` ‖ base58btc(varint(codec) ‖ raw key) (W3C Controlled Identifiers 1.0, 2.2.2).
//!
//! | Type | Codec | Raw key |
//! | --- | --- | --- |
//! | `Ed25519` | 0xed | 32 bytes |
//! | `X25519` | 0xec | 32 bytes |
//! | `secp256k1` | 0xe7 | 33 bytes, compressed |
//! | `P-256` | 0x1200 | 33 bytes, compressed |
//! | `ML-DSA-44/65/87` | 0x1210, 0x1211, 0x1212 | 1312, 1952, 2592 bytes |
//!
//! At most [`MAX_TEXT`] characters: base 58 is quadratic, and a document may hold many keys.
//! One text for one key: another base, a non-minimal codec, an uncompressed
//! point and the codes of private keys are refused.

use super::{KeyType, PublicKey};
use crate::{
    Error,
    encoding::{
        base58,
        multibase::{self, Base},
        varint,
    },
};

/// The longest text that is read; a key of ML-DSA-87 takes 3,544 characters.
pub const MAX_TEXT: usize = 3_600;

/// Writes a key as text.
#[must_use]
pub fn encode(key: &PublicKey) -> String {
    format!("z{}", base58::encode(&to_bytes(key)))
}

/// Reads a key from text.
///
/// # Errors
///
/// `ERR_MULTIBASE_UNKNOWN` unless it starts with `z`; `ERR_LIMIT_EXCEEDED` above [`MAX_TEXT`];
/// as [`base58::decode`] and [`from_bytes`].
pub fn decode(text: &str) -> Result<PublicKey, Error> {
    if text.len() > MAX_TEXT {
        return Err(Error::LimitExceeded { what: "Multikey text", limit: MAX_TEXT });
    }
    from_bytes(&multibase::decode_as(Base::Base58Btc, text)?)
}

/// Writes a key as bytes: varint(codec) ‖ canonical raw key.
#[must_use]
pub fn to_bytes(key: &PublicKey) -> Vec<u8> {
    key.to_tagged()
}

/// Reads a key from bytes.
///
/// # Errors
///
/// `ERR_MULTIKEY_CODEC` for a codec outside the table, `ERR_KEY_POINT_FORM` for an
/// uncompressed point, `ERR_ENCODING_MALFORMED` for a bad varint, and as [`PublicKey::from_raw`].
pub fn from_bytes(bytes: &[u8]) -> Result<PublicKey, Error> {
    let (code, raw) = varint::decode(bytes)?;
    let found = KeyType::ALL.into_iter().find(|kind| codec(*kind) == code);
    let key_type = found.ok_or(Error::MultikeyCodec { codec: code })?;
    let key = PublicKey::from_raw(key_type, raw)?;
    if key.as_bytes() != raw {
        return Err(Error::KeyPointForm { key_type: key_type.as_str() });
    }
    Ok(key)
}

/// The multicodec of public keys of a type.
#[must_use]
pub fn codec(key_type: KeyType) -> u64 {
    // The table of [`KeyType::codec`] holds well-formed varints.
    varint::decode_exact(&key_type.codec()).unwrap_or_default()
}
