//! A card, and whom its verifier trusts.

use countersign_core::{
    Error,
    card::{self, Payload, Reading, Report, Verified, VerifyOptions},
    encoding::base64url,
    keys::{Algorithm, KeyType, SecretKey},
    time::UnixSeconds,
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

pub fn sign(card: &Value, header: &Value, algorithm: Algorithm) -> Result<Value, Error> {
    let options =
        json!({ "algorithm": algorithm.as_str(), "header": header, "reading": "default" });
    let unsigned = card::sign::unsigned(&card.to_string(), &options.to_string())?;
    let text = unsigned.sign(&secret_of(algorithm.key_type(), 7), SecretKey::sign)?;
    Ok(serde_json::from_slice(&text).unwrap())
}

/// A card whose protected header is whatever is given.
pub fn sign_raw(card: &Value, header: &str, entry: &Value) -> Value {
    let payload = payload_of(Reading::default(), card).unwrap();
    let protected = base64url::encode(header.as_bytes());
    let input = format!("{protected}.{}", base64url::encode(payload.text.as_bytes()));
    let signature =
        secret_of(KeyType::Ed25519, 7).sign(Algorithm::Ed25519, input.as_bytes()).unwrap();
    let mut entry = entry.clone();
    entry["protected"] = protected.into();
    entry["signature"] = base64url::encode(&signature).into();
    let mut card = card.clone();
    card["signatures"] = json!([entry]);
    card
}

/// What TypeScript gets of a card.
pub fn facts(verified: &Verified) -> Value {
    serde_json::from_str(&verified.to_json()).unwrap()
}

pub fn outcome_of(card: &Value, trust: &Trust, now: Option<u64>) -> Result<(), String> {
    let options = VerifyOptions { now: now.map(UnixSeconds), ..VerifyOptions::default() };
    card::verify(card.to_string().as_bytes(), trust, options)
        .map(|_| ())
        .map_err(|error| error.to_string())
}
