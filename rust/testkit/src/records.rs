//! Records that are signed, and the trust that they are verified under.

use countersign_core::{
    Error, grant,
    identity::spawn,
    keys::SecretKey,
    trust::{Trust, TrustedKey},
    unsigned::Unsigned,
};
use serde_json::Value;

/// Trust in the key of `secret` alone, which has no name.
#[must_use]
pub fn pinned(secret: &SecretKey) -> Trust {
    Trust { keys: vec![TrustedKey::pinned(secret.public_key().clone())], ..Trust::default() }
}

/// The record of a grant, signed by `by`.
#[must_use]
pub fn sign_grant(record: &Value, by: &SecretKey) -> Value {
    sign_record(&record.to_string(), by, grant::unsigned)
}

/// The record of a spawn, signed by `by`.
#[must_use]
pub fn sign_spawn(record: &str, by: &SecretKey) -> Value {
    sign_record(record, by, spawn::unsigned)
}

/// A record, signed by `by`, of a format that reads it by `unsigned`.
#[must_use]
pub fn sign_record(
    record: &str,
    by: &SecretKey,
    unsigned: fn(&str) -> Result<Unsigned, Error>,
) -> Value {
    let unsigned = unsigned(record).unwrap_or_else(|error| panic!("{error}: {record}"));
    serde_json::from_str(&sign_document(unsigned, by)).unwrap()
}

/// A document that is text, signed by `by`.
#[must_use]
pub fn sign_document(unsigned: Unsigned, by: &SecretKey) -> String {
    String::from_utf8(unsigned.sign(by, SecretKey::sign).unwrap()).unwrap()
}
