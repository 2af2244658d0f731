//! JWKs and JWK Sets as trusted keys (RFC 7517, sections 4 and 5).
//!
//! Takes one JWK or `{ "keys": [JWK, …] }`. A set is refused as a whole if a
//! reader could take the wrong key from it: if two keys have the same `kid`, if
//! symmetric and asymmetric keys are mixed, or if a private member stands where
//! public keys belong. A key counts only for the use that it states: `use` absent
//! or `sig`, `key_ops` absent or with `verify`, `alg` absent or the one used.

use super::TrustedKey;
use crate::{
    Error,
    encoding::document::{Document, Node, Numbers},
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
    let set = Document::read_object(text.as_bytes(), Numbers::Exact)?;
    let mut keys = entries(set.root())?;
    // First the whole set, because keys that are passed over below may spoil it too.
    jwk_set::from_keys(&keys)?;
    keys.retain(|key| for_signatures(*key));
    let keys = jwk_set::from_keys(&keys)?;
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
pub(crate) fn entries(set: Node<'_>) -> Result<Vec<Node<'_>>, Error> {
    set.get("keys").map_or_else(|| Ok(vec![set]), jwk_set::list)
}

/// RFC 7517, sections 4.2 and 4.3.
pub(crate) fn for_signatures(key: Node<'_>) -> bool {
    let verifies = |operations: Node<'_>| operations.items().any(|name| name.says("verify"));
    key.get("use").is_none_or(|usage| usage.says("sig")) && key.get("key_ops").is_none_or(verifies)
}
