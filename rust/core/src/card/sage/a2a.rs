//! Converts to and from the A2A 1.0 card, and names what the other format has no place for.
//!
//! | SAGE | A2A 1.0 |
//! | --- | --- |
//! | `name`, `description` | the same |
//! | `service[i]` `type`, `uri` | `supportedInterfaces[i]` `protocolBinding`, `url` |
//! | `capabilities[i]`, if not empty | `skills[i].id`, and `name`, `description`, `tags` of the same word |
//! | `@context id type publicKey created updated proof` | nothing: the DID and its keys belong in the DID document |
//! | nothing | `version`, media types, `protocolVersion`: the caller gives them |
//!
//! `protocolBinding` is `GRPC`, `JSONRPC` or `HTTP+JSON` if the type is that word
//! in any letter case, else the type itself (A2A leaves the word open).

use serde_json::{Map, Value};

use super::{Card, Service, build::generate, malformed};
use crate::{
    Error,
    encoding::{
        go::reader::MAX_ITEMS,
        json::{self, object},
    },
    metadata::V4,
    print::Print,
    written::Written,
};

const BINDINGS: [&str; 3] = ["JSONRPC", "GRPC", "HTTP+JSON"];

/// Makes an A2A card, unsigned: `{ card, lost, missing }`.
///
/// `missing` names the members that must not be empty in A2A, and that the SAGE card leaves empty.
///
/// # Errors
///
/// As [`Card::validate`].
pub fn to_a2a(text: &str, version: &str, media_type: &str) -> Result<String, Error> {
    let card = Card::validate(text)?;
    let skills: Vec<Value> =
        card.capabilities.iter().filter(|word| !word.is_empty()).map(|word| skill(word)).collect();
    let interfaces: Vec<Value> = card.services().iter().map(interface).collect();
    let missing: Vec<&str> =
        [("description", card.description.is_empty()), ("skills", skills.is_empty())]
            .into_iter()
            .filter_map(|(name, empty)| empty.then_some(name))
            .collect();
    let a2a = object! {
        "name": &card.name,
        "description": &card.description,
        "version": version,
        "supportedInterfaces": interfaces,
        "capabilities": Value::Object(Map::new()),
        "defaultInputModes": [media_type],
        "defaultOutputModes": [media_type],
        "skills": skills,
    };
    Ok(object! { "card": a2a, "lost": lost_to_a2a(&card), "missing": missing }.print())
}

fn lost_to_a2a(card: &Card) -> Vec<String> {
    let whole = ["@context", "id", "type", "publicKey", "created", "updated"].map(str::to_owned);
    let empty = card.capabilities.iter().enumerate().filter(|(_, word)| word.is_empty());
    whole
        .into_iter()
        .chain(card.proof.is_some().then(|| "proof".to_owned()))
        .chain(empty.map(|(index, _)| format!("capabilities[{index}]")))
        .chain(card.unknown.iter().cloned())
        .collect()
}

fn skill(word: &str) -> Value {
    object! { "id": word, "name": word, "description": word, "tags": [word] }
}

fn interface(service: &Service) -> Value {
    let known = BINDINGS.iter().find(|binding| binding.eq_ignore_ascii_case(&service.kind));
    let binding = known.copied().unwrap_or(&service.kind);
    object! { "url": &service.uri, "protocolBinding": binding, "protocolVersion": "1.0" }
}

/// Makes a SAGE card, unsigned, from an A2A card and the metadata of the agent: `{ card, lost }`.
///
/// DID, keys and times are the metadata's; name, description, endpoints and
/// capabilities are the A2A card's. The signatures of the A2A card are not checked.
///
/// # Errors
///
/// A code of [`crate::encoding::json`]; `ERR_CARD_SAGE_MALFORMED` with the path in the
/// A2A card; else as [`generate`].
pub fn from_a2a(text: &str, metadata: &V4) -> Result<String, Error> {
    let a2a = json::parse_object(text.as_bytes())?;
    let mut lost = Vec::new();
    let interfaces = items(&a2a, "supportedInterfaces")?;
    let skills = items(&a2a, "skills")?;
    let services =
        read_each(interfaces, "supportedInterfaces", ["protocolBinding", "url"], &mut lost)?;
    let words = read_each(skills, "skills", ["id"], &mut lost)?;
    let read = ["name", "description", "supportedInterfaces", "skills"];
    lost.extend(a2a.keys().filter(|name| !read.contains(&name.as_str())).cloned());
    let base = generate(metadata)?;
    let card = Card {
        name: text_of(&a2a, "name", "")?,
        description: text_of(&a2a, "description", "")?,
        service: Some(services.into_iter().map(|[kind, uri]| Service { kind, uri }).collect()),
        capabilities: words.into_iter().map(|[id]| id).collect(),
        ..base
    };
    card.check()?;
    let written = Written::with_room(text.len()).json("card", &card.to_json());
    Ok(written.texts("lost", lost.iter().map(String::as_str)).end())
}

/// The texts `names` of each item; paths of its other members go into `lost`.
fn read_each<const N: usize>(
    items: &[Value],
    list: &str,
    names: [&'static str; N],
    lost: &mut Vec<String>,
) -> Result<Vec<[String; N]>, Error> {
    let mut out = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let path = format!("{list}[{index}]");
        let members =
            item.as_object().ok_or_else(|| malformed(path.clone(), "it must be an object"))?;
        let mut texts = [const { String::new() }; N];
        for (text, name) in texts.iter_mut().zip(names) {
            *text = text_of(members, name, &format!("{path}."))?;
        }
        let others = members.keys().filter(|name| !names.contains(&name.as_str()));
        lost.extend(others.map(|name| format!("{path}.{name}")));
        out.push(texts);
    }
    Ok(out)
}

fn items<'a>(members: &'a Map<String, Value>, name: &str) -> Result<&'a [Value], Error> {
    match members.get(name) {
        Some(Value::Array(items)) if items.len() <= MAX_ITEMS => Ok(items),
        _ => Err(malformed(name.into(), "it must be a list of at most 256 items")),
    }
}

fn text_of(members: &Map<String, Value>, name: &str, path: &str) -> Result<String, Error> {
    match members.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        _ => Err(malformed(format!("{path}{name}"), "it must be text")),
    }
}
