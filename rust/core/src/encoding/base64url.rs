//! Base 64 with the URL alphabet, without padding (RFC 4648, section 5; RFC 7515, appendix C).
//!
//! Unused bits must be zero. Linear; the caller bounds the text.

use countersign_kernels::base64::Alphabet;

use crate::Error;

/// Writes `bytes`.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    Alphabet::URL.encode(bytes)
}

/// Reads text.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for padding, blanks, other letters or unused bits that are set.
pub fn decode(text: &str) -> Result<Vec<u8>, Error> {
    let malformed = || Error::EncodingMalformed("base64url without padding");
    Alphabet::URL.decode(text.as_bytes()).ok_or_else(malformed)
}
