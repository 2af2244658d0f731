//! Reading and writing the text of objects.

use core::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, Visitor},
};

use super::{
    Micros,
    source::{Path, Source},
};
use crate::{
    Error,
    encoding::{document::Document, frames, json::Numbers},
    error::excerpt,
};

/// Most objects of a list.
const MAX_OBJECTS: usize = 65_536;

/// An object, and the paths of members that its format does not know.
#[derive(Clone, Debug)]
pub(crate) struct Read<T> {
    pub(crate) value: T,
    pub(crate) unknown: Vec<String>,
}

/// The texts of a list, which crosses as [`frames`].
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` above 65,536 objects; `ERR_ENCODING_MALFORMED` for frames that do not add up;
/// `ERR_JSON_UTF8`.
pub fn split(list: &[u8]) -> Result<Vec<&str>, Error> {
    frames::texts(list, "number of objects", MAX_OBJECTS)
}

/// Reads an object strictly.
///
/// # Errors
///
/// A code of [`crate::encoding::json`]; `ERR_AID_MALFORMED`.
pub(crate) fn read<T: DeserializeOwned>(text: &str, what: &'static str) -> Result<Read<T>, Error> {
    let document = Document::read(text.as_bytes(), Numbers::Integers64)?;
    let mut unknown = Vec::new();
    let source = Source { node: document.root(), path: &Path::Start, unknown: &mut unknown };
    let value = T::deserialize(source).map_err(|refused| refuse(what, &refused.to_string()))?;
    Ok(Read { value, unknown })
}

/// The error for text that is not `what`.
pub(crate) fn refuse(what: &'static str, reason: &str) -> Error {
    Error::AidMalformed(what, reason.to_owned())
}

/// Reads what the caller asks for or makes. An unknown member is refused: if it were passed over,
/// something that was asked for would be left out.
///
/// # Errors
///
/// A code of [`crate::encoding::json`]; `ERR_AID_MALFORMED`.
pub(crate) fn read_exact<T: DeserializeOwned>(text: &str, what: &'static str) -> Result<T, Error> {
    let Read { value, unknown } = read(text, what)?;
    match unknown.first() {
        None => Ok(value),
        Some(path) => Err(refuse(what, &format!("it has no member {}", excerpt(path)))),
    }
}

/// Room for most objects, because memory that grows is copied, and wiped where it was.
const ROOM: usize = 1 << 10;

/// The text as serde_json writes it. That cannot fail: all maps of the types here have text as keys.
pub(crate) fn compact(value: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(ROOM);
    let written = serde_json::to_writer(&mut text, value);
    written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default()
}

/// A number of 64 bits in an option: a JSON number, or decimal text where a double is too small.
pub(crate) fn micros<'de, D: Deserializer<'de>>(source: D) -> Result<u64, D::Error> {
    source.deserialize_any(Number64)
}

struct Number64;

impl Visitor<'_> for Number64 {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of 64 bits")
    }

    fn visit_u64<E>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<u64, E> {
        Micros::from_text(text).map(|micros| micros.0).map_err(E::custom)
    }
}

/// As [`micros`], where there may be none.
pub(crate) fn micros_option<'de, D: Deserializer<'de>>(source: D) -> Result<Option<u64>, D::Error> {
    #[derive(Deserialize)]
    struct Some64(#[serde(deserialize_with = "micros")] u64);
    Ok(Option::<Some64>::deserialize(source)?.map(|some| some.0))
}
