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
    encoding::{
        document::{Document, Node, Numbers},
        frames,
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
/// A code of [`crate::encoding::document`]; `ERR_AID_MALFORMED`.
pub(crate) fn read<T: DeserializeOwned>(text: &str, what: &'static str) -> Result<Read<T>, Error> {
    read_node(document(text.as_bytes())?.root(), what)
}

/// The text of objects, or of a file with one inside, for [`read_node`].
///
/// # Errors
///
/// A code of [`crate::encoding::document`].
pub(crate) fn document(text: &[u8]) -> Result<Document<'_>, Error> {
    Document::read(text, Numbers::Integers64)
}

/// As [`read`], of a part of a document.
pub(crate) fn read_node<T: DeserializeOwned>(
    node: Node<'_>,
    what: &'static str,
) -> Result<Read<T>, Error> {
    let mut unknown = Vec::new();
    let source = Source { node, path: &Path::Start, unknown: &mut unknown };
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
/// A code of [`crate::encoding::document`]; `ERR_AID_MALFORMED`.
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

/// What [`compact`] wrote as `serde_json::to_string_pretty` would: a line for each member, two spaces for each level.
pub(crate) fn pretty(compact: &str) -> String {
    let mut out = String::with_capacity(2 * compact.len());
    let (mut depth, mut last) = (0_usize, ' ');
    let (mut quoted, mut escaped) = (false, false);
    for letter in compact.chars() {
        if quoted {
            quoted = escaped || letter != '"';
            escaped = !escaped && letter == '\\';
        } else {
            let (opened, closes) = (matches!(last, '{' | '['), matches!(letter, '}' | ']'));
            depth = depth.saturating_sub(usize::from(closes));
            if opened != closes || last == ',' {
                out.push('\n');
                out.extend(core::iter::repeat_n("  ", depth));
            }
            depth += usize::from(matches!(letter, '{' | '['));
            quoted = letter == '"';
            last = letter;
        }
        out.push(letter);
        if !quoted && letter == ':' {
            out.push(' ');
        }
    }
    out
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::{compact, pretty};

    #[test]
    fn lines_are_those_of_serde_json() {
        for value in [
            json!(null),
            json!([]),
            json!({}),
            json!([[], {}, [{}]]),
            json!({ "a{[,:": "\\\"}],:{", "": [1.5, -0.0, "\u{1f600}", { "b": [true, null] }] }),
        ] {
            assert_eq!(
                pretty(&compact(&value)),
                serde_json::to_string_pretty(&value).unwrap_or_default()
            );
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![".*".prop_map(Value::from), any::<i32>().prop_map(Value::from)];
        leaf.prop_recursive(4, 32, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(".{0,4}", inner, 0..4)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_value_has_the_lines_of_serde_json(value in values()) {
            prop_assert_eq!(pretty(&compact(&value)), serde_json::to_string_pretty(&value).unwrap_or_default());
        }
    }
}
