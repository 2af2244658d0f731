//! Web Bot Auth (draft-meunier-web-bot-auth-architecture): automated clients that say who they are.
//!
//! `Signature-Agent` says where the keys of the client are. It is a dictionary, of which a signature
//! covers a member, as `"signature-agent";key="sig1"`; older clients send one string, covered whole.
//!
//! ```text
//! Signature-Agent: sig1="https://bot.example"                             the directory of that origin
//! Signature-Agent: sig1="https://bot.example/jwks.json";type=jwks_uri
//! Signature-Agent: sig1="https://bot.example/card";type=cimd
//! ```
//!
//! A directory is a JWK Set (media type [`DIRECTORY_TYPE`], at [`DIRECTORY_PATH`]), answered with one
//! signature for each key, so that nobody can serve the keys of another. A key has no private member,
//! and its name is its thumbprint.

use super::{Component, Message, Parameters, signatures::check_spelling};
use crate::{
    Error,
    encoding::document::{Document, Node, Numbers},
    hazmat::structured_fields::{Bare, Item, Member, read_unique, read_unique_item},
    keys::{
        PublicKey, jwk,
        jwk_set::{self, SetKey},
        multikey,
    },
    print::{Written, list_of, list_of_texts, quoted},
};

/// The media type of a directory.
pub const DIRECTORY_TYPE: &str = "application/http-message-signatures-directory+json";

/// Where the directory of an origin is.
pub const DIRECTORY_PATH: &str = "/.well-known/http-message-signatures-directory";

/// Keys whose secrets are printed in RFC 9421, appendix B.1, by thumbprint.
const TEST_KEYS: [&str; 2] =
    ["poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U", "ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI"];

/// Most lines of a registry.
const MAX_LINES: usize = 10_000;

const FIELD: &str = "signature-agent";

/// One member of `Signature-Agent`.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Agent {
    label: Option<String>,
    uri: String,
    kind: String,
}

/// The members of a `Signature-Agent` field: a JSON list of `{ label?, uri, type }`.
///
/// # Errors
///
/// `ERR_HTTP_SIG_AGENT` for a member that is not an `https:` URL, or of an unknown type;
/// `ERR_STRUCTURED_FIELD_MALFORMED`, `ERR_STRUCTURED_FIELD_DUPLICATE`; `ERR_LIMIT_EXCEEDED`.
pub fn agents_to_json(field: &str) -> Result<String, Error> {
    let write = |Agent { label, uri, kind }: &Agent| {
        let agent = Written::new().maybe(label.as_ref(), |agent, label| agent.text("label", label));
        agent.text("type", kind).text("uri", uri).end()
    };
    Ok(list_of(&agents(field.as_bytes())?.iter().map(write).collect::<Vec<_>>()))
}

fn agents(field: &[u8]) -> Result<Vec<Agent>, Error> {
    match read_unique_item(field) {
        Ok(item) if item.bare.as_string().is_some() => return Ok(vec![agent(None, &item)?]),
        Err(error) if !error.is("ERR_STRUCTURED_FIELD_MALFORMED") => return Err(error),
        _ => {}
    }
    let members = read_unique(field)?;
    let read = |(label, member): (String, Member)| match member {
        Member::Item(item) => agent(Some(label), &item),
        Member::List(_) => Err(Error::HttpSigAgent("Signature-Agent must have no list")),
    };
    members.into_iter().map(read).collect()
}

fn agent(label: Option<String>, item: &Item) -> Result<Agent, Error> {
    let uri = item.bare.as_string().ok_or_else(|| Error::HttpSigAgent(NO_URL))?;
    let kind = match item.parameters.get("type") {
        None => "directory",
        Some(Bare::Token(kind)) => kind,
        Some(_) => return Err(Error::HttpSigAgent(NO_TYPE)),
    };
    if !matches!(kind, "directory" | "jwks_uri" | "cimd") {
        return Err(Error::HttpSigAgent(NO_TYPE));
    }
    if !uri.starts_with("https://") || uri.len() <= "https://".len() {
        return Err(Error::HttpSigAgent(NO_URL));
    }
    Ok(Agent { label, uri: uri.to_owned(), kind: kind.to_owned() })
}

const NO_URL: &str = "Signature-Agent must hold https URLs";

const NO_TYPE: &str = "the type of an agent must be directory, jwks_uri or cimd";

/// How the field of a message is covered if the signer does not say: its member of that label, else
/// every member.
pub(super) fn agent_components(message: &Message, label: &str) -> Result<Vec<String>, Error> {
    let Some(field) = message.headers.combine(FIELD) else { return Ok(Vec::new()) };
    let keys: Vec<Option<String>> = agents(&field)?.into_iter().map(|agent| agent.label).collect();
    let own = Some(label.to_owned());
    let chosen = if keys.contains(&own) { vec![own] } else { keys };
    let text = |key: Option<String>| match key {
        Some(key) => format!("\"{FIELD}\";key=\"{key}\""),
        None => FIELD.to_owned(),
    };
    Ok(chosen.into_iter().map(text).collect())
}

/// Requires a field that a client sends to be signed, whole or in a member; otherwise somebody else
/// could choose where its keys are. A member that is not covered says nothing of this signature.
pub(super) fn check_agent(message: &Message, parameters: &Parameters) -> Result<(), Error> {
    let Some(field) = message.headers.combine(FIELD) else { return Ok(()) };
    agents(&field)?;
    let of_field =
        |component: &Component| component.name() == FIELD && !component.req && !component.tr;
    let covered = parameters.components.iter().any(of_field);
    if covered { Ok(()) } else { Err(Error::HttpSigUncovered(FIELD.to_owned())) }
}

/// Whether `keyid` is the name of a key: its thumbprint.
pub(super) fn is_named(parameters: &Parameters, key: &PublicKey) -> bool {
    parameters.keyid() == Some(&*jwk::thumbprint(key))
}

/// Refuses the test keys of the RFC, whose secrets everybody has.
pub(super) fn check_key(key: &PublicKey) -> Result<(), Error> {
    let is_printed = TEST_KEYS.contains(&jwk::thumbprint(key).as_str());
    if is_printed { Err(Error::HttpSigTestKey) } else { Ok(()) }
}

/// A directory of public keys, as JSON text: each with its thumbprint as `kid`.
///
/// # Errors
///
/// None: what was written here can be read.
pub fn directory(keys: &[PublicKey]) -> Result<String, Error> {
    let entry = |key: &PublicKey| {
        let (jwk, kid) = (jwk::public_to_json(key), quoted(&jwk::thumbprint(key)));
        let more = [("kid", kid.as_str()), ("use", "\"sig\"")];
        Document::read_text(&jwk, Numbers::Exact)?.root().canonical_with(&[], &more)
    };
    let keys = keys.iter().map(entry).collect::<Result<Vec<_>, Error>>()?;
    Ok(Written::new().list("keys", &keys).end())
}

/// Checks a signature agent card: `client_id` is the URL it came from, and its keys are in it or
/// elsewhere, not both. Gives JSON `{ name?, jwks?, jwksUri? }`, `jwks` as text.
///
/// # Errors
///
/// `ERR_HTTP_SIG_AGENT`; a code of [`crate::encoding::document`].
pub fn card_to_json(url: &str, text: &[u8]) -> Result<String, Error> {
    let card = Document::read_object(text, Numbers::Reprinted)?;
    let card = card.root();
    let no_text = || Error::HttpSigAgent("jwks_uri, client_id and client_name of a card are text");
    let text = |name: &str| card.get(name).map(|value| value.as_str().ok_or_else(no_text));
    let (uri, set) = (text("jwks_uri").transpose()?, card.get("jwks"));
    let https = |uri: &str| uri.starts_with("https://");
    if text("client_id").transpose()? != Some(url) || !https(url) {
        return Err(Error::HttpSigAgent("client_id must be the https URL of the card"));
    }
    if uri.is_some() == set.is_some() || !uri.is_none_or(https) {
        return Err(Error::HttpSigAgent("a card has either jwks, or an https URL in jwks_uri"));
    }
    let set = set.map(Node::canonical).transpose()?;
    Ok(Written::new()
        .maybe(set, |facts, set| facts.text("jwks", &set))
        .maybe(uri, |facts, uri| facts.text("jwksUri", uri))
        .maybe(text("client_name").transpose()?, |facts, name| facts.text("name", name))
        .end())
}

/// Reads a directory: a JSON list of `{ keyid, key }`, the key as Multikey. A key of a type that is
/// not offered is passed over, and so is a test key. Each key comes once, so that nobody has one signature
/// checked a thousand times.
///
/// # Errors
///
/// A code of [`crate::encoding::document`] and [`jwk_set::from_json`].
pub fn directory_to_json(text: &[u8]) -> Result<String, Error> {
    let write = |(keyid, key): &(String, PublicKey)| {
        Written::new().text("key", &multikey::encode(key)).text("keyid", keyid).end()
    };
    Ok(list_of(&read_directory(text)?.iter().map(write).collect::<Vec<_>>()))
}

fn read_directory(text: &[u8]) -> Result<Vec<(String, PublicKey)>, Error> {
    let set = Document::read_object(text, Numbers::Exact)?;
    let mut found: Vec<(String, PublicKey)> = Vec::new();
    for SetKey { key, .. } in jwk_set::from_json(set.root())? {
        let name = jwk::thumbprint(&key);
        let is_offered = key.key_type().signs() && !TEST_KEYS.contains(&name.as_str());
        // A set has a thousand keys at most.
        if is_offered && found.iter().all(|(other, _)| *other != name) {
            found.push((name, key));
        }
    }
    Ok(found)
}

/// The URLs of a registry, as a JSON list. The text has one URL on each line; a comment follows `#`.
///
/// # Errors
///
/// `ERR_HTTP_SIG_AGENT` for a line that is no `https:` URL; `ERR_LIMIT_EXCEEDED`.
pub fn registry_to_json(text: &str) -> Result<String, Error> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let mut urls = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        if urls.len() >= MAX_LINES {
            return Err(Error::LimitExceeded("lines of a registry", MAX_LINES));
        }
        if !line.starts_with("https://") || !line.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Error::HttpSigAgent("a line of the registry must be an https URL"));
        }
        urls.push(line);
    }
    Ok(list_of_texts(urls.into_iter()))
}

/// The field that names where keys are, for a signature of a label.
///
/// # Errors
///
/// `ERR_HTTP_SIG_AGENT` for a URL that is not `https:`; `ERR_HTTP_SIG_LABEL`.
pub fn agent_field(label: &str, uri: &str) -> Result<String, Error> {
    let item = Item::from(Bare::string(uri).ok_or_else(|| Error::HttpSigAgent(NO_URL))?);
    agent(None, &item)?;
    check_spelling(label)?;
    Ok(format!("{label}={}", item.to_text()))
}
