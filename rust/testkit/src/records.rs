//! Records that are signed, and the trust that they are verified under.

use countersign_core::{
    Error, grant,
    identity::spawn,
    keys::SecretKey,
    trust::{Trust, TrustedKey},
};
use serde_json::Value;

use crate::keys::sign;

/// Trust in the key of `secret` alone, which has no name.
#[must_use]
pub fn pinned(secret: &SecretKey) -> Trust {
    Trust { keys: vec![TrustedKey::pinned(secret.public_key().clone())], ..Trust::default() }
}

/// The record of a grant, signed by `by`.
#[must_use]
pub fn sign_grant(record: &Value, by: &SecretKey) -> Value {
    sign_record(&record.to_string(), by, grant::signing_input, grant::attach)
}

/// The record of a spawn, signed by `by`.
#[must_use]
pub fn sign_spawn(record: &str, by: &SecretKey) -> Value {
    sign_record(record, by, spawn::signing_input, spawn::attach)
}

/// A record, signed by `by`: `input` says over what, and `attach` puts the signature in.
#[must_use]
pub fn sign_record(
    record: &str,
    by: &SecretKey,
    input: impl Fn(&str) -> Result<Vec<u8>, Error>,
    attach: impl Fn(&str, &[u8]) -> Result<String, Error>,
) -> Value {
    let input = input(record).unwrap_or_else(|error| panic!("{error}: {record}"));
    let signed = attach(record, &sign(by, &input)).unwrap();
    serde_json::from_str(&signed).unwrap()
}
