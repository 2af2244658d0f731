//! Base 16, lower case (RFC 4648, section 8).

use crate::Error;

fn malformed() -> Error {
    Error::EncodingMalformed("lower-case hex")
}

/// Writes `bytes` as lower-case hex.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(digit(byte >> 4));
        text.push(digit(byte & 15));
    }
    text
}

/// Reads lower-case hex. Upper case is refused: one text for one value.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for an odd length or any other character.
pub fn decode(text: &str) -> Result<Vec<u8>, Error> {
    if !text.len().is_multiple_of(2) {
        return Err(malformed());
    }
    text.as_bytes().chunks_exact(2).map(byte).collect()
}

fn byte(pair: &[u8]) -> Result<u8, Error> {
    match *pair {
        [high, low] => Ok(value(high)? << 4 | value(low)?),
        _ => Err(malformed()),
    }
}

fn digit(value: u8) -> char {
    char::from(if value < 10 { b'0' + value } else { b'a' + value - 10 })
}

fn value(digit: u8) -> Result<u8, Error> {
    match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        _ => Err(malformed()),
    }
}
