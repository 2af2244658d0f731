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

use countersign_kernels::json::Kind;

use super::{
    MAX_NAMES, check_names,
    value::{Bare, Dictionary, InnerList, Item, List, Member, Named, is_integer, is_name},
};
use crate::{
    Error,
    encoding::{base64, document::Node},
    print::{Written, list_of, number::spell, quoted},
};

pub(super) fn from_item(item: &Item) -> String {
    let written = Written::new().json("bare", &from_bare(&item.bare));
    written.json("parameters", &from_parameters(&item.parameters)).end()
}

pub(super) fn from_list(list: &List) -> String {
    list_of(&list.iter().map(from_member).collect::<Vec<_>>())
}

pub(super) fn from_dictionary(dictionary: &Dictionary) -> String {
    list_of(
        &dictionary
            .iter()
            .map(|(name, member)| pair(name, from_member(member)))
            .collect::<Vec<_>>(),
    )
}

fn pair(name: &str, value: String) -> String {
    list_of(&[quoted(name), value])
}

fn from_member(member: &Member) -> String {
    match member {
        Member::Item(item) => from_item(item),
        Member::List(list) => Written::new()
            .list("items", &list.items.iter().map(from_item).collect::<Vec<_>>())
            .json("parameters", &from_parameters(&list.parameters))
            .end(),
    }
}

fn from_parameters(parameters: &Named<Bare>) -> String {
    list_of(&parameters.iter().map(|(name, bare)| pair(name, from_bare(bare))).collect::<Vec<_>>())
}

#[allow(clippy::cast_precision_loss, reason = "at most 15 digits")]
fn from_bare(bare: &Bare) -> String {
    let (kind, value) = match bare {
        Bare::Integer(number) => ("integer", number.to_string()),
        Bare::Decimal(thousandths) => ("decimal", spell(*thousandths as f64 / 1000.0)),
        Bare::Date(seconds) => ("date", seconds.to_string()),
        Bare::String(text) => ("string", quoted(text)),
        Bare::Token(text) => ("token", quoted(text)),
        Bare::DisplayString(text) => ("displayString", quoted(text)),
        Bare::Boolean(flag) => ("boolean", flag.to_string()),
        Bare::Binary(bytes) => ("binary", quoted(&base64::encode(bytes))),
    };
    Written::new().text("type", kind).json("value", &value).end()
}

fn wrong(what: &'static str) -> Error {
    Error::StructuredFieldValue(what)
}

pub(super) fn to_item(value: Node<'_>) -> Result<Item, Error> {
    item(object(value)?)
}

pub(super) fn to_list(value: Node<'_>) -> Result<List, Error> {
    array(value, "a list")?.items().map(to_member).collect()
}

pub(super) fn to_dictionary(value: Node<'_>) -> Result<Dictionary, Error> {
    read_named(value, to_member)
}

fn to_member(value: Node<'_>) -> Result<Member, Error> {
    let members = object(value)?;
    let Some(items) = members.get("items") else { return item(members).map(Member::Item) };
    let items = array(items, "an inner list")?.items().map(to_item).collect::<Result<_, _>>()?;
    Ok(Member::List(InnerList { items, parameters: parameters(members)? }))
}

fn item(members: Node<'_>) -> Result<Item, Error> {
    let bare = to_bare(members.get("bare").ok_or(wrong("an item"))?)?;
    Ok(Item { bare, parameters: parameters(members)? })
}

fn parameters(members: Node<'_>) -> Result<Named<Bare>, Error> {
    members.get("parameters").map_or_else(|| Ok(Named::default()), |list| read_named(list, to_bare))
}

fn to_bare(value: Node<'_>) -> Result<Bare, Error> {
    let members = object(value)?;
    let value = members.get("value").ok_or(wrong("a bare item"))?;
    let text = || value.as_str().ok_or(wrong("a text"));
    match members.get("type").and_then(Node::as_str) {
        Some("integer") => integer(value).map(Bare::Integer),
        Some("decimal") => {
            let number = value.as_number().and_then(|number| number.as_f64());
            Bare::decimal(number.ok_or(wrong("a decimal"))?)
                .ok_or(wrong("a decimal of more than 12 digits"))
        }
        Some("date") => integer(value).map(Bare::Date),
        Some("string") => Bare::string(text()?).ok_or(wrong("a string outside printable ASCII")),
        Some("token") => Bare::token(text()?).ok_or(wrong("a token")),
        Some("displayString") => Ok(Bare::DisplayString(text()?.to_owned())),
        Some("boolean") => Ok(Bare::Boolean(value.as_bool().ok_or(wrong("a boolean"))?)),
        Some("binary") => Ok(Bare::Binary(base64::decode(text()?)?)),
        _ => Err(wrong("the type of a bare item")),
    }
}

fn integer(value: Node<'_>) -> Result<i64, Error> {
    let number = value.as_number().and_then(|number| number.as_i64());
    let number = number.ok_or(wrong("an integer"))?;
    if is_integer(number) { Ok(number) } else { Err(wrong("an integer of more than 15 digits")) }
}

fn object(value: Node<'_>) -> Result<Node<'_>, Error> {
    if value.kind() == Kind::Object { Ok(value) } else { Err(wrong("an object")) }
}

fn array<'a>(value: Node<'a>, what: &'static str) -> Result<Node<'a>, Error> {
    if value.kind() == Kind::Array { Ok(value) } else { Err(wrong(what)) }
}

/// Reads pairs of name and value.
fn read_named<T>(
    list: Node<'_>,
    read: fn(Node<'_>) -> Result<T, Error>,
) -> Result<Named<T>, Error> {
    let mut found = Named::default();
    let pairs = array(list, "pairs of name and value")?.items();
    check_names(pairs.clone().count(), MAX_NAMES)?;
    for pair in pairs {
        let mut parts = pair.items();
        let name = parts.next().and_then(Node::as_str).filter(|name| is_name(name));
        let (name, value) = name.zip(parts.next()).ok_or(wrong("a name"))?;
        if !found.put(name, read(value)?) {
            return Err(wrong("a name that comes twice"));
        }
    }
    Ok(found)
}
