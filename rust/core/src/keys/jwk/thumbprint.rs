//! JWK thumbprints (RFC 7638, 8037 section 2): SHA-256 over the required members.
//!
//! | `kty` | Members, in this order |
//! | --- | --- |
//! | EC | `crv`, `kty`, `x`, `y` |
//! | OKP | `crv`, `kty`, `x` |
//! | RSA | `e`, `kty`, `n` |
//! | oct | `k`, `kty` |
//! | AKP | `alg`, `kty`, `pub` |
//!
//! The text of the members is hashed as it is, so another spelling of a number
//! would give another thumbprint: base64url must be canonical, coordinates of
//! the width of their curve, and RSA numbers without leading zero bytes.

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::{object, public_half, public_to_json, read, rules, string};
use crate::{
    Error,
    encoding::{base64url, document::Node},
    keys::PublicKey,
    print::Written,
};

/// The thumbprint of a key, in base64url.
#[must_use]
pub fn thumbprint(key: &PublicKey) -> String {
    // It has just the members that are hashed.
    hash(&public_to_json(key))
}

/// The thumbprint of any JWK of the table, in base64url. A private key has the one of its public
/// half. The thumbprint of a symmetric key says something about the secret, so keep it secret.
///
/// # Errors
///
/// `ERR_JWK_UNSUPPORTED` for another `kty`; `ERR_JWK_MEMBER` for a member missing or not text;
/// `ERR_ENCODING_MALFORMED`; for the types that we use, all of [`super::public_from_json`].
pub fn thumbprint_of(jwk: Node<'_>) -> Result<String, Error> {
    let jwk = object(jwk)?;
    let names = match string(jwk, "kty")? {
        "EC" => &["crv", "kty", "x", "y"][..],
        "OKP" => &["crv", "kty", "x"],
        "RSA" => &["e", "kty", "n"],
        "oct" => &["k", "kty"],
        "AKP" => &["alg", "kty", "pub"],
        _ => return Err(rules::unsupported("kty", jwk)),
    };
    if rules::key_type(jwk).is_ok() {
        public_half(jwk)?;
    }
    for name in names {
        match *name {
            "alg" | "crv" | "kty" => drop(string(jwk, name)?),
            name => check_bytes(jwk, name)?,
        }
    }
    let members = names.iter().filter_map(|name| Some((*name, jwk.get(name)?)));
    let text = members.fold(Written::new(), |text, (name, member)| text.node(name, member)).end();
    Ok(hash(&Zeroizing::new(text)))
}

/// [`thumbprint_of`] JSON text.
///
/// # Errors
///
/// As [`thumbprint_of`] and [`crate::encoding::document::Document::read_object`].
pub fn thumbprint_of_text(text: &str) -> Result<String, Error> {
    thumbprint_of(read(text)?.root())
}

fn hash(canonical: &str) -> String {
    base64url::encode(&Sha256::digest(canonical))
}

fn check_bytes(jwk: Node<'_>, name: &'static str) -> Result<(), Error> {
    let bytes = base64url::decode(string(jwk, name)?)?;
    let width = match jwk.get("crv").and_then(Node::as_str) {
        Some("P-384") => Some(48),
        Some("P-521") => Some(66),
        Some("Ed448") => Some(57),
        Some("X448") => Some(56),
        _ => None,
    };
    match (width, bytes.first()) {
        (Some(want), _) if bytes.len() != want => {
            Err(Error::BytesLength("JWK coordinate", want, bytes.len()))
        }
        (None, Some(0)) if matches!(name, "e" | "n") => Err(Error::JwkMember(name)),
        _ => Ok(()),
    }
}
