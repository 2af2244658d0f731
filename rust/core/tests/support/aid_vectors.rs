//! What the vectors of AgenticIdentity are read with.

use countersign_core::{
    encoding::hex,
    keys::{KeyType, SecretKey},
};
use serde_json::Value;

/// The cases of a file of that area.
pub fn cases(file: &str) -> Vec<Value> {
    countersign_testkit::cases(&format!("agentic-identity/{file}.json"))
}

pub fn key(seed: &Value) -> SecretKey {
    SecretKey::from_bytes(KeyType::Ed25519, &hex::decode(seed.as_str().unwrap()).unwrap()).unwrap()
}

/// A list of documents, as the core takes it.
pub fn joined(rows: &Value) -> Vec<u8> {
    countersign_testkit::frames(rows.as_array().unwrap())
}
