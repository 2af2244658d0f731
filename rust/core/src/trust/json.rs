//! The trust input as JSON, the form in which it comes from a host.
//!
//! ```text
//! { "keys"?: [{ "publicKeyMultibase", "id"?, "controller"?, "purposes"?, "algorithm"?, "revoked"?, "expires"? }],
//!   "document"?: <DID document>, "allowEmbeddedKey"?: true }
//! ```
//!
//! Of a document (DID Core 1.0, section 5) each verification method becomes a
//! key for the relationships that name it, and for nothing else. A method whose
//! key has a form or type that is not ours is left out: it cannot be used, and
//! must not keep the others from use. So is one whose id is of another DID, or
//! that another DID controls: a document speaks for its subject alone. Relative
//! ids are of the document.
//!
//! Its `revoked` and `expires` (Controlled Identifiers 1.0, section 2.2) count:
//! `revoked` of any time is revoked, and an `expires` that is no time is past.
//!
//! Strict JSON, at most [`MAX_KEYS`] keys and as many entries of each list of a
//! document. Unknown members are refused, but for those of a document.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Purpose, Trust, TrustedKey};
use crate::{
    Error,
    did::{Did, DidUrl},
    encoding::{base58, hex, json},
    keys::{KeyType, PublicKey, jwk, multikey},
    time::{UnixSeconds, rfc3339},
};

/// Keys that one trust input may hold.
pub const MAX_KEYS: usize = 256;

/// A compressed point of 33 bytes takes 46 characters of base 58, an uncompressed one 89.
const MAX_BASE58: usize = 89;

type Members = Map<String, Value>;

impl Trust {
    /// Reads a trust input.
    ///
    /// # Errors
    ///
    /// `ERR_TRUST_MALFORMED` for a member that is unknown or of a wrong type, and for two methods
    /// of one id; `ERR_LIMIT_EXCEEDED`; as [`json::parse_object`], [`multikey::decode`], and the
    /// parsers of DIDs and algorithms.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let members = json::parse_object(text.as_bytes())?;
        known(&members, &["keys", "document", "allowEmbeddedKey"])?;
        let mut trust = Self::default();
        for key in bounded(&members, "keys")? {
            trust.keys.push(pinned(object(key)?)?);
        }
        if let Some(document) = members.get("document") {
            trust.add_document(object(document)?)?;
        }
        trust.allow_embedded_key = flag(&members, "allowEmbeddedKey")?;
        if trust.keys.len() > MAX_KEYS {
            return Err(Error::LimitExceeded { what: "number of trusted keys", limit: MAX_KEYS });
        }
        Ok(trust)
    }

    fn add_document(&mut self, document: &Members) -> Result<(), Error> {
        let did = text(document, "id")?.ok_or(malformed("a document without an id"))?;
        let did = did.parse::<Did>()?;
        let own = self.keys.len();
        let mut ids = HashSet::new();
        for method in bounded(document, "verificationMethod")? {
            self.add_method(object(method)?, &did, None, &mut ids)?;
        }
        for purpose in Purpose::ALL {
            for entry in bounded(document, purpose.as_str())? {
                match entry {
                    Value::String(reference) => {
                        self.allow(own, &absolute(reference, &did), purpose)
                    }
                    // A method inside a relationship is for that one only.
                    entry => self.add_method(object(entry)?, &did, Some(purpose), &mut ids)?,
                }
            }
        }
        self.did = Some(did.as_str().to_owned());
        Ok(())
    }

    /// `ids` are those of all methods so far, of the ones that were left out too.
    fn add_method(
        &mut self,
        method: &Members,
        did: &Did,
        purpose: Option<Purpose>,
        ids: &mut HashSet<String>,
    ) -> Result<(), Error> {
        let id = text(method, "id")?.ok_or(malformed("a method without an id"))?;
        let id = absolute(id, did);
        let pinned = self.keys.iter().any(|key| key.id.as_ref() == Some(&id));
        if pinned || !ids.insert(id.clone()) {
            return Err(malformed("two keys of one id"));
        }
        let controller = text(method, "controller")?;
        let foreign = controller.is_some_and(|controller| controller.parse().as_ref() != Ok(did));
        if foreign || id.parse::<DidUrl>().map_or(true, |id| id.did() != did) {
            return Ok(());
        }
        let Some(key) = method_key(method) else { return Ok(()) };
        self.keys.push(TrustedKey {
            id: Some(id),
            controller: controller.map(str::to_owned),
            purposes: Some(purpose.into_iter().collect()),
            revoked: method.get("revoked").is_some_and(|revoked| !revoked.is_null()),
            expires: method.get("expires").map(end),
            ..TrustedKey::pinned(key)
        });
        Ok(())
    }

    /// Adds a purpose to a key of the document: those from `own` on. A document has no say
    /// over keys that were pinned beside it.
    fn allow(&mut self, own: usize, id: &str, purpose: Purpose) {
        let mut keys = self.keys.iter_mut().skip(own);
        let named = keys.find(|key| key.id.as_deref() == Some(id));
        if let Some(purposes) = named.and_then(|key| key.purposes.as_mut()) {
            purposes.push(purpose);
        }
    }
}

fn pinned(members: &Members) -> Result<TrustedKey, Error> {
    let all =
        ["publicKeyMultibase", "id", "controller", "purposes", "algorithm", "revoked", "expires"];
    known(members, &all)?;
    let key = text(members, "publicKeyMultibase")?.ok_or(malformed("a key without its bytes"))?;
    let mut trusted = TrustedKey::pinned(multikey::decode(key)?);
    trusted.id = text(members, "id")?.map(str::to_owned);
    trusted.controller = text(members, "controller")?.map(str::to_owned);
    trusted.algorithm = text(members, "algorithm")?.map(str::parse).transpose()?;
    trusted.revoked = flag(members, "revoked")?;
    if members.contains_key("purposes") {
        let names = list(members, "purposes")?.iter();
        let purpose = |name: &Value| name.as_str().unwrap_or_default().parse::<Purpose>();
        trusted.purposes = Some(names.map(purpose).collect::<Result<_, _>>()?);
    }
    if let Some(expires) = members.get("expires") {
        let seconds = expires.as_u64().ok_or(malformed("a time that is not whole Unix seconds"))?;
        trusted.expires = Some(UnixSeconds(seconds));
    }
    Ok(trusted)
}

/// The end of a method; what cannot be read is past.
fn end(expires: &Value) -> UnixSeconds {
    expires.as_str().and_then(rfc3339::parse).unwrap_or(UnixSeconds(0))
}

/// The key of a verification method, if it is one of ours.
fn method_key(method: &Members) -> Option<PublicKey> {
    let forms = ["publicKeyMultibase", "publicKeyJwk", "publicKeyBase58", "publicKeyHex"];
    let mut given = forms.iter().filter_map(|form| Some((*form, method.get(*form)?)));
    let (form, value) = given.next()?;
    // Two keys in one method would be two answers to one question.
    if given.next().is_some() {
        return None;
    }
    match (form, value) {
        ("publicKeyMultibase", Value::String(text)) => multikey::decode(text).ok(),
        ("publicKeyJwk", key) => jwk::public_from_json(key).ok(),
        ("publicKeyBase58", Value::String(text)) if text.len() <= MAX_BASE58 => {
            raw_key(method, &base58::decode(text).ok()?)
        }
        ("publicKeyHex", Value::String(text)) => raw_key(method, &hex::decode(text).ok()?),
        _ => None,
    }
}

/// A key without a codec, in suites whose type says what it is.
fn raw_key(method: &Members, bytes: &[u8]) -> Option<PublicKey> {
    let key_type = match method.get("type")?.as_str()? {
        "Ed25519VerificationKey2018" | "Ed25519VerificationKey2020" => KeyType::Ed25519,
        "X25519KeyAgreementKey2019" | "X25519KeyAgreementKey2020" => KeyType::X25519,
        "EcdsaSecp256k1VerificationKey2019" => KeyType::Secp256k1,
        _ => return None,
    };
    PublicKey::from_raw(key_type, bytes).ok()
}

fn absolute(id: &str, did: &Did) -> String {
    if id.starts_with(['#', '/', '?']) { format!("{did}{id}") } else { id.to_owned() }
}

const fn malformed(what: &'static str) -> Error {
    Error::TrustMalformed { what }
}

fn known(members: &Members, names: &[&str]) -> Result<(), Error> {
    let all = members.keys().all(|name| names.contains(&name.as_str()));
    if all { Ok(()) } else { Err(malformed("an unknown member")) }
}

fn object(value: &Value) -> Result<&Members, Error> {
    value.as_object().ok_or(malformed("a value where an object belongs"))
}

fn text<'a>(members: &'a Members, name: &str) -> Result<Option<&'a str>, Error> {
    match members.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(malformed("a value where text belongs")),
    }
}

fn list<'a>(members: &'a Members, name: &str) -> Result<&'a [Value], Error> {
    match members.get(name) {
        None => Ok(&[]),
        Some(Value::Array(items)) => Ok(items),
        Some(_) => Err(malformed("a value where a list belongs")),
    }
}

/// A list that is short enough to be looked at.
fn bounded<'a>(members: &'a Members, name: &str) -> Result<&'a [Value], Error> {
    let items = list(members, name)?;
    if items.len() > MAX_KEYS {
        return Err(Error::LimitExceeded { what: "number of trusted keys", limit: MAX_KEYS });
    }
    Ok(items)
}

fn flag(members: &Members, name: &str) -> Result<bool, Error> {
    match members.get(name) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(_) => Err(malformed("a value where true or false belongs")),
    }
}
