//! Base 64 with the standard alphabet and padding (RFC 4648, section 4).
//!
//! Unused bits must be zero. Linear; the caller bounds the text.

use base64ct::{Base64, Encoding};

use crate::Error;

/// Writes `bytes`.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    Base64::encode_string(bytes)
}

/// Reads text.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for missing padding, blanks, other letters or unused bits that are set.
pub fn decode(text: &str) -> Result<Vec<u8>, Error> {
    let malformed = || Error::EncodingMalformed("padded base64");
    Base64::decode_vec(text).map_err(|_| malformed())
}
