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

use serde_json::{Map, Value};

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
    encoding::json::{self, Numbers},
};

/// Signatures that one card may carry.
pub const MAX_SIGNATURES: usize = 16;

/// Reads a card strictly; `parsed` says that the text was printed from a parsed object.
///
/// # Errors
///
/// As [`json::parse_with`]; `ERR_JSON_NOT_OBJECT`.
pub fn parse(text: &[u8], parsed: bool) -> Result<Map<String, Value>, Error> {
    let numbers = if parsed { Numbers::Doubles } else { Numbers::Exact };
    match json::parse_with(text, numbers)? {
        Value::Object(card) => Ok(card),
        _ => Err(Error::JsonNotObject),
    }
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
    let payload = options.reading.unwrap_or_default().payload(&card)?;
    String::from_utf8(payload.bytes)
        .map_err(|error| Error::JsonUtf8(error.utf8_error().valid_up_to()))
}

/// The signature entries of a card.
fn signatures(card: &Map<String, Value>) -> Result<&[Value], Error> {
    let malformed = || Error::CardInvalid("/signatures".to_owned(), "type");
    match card.get("signatures") {
        None => Ok(&[]),
        Some(Value::Array(entries)) if entries.len() > MAX_SIGNATURES => {
            Err(Error::LimitExceeded("number of signatures", MAX_SIGNATURES))
        }
        Some(Value::Array(entries)) => Ok(entries),
        Some(_) => Err(malformed()),
    }
}
