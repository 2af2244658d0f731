//! Structured Field Values for HTTP (RFC 9651), over the `sfv` crate. **Dangerous**: a field that
//! parses need not be one that anybody signed, and of a name that comes twice only the last value stays.
//!
//! A field of several lines is its values joined by `", "`. Dates and display strings are read and
//! written. What is written is the one canonical form of the value.
//!
//! | Limit | Value | Code |
//! | --- | --- | --- |
//! | text | 64 KiB | `ERR_LIMIT_EXCEEDED` |
//! | nesting | as the format: items in an inner list in a list | `ERR_STRUCTURED_FIELD_MALFORMED` |
//! | integers and dates | 15 digits | `ERR_STRUCTURED_FIELD_MALFORMED`, `_VALUE` |
//! | decimals | 12 digits, a point, 3 digits, rounded half to even | the same |
//!
//! Where the format lets a reader choose, this one reads base64 without padding, or with unused bits set.

use core::str::FromStr;

use sfv::{Dictionary, FieldType, Item, List, Parser};

use self::unique::Unique;
use crate::{Error, print::Print};

mod json;
mod unique;

/// Longest text of a field, in bytes.
pub const MAX_BYTES: usize = 65_536;

/// The three kinds of fields.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// One value.
    Item,
    /// Values in order.
    List,
    /// Values by name.
    Dictionary,
}

impl FromStr for Kind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "item" => Ok(Self::Item),
            "list" => Ok(Self::List),
            "dictionary" => Ok(Self::Dictionary),
            _ => Err(Error::StructuredFieldValue("the kind")),
        }
    }
}

/// Reads a field of a kind and writes it as JSON; see `ts/src/hazmat/structuredFields.ts` for the form.
///
/// # Errors
///
/// `ERR_STRUCTURED_FIELD_MALFORMED`, `ERR_LIMIT_EXCEEDED`.
pub fn parse_to_json(kind: Kind, text: &str) -> Result<String, Error> {
    let value = match kind {
        Kind::Item => json::from_item(&read::<Item>(text.as_bytes())?),
        Kind::List => json::from_list(&read::<List>(text.as_bytes())?),
        Kind::Dictionary => json::from_dictionary(&read::<Dictionary>(text.as_bytes())?),
    };
    Ok(value.print())
}

/// Writes a field of a kind from its JSON form. An empty list or dictionary gives `""`: no field.
///
/// # Errors
///
/// `ERR_STRUCTURED_FIELD_VALUE` for what the format cannot carry; a code of
/// [`crate::encoding::json`].
pub fn serialize_json(kind: Kind, text: &str) -> Result<String, Error> {
    let value = crate::encoding::json::parse(text.as_bytes())?;
    match kind {
        Kind::Item => Ok(json::to_item(&value)?.serialize()),
        Kind::List => Ok(json::to_list(&value)?.serialize().unwrap_or_default()),
        Kind::Dictionary => Ok(json::to_dictionary(&value)?.serialize().unwrap_or_default()),
    }
}

/// Reads a field.
///
/// # Errors
///
/// `ERR_STRUCTURED_FIELD_MALFORMED`, `ERR_LIMIT_EXCEEDED`.
pub fn read<T: FieldType>(text: &[u8]) -> Result<T, Error> {
    check_length(text)?;
    Parser::new(text).parse::<T>().map_err(|error| malformed(&error))
}

/// Reads a dictionary in which no name of a member or a parameter comes twice.
///
/// # Errors
///
/// As [`read`]; `ERR_STRUCTURED_FIELD_DUPLICATE`.
pub fn read_unique(text: &[u8]) -> Result<Dictionary, Error> {
    check_length(text)?;
    let unique = Parser::new(text).parse_dictionary_with_visitor(Unique::<Dictionary>::default());
    // A field that is not well-formed is called that, whatever comes twice before the place.
    unique.or_else(|_| read::<Dictionary>(text).and(Err(Error::StructuredFieldDuplicate)))
}

/// Reads a list in which no name of a parameter comes twice.
///
/// # Errors
///
/// As [`read_unique`].
pub fn read_unique_list(text: &[u8]) -> Result<List, Error> {
    check_length(text)?;
    let unique = Parser::new(text).parse_list_with_visitor(Unique::<List>::default());
    unique.or_else(|_| read::<List>(text).and(Err(Error::StructuredFieldDuplicate)))
}

fn check_length(text: &[u8]) -> Result<(), Error> {
    if text.len() > MAX_BYTES {
        return Err(Error::LimitExceeded("length of a structured field", MAX_BYTES));
    }
    Ok(())
}

fn malformed(error: &sfv::Error) -> Error {
    Error::StructuredFieldMalformed(error.index().unwrap_or_default())
}
