//! A chain in an HTTP request: the field `Countersign-Grant`.
//!
//! ```text
//! Countersign-Grant: ":" base64(JSON of { "chain": [...], "presentation"?: {...} }) ":"
//! ```
//!
//! A byte sequence of RFC 9651; at most [`MAX_HEADER`] bytes. Two ways bind it to the request:
//! the presentation names the request in its `request`, or the request is signed
//! (RFC 9421) by the holder's key, with the tag `countersign-grant` and with `@method`,
//! `@target-uri` and `countersign-grant` among the covered components.

use countersign_kernels::json::Kind;

use super::record::{Record, malformed};
use crate::{
    Error,
    encoding::{
        base64,
        document::{Document, Numbers},
    },
    print::Written,
};

/// Longest field, in bytes. Many servers take less.
pub const MAX_HEADER: usize = 65_536;

/// Writes the field. An empty `presentation` means none.
///
/// # Errors
///
/// A code of [`crate::encoding::document`]; `ERR_LIMIT_EXCEEDED`.
pub fn to_header(chain: &str, presentation: &str) -> Result<String, Error> {
    let chain = Document::read(chain.as_bytes(), Numbers::Exact)?.canonical()?;
    let presentation = Some(presentation).filter(|text| !text.is_empty());
    let presentation = presentation.map(canonical_object).transpose()?;
    let text = Written::new()
        .json("chain", &chain)
        .maybe(presentation, |written, text| written.json("presentation", &text))
        .end();
    let field = format!(":{}:", base64::encode(text.as_bytes()));
    check_length(&field)?;
    Ok(field)
}

/// Reads the field: `{ "chain", "presentation"? }` as JSON text. Nothing of it is verified.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED`; `ERR_GRANT_MALFORMED` for another form; `ERR_ENCODING_MALFORMED`; a
/// code of [`crate::encoding::document`].
pub fn from_header(field: &str) -> Result<String, Error> {
    check_length(field)?;
    let body = field.strip_prefix(':').and_then(|rest| rest.strip_suffix(':'));
    let bytes = base64::decode(
        body.ok_or_else(|| malformed("header", "it must be base64 between two colons"))?,
    )?;
    let document = Document::read_object(&bytes, Numbers::Exact)?;
    let mut record = Record::new(document.root(), malformed);
    if record.take("chain").is_none_or(|chain| chain.kind() != Kind::Array) {
        return Err(malformed("chain", "it must be a list of grants"));
    }
    if record.has("presentation") {
        record.object("presentation")?;
    }
    record.end()?;
    document.canonical()
}

fn canonical_object(text: &str) -> Result<String, Error> {
    Document::read_object(text.as_bytes(), Numbers::Exact)?.canonical()
}

fn check_length(field: &str) -> Result<(), Error> {
    if field.len() <= MAX_HEADER {
        return Ok(());
    }
    Err(Error::LimitExceeded("Countersign-Grant field", MAX_HEADER))
}
