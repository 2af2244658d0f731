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

use countersign_kernels::json::Kind;

use super::{Card, Service, build::generate, malformed};
use crate::{
    Error,
    encoding::{
        document::{Document, Items, Node, Numbers},
        go::reader::MAX_ITEMS,
    },
    metadata::V4,
    print::Written,
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
    let skills = card.capabilities.iter().filter(|word| !word.is_empty());
    let missing =
        [("description", card.description.is_empty()), ("skills", skills.clone().next().is_none())];
    let missing = missing.into_iter().filter_map(|(name, empty)| empty.then_some(name));
    let write = |a2a: Written| {
        a2a.json("capabilities", "{}")
            .texts("defaultInputModes", [media_type].into_iter())
            .texts("defaultOutputModes", [media_type].into_iter())
            .text("description", &card.description)
            .text("name", &card.name)
            .objects("skills", skills.map(String::as_str), skill)
            .objects("supportedInterfaces", card.services().iter(), interface)
            .text("version", version)
    };
    Ok(Written::with_room(2 * text.len())
        .inner("card", write)
        .texts("lost", lost_to_a2a(&card).iter().map(String::as_str))
        .texts("missing", missing)
        .end())
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

fn skill(skill: Written, word: &str) -> Written {
    let skill = skill.text("description", word).text("id", word).text("name", word);
    skill.texts("tags", [word].into_iter())
}

fn interface(interface: Written, service: &Service) -> Written {
    let known = BINDINGS.iter().find(|binding| binding.eq_ignore_ascii_case(&service.kind));
    let binding = known.copied().unwrap_or(&service.kind);
    interface
        .text("protocolBinding", binding)
        .text("protocolVersion", "1.0")
        .text("url", &service.uri)
}

/// Makes a SAGE card, unsigned, from an A2A card and the metadata of the agent: `{ card, lost }`.
///
/// DID, keys and times are the metadata's; name, description, endpoints and
/// capabilities are the A2A card's. The signatures of the A2A card are not checked.
///
/// # Errors
///
/// A code of [`crate::encoding::document`]; `ERR_CARD_SAGE_MALFORMED` with the path in the
/// A2A card; else as [`generate`].
pub fn from_a2a(text: &str, metadata: &V4) -> Result<String, Error> {
    let document = Document::read_object(text.as_bytes(), Numbers::Exact)?;
    let a2a = document.root();
    let mut lost = Vec::new();
    let interfaces = items(a2a, "supportedInterfaces")?;
    let skills = items(a2a, "skills")?;
    let services =
        read_each(interfaces, "supportedInterfaces", ["protocolBinding", "url"], &mut lost)?;
    let words = read_each(skills, "skills", ["id"], &mut lost)?;
    let read = ["name", "description", "supportedInterfaces", "skills"];
    lost.extend(others(a2a, &read).map(str::to_owned));
    let base = generate(metadata)?;
    let card = Card {
        name: text_of(a2a, "name", "")?,
        description: text_of(a2a, "description", "")?,
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
    items: Items<'_>,
    list: &str,
    names: [&'static str; N],
    lost: &mut Vec<String>,
) -> Result<Vec<[String; N]>, Error> {
    let mut out = Vec::new();
    for (index, item) in items.enumerate() {
        let path = format!("{list}[{index}]");
        if item.kind() != Kind::Object {
            return Err(malformed(path, "it must be an object"));
        }
        let mut texts = [const { String::new() }; N];
        for (text, name) in texts.iter_mut().zip(names) {
            *text = text_of(item, name, &format!("{path}."))?;
        }
        lost.extend(others(item, &names).map(|name| format!("{path}.{name}")));
        out.push(texts);
    }
    Ok(out)
}

/// The names of the members that are not among `read`.
fn others<'a>(object: Node<'a>, read: &[&str]) -> impl Iterator<Item = &'a str> {
    let names = object.members().filter_map(|(name, _)| name.as_str());
    names.filter(|name| !read.contains(name))
}

fn items<'a>(object: Node<'a>, name: &str) -> Result<Items<'a>, Error> {
    let list = object.get(name).filter(|list| list.kind() == Kind::Array).map(Node::items);
    let list = list.filter(|items| items.clone().count() <= MAX_ITEMS);
    list.ok_or_else(|| malformed(name.into(), "it must be a list of at most 256 items"))
}

fn text_of(object: Node<'_>, name: &str, path: &str) -> Result<String, Error> {
    let text = object.get(name).and_then(Node::as_str).map(str::to_owned);
    text.ok_or_else(|| malformed(format!("{path}{name}"), "it must be text"))
}
