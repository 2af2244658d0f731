//! JWKs and JWK Sets as trusted keys (RFC 7517, sections 4 and 5).
//!
//! Takes one JWK or `{ "keys": [JWK, …] }`. A set is refused as a whole if a
//! reader could take the wrong key from it: if two keys have the same `kid`, if
//! symmetric and asymmetric keys are mixed, or if a private member stands where
//! public keys belong. A key counts only for the use that it states: `use` absent
//! or `sig`, `key_ops` absent or with `verify`, `alg` absent or the one used.

use serde_json::Value;

use super::TrustedKey;
use crate::{
    Error,
    encoding::json::{self as strict, object},
    keys::{
        Algorithm,
        jwk_set::{self, SetKey},
    },
};

/// Reads public keys as trusted keys: `kid` becomes the id.
///
/// Keys that we have no algorithm for (RSA, P-521) or that are for something
/// else are passed over.
///
/// # Errors
///
/// An `ERR_JSON_` code for the text; as [`jwk_set::from_json`].
pub fn read(text: &str) -> Result<Vec<TrustedKey>, Error> {
    let mut keys = entries(text)?;
    // First the whole set, because keys that are passed over below may spoil it too.
    jwk_set::from_json(&object! { "keys": keys.as_slice() })?;
    keys.retain(for_signatures);
    let keys = jwk_set::from_json(&object! { "keys": keys.as_slice() })?;
    Ok(keys.into_iter().filter_map(to_trusted).collect())
}

fn to_trusted(SetKey { key, id, algorithm }: SetKey) -> Option<TrustedKey> {
    let algorithm = match algorithm {
        None => None,
        Some(name) => Some(Algorithm::from_jose(&name)?),
    };
    Some(TrustedKey { id, algorithm, ..TrustedKey::pinned(key) })
}

/// The keys of a set, or the one key.
pub(crate) fn entries(text: &str) -> Result<Vec<Value>, Error> {
    let mut whole = strict::parse_object(text.as_bytes())?;
    match whole.get_mut("keys").map(Value::take) {
        None => Ok(vec![Value::Object(whole)]),
        Some(Value::Array(keys)) if keys.len() <= jwk_set::MAX_KEYS => Ok(keys),
        Some(Value::Array(_)) => Err(Error::LimitExceeded("keys in a JWK set", jwk_set::MAX_KEYS)),
        Some(_) => Err(Error::JwkMember("keys")),
    }
}

/// RFC 7517, sections 4.2 and 4.3.
pub(crate) fn for_signatures(key: &Value) -> bool {
    let verifies =
        |ops: &Value| ops.as_array().is_some_and(|ops| ops.iter().any(|op| op == "verify"));
    key.get("use").is_none_or(|value| value == "sig") && key.get("key_ops").is_none_or(verifies)
}
