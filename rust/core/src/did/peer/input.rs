//! Numalgo 4: a document without `id` in the identifier, and its hash.
//!
//! ```text
//! document = z base58btc(0x80 0x04 ‖ JSON)          0x0200 is the codec of JSON
//! hash     = z base58btc(0x12 0x20 ‖ SHA-256(document))
//! long     = did:peer:4 hash : document             short = did:peer:4 hash
//! ```
//!
//! | Carried document | Rule |
//! | --- | --- |
//! | size | the DID is at most 8,192 bytes, which leaves about 5,900 for the JSON |
//! | JSON | strict, an object |
//! | `id` | none at the root; every other is relative: `#…`. A reference may name another DID's method |
//! | `controller` of a method | left out for the subject, which is filled in |

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::super::{Did, Purpose, document};
use crate::{
    Error,
    encoding::{base58, jcs, json},
};

const JSON_CODEC: [u8; 2] = [0x80, 0x04];
const SHA256: [u8; 2] = [0x12, 0x20];

/// Makes the long form of an input document.
///
/// The document is written in JCS form, so one document is one DID.
///
/// # Errors
///
/// `ERR_DID_DOCUMENT` for a document that breaks a rule above;
/// `ERR_LIMIT_EXCEEDED` if the DID becomes too long.
pub fn from_input(document: &Map<String, Value>) -> Result<Did, Error> {
    check_input(document)?;
    let mut bytes = JSON_CODEC.to_vec();
    bytes.extend(jcs::canonicalize(&Value::Object(document.clone()))?);
    let encoded = format!("z{}", base58::encode_limited(&bytes)?);
    let did = format!("did:peer:4{}:{encoded}", hash(&encoded)).parse()?;
    super::document(&did)?;
    Ok(did)
}

/// The short form of a DID: numalgo 4 without the document, or the numalgo 3 of a numalgo 2.
///
/// # Errors
///
/// `ERR_DID_METHOD_ID` for another numalgo, and `ERR_DID_HASH`.
pub fn short_form(did: &Did) -> Result<Did, Error> {
    match did.id_of("peer")?.split_at_checked(1) {
        Some(("2", elements)) => format!("did:peer:3{}", hash(elements)).parse(),
        Some(("3", _)) => Ok(did.clone()),
        Some(("4", text)) => match text.split_once(':') {
            None => Ok(did.clone()),
            Some((digest, encoded)) if hash(encoded) == digest => {
                format!("did:peer:4{digest}").parse()
            }
            Some(_) => Err(Error::DidHash),
        },
        _ => Err(super::refused("peer", "only numalgo 2 and 4 have a short form")),
    }
}

/// The document of the short form, from the long form.
///
/// # Errors
///
/// As [`super::document`].
pub fn short_document(long: &Did) -> Result<Map<String, Value>, Error> {
    let input = decode(long, long.id_of("peer")?.strip_prefix('4').unwrap_or_default())?;
    let short = short_form(long)?;
    document::check_made(contextualize(input, &short, long)?, &short)
}

pub(super) fn document(did: &Did, text: &str) -> Result<Map<String, Value>, Error> {
    contextualize(decode(did, text)?, did, &short_form(did)?)
}

fn decode(did: &Did, text: &str) -> Result<Map<String, Value>, Error> {
    let (digest, encoded) = text.split_once(':').ok_or_else(|| did.needs_resolver())?;
    if hash(encoded) != digest {
        return Err(Error::DidHash);
    }
    let bytes = base58::decode(encoded.strip_prefix('z').unwrap_or_default())?;
    let body =
        bytes.strip_prefix(&JSON_CODEC).ok_or_else(|| Error::DidDocument("no JSON codec"))?;
    let document = json::parse_reprinted(body)?;
    check_input(&document)?;
    Ok(document)
}

fn hash(encoded: &str) -> String {
    let mut multihash = SHA256.to_vec();
    multihash.extend(Sha256::digest(encoded.as_bytes()));
    format!("z{}", base58::encode(&multihash))
}

fn check_input(document: &Map<String, Value>) -> Result<(), Error> {
    if document.contains_key("id") {
        return Err(Error::DidDocument("an id where the DID will stand"));
    }
    let lists = ["verificationMethod", "service"].into_iter().chain(relations());
    let mut objects = lists.filter_map(|name| document.get(name)?.as_array()).flatten();
    if objects.all(is_relative) {
        return Ok(());
    }
    Err(Error::DidDocument("an id that is not relative"))
}

/// An object with a relative id, or a reference.
fn is_relative(entry: &Value) -> bool {
    let id = entry.get("id").and_then(Value::as_str);
    entry.is_string() || id.is_some_and(|id| id.starts_with('#'))
}

fn contextualize(
    mut document: Map<String, Value>,
    did: &Did,
    other: &Did,
) -> Result<Map<String, Value>, Error> {
    for name in ["verificationMethod"].into_iter().chain(relations()) {
        let methods = document.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten();
        for method in methods.filter_map(Value::as_object_mut) {
            method.entry("controller").or_insert_with(|| did.as_str().into());
        }
    }
    document.insert("id".into(), did.as_str().into());
    match document.entry("alsoKnownAs").or_insert_with(|| Value::Array(Vec::new())) {
        Value::Array(names) => names.push(other.as_str().into()),
        _ => return Err(Error::DidDocument("an alsoKnownAs that is not an array")),
    }
    Ok(document)
}

fn relations() -> impl Iterator<Item = &'static str> {
    Purpose::ALL.into_iter().map(Purpose::as_str)
}
