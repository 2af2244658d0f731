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

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::{object, public_half, public_to_json, rules, string, wipe};
use crate::{
    Error,
    encoding::{base64url, json},
    keys::PublicKey,
    print::Print,
};

const EC: &[&str] = &["crv", "kty", "x", "y"];
const OKP: &[&str] = &["crv", "kty", "x"];
const AKP: &[&str] = &["alg", "kty", "pub"];

/// The thumbprint of a key, in base64url.
#[must_use]
pub fn thumbprint(key: &PublicKey) -> String {
    let jwk = public_to_json(key);
    let names = match jwk.get("kty").and_then(Value::as_str) {
        Some("EC") => EC,
        Some("AKP") => AKP,
        _ => OKP,
    };
    jwk.as_object().map(|jwk| hash(jwk, names)).unwrap_or_default()
}

/// The thumbprint of any JWK of the table, in base64url. A private key has the one of its public
/// half. The thumbprint of a symmetric key says something about the secret, so keep it secret.
///
/// # Errors
///
/// `ERR_JWK_UNSUPPORTED` for another `kty`; `ERR_JWK_MEMBER` for a member missing or not text;
/// `ERR_ENCODING_MALFORMED`; for the types that we use, all of [`super::public_from_json`].
pub fn thumbprint_of(jwk: &Value) -> Result<String, Error> {
    let jwk = object(jwk)?;
    let names = match string(jwk, "kty")? {
        "EC" => EC,
        "OKP" => OKP,
        "RSA" => &["e", "kty", "n"],
        "oct" => &["k", "kty"],
        "AKP" => AKP,
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
    Ok(hash(jwk, names))
}

/// [`thumbprint_of`] JSON text. What was parsed is wiped.
///
/// # Errors
///
/// As [`thumbprint_of`] and [`json::parse_object`].
pub fn thumbprint_of_text(text: &str) -> Result<String, Error> {
    let mut jwk = Value::Object(json::parse_object(text.as_bytes())?);
    let thumbprint = thumbprint_of(&jwk);
    wipe(&mut jwk);
    thumbprint
}

/// SHA-256 over the members of these names, each of which is text.
fn hash(jwk: &Map<String, Value>, names: &[&str]) -> String {
    let member = |name: &&str| jwk.get(*name).map(|value| format!("\"{name}\":{}", value.print()));
    let members: Vec<_> = names.iter().filter_map(member).collect();
    base64url::encode(&Sha256::digest(format!("{{{}}}", members.join(","))))
}

fn check_bytes(jwk: &Map<String, Value>, name: &'static str) -> Result<(), Error> {
    let bytes = base64url::decode(string(jwk, name)?)?;
    let width = match jwk.get("crv").and_then(Value::as_str) {
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
