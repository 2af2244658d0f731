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
//! A hybrid key has no codec, and so no Multikey. Our own records write it as its `did:jwk`, in the
//! place where they write the Multikey of another key: [`encode`] and [`decode`] are for them.
//! What others read goes through [`to_text`] and [`from_text`], which refuse such a key.
//!
//! At most [`MAX_TEXT`] characters: base 58 is quadratic, and a document may hold many keys.
//! A key has one text: another base, a non-minimal codec, an uncompressed
//! point and the codes of private keys are refused.

use super::{KeyType, PublicKey, jwk, seen};
use crate::{
    Error,
    encoding::{
        base58, base64url,
        document::{Document, Numbers},
        multibase::{self, Base},
        varint,
    },
};

/// The longest text that is read; a key of ML-DSA-87 takes 3,544 characters, a hybrid key 3,611.
pub const MAX_TEXT: usize = 3_700;

const DID_JWK: &str = "did:jwk:";

/// Writes a key as text for our own records: a Multikey, or the `did:jwk` of a hybrid key.
#[must_use]
pub fn encode(key: &PublicKey) -> String {
    to_text(key).unwrap_or_else(|_| did_jwk(key))
}

/// Reads what [`encode`] wrote.
///
/// # Errors
///
/// As [`from_text`]; for a `did:jwk`, as [`jwk::public_from_json`], and `ERR_KEY_POINT_FORM` for
/// one that is not the text of a key without Multikey.
pub fn decode(text: &str) -> Result<PublicKey, Error> {
    let Some(id) = text.strip_prefix(DID_JWK) else { return from_text(text) };
    check_length(text)?;
    let key = jwk::public_from_json(
        Document::read_object(&base64url::decode(id)?, Numbers::Exact)?.root(),
    )?;
    if encode(&key) == text { Ok(key) } else { Err(Error::KeyPointForm(key.key_type().as_str())) }
}

/// Writes a key as Multikey.
///
/// # Errors
///
/// `ERR_KEY_NO_CODEC` for a hybrid key.
pub fn to_text(key: &PublicKey) -> Result<String, Error> {
    seen::text_of(key, || Ok(format!("z{}", base58::encode(&to_bytes(key)?))))
}

/// Reads a Multikey.
///
/// # Errors
///
/// `ERR_MULTIBASE_UNKNOWN` unless it starts with `z`; `ERR_LIMIT_EXCEEDED` above [`MAX_TEXT`];
/// as [`base58::decode`] and [`from_bytes`].
pub fn from_text(text: &str) -> Result<PublicKey, Error> {
    check_length(text)?;
    seen::by_text(text, || from_bytes(&multibase::decode_as(Base::Base58Btc, text)?))
}

/// Writes a key as bytes: varint(codec) ‖ canonical raw key.
///
/// # Errors
///
/// `ERR_KEY_NO_CODEC` for a hybrid key.
pub fn to_bytes(key: &PublicKey) -> Result<Vec<u8>, Error> {
    let key_type = key.key_type();
    let codec = key_type.codec().ok_or_else(|| Error::KeyNoCodec(key_type.as_str()))?;
    Ok([codec.as_slice(), key.as_bytes()].concat())
}

/// Reads a key from bytes.
///
/// # Errors
///
/// `ERR_MULTIKEY_CODEC` for a codec outside the table, `ERR_KEY_POINT_FORM` for an
/// uncompressed point, `ERR_ENCODING_MALFORMED` for a bad varint, and as [`PublicKey::from_raw`].
pub fn from_bytes(bytes: &[u8]) -> Result<PublicKey, Error> {
    let (code, raw) = varint::decode(bytes)?;
    let found = KeyType::ALL.into_iter().find(|kind| codec(*kind) == Some(code));
    let key_type = found.ok_or_else(|| Error::MultikeyCodec(code))?;
    seen::by_bytes(bytes, || {
        let key = PublicKey::from_raw(key_type, raw)?;
        let is_canonical = key.as_bytes() == raw;
        if is_canonical { Ok(key) } else { Err(Error::KeyPointForm(key_type.as_str())) }
    })
}

/// The multicodec of public keys of a type, if it has one.
#[must_use]
pub fn codec(key_type: KeyType) -> Option<u64> {
    // The table of [`KeyType::codec`] holds well-formed varints.
    varint::decode_exact(&key_type.codec()?).ok()
}

/// The `did:jwk` of a key: its smallest JWK, in JCS form.
fn did_jwk(key: &PublicKey) -> String {
    format!("{DID_JWK}{}", base64url::encode(jwk::public_to_json(key).as_bytes()))
}

fn check_length(text: &str) -> Result<(), Error> {
    let over = || Error::LimitExceeded("Multikey text", MAX_TEXT);
    if text.len() > MAX_TEXT { Err(over()) } else { Ok(()) }
}
