//! JSON Canonicalization Scheme (RFC 8785): one byte string for one JSON value.
//!
//! Members sorted by UTF-16 code units, numbers as ECMAScript prints their
//! doubles, literal UTF-8, no white space. Takes any value that [`json`](super::json) reads;
//! nesting is limited to 128, so that an envelope around a document at the
//! reader's limit still fits. Written in one pass, into one buffer.

use serde_json::{Map, Value};

use super::{document::Document, json::Numbers};
use crate::{
    Error,
    print::{MAX_EXACT, TooDeep, Writer},
};

/// Deepest nesting of arrays and objects.
pub const MAX_DEPTH: usize = 128;

/// The canonical bytes of a value.
///
/// # Errors
///
/// `ERR_JSON_DEPTH` if nesting is over [`MAX_DEPTH`].
pub fn canonicalize(value: &Value) -> Result<Vec<u8>, Error> {
    write(|writer| writer.value(value, MAX_DEPTH))
}

/// As [`canonicalize`], of an object.
///
/// # Errors
///
/// As [`canonicalize`].
pub fn canonicalize_object(members: &Map<String, Value>) -> Result<Vec<u8>, Error> {
    write(|writer| writer.object(members, MAX_DEPTH))
}

fn write(write: impl FnOnce(&mut Writer) -> Result<(), TooDeep>) -> Result<Vec<u8>, Error> {
    let mut writer = Writer::new(MAX_EXACT);
    write(&mut writer).map_err(|TooDeep| Error::JsonDepth(MAX_DEPTH, 0))?;
    Ok(writer.text.into_bytes())
}

/// The canonical text of a JSON text, read strictly.
///
/// # Errors
///
/// As [`Document::read`].
pub fn canonicalize_text(text: &[u8], numbers: Numbers) -> Result<String, Error> {
    Document::read(text, numbers)?.canonical()
}
