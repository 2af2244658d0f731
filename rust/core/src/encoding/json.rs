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
//! A [`Document`] is read in one pass. A text that it refuses is read again, to name the first reason of the table: by a
//! scan over the bytes, for what is no matter of grammar, and once more for the grammar. The scan keeps a counter and no
//! stack, and values are built at most 64 deep.

use serde_json::{Map, Value};

use super::document::{Document, LeftOut};
use crate::Error;

#[cfg(test)]
mod oracle;
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

/// An object, of names and of what a [`Value`] can be made from. `serde_json::json!` would bring the code that serialises
/// any type, and that which prints why it could not.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {{
        let mut members = serde_json::Map::new();
        $(members.insert($name.to_owned(), serde_json::Value::from($value));)*
        serde_json::Value::Object(members)
    }};
}

pub(crate) use object;

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
    Ok(Document::read(text, numbers)?.root().to_value())
}

/// As [`parse_object`], with the canonical form of the object less its members named in `without`.
pub(crate) fn parse_with_canonical(
    text: &[u8],
    without: &[&str],
) -> Result<(Map<String, Value>, Option<String>), Error> {
    let document = Document::read(text, Numbers::Exact)?;
    let members = document.root().to_object().ok_or(Error::JsonNotObject)?;
    let mut left_out = LeftOut::default();
    without.iter().filter_map(|name| document.root().get(name)).for_each(|node| left_out.add(node));
    Ok((members, Some(document.canonical_without(&left_out)?)))
}

/// Checks the size, the byte order mark and UTF-8.
pub(super) fn check_text(text: &[u8]) -> Result<&str, Error> {
    if text.len() > MAX_BYTES {
        return Err(Error::JsonSize(MAX_BYTES, text.len()));
    }
    if text.starts_with(b"\xef\xbb\xbf") {
        return Err(Error::JsonBom);
    }
    core::str::from_utf8(text).map_err(|error| Error::JsonUtf8(error.valid_up_to()))
}
