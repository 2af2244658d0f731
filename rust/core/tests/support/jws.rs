//! A JWS, and the key that signed it.

#![allow(clippy::panic, reason = "test code")]

use countersign_core::jws::{self, Form, Policy, Shape};
use countersign_core::keys::{Algorithm, SecretKey};
use countersign_core::trust::{Trust, TrustedKey};
use countersign_testkit::records::{document, sign_document};
use serde_json::Value;

pub fn trust_of(keys: Vec<TrustedKey>) -> Trust {
    Trust { keys, allow_embedded_key: false, did: None }
}

pub fn pinned(key: &SecretKey) -> Trust {
    trust_of(jwks_key(key, None))
}

pub fn jwks_key(key: &SecretKey, id: Option<&str>) -> Vec<TrustedKey> {
    let id = id.map(str::to_owned);
    vec![TrustedKey { id, ..TrustedKey::pinned(key.public_key().clone()) }]
}

pub fn attached(
    key: &SecretKey,
    algorithm: Algorithm,
    header: Value,
    payload: &[u8],
    shape: Shape,
) -> String {
    sign_document(jws::unsigned(document(&header).root(), algorithm, payload, shape).unwrap(), key)
}

pub fn signed(
    key: &SecretKey,
    algorithm: Algorithm,
    header: Value,
    payload: &[u8],
    form: Form,
) -> String {
    attached(key, algorithm, header, payload, Shape::new(form, false))
}

pub fn detached(
    key: &SecretKey,
    algorithm: Algorithm,
    header: Value,
    payload: &[u8],
    form: Form,
) -> String {
    attached(key, algorithm, header, payload, Shape::new(form, true))
}

/// The code of a refusal, or "" for success.
pub fn code(text: &str, detached: Option<&[u8]>, trust: &Trust) -> &'static str {
    jws::verify(text, detached, trust, &Policy::default()).map_or_else(|error| error.code(), |_| "")
}
