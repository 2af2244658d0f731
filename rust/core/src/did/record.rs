//! DIDs as the JSON records that cross to a host.
//!
//! | Function | Gives |
//! | --- | --- |
//! | [`url`] | `{ did, path, query?, fragment? }` |
//! | [`inspect`] | `{ did, method, id }`, and for `sage` `chain`, `account`, `nonce?`, for `web` `url` |
//! | [`document_keys`] | `[{ id, type, purposes, revoked, controller?, publicKeyMultibase?, unused?, expires? }]` |
//! | [`peer_elements`] | takes `{ keys: [{ purpose, publicKeyMultibase }], services: [] }` |

use countersign_kernels::json::Kind;

use super::{
    Did, DidUrl, Purpose, compose::object, document::DocumentKey, method::Agreement, peer, sage,
    table,
};
use crate::{
    Error,
    encoding::document::{Document, Node, Numbers},
    keys::{PublicKey, multikey},
    print::{Written, list_of, quoted},
};

/// The parts of a DID URL.
///
/// # Errors
///
/// As the parser of [`DidUrl`].
pub fn url(text: &str) -> Result<String, Error> {
    let url: DidUrl = text.parse()?;
    Ok(Written::new()
        .text("did", url.did().as_str())
        .maybe(url.fragment(), |parts, fragment| parts.text("fragment", fragment))
        .text("path", url.path())
        .maybe(url.query(), |parts, query| parts.text("query", query))
        .end())
}

/// The parts of a DID.
///
/// # Errors
///
/// As the parser of [`Did`].
pub fn inspect(text: &str) -> Result<String, Error> {
    let did: Did = text.parse()?;
    let mut parts = vec![
        ("did", quoted(did.as_str())),
        ("method", quoted(did.method())),
        ("id", quoted(did.id())),
    ];
    parts.extend(table::parts(&did)?.iter().map(|(name, part)| (*name, quoted(part))));
    Ok(object(parts))
}

/// Makes a DID of peer numalgo 2 from the record in the table.
///
/// # Errors
///
/// `ERR_DID_DOCUMENT` for a member of another type, and as [`peer::from_elements`].
pub fn peer_elements(text: &str) -> Result<Did, Error> {
    let record = read(text)?;
    let entries = |name: &str| match record.root().get(name) {
        Some(list) if list.kind() != Kind::Array => {
            Err(Error::DidDocument("a value where a list belongs"))
        }
        _ => Ok(record.root().items_of(name)),
    };
    let keys = entries("keys")?.map(element).collect::<Result<Vec<_>, _>>()?;
    peer::from_elements(&keys, &entries("services")?.collect::<Vec<_>>())
}

fn read(text: &str) -> Result<Document<'_>, Error> {
    Document::read_object(text.as_bytes(), Numbers::Exact)
}

fn element(entry: Node<'_>) -> Result<(Purpose, PublicKey), Error> {
    let text = |name: &str| entry.get(name).and_then(Node::as_str).unwrap_or_default();
    Ok((text("purpose").parse()?, multikey::decode(text("publicKeyMultibase"))?))
}

/// Makes a DID of peer numalgo 4 from a document without `id`.
///
/// # Errors
///
/// As [`peer::from_input`].
pub fn peer_input(text: &str) -> Result<Did, Error> {
    peer::from_input(read(text)?.root())
}

/// Makes the DID of a SAGE account from its key. An empty nonce means none.
///
/// # Errors
///
/// `ERR_DID_METHOD_ID` for a nonce that is no decimal u64, and as [`sage::from_public_key`].
pub fn sage_account(key: &PublicKey, nonce: &str) -> Result<Did, Error> {
    let did = sage::from_public_key(key, None)?;
    if nonce.is_empty() { Ok(did) } else { format!("{did}:{nonce}").parse() }
}

/// The document of a DID that needs no network, as text. With `key_agreement`, a did:key offers
/// key agreement with a key that also signs.
///
/// # Errors
///
/// As [`Did::document`].
pub fn document(text: &str, key_agreement: bool) -> Result<String, Error> {
    let agreement = if key_agreement { Agreement::Derived } else { Agreement::Separate };
    text.parse::<Did>()?.document(agreement)
}

/// The keys of a document, as the record in the table.
///
/// # Errors
///
/// As [`super::document::keys`] and the strict reader.
pub fn document_keys(text: &str) -> Result<String, Error> {
    let (_, keys) = super::document::keys(read(text)?.root())?;
    Ok(list_of(&keys.iter().map(document_key).collect::<Vec<_>>()))
}

fn document_key(found: &DocumentKey) -> String {
    let (key, unused) = match &found.key {
        Ok(key) => (Some(multikey::encode(key)), None),
        Err(unused) => (None, Some(unused.as_str())),
    };
    Written::new()
        .maybe(found.controller.as_deref(), |parts, did| parts.text("controller", did))
        .maybe(found.expires, |parts, end| parts.number("expires", end.0))
        .text("id", &found.id)
        .maybe(key, |parts, key| parts.text("publicKeyMultibase", &key))
        .texts("purposes", found.purposes.iter().map(|purpose| purpose.as_str()))
        .flag("revoked", found.revoked)
        .text("type", &found.kind)
        .maybe(unused, |parts, unused| parts.text("unused", unused))
        .end()
}

/// The document of the short form of a did:peer of numalgo 4, from the long form.
///
/// # Errors
///
/// As [`peer::short_document`].
pub fn peer_short_document(long: &str) -> Result<String, Error> {
    peer::short_document(&long.parse()?)
}

/// Checks a received document, and gives it as text.
///
/// # Errors
///
/// As [`super::document::check`].
pub fn check_document(text: &str, did: &str) -> Result<String, Error> {
    super::document::check(text.as_bytes(), &did.parse()?)
}

/// The document in what was fetched for a DID of a method with [`Source::Fetched`](super::Source::Fetched), as text.
///
/// # Errors
///
/// As the reader of the method, which is [`super::document::check`] for most.
pub fn read_fetched(text: &str, did: &str) -> Result<String, Error> {
    table::read_fetched(text.as_bytes(), &did.parse()?)
}
