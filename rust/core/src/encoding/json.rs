//! Strict JSON reading: RFC 8259, restricted to I-JSON (RFC 7493).
//!
//! Two readers that disagree about one text are an attack, so a text on which
//! they could disagree is refused before anything else looks at it. The order
//! of the checks is the order of this table.
//!
//! | Refused | Limit | Code |
//! | --- | --- | --- |
//! | size | over 1 MiB | `ERR_JSON_SIZE` |
//! | byte order mark | any | `ERR_JSON_BOM` |
//! | invalid UTF-8 | any | `ERR_JSON_UTF8` |
//! | nesting of arrays and objects | over 64 | `ERR_JSON_DEPTH` |
//! | escape of half a surrogate pair | any | `ERR_JSON_SURROGATE` |
//! | number that a double cannot carry | see [`Numbers`] | `ERR_JSON_NUMBER` |
//! | member name twice in one object | after unescaping | `ERR_JSON_DUPLICATE` |
//! | text after the value | any but white space | `ERR_JSON_TRAILING` |
//! | anything else outside the grammar | | `ERR_JSON_MALFORMED` |
//!
//! [`spans`] reads in one pass, and gives up without a reason where anything is unusual. Such a text is
//! read again: by a scan over the bytes, for what is no matter of grammar, and by `serde_json`, for the
//! grammar. These two accept the text or name the reason. The scan keeps a counter and no stack, and the
//! parser recurses at most 64 deep.

use core::cell::Cell;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value, error::Category, map::Entry};

use crate::Error;

mod scan;
mod spans;
#[cfg(test)]
mod tests;

/// Largest text, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Deepest nesting of arrays and objects.
pub const MAX_DEPTH: usize = 64;

/// Which number literals are read.
///
/// Always refused: a literal that overflows a double, one that is not zero but
/// becomes zero, and one of more than 17 significant digits (RFC 7493, section
/// 2.2: more precision than a double has).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Numbers {
    /// A received text. An integer literal beyond ±(2^53 - 1) is refused;
    /// `1e20` is read, because its writer asked for a double.
    Exact,
    /// A text that a JavaScript engine printed from doubles. A larger integer
    /// literal is read if it is how ECMAScript spells its double.
    Doubles,
    /// A text of a format whose integers have 64 bits: those of `i64` and `u64` are read exactly.
    Integers64,
}

/// Reads a received text.
///
/// # Errors
///
/// One of the codes in the table of this module.
pub fn parse(text: &[u8]) -> Result<Value, Error> {
    parse_with(text, Numbers::Exact)
}

/// Reads a received text that must be an object.
///
/// # Errors
///
/// As [`parse`]; `ERR_JSON_NOT_OBJECT` for any other value.
pub fn parse_object(text: &[u8]) -> Result<Map<String, Value>, Error> {
    match parse(text)? {
        Value::Object(members) => Ok(members),
        _ => Err(Error::JsonNotObject),
    }
}

/// Reads a text with a choice of [`Numbers`].
///
/// # Errors
///
/// As [`parse`].
pub fn parse_with(text: &[u8], numbers: Numbers) -> Result<Value, Error> {
    let text = check_text(text)?;
    match spans::value(text, numbers) {
        Some(value) => Ok(value),
        None => explain(text, numbers),
    }
}

/// As [`parse_object`], with the canonical form of the object less its members named in `without`.
/// That form is `None` where [`spans`] gave up.
pub(crate) fn parse_with_canonical(
    text: &[u8],
    without: &[&str],
) -> Result<(Map<String, Value>, Option<String>), Error> {
    match spans::both(check_text(text)?, without) {
        Some((Value::Object(members), canonical)) => Ok((members, canonical)),
        _ => parse_object(text).map(|members| (members, None)),
    }
}

/// The canonical form of a text; `None` where [`spans`] gave up.
pub(super) fn canonical(text: &[u8], numbers: Numbers) -> Result<Option<String>, Error> {
    Ok(spans::canonical(check_text(text)?, numbers))
}

/// Reads a text in the order of the table above, so that the error names the first reason.
fn explain(text: &str, numbers: Numbers) -> Result<Value, Error> {
    scan::scan(text, numbers)?;
    let duplicate = Cell::new(false);
    let mut parser = serde_json::Deserializer::from_str(text);
    let value = Strict { duplicate: &duplicate }
        .deserialize(&mut parser)
        .map_err(|error| refusal(text, &error, duplicate.get()))?;
    parser.end().map_err(|error| Error::JsonTrailing(position(text, &error)))?;
    Ok(value)
}

/// Checks the size, the byte order mark and UTF-8.
fn check_text(text: &[u8]) -> Result<&str, Error> {
    if text.len() > MAX_BYTES {
        return Err(Error::JsonSize(MAX_BYTES, text.len()));
    }
    if text.starts_with(b"\xef\xbb\xbf") {
        return Err(Error::JsonBom);
    }
    core::str::from_utf8(text).map_err(|error| Error::JsonUtf8(error.valid_up_to()))
}

fn refusal(text: &str, error: &serde_json::Error, duplicate: bool) -> Error {
    let at = position(text, error);
    match error.classify() {
        Category::Data if duplicate => Error::JsonDuplicate(at),
        _ => Error::JsonMalformed(at),
    }
}

/// The byte index of a line and column: both count from 1, columns in bytes.
fn position(text: &str, error: &serde_json::Error) -> usize {
    let before: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    (before + error.column().saturating_sub(1)).min(text.len())
}

/// Builds a [`Value`] and refuses a member name that comes twice.
#[derive(Clone, Copy)]
struct Strict<'a> {
    /// Set if a duplicate was the reason of the error, because an error of `serde` cannot say so.
    duplicate: &'a Cell<bool>,
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let Entry::Vacant(place) = object.entry(name) else {
                self.duplicate.set(true);
                return Err(A::Error::custom("duplicate member"));
            };
            place.insert(members.next_value_seed(self)?);
        }
        Ok(Value::Object(object))
    }
}
