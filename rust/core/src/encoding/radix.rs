//! Text in a given alphabet: bit groups (RFC 4648) and positional notation.
//!
//! [`multibase`](super::multibase) lists the alphabets. Bit groups are linear.
//! Positional notation is quadratic and bounded as [`base58`](super::base58) is.

use super::base58::{MAX_BYTES, MAX_TEXT};
use crate::Error;

/// Digits in order of value, and the text length that padding fills up to (1: none).
pub(super) struct Bits {
    pub(super) alphabet: &'static str,
    pub(super) block: usize,
    pub(super) name: &'static str,
}

impl Bits {
    /// Bits that one digit holds.
    fn width(&self) -> u32 {
        self.alphabet.len().ilog2()
    }

    pub(super) fn encode(&self, bytes: &[u8]) -> String {
        let (width, mut text) = (self.width(), String::new());
        let (mut pending, mut bits) = (0_u32, 0);
        for byte in bytes {
            pending = (pending << 8) | u32::from(*byte);
            bits += 8;
            while bits >= width {
                bits -= width;
                text.push(digit(self.alphabet, pending >> bits));
                pending &= (1 << bits) - 1;
            }
        }
        if bits > 0 {
            text.push(digit(self.alphabet, pending << (width - bits)));
        }
        while !text.len().is_multiple_of(self.block) {
            text.push('=');
        }
        text
    }

    pub(super) fn decode(&self, text: &str) -> Result<Vec<u8>, Error> {
        let malformed = || Error::EncodingMalformed(self.name);
        let (width, mut bytes) = (self.width(), Vec::new());
        let (mut pending, mut bits) = (0_u32, 0);
        for letter in text.trim_end_matches('=').bytes() {
            let value = value(self.alphabet, letter).ok_or_else(malformed)?;
            pending = (pending << width) | value;
            bits += width;
            if bits >= 8 {
                bits -= 8;
                bytes.extend(u8::try_from(pending >> bits));
                pending &= (1 << bits) - 1;
            }
        }
        // Length, unused bits and padding must be as this module writes them.
        if self.encode(&bytes) == text { Ok(bytes) } else { Err(malformed()) }
    }
}

/// A number in base `alphabet.len()`, after one zero digit for each leading zero byte.
pub(super) struct Positional {
    pub(super) alphabet: &'static str,
    pub(super) name: &'static str,
}

impl Positional {
    pub(super) fn encode(&self, bytes: &[u8]) -> Result<String, Error> {
        if bytes.len() > MAX_BYTES {
            return Err(Error::LimitExceeded("positional bytes", MAX_BYTES));
        }
        let digits = convert(bytes.iter().copied(), 256, self.base());
        let zeros = bytes.iter().take_while(|byte| **byte == 0).map(|_| 0);
        let digits = zeros.chain(digits.into_iter().rev().map(u32::from));
        let text: String = digits.map(|value| digit(self.alphabet, value)).collect();
        if text.len() > MAX_TEXT {
            return Err(Error::LimitExceeded("positional text", MAX_TEXT));
        }
        Ok(text)
    }

    pub(super) fn decode(&self, text: &str) -> Result<Vec<u8>, Error> {
        if text.len() > MAX_TEXT {
            return Err(Error::LimitExceeded("positional text", MAX_TEXT));
        }
        let values = text
            .bytes()
            .map(|letter| value(self.alphabet, letter).and_then(|value| u8::try_from(value).ok()));
        let malformed = || Error::EncodingMalformed(self.name);
        let values = values.collect::<Option<Vec<u8>>>().ok_or_else(malformed)?;
        let zeros = values.iter().take_while(|value| **value == 0).count();
        let mut bytes = vec![0; zeros];
        bytes.extend(convert(values.into_iter(), self.base(), 256).into_iter().rev());
        Ok(bytes)
    }

    fn base(&self) -> u32 {
        u32::try_from(self.alphabet.len()).unwrap_or_default()
    }
}

/// Digits, most significant first, in base `from` to digits, least significant first, in base `to`.
fn convert(digits: impl Iterator<Item = u8>, from: u32, to: u32) -> Vec<u8> {
    let mut output: Vec<u8> = Vec::new();
    for digit in digits {
        let mut carry = u32::from(digit);
        for place in &mut output {
            carry += u32::from(*place) * from;
            *place = low(carry % to);
            carry /= to;
        }
        while carry > 0 {
            output.push(low(carry % to));
            carry /= to;
        }
    }
    output
}

/// A digit below 256.
fn low(value: u32) -> u8 {
    let [low, ..] = value.to_le_bytes();
    low
}

fn digit(alphabet: &str, value: u32) -> char {
    let letter = usize::try_from(value).ok().and_then(|index| alphabet.as_bytes().get(index));
    letter.copied().map_or('=', char::from)
}

fn value(alphabet: &str, letter: u8) -> Option<u32> {
    let index = alphabet.bytes().position(|candidate| candidate == letter)?;
    u32::try_from(index).ok()
}
