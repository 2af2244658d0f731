//! Unsigned variable-length integers (multiformats unsigned-varint): LEB128.
//!
//! 1 to 9 bytes, values up to 2^63 - 1, shortest form only.

use crate::Error;

/// The most bytes that one integer takes.
pub const MAX_LEN: usize = 9;
/// The largest value.
pub const MAX: u64 = (1 << 63) - 1;

/// Up to here a double holds every whole number.
const MAX_NUMBER: f64 = 9_007_199_254_740_991.0;

fn malformed() -> Error {
    Error::EncodingMalformed("unsigned varint")
}

/// Writes `value`.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` above [`MAX`].
pub fn encode(value: u64) -> Result<Vec<u8>, Error> {
    if value > MAX {
        return Err(Error::LimitExceeded("varint bits", 63));
    }
    let mut rest = value;
    let mut bytes = Vec::with_capacity(MAX_LEN);
    loop {
        let [low, ..] = rest.to_le_bytes();
        rest >>= 7;
        if rest == 0 {
            bytes.push(low & 0x7f);
            return Ok(bytes);
        }
        bytes.push(low | 0x80);
    }
}

/// Reads one integer from the front of `bytes`: the value, and what follows it.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for a cut, over-long or non-minimal integer.
pub fn decode(bytes: &[u8]) -> Result<(u64, &[u8]), Error> {
    let mut value = 0_u64;
    for (index, byte) in bytes.iter().take(MAX_LEN).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            let minimal = *byte != 0 || index == 0;
            let rest = bytes.get(index + 1..).unwrap_or_default();
            return if minimal { Ok((value, rest)) } else { Err(malformed()) };
        }
    }
    Err(malformed())
}

/// Reads one integer that fills `bytes`.
///
/// # Errors
///
/// As [`decode`], and for trailing bytes.
pub fn decode_exact(bytes: &[u8]) -> Result<u64, Error> {
    match decode(bytes)? {
        (value, []) => Ok(value),
        _ => Err(malformed()),
    }
}

/// Writes a number of JavaScript.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` unless a whole number from 0 to 2^53 - 1.
pub fn encode_number(value: f64) -> Result<Vec<u8>, Error> {
    if value.fract() != 0.0 || !(0.0..=MAX_NUMBER).contains(&value) {
        return Err(Error::LimitExceeded("varint number bits", 53));
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole, and in range")]
    #[expect(clippy::cast_sign_loss, reason = "not negative")]
    encode(value as u64)
}

/// Reads one integer from the front of `bytes` for JavaScript: `{"value":237,"length":2}`.
///
/// # Errors
///
/// As [`decode`]; `ERR_LIMIT_EXCEEDED` above 2^53 - 1, which a double does not hold.
pub fn decode_to_json(bytes: &[u8]) -> Result<String, Error> {
    let (value, rest) = decode(bytes)?;
    if value >= 1 << 53 {
        return Err(Error::LimitExceeded("varint number bits", 53));
    }
    let length = bytes.len() - rest.len();
    Ok(format!(r#"{{"value":{value},"length":{length}}}"#))
}
