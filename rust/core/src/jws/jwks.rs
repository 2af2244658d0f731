//! Shared secrets as `oct` JWKs and sets of them (RFC 7517, sections 4 and 5), read as sets of public keys are
//! ([`crate::trust::key_set`]).

use countersign_kernels::json::Kind;
use zeroize::Zeroizing;

use super::Alg;
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Document, Node, Numbers},
    },
    trust::key_set::{entries, for_signatures},
};

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
        let set = Document::read_object(text.as_bytes(), Numbers::Exact)?;
        for entry in entries(set.root())? {
            let signs = for_signatures(entry);
            if entry.kind() != Kind::Object {
                return Err(Error::JsonNotObject);
            }
            let key = Secret::read(entry)?;
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
            Some(bound) if bound != alg => Err(Alg::unfit(alg)),
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
    fn read(jwk: Node<'_>) -> Result<Self, Error> {
        let k = jwk.get("k").and_then(Node::as_str).ok_or_else(|| Error::JwkMember("k"))?;
        let text = |name| jwk.get(name).and_then(Node::as_str).map(str::to_owned);
        if text("kty").as_deref() != Some("oct") {
            let kty: String = text("kty").unwrap_or_default().chars().take(40).collect();
            return Err(Error::JwkUnsupported("kty", kty));
        }
        let key = Zeroizing::new(base64url::decode(k)?);
        Ok(Self { kid: text("kid"), alg: text("alg"), key })
    }
}
