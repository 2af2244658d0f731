//! Structured Field Values for HTTP (RFC 9651). **Dangerous**: a field that
//! parses need not be one that anybody signed, and of a name that comes twice only the last value stays.
//!
//! A field of several lines is its values joined by `", "`. Dates and display strings are read and
//! written. What is written is the one canonical form of the value.
//!
//! | Limit | Value | Code |
//! | --- | --- | --- |
//! | text that is read | 64 KiB | `ERR_LIMIT_EXCEEDED` |
//! | JSON of what is to be written | as [`crate::encoding::document`] | `ERR_JSON_SIZE` |
//! | nesting | as the format: items in an inner list in a list | `ERR_STRUCTURED_FIELD_MALFORMED` |
//! | names of one dictionary, or of the parameters of one value | 1,024; 256 where each comes once | `ERR_LIMIT_EXCEEDED` |
//! | integers and dates | 15 digits | `ERR_STRUCTURED_FIELD_MALFORMED`, `_VALUE` |
//! | decimals | 12 digits, a point, 3 digits, rounded half to even | the same |
//!
//! Where the format lets a reader choose, this one reads base64 without padding, or with unused bits set.

use core::str::FromStr;

use self::read::{Names, whole};
pub(crate) use self::value::is_tchar;
pub use self::{
    value::{Bare, Dictionary, InnerList, Item, List, Member, Named, is_name},
    write::list_to_text,
};
use crate::{
    Error,
    encoding::document::{Document, Numbers},
};

mod bare;
mod json;
mod read;
mod value;
mod write;

/// Longest text of a field, in bytes.
pub const MAX_BYTES: usize = 65_536;

/// Most names of one dictionary, or of the parameters of one value.
const MAX_NAMES: usize = 1024;

/// Largest integer, date, or number of thousandths of a decimal: 15 digits.
const MAX_INTEGER: u64 = 999_999_999_999_999;

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
    let text = bounded(text.as_bytes())?;
    Ok(match kind {
        Kind::Item => json::from_item(&whole(text, Names::Any, |reader| reader.item())?),
        Kind::List => json::from_list(&whole(text, Names::Any, |reader| reader.list())?),
        Kind::Dictionary => {
            json::from_dictionary(&whole(text, Names::Any, |reader| reader.dictionary())?)
        }
    })
}

/// Writes a field of a kind from its JSON form. An empty list or dictionary gives `""`: no field.
///
/// # Errors
///
/// `ERR_STRUCTURED_FIELD_VALUE` for what the format cannot carry; `ERR_LIMIT_EXCEEDED`; a code of
/// [`crate::encoding::document`].
pub fn serialize_json(kind: Kind, text: &str) -> Result<String, Error> {
    let document = Document::read(text.as_bytes(), Numbers::Exact)?;
    let value = document.root();
    match kind {
        Kind::Item => Ok(json::to_item(value)?.to_text()),
        Kind::List => Ok(list_to_text(&json::to_list(value)?)),
        Kind::Dictionary => Ok(json::to_dictionary(value)?.to_text()),
    }
}

/// Reads an item. Of a name of a parameter that comes twice, the last value stays.
///
/// # Errors
///
/// `ERR_STRUCTURED_FIELD_MALFORMED`, `ERR_LIMIT_EXCEEDED`.
pub fn read_item(text: &[u8]) -> Result<Item, Error> {
    whole(bounded(text)?, Names::Any, |reader| reader.item())
}

/// Reads an item in which no name of a parameter comes twice.
///
/// # Errors
///
/// As [`read_unique`].
pub fn read_unique_item(text: &[u8]) -> Result<Item, Error> {
    whole(bounded(text)?, Names::Once, |reader| reader.item())
}

/// Reads a dictionary in which no name of a member or a parameter comes twice.
///
/// # Errors
///
/// As [`read_item`]; `ERR_STRUCTURED_FIELD_DUPLICATE`.
pub fn read_unique(text: &[u8]) -> Result<Dictionary, Error> {
    whole(bounded(text)?, Names::Once, |reader| reader.dictionary())
}

/// Reads a list in which no name of a parameter comes twice.
///
/// # Errors
///
/// As [`read_unique`].
pub fn read_unique_list(text: &[u8]) -> Result<List, Error> {
    whole(bounded(text)?, Names::Once, |reader| reader.list())
}

fn check_names(names: usize, most: usize) -> Result<(), Error> {
    if names > most {
        return Err(Error::LimitExceeded("names in a structured field", most));
    }
    Ok(())
}

fn bounded(text: &[u8]) -> Result<&[u8], Error> {
    if text.len() > MAX_BYTES {
        return Err(Error::LimitExceeded("length of a structured field", MAX_BYTES));
    }
    Ok(text)
}
