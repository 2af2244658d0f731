//! Documents with proofs, and whom their verifier trusts.

use std::fs;

use countersign_core::data_integrity::{self, Policy};
use countersign_core::keys::{Algorithm, PublicKey, SecretKey};
use countersign_core::time::rfc3339;
use countersign_core::trust::{Trust, TrustedKey};
use countersign_testkit::{records::sign_document, vector_path};
use serde_json::{Value, json};

pub fn text(name: &str) -> String {
    fs::read_to_string(vector_path(name)).unwrap()
}

pub fn trust(key: &PublicKey, id: Option<&str>) -> Trust {
    let mut key = TrustedKey::pinned(key.clone());
    key.id = id.map(str::to_owned);
    Trust { keys: vec![key], ..Trust::default() }
}

pub fn code(document: &str, trust: &Trust, policy: &Policy) -> &'static str {
    let verified = data_integrity::verify(document.as_bytes(), trust, policy);
    verified.map_or_else(|error| error.code(), |_| "")
}

/// A signed document: options over the usual ones, one key.
pub fn issue(document: &Value, options: Value, key: &SecretKey) -> String {
    let mut all = json!({
        "verificationMethod": "did:example:a#k", "proofPurpose": "assertionMethod",
        "created": "2026-01-01T00:00:00Z",
    });
    all.as_object_mut()
        .unwrap()
        .extend(serde_json::from_value::<serde_json::Map<_, _>>(options).unwrap());
    all.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    let (document, options) = (document.to_string(), all.to_string());
    let (document, options) = (document.as_bytes(), options.as_bytes());
    sign_document(data_integrity::unsigned(document, options, Algorithm::Ed25519).unwrap(), key)
}

pub fn now(text: &str) -> Policy {
    Policy { now: rfc3339::parse(text), ..Policy::default() }
}
