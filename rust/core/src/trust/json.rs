//! The trust input as JSON, the form in which it comes from a host.
//!
//! ```text
//! { "keys"?: [{ "publicKeyMultibase", "id"?, "controller"?, "purposes"?, "algorithm"?, "revoked"?, "expires"?,
//!              "from"?, "until"? }],
//!   "document"?: <DID document>, "allowEmbeddedKey"?: true }
//! ```
//!
//! Of a document each verification method that can be used becomes a key for the
//! relationships that name it, and for nothing else (see [`document::keys`]); its controller is
//! the subject. An id that is a DID URL is brought to its canonical spelling. All members are read
//! together.
//!
//! Strict JSON, at most [`MAX_KEYS`] keys and as many entries of each list of a
//! document. Unknown members are refused, but for those of a document.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Trust, TrustedKey};
use crate::{
    Error,
    did::{Purpose, canonical_name, document, own_key},
    encoding::json,
    keys::multikey,
    time::UnixSeconds,
};

/// Keys that one trust input may hold.
pub const MAX_KEYS: usize = 256;

type Members = Map<String, Value>;

impl Trust {
    /// Reads a trust input.
    ///
    /// # Errors
    ///
    /// `ERR_TRUST_MALFORMED` for a member that is unknown or of a wrong type, for a method of the id of a pinned
    /// key, and for a signing key whose owner is a DID that is another key; `ERR_LIMIT_EXCEEDED`; as [`json::parse_object`],
    /// [`multikey::decode`], [`document::keys`], and the parsers of DIDs and algorithms.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Self::from_members(&json::parse_object(text.as_bytes())?)
    }

    /// As [`Self::from_json`], of what was parsed strictly already.
    pub(crate) fn from_members(members: &Members) -> Result<Self, Error> {
        known(members, &["keys", "document", "allowEmbeddedKey"])?;
        let mut trust = Self::default();
        for key in bounded(members, "keys")? {
            trust.keys.push(pinned(object(key)?)?);
        }
        if let Some(document) = members.get("document") {
            trust.add_document(object(document)?)?;
        }
        trust.allow_embedded_key = flag(members, "allowEmbeddedKey")?;
        if trust.keys.len() > MAX_KEYS {
            return Err(Error::LimitExceeded { what: "number of trusted keys", limit: MAX_KEYS });
        }
        Ok(trust)
    }

    fn add_document(&mut self, document: &Members) -> Result<(), Error> {
        let (did, keys) = document::keys(document)?;
        let pinned: HashSet<String> = self.keys.iter().filter_map(|key| key.id.clone()).collect();
        for found in keys {
            if pinned.contains(&found.id) {
                return Err(malformed("two keys of one id"));
            }
            let Ok(key) = found.key else { continue };
            let trusted = TrustedKey {
                id: Some(found.id),
                controller: Some(did.as_str().to_owned()),
                purposes: Some(found.purposes),
                revoked: found.revoked,
                expires: found.expires,
                ..TrustedKey::pinned(key)
            };
            check_owner(&trusted)?;
            self.keys.push(trusted);
        }
        self.did = Some(did.as_str().to_owned());
        Ok(())
    }
}

fn pinned(members: &Members) -> Result<TrustedKey, Error> {
    let all = ["publicKeyMultibase", "id", "controller", "purposes", "algorithm"];
    let times = ["revoked", "expires", "from", "until"];
    known(members, &[all.as_slice(), &times].concat())?;
    let key = text(members, "publicKeyMultibase")?.ok_or(malformed("a key without its bytes"))?;
    let mut trusted = TrustedKey::pinned(multikey::decode(key)?);
    trusted.id = text(members, "id")?.map(|id| canonical_name(id).into_owned());
    trusted.controller = text(members, "controller")?.map(str::to_owned);
    trusted.algorithm = text(members, "algorithm")?.map(str::parse).transpose()?;
    trusted.revoked = flag(members, "revoked")?;
    if members.contains_key("purposes") {
        let names = list(members, "purposes")?.iter();
        let purpose = |name: &Value| name.as_str().unwrap_or_default().parse::<Purpose>();
        trusted.purposes = Some(names.map(purpose).collect::<Result<_, _>>()?);
    }
    trusted.expires = seconds(members, "expires")?;
    trusted.from = seconds(members, "from")?;
    trusted.until = seconds(members, "until")?;
    check_owner(&trusted)?;
    Ok(trusted)
}

/// A DID that is a key signs with that key alone. A key that only agrees on secrets may stand beside it.
fn check_owner(trusted: &TrustedKey) -> Result<(), Error> {
    let owner = trusted.owner();
    let another = owner.is_some_and(|owner| own_key(&owner, &trusted.key) == Some(false));
    if another && trusted.key.key_type().signs() {
        return Err(malformed("a key under a DID that is another key"));
    }
    Ok(())
}

fn seconds(members: &Members, name: &str) -> Result<Option<UnixSeconds>, Error> {
    let wrong = malformed("a time that is not whole Unix seconds");
    let Some(value) = members.get(name) else { return Ok(None) };
    value.as_u64().map(|seconds| Some(UnixSeconds(seconds))).ok_or(wrong)
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
