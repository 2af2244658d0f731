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
use sfv::{
    BareItem, Date, Decimal, Dictionary, InnerList, Integer, Item, Key, List, ListEntry, Parameters,
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
    object! { "bare": from_bare(&item.bare_item), "parameters": from_parameters(&item.params) }
}

pub(super) fn from_list(list: &List) -> Value {
    list.iter().map(from_entry).collect()
}

pub(super) fn from_dictionary(dictionary: &Dictionary) -> Value {
    dictionary
        .iter()
        .map(|(name, entry)| into_value([into_value(name.as_str()), from_entry(entry)]))
        .collect()
}

fn from_entry(entry: &ListEntry) -> Value {
    match entry {
        ListEntry::Item(item) => from_item(item),
        ListEntry::InnerList(list) => {
            let items: Vec<Value> = list.items.iter().map(from_item).collect();
            object! { "items": items, "parameters": from_parameters(&list.params) }
        }
    }
}

fn from_parameters(parameters: &Parameters) -> Value {
    parameters
        .iter()
        .map(|(name, bare)| into_value([into_value(name.as_str()), from_bare(bare)]))
        .collect()
}

fn from_bare(bare: &BareItem) -> Value {
    let (kind, value) = match bare {
        BareItem::Integer(number) => ("integer", i64::from(*number).into()),
        BareItem::Decimal(number) => ("decimal", f64::from(*number).into()),
        BareItem::Date(date) => ("date", i64::from(date.unix_seconds()).into()),
        BareItem::String(text) => ("string", text.as_str().into()),
        BareItem::Token(text) => ("token", text.as_str().into()),
        BareItem::DisplayString(text) => ("displayString", text.as_str().into()),
        BareItem::Boolean(flag) => ("boolean", Value::Bool(*flag)),
        BareItem::ByteSequence(bytes) => ("binary", base64::encode(bytes).into()),
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
    value.as_array().ok_or(wrong("a list"))?.iter().map(to_entry).collect()
}

pub(super) fn to_dictionary(value: &Value) -> Result<Dictionary, Error> {
    let mut dictionary = Dictionary::new();
    for (name, entry) in pairs(value)? {
        if dictionary.insert(name, to_entry(entry)?).is_some() {
            return Err(wrong("a name that comes twice"));
        }
    }
    Ok(dictionary)
}

fn to_entry(value: &Value) -> Result<ListEntry, Error> {
    let members = object(value)?;
    let Some(items) = members.get("items") else { return Ok(item(members)?.into()) };
    let items = items.as_array().ok_or(wrong("an inner list"))?;
    let items = items.iter().map(to_item).collect::<Result<_, _>>()?;
    Ok(InnerList::with_params(items, parameters(members)?).into())
}

fn item(members: &Members) -> Result<Item, Error> {
    let value = to_bare(object(members.get("bare").ok_or(wrong("an item"))?)?)?;
    Ok(Item::with_params(value, parameters(members)?))
}

fn parameters(members: &Members) -> Result<Parameters, Error> {
    let mut found = Parameters::new();
    let Some(list) = members.get("parameters") else { return Ok(found) };
    for (name, bare) in pairs(list)? {
        if found.insert(name, to_bare(object(bare)?)?).is_some() {
            return Err(wrong("a name that comes twice"));
        }
    }
    Ok(found)
}

fn to_bare(members: &Members) -> Result<BareItem, Error> {
    let value = members.get("value").ok_or(wrong("a bare item"))?;
    let text = || value.as_str().ok_or(wrong("a text"));
    match members.get("type").and_then(Value::as_str) {
        Some("integer") => Ok(integer(value)?.into()),
        Some("decimal") => decimal(value).map(BareItem::Decimal),
        Some("date") => Ok(Date::from_unix_seconds(integer(value)?).into()),
        Some("string") => {
            let text = sfv::String::from_string(text()?.to_owned());
            text.map(Into::into).map_err(|_| wrong("a string outside printable ASCII"))
        }
        Some("token") => {
            let text = sfv::Token::from_string(text()?.to_owned());
            text.map(Into::into).map_err(|_| wrong("a token"))
        }
        Some("displayString") => Ok(BareItem::DisplayString(text()?.to_owned())),
        Some("boolean") => Ok(value.as_bool().ok_or(wrong("a boolean"))?.into()),
        Some("binary") => Ok(BareItem::ByteSequence(base64::decode(text()?)?)),
        _ => Err(wrong("the type of a bare item")),
    }
}

fn integer(value: &Value) -> Result<Integer, Error> {
    let number = value.as_i64().ok_or(wrong("an integer"))?;
    Integer::try_from(number).map_err(|_| wrong("an integer of more than 15 digits"))
}

/// Rounded half to even at three digits.
fn decimal(value: &Value) -> Result<Decimal, Error> {
    let number = value.as_f64().ok_or(wrong("a decimal"))?;
    Decimal::try_from(number).map_err(|_| wrong("a decimal of more than 12 digits"))
}

fn object(value: &Value) -> Result<&Members, Error> {
    value.as_object().ok_or(wrong("an object"))
}

fn pairs(value: &Value) -> Result<Vec<(Key, &Value)>, Error> {
    let pair = |pair: &'_ Value| -> Option<Key> {
        Key::from_string(pair.get(0)?.as_str()?.to_owned()).ok().filter(|_| pair.get(1).is_some())
    };
    let list = value.as_array().ok_or(wrong("pairs of name and value"))?;
    let named = |each| Ok((pair(each).ok_or(wrong("a name"))?, each.get(1).unwrap_or(each)));
    list.iter().map(named).collect()
}
