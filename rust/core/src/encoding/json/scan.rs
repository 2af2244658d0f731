//! Checks what is no matter of grammar: depth, surrogate escapes, number literals.
//!
//! The scan takes any text. Text that is not JSON may pass, because the parser
//! comes after it.

use super::{MAX_DEPTH, Numbers};
use crate::{Error, encoding::number};

/// So many digits tell any double from the next.
const MAX_DIGITS: usize = 17;

/// The largest integer up to which every integer is a double, 2^53 - 1.
const MAX_SAFE: u64 = (1 << 53) - 1;

pub(super) fn scan(text: &str, numbers: Numbers) -> Result<(), Error> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        at = match byte {
            b'"' => string(bytes, at + 1)?,
            b'-' | b'0'..=b'9' => check_literal(text, at, numbers)?,
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(Error::JsonDepth(MAX_DEPTH, at));
                }
                at + 1
            }
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                at + 1
            }
            _ => at + 1,
        };
    }
    Ok(())
}

/// Walks a string from after its first quote, and gives the index after its last.
fn string(bytes: &[u8], mut at: usize) -> Result<usize, Error> {
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(plain) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) else {
            return Ok(bytes.len().max(at));
        };
        at += plain;
        if bytes.get(at) == Some(&b'"') {
            return Ok(at + 1);
        }
        at = escape(bytes, at)?;
    }
}

/// Walks one escape, or two that are a surrogate pair.
fn escape(bytes: &[u8], at: usize) -> Result<usize, Error> {
    match unit(bytes, at) {
        Some(0xd800..=0xdbff) => match unit(bytes, at + 6) {
            Some(0xdc00..=0xdfff) => Ok(at + 12),
            _ => Err(Error::JsonSurrogate(at)),
        },
        Some(0xdc00..=0xdfff) => Err(Error::JsonSurrogate(at)),
        Some(_) => Ok(at + 6),
        None => Ok(at + 2),
    }
}

/// The UTF-16 code unit of the `\uXXXX` at `at`, if there is one.
fn unit(bytes: &[u8], at: usize) -> Option<u16> {
    let [b'\\', b'u', digits @ ..] = bytes.get(at..at + 6)? else { return None };
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u16::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok()
}

/// Checks the number literal at `start`, and gives the index after it.
fn check_literal(text: &str, start: usize, numbers: Numbers) -> Result<usize, Error> {
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.bytes().take_while(|byte| b"+-.0123456789Ee".contains(byte)).count();
    let literal = rest.get(..length).unwrap_or_default();
    if fits_double(literal, numbers) { Ok(start + length) } else { Err(Error::JsonNumber(start)) }
}

/// Whether a double carries the literal. Text that is no number passes: the parser refuses it.
pub(super) fn fits_double(literal: &str, numbers: Numbers) -> bool {
    let Ok(double) = literal.parse::<f64>() else { return true };
    let (significand, exponent) = literal.split_once(['e', 'E']).unwrap_or((literal, ""));
    if !double.is_finite() || (double == 0.0 && significand.bytes().any(|b| b > b'0')) {
        return false;
    }
    let is_integer = exponent.is_empty() && !significand.contains('.');
    let magnitude = literal.trim_start_matches('-');
    if is_integer && magnitude.parse::<u64>().is_ok_and(|value| value <= MAX_SAFE) {
        return true;
    }
    match (is_integer, numbers) {
        (true, Numbers::Exact) => false,
        (true, Numbers::Doubles) => number::spell(double) == literal,
        (true, Numbers::Integers64) => {
            literal.parse::<u64>().is_ok() || literal.parse::<i64>().is_ok()
        }
        (false, _) => count_significant(significand) <= MAX_DIGITS,
    }
}

/// How many digits there are without leading and trailing zeros.
fn count_significant(significand: &str) -> usize {
    let digits: Vec<u8> = significand.bytes().filter(u8::is_ascii_digit).collect();
    let first = digits.iter().position(|&digit| digit != b'0');
    let last = digits.iter().rposition(|&digit| digit != b'0');
    first.zip(last).map_or(0, |(first, last)| last - first + 1)
}
