//! The oracle of the tests: `serde_json` reads what the scan passed.

use core::cell::Cell;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value, error::Category, map::Entry};

use countersign_kernels::json::Kind;

use super::{Node, Numbers, scan};
use crate::Error;

/// Reads a text in the order of the table of [`super`], so that the error names the first reason.
pub(super) fn read(text: &str, numbers: Numbers) -> Result<Value, Error> {
    scan::scan(text, numbers)?;
    let duplicate = Cell::new(false);
    let mut parser = serde_json::Deserializer::from_str(text);
    let value = Strict { duplicate: &duplicate }
        .deserialize(&mut parser)
        .map_err(|error| refusal(text, &error, duplicate.get()))?;
    parser.end().map_err(|error| Error::JsonTrailing(position(text, &error)))?;
    Ok(value)
}

/// Tells whether a value of a document is that of the oracle, with every digit.
pub(super) fn is_alike(node: Node<'_>, value: &Value) -> bool {
    match value {
        Value::Null => node.kind() == Kind::Null,
        Value::Bool(bool) => node.as_bool() == Some(*bool),
        Value::Number(number) => node.as_number().as_ref() == Some(number),
        Value::String(text) => node.as_str() == Some(text),
        Value::Array(items) => {
            node.kind() == Kind::Array
                && node.items().count() == items.len()
                && node.items().zip(items).all(|(node, item)| is_alike(node, item))
        }
        Value::Object(members) => {
            let is_member = |(name, node): (Node<'_>, _)| {
                let value = name.as_str().and_then(|name| members.get(name));
                value.is_some_and(|value| is_alike(node, value))
            };
            node.kind() == Kind::Object
                && node.members().count() == members.len()
                && node.members().all(is_member)
        }
    }
}

fn refusal(text: &str, error: &serde_json::Error, duplicate: bool) -> Error {
    let place = position(text, error);
    match error.classify() {
        Category::Data if duplicate => Error::JsonDuplicate(place),
        _ => Error::JsonMalformed(place),
    }
}

/// The byte index of a line and column: both count from 1, columns in bytes.
fn position(text: &str, error: &serde_json::Error) -> usize {
    let before: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    (before + error.column().saturating_sub(1)).min(text.len())
}

/// Builds a [`Value`] and refuses a member name that comes twice.
#[derive(Clone, Copy)]
struct Strict<'a> {
    /// Set if a duplicate was the reason of the error, because an error of `serde` cannot say so.
    duplicate: &'a Cell<bool>,
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let Entry::Vacant(place) = object.entry(name) else {
                self.duplicate.set(true);
                return Err(A::Error::custom("duplicate member"));
            };
            place.insert(members.next_value_seed(self)?);
        }
        Ok(Value::Object(object))
    }
}
