//! Agent Cards of A2A 1.0: validate, sign, verify (A2A 1.0.1 sections 4.4, 5.7 and 8.4).
//!
//! | File | What |
//! | --- | --- |
//! | [`schema`] | the card's messages and fields, as one table |
//! | [`detect()`] | which version a card is written in |
//! | [`validate()`] | every problem of a card, with its path |
//! | [`reading`] | which bytes a signature covers, by name |
//! | [`sign`] | add a signature (JWS, RFC 7515, detached) |
//! | [`verify()`] | check signatures against a trust input |
//! | [`upgrade()`] | a card of 0.3 as one of 1.0, with a report |
//! | [`sage`] | the card of another format, SAGE's |
//!
//! A card is at most 1 MiB of strict JSON, 64 deep, with at most
//! [`MAX_SIGNATURES`] signatures. A key that a card names or carries is never
//! fetched, and used only where the trust input allows it.

mod check;
mod detect;
mod options;
mod payload;
mod pointer;
pub mod reading;
pub mod sage;
mod schema;
pub mod sign;
mod upgrade;
mod validate;
mod verify;

use countersign_kernels::json::Kind;

pub use check::Checked;
pub use detect::{Detected, detect};
pub use options::VerifyOptions;
pub use payload::{MAX_UNCOVERED, Payload};
pub use reading::Reading;
pub use upgrade::{Change, Upgraded, upgrade};
pub use validate::{MAX_PROBLEMS, Problem, Report, validate};
pub use verify::{Verified, verify};

use crate::{
    Error,
    encoding::document::{Document, Node, Numbers},
};

/// Signatures that one card may carry.
pub const MAX_SIGNATURES: usize = 16;

/// Reads a card strictly; `parsed` says that the text was printed from a parsed object.
///
/// # Errors
///
/// As [`Document::read`]; `ERR_JSON_NOT_OBJECT`.
pub fn parse(text: &[u8], parsed: bool) -> Result<Document<'_>, Error> {
    let numbers = if parsed { Numbers::Doubles } else { Numbers::Exact };
    let card = Document::read(text, numbers)?;
    if card.root().kind() == Kind::Object { Ok(card) } else { Err(Error::JsonNotObject) }
}

/// The bytes that a signature of the card covers, as text.
///
/// `options` is `{ reading?, parsed? }`.
///
/// # Errors
///
/// As [`parse`], [`Reading::from_json`] and [`Reading::payload`].
pub fn canonicalize(text: &str, options: &str) -> Result<String, Error> {
    let options = options::Common::from_json(options)?;
    let card = parse(text.as_bytes(), options.parsed)?;
    Ok(options.reading.unwrap_or_default().payload(&card)?.text)
}

/// The signature entries of a card.
fn signatures<'d>(card: &'d Document<'_>) -> Result<Vec<Node<'d>>, Error> {
    let Some(list) = card.root().get("signatures") else { return Ok(Vec::new()) };
    if list.kind() != Kind::Array {
        return Err(Error::CardInvalid("/signatures".to_owned(), "type"));
    }
    if list.items().count() > MAX_SIGNATURES {
        return Err(Error::LimitExceeded("number of signatures", MAX_SIGNATURES));
    }
    Ok(list.items().collect())
}
