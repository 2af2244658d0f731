//! JSON Canonicalization Scheme (RFC 8785): one byte string for one JSON value.
//!
//! Members sorted by UTF-16 code units, numbers as ECMAScript prints their
//! doubles, literal UTF-8, no white space. Takes any text that [`document`](super::document) reads.

use super::document::{Document, Numbers};
use crate::Error;

/// The canonical text of a JSON text, read strictly.
///
/// # Errors
///
/// As [`Document::read`].
pub fn canonicalize_text(text: &[u8], numbers: Numbers) -> Result<String, Error> {
    Document::read(text, numbers)?.canonical()
}
