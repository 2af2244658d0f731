//! DID documents (W3C DID Core 1.0, sections 4 and 5), checked.
//!
//! [`check`] looks at one that came from elsewhere; [`Did::document`] makes those that need no
//! network. [`keys()`] lists the methods of a document: which key each holds, for which purposes,
//! or why it is not used.
//!
//! | Part | Rule | Limit |
//! | --- | --- | --- |
//! | text | strict JSON, an object | 1 MiB |
//! | `id` | the DID that was asked for; an alias or another spelling of it counts | |
//! | `verificationMethod` | objects with `id`, `type` and `controller`; no id twice | 256 |
//! | relationships | references, or methods of their own under the same rules | 256 each |
//! | ids | DID URLs, or relative to the document: `#key-1` | |
//! | `service` | objects with an `id`, a `type` and an endpoint, as text, object, or a list of these; no id twice | 256 |
//! | any other member | kept | |

mod keys;

use countersign_kernels::{json::Kind, order::sorted_by};

use super::{Did, DidUrl, Purpose};
use crate::{
    Error,
    encoding::document::{Document, Items, Node, Numbers},
    error::excerpt,
};

pub use keys::{DocumentKey, Unused, keys};

/// Most entries of one list.
pub const MAX_ENTRIES: usize = 256;

/// Checks a document that was received for `did`.
///
/// # Errors
///
/// `ERR_DID_DOCUMENT` for what breaks the table above, `ERR_DID_DOCUMENT_ID` for another
/// subject's document, as [`Document::read_object`] and the parsers of DIDs.
pub fn check(text: &[u8], did: &Did) -> Result<String, Error> {
    let document = Document::read_object(text, Numbers::Reprinted)?;
    check_node(document.root(), did)?;
    document.canonical()
}

fn check_node(document: Node<'_>, did: &Did) -> Result<(), Error> {
    let id: Did = string(document, "id")?.parse()?;
    if id != *did {
        return Err(Error::DidDocumentId(excerpt(did.as_str()), excerpt(id.as_str())));
    }
    let mut ids = Vec::new();
    for method in list(document, "verificationMethod")? {
        ids.push(check_method(method, did)?);
    }
    for purpose in Purpose::ALL {
        for entry in list(document, purpose.as_str())? {
            match entry.as_str() {
                Some(reference) => DidUrl::resolve(reference, did).map(drop)?,
                None => ids.push(check_method(entry, did)?),
            }
        }
    }
    check_distinct(ids, "two methods of one id")?;
    let services = list(document, "service")?.map(|service| check_service(service, did));
    check_distinct(services.collect::<Result<_, _>>()?, "two services of one id")
}

/// Checks a document that was made here of parts that somebody else wrote.
pub(super) fn check_made(document: &str, did: &Did) -> Result<String, Error> {
    check(document.as_bytes(), did)
}

fn check_distinct(ids: Vec<String>, what: &'static str) -> Result<(), Error> {
    let ids = sorted_by(ids, String::cmp);
    let twice = ids.windows(2).any(|pair| matches!(pair, [id, next] if id == next));
    if twice { Err(Error::DidDocument(what)) } else { Ok(()) }
}

/// Checks a verification method and gives its absolute id.
fn check_method(method: Node<'_>, did: &Did) -> Result<String, Error> {
    let method = object(method)?;
    string(method, "type")?;
    string(method, "controller")?.parse::<Did>()?;
    Ok(DidUrl::resolve(string(method, "id")?, did)?.to_string())
}

/// Checks a service and gives its absolute id, which may be any URI.
fn check_service(service: Node<'_>, did: &Did) -> Result<String, Error> {
    let service = object(service)?;
    let id = string(service, "id")?;
    let is_endpoint = |value: Node<'_>| value.is_string() || value.kind() == Kind::Object;
    let is_whole = is_one_or_more(service.get("type"), Node::is_string)
        && is_one_or_more(service.get("serviceEndpoint"), is_endpoint);
    if is_whole {
        return Ok(if id.starts_with('#') { format!("{did}{id}") } else { id.to_owned() });
    }
    Err(Error::DidDocument("a service without type or endpoint"))
}

/// Whether a member is valid, or a list that is not empty of such values.
fn is_one_or_more<'a>(member: Option<Node<'a>>, is_valid: impl Fn(Node<'a>) -> bool) -> bool {
    match member {
        Some(list) if list.kind() == Kind::Array => !list.is_empty() && list.items().all(is_valid),
        Some(item) => is_valid(item),
        None => false,
    }
}

fn object(value: Node<'_>) -> Result<Node<'_>, Error> {
    match value.kind() {
        Kind::Object => Ok(value),
        _ => Err(Error::DidDocument("a value where an object belongs")),
    }
}

fn string<'a>(object: Node<'a>, name: &str) -> Result<&'a str, Error> {
    let found = object.get(name).and_then(Node::as_str);
    found.ok_or_else(|| Error::DidDocument("no text where an id, type or controller belongs"))
}

fn list<'a>(object: Node<'a>, name: &str) -> Result<Items<'a>, Error> {
    match object.get(name) {
        Some(list) if list.kind() != Kind::Array => {
            Err(Error::DidDocument("a value where a list belongs"))
        }
        Some(list) if list.items().nth(MAX_ENTRIES).is_some() => {
            Err(Error::LimitExceeded("a list in the DID document", MAX_ENTRIES))
        }
        _ => Ok(object.items_of(name)),
    }
}
