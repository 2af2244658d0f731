//! Reads bare items (RFC 9651, sections 4.2.3.1 and 4.2.4 to 4.2.10).

use countersign_kernels::base64::Alphabet;

use super::{
    read::Reader,
    value::{Bare, begins_token, is_of_token, is_printable},
};
use crate::Error;

/// Most digits of an integer.
const INTEGER_DIGITS: usize = 15;
/// Most digits of a decimal before its point.
const WHOLE_DIGITS: usize = 12;
/// Most digits of a decimal behind its point.
const PART_DIGITS: usize = 3;

impl<'a> Reader<'a> {
    pub(super) fn bare(&mut self) -> Result<Bare, Error> {
        match self.peek() {
            Some(b'?') => self.boolean(),
            Some(b'"') => self.string().map(Bare::String),
            Some(b':') => self.binary().map(Bare::Binary),
            Some(b'@') => self.date(),
            Some(b'%') => self.display_string().map(Bare::DisplayString),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Ok(Bare::Token(self.word(begins_token, is_of_token)?.to_owned())),
        }
    }

    fn boolean(&mut self) -> Result<Bare, Error> {
        self.at += 1;
        if self.takes(b'1') {
            return Ok(Bare::Boolean(true));
        }
        if self.takes(b'0') { Ok(Bare::Boolean(false)) } else { Err(self.malformed()) }
    }

    fn number(&mut self) -> Result<Bare, Error> {
        let sign = if self.takes(b'-') { -1 } else { 1 };
        let whole = self.digits(1, INTEGER_DIGITS)?;
        if self.peek() != Some(b'.') {
            return Ok(Bare::Integer(sign * value(whole)));
        }
        if whole.len() > WHOLE_DIGITS {
            return Err(self.malformed());
        }
        self.at += 1;
        // Of a point without digits, the point is what is wrong.
        let point = self.at - 1;
        let part = self.digits(0, PART_DIGITS)?;
        let scale = match part.len() {
            0 => return Err(Error::StructuredFieldMalformed(point)),
            1 => 100,
            2 => 10,
            _ => 1,
        };
        Ok(Bare::Decimal(sign * (value(whole) * 1000 + value(part) * scale)))
    }

    fn digits(&mut self, least: usize, most: usize) -> Result<&'a str, Error> {
        let start = self.at;
        let digits = self.run(|byte| byte.is_ascii_digit());
        if digits.len() > most {
            return Err(Error::StructuredFieldMalformed(start + most));
        }
        if digits.len() < least { Err(self.malformed()) } else { Ok(digits) }
    }

    fn date(&mut self) -> Result<Bare, Error> {
        let start = self.at;
        self.at += 1;
        match self.number()? {
            Bare::Integer(seconds) => Ok(Bare::Date(seconds)),
            _ => Err(Error::StructuredFieldMalformed(start)),
        }
    }

    fn string(&mut self) -> Result<String, Error> {
        self.at += 1;
        let mut text = String::new();
        loop {
            text.push_str(self.run(|byte| is_printable(byte) && !matches!(byte, b'"' | b'\\')));
            if self.takes(b'"') {
                return Ok(text);
            }
            if !self.takes(b'\\') {
                return Err(self.malformed());
            }
            match self.peek() {
                Some(byte @ (b'"' | b'\\')) => text.push(char::from(byte)),
                _ => return Err(self.malformed()),
            }
            self.at += 1;
        }
    }

    fn display_string(&mut self) -> Result<String, Error> {
        self.at += 1;
        if !self.takes(b'"') {
            return Err(self.malformed());
        }
        let start = self.at;
        let mut bytes = Vec::new();
        loop {
            let plain = self.run(|byte| is_printable(byte) && !matches!(byte, b'"' | b'%'));
            bytes.extend_from_slice(plain.as_bytes());
            if self.takes(b'"') {
                break;
            }
            if !self.takes(b'%') {
                return Err(self.malformed());
            }
            bytes.push(self.half()? << 4 | self.half()?);
        }
        String::from_utf8(bytes).map_err(|error| {
            let wrong = self.place(start, error.utf8_error().valid_up_to());
            Error::StructuredFieldMalformed(wrong)
        })
    }

    /// Four bits, as a digit in lower case.
    fn half(&mut self) -> Result<u8, Error> {
        let digit = match self.peek() {
            Some(byte @ b'0'..=b'9') => byte - b'0',
            Some(byte @ b'a'..=b'f') => byte - b'a' + 10,
            _ => return Err(self.malformed()),
        };
        self.at += 1;
        Ok(digit)
    }

    /// Where a display string that begins at `start` has the byte of this number.
    fn place(&self, start: usize, number: usize) -> usize {
        (0..number)
            .fold(start, |place, _| place + if self.text.get(place) == Some(&b'%') { 3 } else { 1 })
    }

    /// Padding may be missing, and unused bits may be set.
    fn binary(&mut self) -> Result<Vec<u8>, Error> {
        self.at += 1;
        let start = self.at;
        let text = self.run(|byte| byte.is_ascii() && byte != b':');
        if !self.takes(b':') {
            return Err(self.malformed());
        }
        decode(text).ok_or(Error::StructuredFieldMalformed(start))
    }
}

/// The value of at most 15 digits.
fn value(digits: &str) -> i64 {
    digits.bytes().fold(0, |value, digit| 10 * value + i64::from(digit - b'0'))
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let letters = text.trim_end_matches('=');
    let whole = letters.len().next_multiple_of(4);
    // Letters that stand for zeros make groups whole; what they add is cut off again, with all unused bits.
    let mut bytes =
        Alphabet::STANDARD.decode([letters, "AAA"].concat().get(..whole)?.as_bytes())?;
    bytes.truncate(letters.len() * 6 / 8);
    (letters.len() % 4 != 1 && text.len() <= whole).then_some(bytes)
}
