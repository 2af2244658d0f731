//! Documents that a key of the engine signs, and the messages of HTTP.

use std::hint::black_box;

use countersign_core::{
    grant,
    http_sig::{self, Keys, Message, Policy, prepare},
    jws::{self, Form, Shape},
    keys::{Algorithm, PublicKey, SecretKey},
    pop::{Challenge, Statement},
    receipt::Draft,
    time::UnixSeconds,
    unsigned::Unsigned,
};
use countersign_testkit::{keys::secret, records::document};
use serde_json::{Value, json};

use crate::{
    Run,
    fixture::{self, DID, NOW, trust},
};

/// Signs as the bindings do.
fn sign(document: Unsigned, key: &SecretKey) -> Vec<u8> {
    let sign = |key: &SecretKey, algorithm, message: &[u8]| key.sign(algorithm, message);
    document.sign(key, sign).unwrap()
}

pub(crate) fn prove_possession() -> Run {
    let (key, end) = (secret(1), UnixSeconds(NOW.0 + 300));
    let tagged = key.public_key().to_tagged();
    let challenge = Challenge::new("https://registry.example", &[7; 16], NOW, end, None);
    let challenge = challenge.unwrap().to_json();
    Box::new(move || {
        let named = PublicKey::from_tagged(&tagged).unwrap();
        let asked = Challenge::from_json(&challenge).unwrap();
        let statement = Statement::new(DID, Algorithm::Ed25519, named, &asked, NOW).unwrap();
        black_box(sign(statement.into_unsigned().unwrap(), &key));
    })
}

pub(crate) fn issue_grant() -> Run {
    let [owner, agent] = [1, 2].map(secret);
    let record = fixture::grant(&owner, &agent).to_string();
    Box::new(move || {
        black_box(sign(grant::unsigned(&record).unwrap(), &owner));
    })
}

pub(crate) fn issue_receipt() -> Run {
    let (key, id, time) = (secret(1), format!("{DID}#key-1"), NOW.0 * 1000);
    let draft = json!({
        "actor": DID, "keyId": id, "algorithm": Algorithm::Ed25519.as_str(), "action": "tool.call",
        "content": { "tool": "search", "query": "weather" }, "time": time,
    });
    let draft = draft.to_string();
    Box::new(move || {
        let document = Draft::new(&draft, None).unwrap().into_unsigned().unwrap();
        black_box(sign(document, &key));
    })
}

fn compact(payload: &[u8], key: &SecretKey) -> Vec<u8> {
    let shape = Shape::new(Form::Compact, false);
    sign(
        jws::unsigned(document(&json!({})).root(), Algorithm::Ed25519, payload, shape).unwrap(),
        key,
    )
}

pub(crate) fn sign_jws() -> Run {
    let (key, payload) = (secret(1), [7; 256]);
    Box::new(move || {
        black_box(compact(&payload, &key));
    })
}

pub(crate) fn verify_jws() -> Run {
    let key = secret(1);
    let text = String::from_utf8(compact(&[7; 256], &key)).unwrap();
    let trust = trust(None, key.public_key());
    let policy = json!({ "now": NOW.0 }).to_string();
    Box::new(move || {
        black_box(jws::verify_json(&text, None, &trust, &policy).unwrap().to_bytes());
    })
}

fn request() -> Value {
    json!({
        "kind": "request", "method": "POST", "url": "https://agent.example/a2a?trace=1",
        "headers": [["Content-Type", "application/json"]],
    })
}

fn fields(request: &str, key: &SecretKey) -> Vec<u8> {
    let options = json!({
        "keyid": "key-1", "created": NOW.0, "nonce": "nonce-1", "algorithm": "ed25519",
    });
    let message = Message::from_json(request).unwrap();
    let prepared = prepare(message, &[7; 1024], &options.to_string()).unwrap();
    sign(prepared.into_unsigned().unwrap(), key)
}

pub(crate) fn sign_request() -> Run {
    let (key, request) = (secret(1), request().to_string());
    Box::new(move || {
        black_box(fields(&request, &key));
    })
}

pub(crate) fn verify_request() -> Run {
    let (key, mut message) = (secret(1), request());
    let added: Vec<Value> = serde_json::from_slice(&fields(&message.to_string(), &key)).unwrap();
    message["headers"].as_array_mut().unwrap().extend(added);
    let (message, trust) = (message.to_string(), trust(Some("key-1"), key.public_key()));
    let policy = json!({ "now": NOW.0 }).to_string();
    Box::new(move || {
        let (message, policy) =
            (Message::from_json(&message).unwrap(), Policy::from_json(&policy).unwrap());
        let verified = http_sig::verify(&message, &[7; 1024], Keys::Trust(&trust), &policy);
        black_box(verified.unwrap().to_json());
    })
}
