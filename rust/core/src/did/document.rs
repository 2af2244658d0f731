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

use countersign_kernels::order::sorted_by;
use serde_json::{Map, Value};

use super::{Did, DidUrl, Purpose};
use crate::{Error, encoding::json, error::excerpt, print::Print};

pub use keys::{DocumentKey, Unused, keys};

/// Most entries of one list.
pub const MAX_ENTRIES: usize = 256;

type Members = Map<String, Value>;

/// Checks a document that was received for `did`.
///
/// # Errors
///
/// `ERR_DID_DOCUMENT` for what breaks the table above, `ERR_DID_DOCUMENT_ID` for another
/// subject's document, as [`json::parse_object`] and the parsers of DIDs.
pub fn check(text: &[u8], did: &Did) -> Result<Members, Error> {
    let document = json::parse_reprinted(text)?;
    let id: Did = string(&document, "id")?.parse()?;
    if id != *did {
        return Err(Error::DidDocumentId(excerpt(did.as_str()), excerpt(id.as_str())));
    }
    let mut ids = Vec::new();
    for method in list(&document, "verificationMethod")? {
        ids.push(check_method(method, did)?);
    }
    for purpose in Purpose::ALL {
        for entry in list(&document, purpose.as_str())? {
            match entry {
                Value::String(reference) => DidUrl::resolve(reference, did).map(drop)?,
                method => ids.push(check_method(method, did)?),
            }
        }
    }
    check_distinct(ids, "two methods of one id")?;
    let services = list(&document, "service")?.iter().map(|service| check_service(service, did));
    check_distinct(services.collect::<Result<_, _>>()?, "two services of one id")?;
    Ok(document)
}

/// Checks a document that was made here of parts that somebody else wrote.
pub(super) fn check_made(document: Members, did: &Did) -> Result<Members, Error> {
    check(Value::Object(document).print().as_bytes(), did)
}

fn check_distinct(ids: Vec<String>, what: &'static str) -> Result<(), Error> {
    let ids = sorted_by(ids, String::cmp);
    let twice = ids.windows(2).any(|pair| matches!(pair, [id, next] if id == next));
    if twice { Err(Error::DidDocument(what)) } else { Ok(()) }
}

/// Checks a verification method and gives its absolute id.
fn check_method(method: &Value, did: &Did) -> Result<String, Error> {
    let method = object(method)?;
    string(method, "type")?;
    string(method, "controller")?.parse::<Did>()?;
    Ok(DidUrl::resolve(string(method, "id")?, did)?.to_string())
}

/// Checks a service and gives its absolute id, which may be any URI.
fn check_service(service: &Value, did: &Did) -> Result<String, Error> {
    let service = object(service)?;
    let id = string(service, "id")?;
    let one_or_more = |name: &str, is_valid: fn(&Value) -> bool| match service.get(name) {
        Some(Value::Array(items)) => !items.is_empty() && items.iter().all(is_valid),
        Some(item) => is_valid(item),
        None => false,
    };
    let is_endpoint = |value: &Value| value.is_string() || value.is_object();
    if one_or_more("type", Value::is_string) && one_or_more("serviceEndpoint", is_endpoint) {
        return Ok(if id.starts_with('#') { format!("{did}{id}") } else { id.to_owned() });
    }
    Err(Error::DidDocument("a service without type or endpoint"))
}

fn object(value: &Value) -> Result<&Members, Error> {
    value.as_object().ok_or_else(|| Error::DidDocument("a value where an object belongs"))
}

fn string<'a>(members: &'a Members, name: &str) -> Result<&'a str, Error> {
    let found = members.get(name).and_then(Value::as_str);
    found.ok_or_else(|| Error::DidDocument("no text where an id, type or controller belongs"))
}

fn list<'a>(members: &'a Members, name: &str) -> Result<&'a [Value], Error> {
    match members.get(name) {
        None => Ok(&[]),
        Some(Value::Array(entries)) if entries.len() <= MAX_ENTRIES => Ok(entries),
        Some(Value::Array(_)) => {
            Err(Error::LimitExceeded("a list in the DID document", MAX_ENTRIES))
        }
        Some(_) => Err(Error::DidDocument("a value where a list belongs")),
    }
}
