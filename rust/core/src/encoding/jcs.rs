//! JSON Canonicalization Scheme (RFC 8785): one byte string for one JSON value.
//!
//! Members sorted by UTF-16 code units, numbers as ECMAScript prints their
//! doubles, literal UTF-8, no white space. Takes any value that [`json`] reads;
//! nesting is limited to 128, so that an envelope around a document at the
//! reader's limit still fits.

use serde_json::Value;

use super::json::{self, Numbers};
use crate::Error;

/// Deepest nesting of arrays and objects.
pub const MAX_DEPTH: usize = 128;

/// The canonical bytes of a value.
///
/// # Errors
///
/// `ERR_JSON_DEPTH` if nesting is over [`MAX_DEPTH`].
pub fn canonicalize(value: &Value) -> Result<Vec<u8>, Error> {
    if !within(value, MAX_DEPTH) {
        return Err(Error::JsonDepth { limit: MAX_DEPTH, at: 0 });
    }
    // A `Value` holds no duplicate, no raw text and no non-finite number.
    serde_json_canonicalizer::to_vec(value).map_err(|_| Error::JsonNumber { at: 0 })
}

/// The canonical text of a JSON text, read strictly.
///
/// # Errors
///
/// As [`json::parse`].
pub fn canonicalize_text(text: &[u8], numbers: Numbers) -> Result<String, Error> {
    let bytes = canonicalize(&json::parse_with(text, numbers)?)?;
    String::from_utf8(bytes)
        .map_err(|error| Error::JsonUtf8 { at: error.utf8_error().valid_up_to() })
}

/// How ECMAScript spells a double; empty if it is not finite.
pub(super) fn spelling(double: f64) -> String {
    serde_json_canonicalizer::to_string(&double).unwrap_or_default()
}

fn within(value: &Value, left: usize) -> bool {
    match value {
        Value::Array(items) => left > 0 && items.iter().all(|item| within(item, left - 1)),
        Value::Object(members) => left > 0 && members.values().all(|item| within(item, left - 1)),
        _ => true,
    }
}
