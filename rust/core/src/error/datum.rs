//! What an error says as data.

use std::borrow::Cow;

use serde_json::Number;

use crate::print::number::spell_exact;

/// One fact about a failure.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Datum {
    /// A name, a place or words.
    Text(Cow<'static, str>),
    /// A length, a position or a count.
    Number(Number),
}

impl core::fmt::Display for Datum {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => f.write_str(&spell_exact(number, u64::MAX)),
        }
    }
}

impl From<&'static str> for Datum {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Datum {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Cow<'static, str>> for Datum {
    fn from(text: Cow<'static, str>) -> Self {
        Self::Text(text)
    }
}

impl From<Number> for Datum {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Datum {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for Datum {
    fn from(number: u64) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Datum {
    fn from(number: usize) -> Self {
        Self::Number(number.into())
    }
}

/// Letters of a text that an error shows, so that nobody fills a log with them: a DID of a key and a nonce are whole.
const MAX_SHOWN: usize = 80;

/// A text that came from somebody, as a datum. The middle of a long one is left out, since the DIDs of two keys begin
/// alike; what would control a terminal is a question mark.
pub(crate) fn excerpt(text: &str) -> String {
    let shown = |letter: char| if letter.is_control() { '?' } else { letter };
    let length = text.chars().count();
    if length <= MAX_SHOWN {
        return text.chars().map(shown).collect();
    }
    let half = MAX_SHOWN / 2;
    let (start, end) = (text.chars().take(half), text.chars().skip(length - half));
    start.chain(['…']).chain(end).map(shown).collect()
}
