//! Reading and writing the text of objects.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    Error,
    encoding::{
        frames,
        json::{self, Numbers},
    },
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
pub(crate) fn read<T: Serialize + DeserializeOwned>(
    text: &str,
    what: &'static str,
) -> Result<Read<T>, Error> {
    let parsed = json::parse_with(text.as_bytes(), Numbers::Integers64)?;
    let value = T::deserialize(&parsed).map_err(|error| malformed(what, &error))?;
    let own = serde_json::to_value(&value).map_err(|error| malformed(what, &error))?;
    let mut unknown = Vec::new();
    let shaped = collect_unknown(&parsed, &own, &Path::Start, &mut unknown);
    let reason = "a list stands where an object belongs";
    if shaped { Ok(Read { value, unknown }) } else { Err(refuse(what, reason)) }
}

/// The error for text that is not `what`.
pub(crate) fn refuse(what: &'static str, reason: &str) -> Error {
    Error::AidMalformed(what, reason.to_owned())
}

/// As [`refuse`]. Of serde's words only those about a member that is missing are passed on: the others hold values.
fn malformed(what: &'static str, error: &serde_json::Error) -> Error {
    let words = error.to_string();
    let is_missing = words.starts_with("missing field `");
    refuse(what, if is_missing { &words } else { "a member has another form than it must have" })
}

/// Reads what the caller asks for or makes. An unknown member is refused: if it were passed over,
/// something that was asked for would be left out.
///
/// # Errors
///
/// A code of [`crate::encoding::json`]; `ERR_AID_MALFORMED`.
pub(crate) fn read_exact<T: Serialize + DeserializeOwned>(
    text: &str,
    what: &'static str,
) -> Result<T, Error> {
    let Read { value, unknown } = read(text, what)?;
    match unknown.first() {
        None => Ok(value),
        Some(path) => Err(refuse(what, &format!("it has no member {}", excerpt(path)))),
    }
}

/// Collects the members that are gone when the value is written again. Gives `false` for a list where a
/// record belongs, which serde would read by position. Recurses as deep as the JSON text.
fn collect_unknown(
    parsed: &Value,
    own: &Value,
    path: &Path<'_>,
    unknown: &mut Vec<String>,
) -> bool {
    match (parsed, own) {
        (Value::Object(parsed), Value::Object(own)) => parsed.iter().all(|(name, inner)| {
            let path = Path::Member(path, name);
            if let Some(own) = own.get(name) {
                return collect_unknown(inner, own, &path, unknown);
            }
            unknown.push(path.to_string());
            true
        }),
        (Value::Array(parsed), Value::Array(own)) => {
            let mut each = parsed.iter().zip(own).enumerate();
            each.all(|(index, (inner, own))| {
                collect_unknown(inner, own, &Path::Item(path, index), unknown)
            })
        }
        (Value::Array(_), Value::Object(_)) => false,
        _ => true,
    }
}

/// Where a value stands. It becomes text only when it is reported, because names may be long.
enum Path<'a> {
    Start,
    Member(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => Ok(()),
            Self::Member(Self::Start, name) => f.write_str(name),
            Self::Member(parent, name) => write!(f, "{parent}.{name}"),
            Self::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// The text as serde_json writes it. That cannot fail: all maps of the types here have text as keys.
pub(crate) fn compact(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A number of 64 bits in an option: a JSON number, or decimal text where a double is too small.
pub(crate) fn micros<'de, D: Deserializer<'de>>(source: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Number(u64),
        Text(String),
    }
    match Form::deserialize(source)? {
        Form::Number(number) => Ok(number),
        Form::Text(text) => super::Micros::from_text(&text)
            .map(|micros| micros.0)
            .map_err(|_| serde::de::Error::custom("not a number")),
    }
}

/// As [`micros`], where there may be none.
pub(crate) fn micros_option<'de, D: Deserializer<'de>>(source: D) -> Result<Option<u64>, D::Error> {
    #[derive(Deserialize)]
    struct Some64(#[serde(deserialize_with = "micros")] u64);
    Ok(Option::<Some64>::deserialize(source)?.map(|some| some.0))
}
