//! A request, who signed it, and what a verifier asks for.

use countersign_core::{
    Error,
    http_sig::{Keys, Message, Policy, prepare, verify},
    keys::{SecretKey, jwk},
    trust::{Trust, TrustedKey},
};
use countersign_testkit::vectors;
use serde_json::{Value, json};

pub const NOW: u64 = 1_760_000_000;

pub const BODY: &[u8] = br#"{"hello": "world"}"#;

pub const URL: &str = "https://Agent.Example:443/rpc?x=1&y=a%20b";

pub fn request() -> Value {
    json!({ "kind": "request", "method": "POST", "url": URL,
        "headers": [["Content-Type", "application/json"], ["Date", "today"]] })
}

pub fn read(message: &Value) -> Message {
    Message::from_json(&message.to_string()).unwrap()
}

pub fn trust(secret: &SecretKey) -> Trust {
    let key =
        TrustedKey { id: Some("k".into()), ..TrustedKey::pinned(secret.public_key().clone()) };
    Trust { keys: vec![key], ..Trust::default() }
}

pub fn policy(members: Value) -> Policy {
    let mut all = json!({ "now": NOW });
    for (name, value) in members.as_object().unwrap() {
        all[name] = value.clone();
    }
    Policy::from_json(&all.to_string()).unwrap()
}

pub fn options(members: Value) -> String {
    let mut all = json!({ "created": NOW, "keyid": "k", "nonce": "n-1", "algorithm": "ed25519" });
    for (name, value) in members.as_object().unwrap() {
        if value.is_null() {
            all.as_object_mut().unwrap().remove(name);
        } else {
            all[name] = value.clone();
        }
    }
    all.to_string()
}

/// Signs and gives the message with its signature.
pub fn signed(mut message: Value, body: &[u8], given: Value, key: &SecretKey) -> Value {
    let algorithm = key.public_key().key_type().default_algorithm().unwrap();
    let mut given = given;
    if given.get("algorithm").is_none() {
        given["algorithm"] = algorithm.as_str().into();
    }
    let prepared = prepare(read(&message), body, &options(given)).unwrap();
    let signature = key.sign(algorithm, prepared.base().as_bytes()).unwrap();
    let fields: Vec<Value> = serde_json::from_str(&prepared.fields(&signature)).unwrap();
    message["headers"].as_array_mut().unwrap().extend(fields);
    message
}

pub fn check(message: &Value, body: &[u8], given: Value, key: &SecretKey) -> Result<Value, Error> {
    let trust = trust(key);
    let verified = verify(&read(message), body, Keys::Trust(&trust), &policy(given))?;
    Ok(serde_json::from_str(&verified.to_json()).unwrap())
}

/// The Ed25519 key whose secret the RFC prints.
pub fn printed() -> SecretKey {
    let file = vectors("http-signatures/rfc9421_examples.json");
    jwk::secret_from_text(&file["keys_jwk"]["test-key-ed25519"].to_string()).unwrap()
}

pub fn rfc_message(message: &Value) -> Value {
    if message["type"] == "response" {
        return json!({ "kind": "response", "status": message["status"], "headers": message["headers"] });
    }
    let host = message["headers"][0][1].as_str().unwrap();
    let url = format!("https://{host}{}", message["target"].as_str().unwrap());
    json!({ "kind": "request", "method": message["method"], "url": url, "headers": message["headers"] })
}
