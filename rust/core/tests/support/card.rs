//! A card, and whom its verifier trusts.

#![allow(dead_code, unreachable_pub, reason = "no test uses all of it")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test")]

use countersign_core::{
    Error,
    card::{self, Payload, Reading, Report},
    keys::KeyType,
    trust::Trust,
};
use countersign_testkit::keys::{secret_of, trust_in};
use serde_json::{Value, json};

pub fn plain() -> Value {
    json!({
        "name": "Weather Agent",
        "description": "Tells the weather",
        "version": "1.0.0",
        "supportedInterfaces": [
            { "url": "https://weather.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }
        ],
        "capabilities": { "streaming": false },
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
        "skills": [
            { "id": "now", "name": "Now", "description": "The weather now", "tags": ["weather"] }
        ],
    })
}

pub fn with(changes: &Value) -> Value {
    let mut card = plain();
    for (name, value) in changes.as_object().unwrap() {
        card[name] = value.clone();
    }
    card
}

/// The payload of a card, as text is read.
pub fn payload_of(reading: Reading, card: &Value) -> Result<Payload, Error> {
    reading.payload(&card::parse(card.to_string().as_bytes(), false)?)
}

pub fn validate(card: &Value) -> Report {
    card::validate(&card::parse(card.to_string().as_bytes(), false).unwrap())
}

pub fn own_trust(key_type: KeyType) -> Trust {
    trust_in(Some("k1"), secret_of(key_type, 7).public_key().clone())
}
