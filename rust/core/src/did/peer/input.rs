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

use countersign_kernels::{json::Kind, order::sorted_by};
use sha2::{Digest, Sha256};

use super::super::{Did, Purpose, document};
use crate::{
    Error,
    encoding::{
        base58,
        document::{Document, Node, Numbers},
    },
    print::{list_of, quoted},
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
pub fn from_input(document: Node<'_>) -> Result<Did, Error> {
    check_input(document)?;
    let mut bytes = JSON_CODEC.to_vec();
    bytes.extend(document.canonical()?.into_bytes());
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
pub fn short_document(long: &Did) -> Result<String, Error> {
    let input = decode(long, long.id_of("peer")?.strip_prefix('4').unwrap_or_default())?;
    let short = short_form(long)?;
    document::check_made(&contextualize(&input, &short, long)?, &short)
}

pub(super) fn document(did: &Did, text: &str) -> Result<String, Error> {
    contextualize(&decode(did, text)?, did, &short_form(did)?)
}

/// The input, as canonical text.
fn decode(did: &Did, text: &str) -> Result<String, Error> {
    let (digest, encoded) = text.split_once(':').ok_or_else(|| did.needs_resolver())?;
    if hash(encoded) != digest {
        return Err(Error::DidHash);
    }
    let bytes = base58::decode(encoded.strip_prefix('z').unwrap_or_default())?;
    let body =
        bytes.strip_prefix(&JSON_CODEC).ok_or_else(|| Error::DidDocument("no JSON codec"))?;
    let document = Document::read_object(body, Numbers::Reprinted)?;
    check_input(document.root())?;
    document.canonical()
}

fn hash(encoded: &str) -> String {
    let mut multihash = SHA256.to_vec();
    multihash.extend(Sha256::digest(encoded.as_bytes()));
    format!("z{}", base58::encode(&multihash))
}

fn check_input(document: Node<'_>) -> Result<(), Error> {
    if document.has("id") {
        return Err(Error::DidDocument("an id where the DID will stand"));
    }
    let lists = ["verificationMethod", "service"].into_iter().chain(relations());
    let mut objects = lists.flat_map(|name| document.items_of(name));
    if objects.all(is_relative) {
        return Ok(());
    }
    Err(Error::DidDocument("an id that is not relative"))
}

/// An object with a relative id, or a reference.
fn is_relative(entry: Node<'_>) -> bool {
    let id = entry.get("id").and_then(Node::as_str);
    entry.is_string() || id.is_some_and(|id| id.starts_with('#'))
}

fn contextualize(input: &str, did: &Did, other: &Did) -> Result<String, Error> {
    let input = Document::read_text(input, Numbers::Reprinted)?;
    let input = input.root();
    let (id, other) = (quoted(did.as_str()), quoted(other.as_str()));
    let mut added = vec![("id", id.clone()), ("alsoKnownAs", with_name(input, other)?)];
    for name in ["verificationMethod"].into_iter().chain(relations()) {
        if input.get(name).is_some_and(|list| list.kind() == Kind::Array) {
            let mut methods = Vec::new();
            for method in input.items_of(name) {
                methods.push(with_controller(method, &id)?);
            }
            added.push((name, list_of(&methods)));
        }
    }
    let added = sorted_by(added, |(name, _), (other, _)| name.cmp(other));
    let added: Vec<_> = added.iter().map(|(name, json)| (*name, json.as_str())).collect();
    input.canonical_with(&[], &added)
}

/// The names that the document has, and another.
fn with_name(input: Node<'_>, other: String) -> Result<String, Error> {
    if input.get("alsoKnownAs").is_some_and(|names| names.kind() != Kind::Array) {
        return Err(Error::DidDocument("an alsoKnownAs that is not an array"));
    }
    let mut names = Vec::new();
    for name in input.items_of("alsoKnownAs") {
        names.push(name.canonical()?);
    }
    names.push(other);
    Ok(list_of(&names))
}

/// A method that names no controller has the DID; a reference is as it was.
fn with_controller(method: Node<'_>, did: &str) -> Result<String, Error> {
    let added: &[_] = if method.has("controller") { &[] } else { &[("controller", did)] };
    method.canonical_with(&[], added)
}

fn relations() -> impl Iterator<Item = &'static str> {
    Purpose::ALL.into_iter().map(Purpose::as_str)
}
