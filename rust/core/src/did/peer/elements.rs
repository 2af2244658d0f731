//! Numalgo 2: keys and services as elements of the identifier.
//!
//! | Element | Holds |
//! | --- | --- |
//! | `.A .D .E .I .V` | a Multikey, for assertion, delegation, key agreement, invocation, authentication |
//! | `.S` | a service: base64url of a JSON object, with names abbreviated |
//!
//! Keys are `#key-1`, `#key-2` … and services without an id `#service`,
//! `#service-1` …, both in the order of the text. A name and its abbreviation
//! side by side would be two values for one name, and are refused.

use countersign_kernels::json::Kind;

use super::super::{
    Did, Purpose,
    compose::{Composer, MULTIKEY_CONTEXT},
    jwk, key,
};
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Document, Node, Numbers},
    },
    keys::{PublicKey, multikey},
    print::{list_of, quoted},
};

/// Most elements of one identifier.
pub const MAX_ELEMENTS: usize = 64;

/// Names and their abbreviations, of members and of the value of `type`.
const MEMBERS: [(&str, &str); 4] =
    [("type", "t"), ("serviceEndpoint", "s"), ("routingKeys", "r"), ("accept", "a")];
const MESSAGING: (&str, &str) = ("DIDCommMessaging", "dm");

/// Makes a DID of keys and services. The services are objects of DID Core 5.4.
///
/// # Errors
///
/// `ERR_KEY_NO_CODEC` for a hybrid key; `ERR_DID_DOCUMENT` for a service that is not an object, has
/// an absolute id or that of another service, lacks type or endpoint, or uses an abbreviation as a
/// name of its own;
/// `ERR_DID_METHOD_ID` for no key or service, or more than [`MAX_ELEMENTS`];
/// `ERR_LIMIT_EXCEEDED` if the DID becomes too long.
pub fn from_elements(keys: &[(Purpose, PublicKey)], services: &[Node<'_>]) -> Result<Did, Error> {
    let mut text = "did:peer:2".to_owned();
    for (purpose, key) in keys {
        text.extend(['.', code(*purpose)]);
        text.push_str(&multikey::to_text(key)?);
    }
    for service in services {
        check_service(*service)?;
        let short = rename(*service, abbreviate)?;
        let again = rename(Document::read_text(&short, Numbers::Doubles)?.root(), expand)?;
        if again != service.canonical()? {
            return Err(two_names());
        }
        text.push_str(".S");
        text.push_str(&base64url::encode(short.as_bytes()));
    }
    let did = text.parse()?;
    super::document(&did)?;
    Ok(did)
}

pub(super) fn document(did: &Did, text: &str) -> Result<String, Error> {
    let mut document = Composer::new(did, &[MULTIKEY_CONTEXT]);
    let mut services = Services::default();
    let mut keys = 0;
    for element in text.split('.').skip(1) {
        let (code, body) = element.split_at_checked(1).unwrap_or_default();
        if code == "S" {
            services.add(body)?;
            continue;
        }
        keys += 1;
        let purposes =
            Purpose::ALL.into_iter().filter(|purpose| code.starts_with(self::code(*purpose)));
        document.multikey(
            &format!("#key-{keys}"),
            &multikey::from_text(body)?,
            &purposes.collect::<Vec<_>>(),
        );
    }
    let has_services = !services.list.is_empty();
    let more = has_services.then(|| ("service", list_of(&services.list)));
    Ok(document.finish(more.into_iter().collect()))
}

pub(super) fn check(text: &str) -> bool {
    let mut elements = text.split('.');
    let first = elements.next();
    first == Some("")
        && (1..=MAX_ELEMENTS).contains(&elements.clone().count())
        && elements.all(is_element)
}

fn is_element(element: &str) -> bool {
    match element.split_at_checked(1) {
        Some(("A" | "D" | "E" | "I" | "V", key)) => key::is_multibase(key),
        Some(("S", service)) => !service.is_empty() && jwk::is_base64url(service),
        _ => false,
    }
}

const fn code(purpose: Purpose) -> char {
    match purpose {
        Purpose::AssertionMethod => 'A',
        Purpose::Authentication => 'V',
        Purpose::CapabilityDelegation => 'D',
        Purpose::CapabilityInvocation => 'I',
        Purpose::KeyAgreement => 'E',
    }
}

fn two_names() -> Error {
    Error::DidDocument("a service with an abbreviation beside or in place of its name")
}

fn not_service() -> Error {
    Error::DidDocument("a service that is not an object with a relative id")
}

#[derive(Default)]
struct Services {
    list: Vec<String>,
    unnamed: usize,
}

impl Services {
    fn add(&mut self, body: &str) -> Result<(), Error> {
        let short = base64url::decode(body)?;
        let short = Document::read_object(&short, Numbers::Reprinted)?;
        let text = rename(short.root(), expand)?;
        let service = Document::read_text(&text, Numbers::Reprinted)?;
        check_service(service.root())?;
        if service.root().has("id") {
            self.list.push(text);
            return Ok(());
        }
        let id = match self.unnamed {
            0 => quoted("#service"),
            count => quoted(&format!("#service-{count}")),
        };
        self.unnamed += 1;
        self.list.push(service.root().canonical_with(&[], &[("id", &id)])?);
        Ok(())
    }
}

fn check_service(service: Node<'_>) -> Result<(), Error> {
    let id = service.get("id").map_or(Some("#"), Node::as_str);
    let is_relative = id.is_some_and(|id| id.starts_with('#'));
    if service.kind() == Kind::Object && is_relative { Ok(()) } else { Err(not_service()) }
}

type Rename = fn(&(&'static str, &'static str), &str) -> Option<&'static str>;

/// The canonical text with other names. Refused if two members get the same.
fn rename(value: Node<'_>, with: Rename) -> Result<String, Error> {
    let text = renamed(value, with)?;
    Document::read_text(&text, Numbers::Doubles).map_err(|_| two_names())?.canonical()
}

/// The strict reader bounds the depth, and so the recursion.
fn renamed(value: Node<'_>, with: Rename) -> Result<String, Error> {
    match value.kind() {
        Kind::Array => {
            let mut items = Vec::new();
            for item in value.items() {
                items.push(renamed(item, with)?);
            }
            Ok(list_of(&items))
        }
        Kind::Object => {
            let mut members = Vec::new();
            for (name, value) in value.members() {
                members.push(rename_member(name, value, with)?);
            }
            Ok(["{", &members.join(","), "}"].concat())
        }
        _ => value.canonical(),
    }
}

fn rename_member(name: Node<'_>, value: Node<'_>, with: Rename) -> Result<String, Error> {
    let name = name.as_str().unwrap_or_default();
    let name = MEMBERS.iter().find_map(|pair| with(pair, name)).unwrap_or(name);
    let messaging = value.as_str().and_then(|text| with(&MESSAGING, text));
    let value = match messaging {
        Some(text) if name == "type" || name == "t" => quoted(text),
        _ => renamed(value, with)?,
    };
    Ok([&quoted(name), ":", &value].concat())
}

fn expand(pair: &(&'static str, &'static str), text: &str) -> Option<&'static str> {
    (pair.1 == text).then_some(pair.0)
}

fn abbreviate(pair: &(&'static str, &'static str), text: &str) -> Option<&'static str> {
    (pair.0 == text).then_some(pair.1)
}
