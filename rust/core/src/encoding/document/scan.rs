//! Checks what is no matter of grammar: depth, surrogate escapes, number literals.
//!
//! The scan takes any text. Text that is not JSON may pass, because the parser
//! comes after it.

use serde_json::Number;

use super::{MAX_DEPTH, Numbers};
use crate::{
    Error,
    print::{decimal::Decimal, number},
};

/// So many digits tell any double from the next.
const MAX_DIGITS: usize = 17;

/// The largest integer up to which every integer is a double, 2^53 - 1.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// The integer after it.
const UNSAFE: f64 = 9_007_199_254_740_992.0;

pub(super) fn scan(text: &str, numbers: Numbers) -> Result<(), Error> {
    let bytes = text.as_bytes();
    let (mut place, mut depth) = (0, 0_usize);
    while let Some(&byte) = bytes.get(place) {
        place = match byte {
            b'"' => string(bytes, place + 1)?,
            b'-' | b'0'..=b'9' => check_literal(text, place, numbers)?,
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(Error::JsonDepth(MAX_DEPTH, place));
                }
                place + 1
            }
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                place + 1
            }
            _ => place + 1,
        };
    }
    Ok(())
}

/// Walks a string from after its first quote, and gives the index after its last.
fn string(bytes: &[u8], mut place: usize) -> Result<usize, Error> {
    loop {
        let rest = bytes.get(place..).unwrap_or_default();
        let Some(plain) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) else {
            return Ok(bytes.len().max(place));
        };
        place += plain;
        if bytes.get(place) == Some(&b'"') {
            return Ok(place + 1);
        }
        place = escape(bytes, place)?;
    }
}

/// Walks one escape, or two that are a surrogate pair.
fn escape(bytes: &[u8], place: usize) -> Result<usize, Error> {
    match unit(bytes, place) {
        Some(0xd800..=0xdbff) => match unit(bytes, place + 6) {
            Some(0xdc00..=0xdfff) => Ok(place + 12),
            _ => Err(Error::JsonSurrogate(place)),
        },
        Some(0xdc00..=0xdfff) => Err(Error::JsonSurrogate(place)),
        Some(_) => Ok(place + 6),
        None => Ok(place + 2),
    }
}

/// The UTF-16 code unit of the `\uXXXX` at `at`, if there is one.
fn unit(bytes: &[u8], place: usize) -> Option<u16> {
    let [b'\\', b'u', digits @ ..] = bytes.get(place..place + 6)? else { return None };
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
    let Some(read) = Literal::read(literal) else { return true };
    if !read.is_integer {
        return read.double().is_some_and(|double| numbers != Numbers::Reprinted || prints(double));
    }
    if literal.trim_start_matches('-').parse::<u64>().is_ok_and(|value| value <= MAX_SAFE) {
        return true;
    }
    match numbers {
        Numbers::Exact | Numbers::Reprinted => false,
        Numbers::Doubles => read.double().is_some_and(|double| number::spell(double) == literal),
        Numbers::Integers64 => literal.parse::<u64>().is_ok() || literal.parse::<i64>().is_ok(),
    }
}

/// Whether what ECMAScript prints for a double is read again: from 1e21 on it has an exponent.
fn prints(double: f64) -> bool {
    !(UNSAFE..1e21).contains(&double.abs())
}

/// The number of a literal that [`fits_double`]: an integer of 64 bits if it is spelled as one, else a double.
pub(super) fn number(literal: &str, numbers: Numbers) -> Option<Number> {
    if !fits_double(literal, numbers) {
        return None;
    }
    // A double has a zero with a sign, an integer has none.
    if literal != "-0" {
        if let Ok(number) = literal.parse::<u64>() {
            return Some(number.into());
        }
        if let Ok(number) = literal.parse::<i64>() {
            return Some(number.into());
        }
    }
    Number::from_f64(Literal::read(literal)?.double()?)
}

/// A number literal as it is written. It need not be one of JSON: `1.` and `01` are read too.
struct Literal {
    is_negative: bool,
    /// Neither a fraction nor an exponent.
    is_integer: bool,
    /// How many digits there are without leading and trailing zeros.
    significant: usize,
    value: Decimal,
}

impl Literal {
    /// `None` for text that is no number.
    fn read(literal: &str) -> Option<Self> {
        let (significand, power) = literal.split_once(['e', 'E']).unwrap_or((literal, "0"));
        let magnitude = significand.strip_prefix('-').unwrap_or(significand);
        let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
        let digits = || whole.bytes().chain(fraction.bytes());
        let count = whole.len() + fraction.len();
        if count == 0 || !digits().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let leading = digits().take_while(|digit| *digit == b'0').count();
        let trailing = digits().rev().take_while(|digit| *digit == b'0').count();
        let significant = count.saturating_sub(leading + trailing);
        let first = digits().skip(leading).take(significant.min(MAX_DIGITS));
        let scale = i64::try_from(trailing).ok()? - i64::try_from(fraction.len()).ok()?;
        let exponent = exponent(power)?.saturating_add(scale).clamp(-FAR, FAR);
        Some(Self {
            is_negative: significand.len() > magnitude.len(),
            is_integer: magnitude.len() == whole.len() && significand.len() == literal.len(),
            significant,
            value: Decimal {
                digits: first.fold(0, |value, digit| value * 10 + u64::from(digit - b'0')),
                exponent: i32::try_from(exponent).ok()?,
            },
        })
    }

    /// The double that carries the literal, if there is one.
    fn double(&self) -> Option<f64> {
        if self.significant > MAX_DIGITS {
            return None;
        }
        let double = self.value.to_double();
        let is_lost = !double.is_finite() || (double == 0.0 && self.significant > 0);
        (!is_lost).then_some(if self.is_negative { -double } else { double })
    }
}

/// Beyond this every exponent is alike.
const FAR: i64 = 1 << 20;

/// The number after the `e`, if it is one.
fn exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let beyond = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    is_number.then(|| text.parse().unwrap_or(beyond))
}
