//! Base 58 with the Bitcoin alphabet (draft-msporny-base58-03), without checksum.
//!
//! Leading zero bytes are leading `1`s. The conversion is quadratic, so text
//! and bytes are bounded: the largest value in use, an ML-DSA-87 signature of
//! 4,627 bytes, takes 6,319 characters.

use countersign_kernels::base58::Alphabet;

use crate::Error;

/// The longest text, in characters, that is read.
pub const MAX_TEXT: usize = 8_192;
/// The longest bytes that [`encode_limited`] writes; their text is within [`MAX_TEXT`].
pub const MAX_BYTES: usize = 5_998;

/// Writes `bytes`. For values of known size; [`encode_limited`] is for the rest.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    Alphabet::BITCOIN.encode(bytes)
}

/// Writes `bytes` of unknown size.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` above [`MAX_BYTES`].
pub fn encode_limited(bytes: &[u8]) -> Result<String, Error> {
    encode_with(&Alphabet::BITCOIN, bytes)
}

/// Reads text.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` above [`MAX_TEXT`], `ERR_ENCODING_MALFORMED` for a
/// character outside the alphabet.
pub fn decode(text: &str) -> Result<Vec<u8>, Error> {
    decode_with(&Alphabet::BITCOIN, text, "base58btc")
}

pub(super) fn encode_with(alphabet: &Alphabet, bytes: &[u8]) -> Result<String, Error> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::LimitExceeded("base58 bytes", MAX_BYTES));
    }
    Ok(alphabet.encode(bytes))
}

pub(super) fn decode_with(
    alphabet: &Alphabet,
    text: &str,
    encoding: &'static str,
) -> Result<Vec<u8>, Error> {
    if text.len() > MAX_TEXT {
        return Err(Error::LimitExceeded("base58 text", MAX_TEXT));
    }
    alphabet.decode(text.as_bytes()).ok_or_else(|| Error::EncodingMalformed(encoding))
}
