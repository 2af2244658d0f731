//! DIDs as the JSON records that cross to a host.
//!
//! | Function | Gives |
//! | --- | --- |
//! | [`url`] | `{ did, path, query?, fragment? }` |
//! | [`inspect`] | `{ did, method, id }`, and for `sage` `chain`, `account`, `nonce?`, for `web` `url` |
//! | [`document_keys`] | `[{ id, type, purposes, revoked, controller?, publicKeyMultibase?, unused?, expires? }]` |
//! | [`peer_elements`] | takes `{ keys: [{ purpose, publicKeyMultibase }], services: [] }` |

use serde_json::{Map, Value};

use super::{Did, DidUrl, Purpose, document::DocumentKey, method::Agreement, peer, sage, table};
use crate::{
    Error,
    encoding::json::{self as strict, object},
    keys::{PublicKey, multikey},
    print::Print,
};

/// The parts of a DID URL.
///
/// # Errors
///
/// As the parser of [`DidUrl`].
pub fn url(text: &str) -> Result<String, Error> {
    let url: DidUrl = text.parse()?;
    let mut parts = Map::new();
    parts.insert("did".into(), url.did().as_str().into());
    parts.insert("path".into(), url.path().into());
    for (name, part) in [("query", url.query()), ("fragment", url.fragment())] {
        if let Some(part) = part {
            parts.insert(name.into(), part.into());
        }
    }
    Ok(Value::Object(parts).print())
}

/// The parts of a DID.
///
/// # Errors
///
/// As the parser of [`Did`].
pub fn inspect(text: &str) -> Result<String, Error> {
    let did: Did = text.parse()?;
    let mut parts = object! { "did": did.as_str(), "method": did.method(), "id": did.id() };
    for (name, part) in table::parts(&did)? {
        insert(&mut parts, name, &part);
    }
    Ok(parts.print())
}

fn insert(parts: &mut Value, name: &str, value: &str) {
    if let Value::Object(parts) = parts {
        parts.insert(name.into(), value.into());
    }
}

/// Makes a DID of peer numalgo 2 from the record in the table.
///
/// # Errors
///
/// `ERR_DID_DOCUMENT` for a member of another type, and as [`peer::from_elements`].
pub fn peer_elements(text: &str) -> Result<Did, Error> {
    let record = strict::parse_object(text.as_bytes())?;
    let entries = |name: &str| match record.get(name) {
        None => Ok(&[][..]),
        Some(Value::Array(entries)) => Ok(entries.as_slice()),
        Some(_) => Err(Error::DidDocument("a value where a list belongs")),
    };
    let keys = entries("keys")?.iter().map(element).collect::<Result<Vec<_>, _>>()?;
    peer::from_elements(&keys, entries("services")?)
}

fn element(entry: &Value) -> Result<(Purpose, PublicKey), Error> {
    let text = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default();
    Ok((text("purpose").parse()?, multikey::decode(text("publicKeyMultibase"))?))
}

/// Makes a DID of peer numalgo 4 from a document without `id`.
///
/// # Errors
///
/// As [`peer::from_input`].
pub fn peer_input(text: &str) -> Result<Did, Error> {
    peer::from_input(&strict::parse_object(text.as_bytes())?)
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
    let document = text.parse::<Did>()?.document(agreement)?;
    Ok(Value::Object(document).print())
}

/// The keys of a document, as the record in the table.
///
/// # Errors
///
/// As [`super::document::keys`] and the strict reader.
pub fn document_keys(text: &str) -> Result<String, Error> {
    let (_, keys) = super::document::keys(&strict::parse_object(text.as_bytes())?)?;
    Ok(keys.iter().map(document_key).collect::<Value>().print())
}

fn document_key(found: &DocumentKey) -> Value {
    let purposes: Vec<_> = found.purposes.iter().map(|purpose| purpose.as_str()).collect();
    let mut parts =
        object! { "id": found.id.as_str(), "type": found.kind.as_str(), "purposes": purposes };
    let (key, unused) = match &found.key {
        Ok(key) => (Some(multikey::encode(key)), None),
        Err(unused) => (None, Some(unused.as_str())),
    };
    let texts = [
        ("controller", found.controller.as_deref()),
        ("publicKeyMultibase", key.as_deref()),
        ("unused", unused),
    ];
    texts.into_iter().for_each(|(name, text)| {
        text.into_iter().for_each(|text| insert(&mut parts, name, text));
    });
    if let Value::Object(parts) = &mut parts {
        parts.insert("revoked".into(), found.revoked.into());
        found
            .expires
            .into_iter()
            .for_each(|end| drop(parts.insert("expires".into(), end.0.into())));
    }
    parts
}

/// The document of the short form of a did:peer of numalgo 4, from the long form.
///
/// # Errors
///
/// As [`peer::short_document`].
pub fn peer_short_document(long: &str) -> Result<String, Error> {
    Ok(Value::Object(peer::short_document(&long.parse()?)?).print())
}

/// Checks a received document, and gives it as text.
///
/// # Errors
///
/// As [`super::document::check`].
pub fn check_document(text: &str, did: &str) -> Result<String, Error> {
    let document = super::document::check(text.as_bytes(), &did.parse()?)?;
    Ok(Value::Object(document).print())
}

/// The document in what was fetched for a DID of a method with [`Source::Fetched`](super::Source::Fetched), as text.
///
/// # Errors
///
/// As the reader of the method, which is [`super::document::check`] for most.
pub fn read_fetched(text: &str, did: &str) -> Result<String, Error> {
    let document = table::read_fetched(text.as_bytes(), &did.parse()?)?;
    Ok(Value::Object(document).print())
}
