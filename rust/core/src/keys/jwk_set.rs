//! JWK sets of public keys (RFC 7517, section 5).
//!
//! Keys of a `kty` or `crv` that we do not know are passed over, as the RFC asks.
//! A set with a private or symmetric key, or two keys with the same `kid`, is refused as a whole.

use countersign_kernels::{json::Kind, order::indexes};

use super::{
    PublicKey,
    jwk::{object, public_from_json, read as read_jwk},
    multikey,
};
use crate::{Error, encoding::document::Node, print::Written};

/// The most keys that are read from a set.
pub const MAX_KEYS: usize = 1_000;

/// A key of a set.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SetKey {
    /// The key itself.
    pub key: PublicKey,
    /// `kid`, if it has one.
    pub id: Option<String>,
    /// `alg`, if it has one; it fits the key.
    pub algorithm: Option<String>,
}

/// Reads a set, in its order.
///
/// # Errors
///
/// `ERR_JWK_MEMBER` unless `keys` is an array; `ERR_LIMIT_EXCEEDED` above [`MAX_KEYS`];
/// `ERR_JWK_DUPLICATE_KID`; `ERR_JWK_PRIVATE`; as [`public_from_json`].
pub fn from_json(set: Node<'_>) -> Result<Vec<SetKey>, Error> {
    let keys = object(set)?.get("keys").ok_or_else(|| Error::JwkMember("keys"))?;
    from_keys(&list(keys)?)
}

/// The keys of a set that was not read yet.
pub(crate) fn list(keys: Node<'_>) -> Result<Vec<Node<'_>>, Error> {
    if keys.kind() != Kind::Array {
        return Err(Error::JwkMember("keys"));
    }
    match keys.items().nth(MAX_KEYS) {
        Some(_) => Err(Error::LimitExceeded("keys in a JWK set", MAX_KEYS)),
        None => Ok(keys.items().collect()),
    }
}

/// As [`from_json`], of the keys of a set.
pub(crate) fn from_keys(keys: &[Node<'_>]) -> Result<Vec<SetKey>, Error> {
    if let Some(place) = repeated_kid(keys)? {
        return Err(Error::JwkDuplicateKid(place));
    }
    keys.iter().filter_map(|jwk| read(*jwk).transpose()).collect()
}

/// The index of the first key whose `kid` an earlier one has.
fn repeated_kid(keys: &[Node<'_>]) -> Result<Option<usize>, Error> {
    let mut kids = Vec::with_capacity(keys.len());
    for jwk in keys {
        kids.push(jwk.get("kid").map(Node::canonical).transpose()?);
    }
    let kid = |index: usize| kids.get(index).and_then(Option::as_deref);
    let order = indexes(kids.len(), &|a, b| kid(a).cmp(&kid(b)));
    let again = order.windows(2).filter_map(|pair| match pair {
        [first, next] if kid(*next).is_some() && kid(*first) == kid(*next) => Some(*next),
        _ => None,
    });
    Ok(again.min())
}

/// [`from_json`] of JSON text, for JavaScript: an array of
/// `{ "publicKeyMultibase", "kid"?, "alg"? }`.
///
/// # Errors
///
/// As [`from_json`] and [`crate::encoding::document::Document::read_object`].
pub fn from_text(text: &str) -> Result<String, Error> {
    let set = from_json(read_jwk(text)?.root())?;
    let rows = set.iter().map(|SetKey { key, id, algorithm }| {
        let row = Written::new().text("publicKeyMultibase", &multikey::encode(key));
        let row = row.maybe(id.as_deref(), |row, id| row.text("kid", id));
        row.maybe(algorithm.as_deref(), |row, algorithm| row.text("alg", algorithm)).end()
    });
    Ok(format!("[{}]", rows.collect::<Vec<_>>().join(",")))
}

/// `None` for a key of a kind that we do not know.
fn read(jwk: Node<'_>) -> Result<Option<SetKey>, Error> {
    let key = match public_from_json(jwk) {
        Ok(key) => key,
        Err(error) if error.is("ERR_JWK_UNSUPPORTED") => return Ok(None),
        Err(error) => return Err(error),
    };
    let text = |name| jwk.get(name).and_then(Node::as_str).map(String::from);
    Ok(Some(SetKey { key, id: text("kid"), algorithm: text("alg") }))
}
