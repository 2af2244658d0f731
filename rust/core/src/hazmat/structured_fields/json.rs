//! Structured fields as JSON, the form in which they cross to a host.
//!
//! ```text
//! bare       = { "type": "integer" | "decimal" | "date", "value": number }
//!            | { "type": "string" | "token" | "displayString", "value": text }
//!            | { "type": "boolean", "value": true | false }
//!            | { "type": "binary", "value": padded base64 }
//! parameters = [ [name, bare], … ]
//! item       = { "bare": bare, "parameters": parameters }
//! inner list = { "items": [item, …], "parameters": parameters }
//! list       = [ item or inner list, … ]
//! dictionary = [ [name, item or inner list], … ]
//! ```

use serde_json::{Map, Value};

use super::{
    MAX_NAMES, check_names,
    value::{Bare, Dictionary, InnerList, Item, List, Member, Named, is_integer, is_name},
};
use crate::{
    Error,
    encoding::{
        base64,
        json::{into_value, object},
    },
};

type Members = Map<String, Value>;

pub(super) fn from_item(item: &Item) -> Value {
    object! { "bare": from_bare(&item.bare), "parameters": from_parameters(&item.parameters) }
}

pub(super) fn from_list(list: &List) -> Value {
    list.iter().map(from_member).collect()
}

pub(super) fn from_dictionary(dictionary: &Dictionary) -> Value {
    dictionary
        .iter()
        .map(|(name, member)| into_value([into_value(name), from_member(member)]))
        .collect()
}

fn from_member(member: &Member) -> Value {
    match member {
        Member::Item(item) => from_item(item),
        Member::List(list) => {
            let items: Vec<Value> = list.items.iter().map(from_item).collect();
            object! { "items": items, "parameters": from_parameters(&list.parameters) }
        }
    }
}

fn from_parameters(parameters: &Named<Bare>) -> Value {
    parameters.iter().map(|(name, bare)| into_value([into_value(name), from_bare(bare)])).collect()
}

#[allow(clippy::cast_precision_loss, reason = "at most 15 digits")]
fn from_bare(bare: &Bare) -> Value {
    let (kind, value) = match bare {
        Bare::Integer(number) => ("integer", (*number).into()),
        Bare::Decimal(thousandths) => ("decimal", (*thousandths as f64 / 1000.0).into()),
        Bare::Date(seconds) => ("date", (*seconds).into()),
        Bare::String(text) => ("string", text.as_str().into()),
        Bare::Token(text) => ("token", text.as_str().into()),
        Bare::DisplayString(text) => ("displayString", text.as_str().into()),
        Bare::Boolean(flag) => ("boolean", Value::Bool(*flag)),
        Bare::Binary(bytes) => ("binary", base64::encode(bytes).into()),
    };
    object! { "type": kind, "value": value }
}

fn wrong(what: &'static str) -> Error {
    Error::StructuredFieldValue(what)
}

pub(super) fn to_item(value: &Value) -> Result<Item, Error> {
    item(object(value)?)
}

pub(super) fn to_list(value: &Value) -> Result<List, Error> {
    value.as_array().ok_or(wrong("a list"))?.iter().map(to_member).collect()
}

pub(super) fn to_dictionary(value: &Value) -> Result<Dictionary, Error> {
    read_named(value, to_member)
}

fn to_member(value: &Value) -> Result<Member, Error> {
    let members = object(value)?;
    let Some(items) = members.get("items") else { return item(members).map(Member::Item) };
    let items = items.as_array().ok_or(wrong("an inner list"))?;
    let items = items.iter().map(to_item).collect::<Result<_, _>>()?;
    Ok(Member::List(InnerList { items, parameters: parameters(members)? }))
}

fn item(members: &Members) -> Result<Item, Error> {
    let bare = to_bare(members.get("bare").ok_or(wrong("an item"))?)?;
    Ok(Item { bare, parameters: parameters(members)? })
}

fn parameters(members: &Members) -> Result<Named<Bare>, Error> {
    members.get("parameters").map_or_else(|| Ok(Named::default()), |list| read_named(list, to_bare))
}

fn to_bare(value: &Value) -> Result<Bare, Error> {
    let members = object(value)?;
    let value = members.get("value").ok_or(wrong("a bare item"))?;
    let text = || value.as_str().ok_or(wrong("a text"));
    match members.get("type").and_then(Value::as_str) {
        Some("integer") => integer(value).map(Bare::Integer),
        Some("decimal") => Bare::decimal(value.as_f64().ok_or(wrong("a decimal"))?)
            .ok_or(wrong("a decimal of more than 12 digits")),
        Some("date") => integer(value).map(Bare::Date),
        Some("string") => Bare::string(text()?).ok_or(wrong("a string outside printable ASCII")),
        Some("token") => Bare::token(text()?).ok_or(wrong("a token")),
        Some("displayString") => Ok(Bare::DisplayString(text()?.to_owned())),
        Some("boolean") => Ok(Bare::Boolean(value.as_bool().ok_or(wrong("a boolean"))?)),
        Some("binary") => Ok(Bare::Binary(base64::decode(text()?)?)),
        _ => Err(wrong("the type of a bare item")),
    }
}

fn integer(value: &Value) -> Result<i64, Error> {
    let number = value.as_i64().ok_or(wrong("an integer"))?;
    if is_integer(number) { Ok(number) } else { Err(wrong("an integer of more than 15 digits")) }
}

fn object(value: &Value) -> Result<&Members, Error> {
    value.as_object().ok_or(wrong("an object"))
}

/// Reads pairs of name and value.
fn read_named<T>(list: &Value, read: fn(&Value) -> Result<T, Error>) -> Result<Named<T>, Error> {
    let mut found = Named::default();
    let pairs = list.as_array().ok_or(wrong("pairs of name and value"))?;
    check_names(pairs.len(), MAX_NAMES)?;
    for pair in pairs {
        let name = pair.get(0).and_then(Value::as_str).filter(|name| is_name(name));
        let (name, value) = name.zip(pair.get(1)).ok_or(wrong("a name"))?;
        if !found.put(name, read(value)?) {
            return Err(wrong("a name that comes twice"));
        }
    }
    Ok(found)
}
