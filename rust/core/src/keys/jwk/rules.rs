//! Checks the members of a JWK that describe the key (RFC 7517, section 4).
//!
//! `alg`, `use`, `key_ops`, `kid` and `ext` may be missing. Those that are there
//! must have the right type, and fit the key and each other.

use countersign_kernels::json::Kind;

use super::string;
use crate::{
    Error,
    encoding::document::Node,
    error::excerpt,
    keys::{Algorithm, KeyType, Kty},
};

/// What a key is for.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Duty {
    Sign,
    Agree,
}

const AGREE: [&str; 4] = ["ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A192KW", "ECDH-ES+A256KW"];

/// The type of a key, after every member that describes it was checked.
pub(super) fn check(jwk: Node<'_>) -> Result<KeyType, Error> {
    let key_type = key_type(jwk)?;
    let alg = optional(jwk, "alg")?.map(|alg| duty_of_alg(key_type, alg)).transpose()?;
    let usage = optional(jwk, "use")?.map(|usage| duty_of_use(key_type, usage)).transpose()?;
    if let (Some(alg), Some(usage)) = (alg, usage)
        && alg != usage
    {
        return Err(Error::JwkInconsistent("use"));
    }
    check_operations(jwk, key_type, alg.or(usage))?;
    optional(jwk, "kid")?;
    match jwk.get("ext").is_none_or(|ext| ext.as_bool().is_some()) {
        true => Ok(key_type),
        false => Err(Error::JwkMember("ext")),
    }
}

/// The type that `kty`, `crv` and, for AKP, `alg` name.
pub(super) fn key_type(jwk: Node<'_>) -> Result<KeyType, Error> {
    let kty = string(jwk, "kty")?;
    let of_kty = |key_type: &KeyType| key_type.facts().kty.as_str() == kty;
    let mut types = KeyType::ALL.into_iter().filter(of_kty).peekable();
    let (member, found) = match types.peek().map(|key_type| key_type.facts().kty) {
        None => ("kty", None),
        Some(Kty::Akp) => {
            let name = string(jwk, "alg")?;
            ("alg", types.find(|key_type| akp_name(*key_type) == name))
        }
        Some(Kty::Okp | Kty::Ec) => {
            let name = string(jwk, "crv")?;
            ("crv", types.find(|key_type| key_type.as_str() == name))
        }
    };
    found.ok_or_else(|| unsupported(member, jwk))
}

/// What a JWK says of itself is not supported.
pub(super) fn unsupported(member: &'static str, jwk: Node<'_>) -> Error {
    let said = jwk.get(member).and_then(Node::as_str).unwrap_or_default();
    Error::JwkUnsupported(member, excerpt(said))
}

/// The `alg` that a JWK of `kty` AKP has.
pub(super) fn akp_name(key_type: KeyType) -> &'static str {
    key_type.default_algorithm().and_then(Algorithm::jose).unwrap_or_default()
}

fn duty_of_alg(key_type: KeyType, alg: &str) -> Result<Duty, Error> {
    let is_named = |algorithm: &Algorithm| {
        algorithm.key_type() == key_type && algorithm.facts().jose.contains(&alg)
    };
    if Algorithm::ALL.iter().any(is_named) {
        return Ok(Duty::Sign);
    }
    if AGREE.contains(&alg) && may(key_type, Duty::Agree) {
        return Ok(Duty::Agree);
    }
    Err(Error::JwkInconsistent("alg"))
}

fn duty_of_use(key_type: KeyType, usage: &str) -> Result<Duty, Error> {
    let duty = match usage {
        "sig" => Some(Duty::Sign),
        "enc" => Some(Duty::Agree),
        _ => None,
    };
    duty.filter(|duty| may(key_type, *duty)).ok_or_else(|| Error::JwkInconsistent("use"))
}

/// Requires each operation to come once, to be one that the key can do, and to be within `duty`.
fn check_operations(jwk: Node<'_>, key_type: KeyType, duty: Option<Duty>) -> Result<(), Error> {
    let Some(operations) = jwk.get("key_ops") else { return Ok(()) };
    if operations.kind() != Kind::Array {
        return Err(Error::JwkMember("key_ops"));
    }
    for (index, operation) in operations.items().enumerate() {
        let operation = operation.as_str().ok_or_else(|| Error::JwkMember("key_ops"))?;
        let wanted = match operation {
            "sign" | "verify" => Some(Duty::Sign),
            "deriveKey" | "deriveBits" => Some(Duty::Agree),
            _ => None,
        };
        let fits =
            |wanted: &Duty| may(key_type, *wanted) && duty.is_none_or(|duty| duty == *wanted);
        let twice = operations.items().take(index).any(|earlier| earlier.says(operation));
        if twice || !wanted.as_ref().is_some_and(fits) {
            return Err(Error::JwkInconsistent("key_ops"));
        }
    }
    Ok(())
}

fn may(key_type: KeyType, duty: Duty) -> bool {
    match duty {
        Duty::Sign => key_type.signs(),
        Duty::Agree => key_type.agrees(),
    }
}

fn optional<'a>(jwk: Node<'a>, name: &'static str) -> Result<Option<&'a str>, Error> {
    match jwk.get(name) {
        None => Ok(None),
        Some(value) => value.as_str().map(Some).ok_or_else(|| Error::JwkMember(name)),
    }
}
