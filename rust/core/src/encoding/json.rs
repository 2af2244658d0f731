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
//! A [document](super::document::Document) is read in one pass. A text that it refuses is read again, to name the first
//! reason of the table: by a scan over the bytes, for what is no matter of grammar, and once more for the grammar. The
//! scan keeps a counter and no stack, and values are built at most 64 deep.

use serde_json::{Map, Value};

use super::document;
pub use super::document::{MAX_BYTES, MAX_DEPTH, Numbers};
use crate::Error;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;

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
    object_of(parse(text)?)
}

fn object_of(value: Value) -> Result<Map<String, Value>, Error> {
    match value {
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
    document::tree(text, numbers)
}
