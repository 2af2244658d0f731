//! A card with its absent REQUIRED fields, each at its default.
//!
//! They are written before the bracket that ends their message. So what is left is a text like any other, and the
//! readings walk over it as over one that was received.

use countersign_kernels::{json::Kind as Json, order::sorted_by};

use crate::{
    card::schema::{Field, Kind, Message, Presence},
    encoding::document::{Document, Node},
};

/// The text of a card with every REQUIRED field; nothing if no field is absent.
pub(super) fn complete(card: &Document<'_>) -> Option<String> {
    let mut absent = Vec::new();
    message(Message::AgentCard, card.root(), &mut absent);
    if absent.is_empty() {
        return None;
    }
    let (mut text, mut from) = (String::new(), 0);
    for (end, fields) in sorted_by(absent, |left, right| left.0.cmp(&right.0)) {
        let before = end - 1;
        text.push_str(card.text().get(from..before)?);
        text.push_str(&fields);
        from = before;
    }
    text.push_str(card.text().get(from..)?);
    Some(text)
}

/// Adds the fields that a message lacks, and where it ends.
fn message(message: Message, object: Node<'_>, absent: &mut Vec<(usize, String)>) {
    let lacks = |field: &&Field| {
        field.presence == Presence::Required && !object.has(field.json) && !object.has(field.proto)
    };
    let fields: Vec<_> = message.fields().iter().filter(lacks).map(default_of).collect();
    if !fields.is_empty() {
        let comma = if object.is_empty() { "" } else { "," };
        absent.push((object.end(), format!("{comma}{}", fields.join(","))));
    }
    for (name, inner) in object.members() {
        let name = name.as_str().unwrap_or_default();
        if let Some(field) = message.field(name) {
            value(field.kind, inner, absent);
        }
    }
}

fn value(kind: Kind, node: Node<'_>, absent: &mut Vec<(usize, String)>) {
    match (kind, node.kind()) {
        (Kind::One(inner), Json::Object) => message(inner, node, absent),
        (Kind::List(inner), Json::Array) => {
            node.items().for_each(|item| value(Kind::One(inner), item, absent));
        }
        (Kind::Map(inner), Json::Object) => {
            node.members().for_each(|(_, entry)| value(Kind::One(inner), entry, absent));
        }
        _ => {}
    }
}

/// A field at its default, of a message with the REQUIRED fields of its own.
fn default_of(field: &Field) -> String {
    let value = match field.kind {
        Kind::Text => "\"\"".to_owned(),
        Kind::Bool => "false".to_owned(),
        Kind::TextList | Kind::List(_) => "[]".to_owned(),
        Kind::Free | Kind::TextMap | Kind::Map(_) => "{}".to_owned(),
        Kind::One(inner) => {
            let required = inner.fields().iter().filter(|f| f.presence == Presence::Required);
            format!("{{{}}}", required.map(default_of).collect::<Vec<_>>().join(","))
        }
    };
    format!("\"{}\":{value}", field.json)
}
