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

use sfv::{
    BareItemFromInput, Dictionary, FieldType, Item, KeyRef, List, Parser,
    visitor::{DictionaryVisitor, EntryVisitor, InnerListVisitor, ItemVisitor, ParameterVisitor},
};

use crate::Error;

mod json;

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
    Ok(value.to_string())
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
    if text.len() > MAX_BYTES {
        return Err(Error::LimitExceeded("length of a structured field", MAX_BYTES));
    }
    Parser::new(text).parse::<T>().map_err(|error| malformed(&error))
}

/// Reads a dictionary in which no name of a member or a parameter comes twice.
///
/// # Errors
///
/// As [`read`]; `ERR_STRUCTURED_FIELD_DUPLICATE`.
pub fn read_unique(text: &[u8]) -> Result<Dictionary, Error> {
    let dictionary = read(text)?;
    let unique = Parser::new(text).parse_dictionary_with_visitor(Members::default());
    unique.map(|()| dictionary).map_err(|_| Error::StructuredFieldDuplicate)
}

fn malformed(error: &sfv::Error) -> Error {
    Error::StructuredFieldMalformed(error.index().unwrap_or_default())
}

/// Sees every name, also those that a later one of the same name would overwrite.
#[derive(Default)]
struct Members<'de>(Vec<&'de str>);

#[derive(Default)]
struct Parameters<'de>(Vec<&'de str>);

struct Member;

#[derive(Debug)]
struct Twice;

impl core::fmt::Display for Twice {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a name comes twice")
    }
}

impl core::error::Error for Twice {}

/// Most names of one dictionary or of one item's parameters.
const MAX_NAMES: usize = 256;

fn add_once<'de>(names: &mut Vec<&'de str>, name: &'de KeyRef) -> Result<(), Twice> {
    if names.len() >= MAX_NAMES || names.contains(&name.as_str()) {
        return Err(Twice);
    }
    names.push(name.as_str());
    Ok(())
}

impl<'de> DictionaryVisitor<'de> for Members<'de> {
    type Out = ();
    type Error = Twice;

    fn entry(&mut self, key: &'de KeyRef) -> Result<impl EntryVisitor<'de>, Twice> {
        add_once(&mut self.0, key).map(|()| Member)
    }

    fn finish(self) -> Result<(), Twice> {
        Ok(())
    }
}

impl<'de> EntryVisitor<'de> for Member {
    type Error = Twice;

    fn item(self) -> Result<impl ItemVisitor<'de>, Twice> {
        Ok(self)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'de>, Twice> {
        Ok(self)
    }
}

impl<'de> ItemVisitor<'de> for Member {
    type Out = ();
    type Error = Twice;

    fn bare_item(
        self,
        _: BareItemFromInput<'de>,
    ) -> Result<impl ParameterVisitor<'de, Out = ()>, Twice> {
        Ok(Parameters::default())
    }
}

impl<'de> InnerListVisitor<'de> for Member {
    type Error = Twice;

    fn item(&mut self) -> Result<impl ItemVisitor<'de>, Twice> {
        Ok(Self)
    }

    fn finish(self) -> Result<impl ParameterVisitor<'de>, Twice> {
        Ok(Parameters::default())
    }
}

impl<'de> ParameterVisitor<'de> for Parameters<'de> {
    type Out = ();
    type Error = Twice;

    fn parameter(&mut self, key: &'de KeyRef, _: BareItemFromInput<'de>) -> Result<(), Twice> {
        add_once(&mut self.0, key)
    }

    fn finish(self) -> Result<(), Twice> {
        Ok(())
    }
}
