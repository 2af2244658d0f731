//! Base 64 with the standard alphabet and padding (RFC 4648, section 4).
//!
//! Unused bits must be zero. Linear; the caller bounds the text.

use countersign_kernels::base64::Alphabet;

use crate::Error;

/// Writes `bytes`.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let mut text = Alphabet::STANDARD.encode(bytes);
    text.extend(core::iter::repeat_n('=', text.len().next_multiple_of(4) - text.len()));
    text
}

/// Reads text.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for missing padding, blanks, other letters or unused bits that are set.
pub fn decode(text: &str) -> Result<Vec<u8>, Error> {
    let letters = text.trim_end_matches('=');
    let whole = letters.len().next_multiple_of(4) == text.len();
    let bytes = if whole { Alphabet::STANDARD.decode(letters.as_bytes()) } else { None };
    bytes.ok_or_else(|| Error::EncodingMalformed("padded base64"))
}
