//! JWKs and JWK Sets as keys for a JWS (RFC 7517, sections 4 and 5).
//!
//! Takes one JWK or `{ "keys": [JWK, …] }`. A set is refused as a whole if a
//! reader could take the wrong key from it: if two keys have the same `kid`, if
//! symmetric and asymmetric keys are mixed, or if a private member stands where
//! public keys belong. A key counts only for the use that it states: `use` absent
//! or `sig`, `key_ops` absent or with `verify`, `alg` absent or the one used.

use serde_json::{Map, Value};
use zeroize::Zeroizing;

use super::Alg;
use crate::{
    Error,
    encoding::{
        base64url,
        json::{self as strict, object},
    },
    keys::jwk::{self, SetKey},
    trust::TrustedKey,
};

/// Reads public keys as trusted keys: `kid` becomes the id.
///
/// Keys that we have no algorithm for (RSA, P-521) or that are for something
/// else are passed over.
///
/// # Errors
///
/// An `ERR_JSON_` code for the text; as [`jwk::set_from_json`].
pub fn trusted_keys(text: &str) -> Result<Vec<TrustedKey>, Error> {
    let mut keys = entries(text)?;
    // First the whole set, because keys that are passed over below may spoil it too.
    jwk::set_from_json(&object! { "keys": keys.as_slice() })?;
    keys.retain(for_signatures);
    let keys = jwk::set_from_json(&object! { "keys": keys.as_slice() })?;
    Ok(keys.into_iter().filter_map(to_trusted).collect())
}

fn to_trusted(SetKey { key, id, algorithm }: SetKey) -> Option<TrustedKey> {
    let algorithm = match algorithm {
        None => None,
        Some(name) => Some(Alg::from_name(&name)?.algorithm()),
    };
    Some(TrustedKey { id, algorithm, ..TrustedKey::pinned(key) })
}

/// Shared secrets for [`super::hmac`].
pub struct Symmetric(Vec<Secret>);

struct Secret {
    kid: Option<String>,
    alg: Option<String>,
    key: Zeroizing<Vec<u8>>,
}

impl Symmetric {
    /// Reads `oct` keys.
    ///
    /// # Errors
    ///
    /// An `ERR_JSON_` code for the text; `ERR_JWK_UNSUPPORTED` for a key that is not
    /// symmetric; `ERR_JWK_DUPLICATE_KID`; `ERR_JWK_MEMBER` without `k`;
    /// `ERR_ENCODING_MALFORMED`.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let mut keys = Vec::new();
        for entry in entries(text)? {
            let signs = for_signatures(&entry);
            let Value::Object(members) = entry else { return Err(Error::JsonNotObject) };
            let key = Secret::read(members)?;
            if key.kid.is_some()
                && keys.iter().any(|(other, _): &(Secret, bool)| other.kid == key.kid)
            {
                return Err(Error::JwkDuplicateKid(keys.len()));
            }
            keys.push((key, signs));
        }
        Ok(Self(keys.into_iter().filter(|(_, signs)| *signs).map(|(key, _)| key).collect()))
    }

    /// The key for a header. Without `kid` there must be one key only.
    pub(super) fn find(&self, kid: Option<&str>, alg: &str) -> Result<&[u8], Error> {
        let found = match (self.0.as_slice(), kid) {
            ([only], _) if kid.is_none() || only.kid.is_none() => Some(only),
            (_, None) => None,
            (many, kid) => many.iter().find(|secret| secret.kid.as_deref() == kid),
        };
        let found = found.ok_or_else(|| Error::JwsKey("unknown"))?;
        match found.alg.as_deref() {
            Some(bound) if bound != alg => Err(Error::JwsAlgorithm),
            _ => Ok(&found.key),
        }
    }
}

impl core::fmt::Debug for Symmetric {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Symmetric({} keys)", self.0.len())
    }
}

impl Secret {
    fn read(mut members: Map<String, Value>) -> Result<Self, Error> {
        let Some(Value::String(k)) = members.remove("k") else {
            return Err(Error::JwkMember("k"));
        };
        let k = Zeroizing::new(k);
        let text = |name| members.get(name).and_then(Value::as_str).map(str::to_owned);
        if text("kty").as_deref() != Some("oct") {
            let kty: String = text("kty").unwrap_or_default().chars().take(40).collect();
            return Err(Error::JwkUnsupported("kty", kty));
        }
        let key = Zeroizing::new(base64url::decode(&k)?);
        Ok(Self { kid: text("kid"), alg: text("alg"), key })
    }
}

/// The keys of a set, or the one key.
fn entries(text: &str) -> Result<Vec<Value>, Error> {
    let mut whole = strict::parse_object(text.as_bytes())?;
    match whole.remove("keys") {
        None => Ok(vec![Value::Object(whole)]),
        Some(Value::Array(keys)) if keys.len() <= jwk::MAX_KEYS => Ok(keys),
        Some(Value::Array(_)) => Err(Error::LimitExceeded("keys in a JWK set", jwk::MAX_KEYS)),
        Some(_) => Err(Error::JwkMember("keys")),
    }
}

/// RFC 7517, sections 4.2 and 4.3.
fn for_signatures(key: &Value) -> bool {
    let verifies =
        |ops: &Value| ops.as_array().is_some_and(|ops| ops.iter().any(|op| op == "verify"));
    key.get("use").is_none_or(|value| value == "sig") && key.get("key_ops").is_none_or(verifies)
}
