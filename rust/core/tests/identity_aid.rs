//! AgenticIdentity's identities: upstream's vectors, our verdicts, rejections, and a property.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

use countersign_core::{
    aid::{Anchors, identity_of},
    encoding::hex,
    identity::aid::{derive, document},
    keys::{Algorithm, KeyType, SecretKey},
};
use countersign_testkit::vectors;
use serde_json::{Value, json};

fn cases(file: &str) -> Vec<Value> {
    let all = vectors(&format!("agentic-identity/{file}.json"));
    all["cases"].as_array().unwrap().clone()
}

fn key(seed: &Value) -> SecretKey {
    SecretKey::from_bytes(KeyType::Ed25519, &hex::decode(seed.as_str().unwrap()).unwrap()).unwrap()
}

fn sign(secret: &SecretKey, message: &str) -> Vec<u8> {
    secret.sign(Algorithm::Ed25519, message.as_bytes()).unwrap()
}

#[test]
fn identities_and_derived_keys_are_upstreams() {
    for case in cases("identity_ids") {
        let secret = key(&case["seed_hex"]);
        assert_eq!(identity_of(secret.public_key()).unwrap(), case["id"]);
        assert_eq!(hex::encode(secret.public_key().as_bytes()), case["public_key_hex"]);
    }
    for case in cases("key_derivation") {
        let (kind, argument) = (case["kind"].as_str().unwrap(), case["argument"].as_str().unwrap());
        assert_eq!(derive::info(kind, argument).unwrap(), case["info_utf8"]);
        let derived = derive::derive_key(&key(&case["ikm_hex"]), kind, argument).unwrap();
        assert_eq!(hex::encode(derived.expose()), case["okm_hex"]);
    }
    assert_eq!(derive::info("spell", "").unwrap_err().code(), "ERR_AID_MALFORMED");
    assert_eq!(derive::info("encryption", "x").unwrap_err().code(), "ERR_AID_MALFORMED");
    assert_eq!(derive::info("raw", &"x".repeat(5_000)).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn documents_are_upstreams_or_refused() {
    for case in cases("identity_documents") {
        let got = document::verify(&case["document"].to_string(), &Anchors::embedded());
        let accepted = case["verify_signature"].get("ok").is_some();
        let want = accepted && case.get("successor_should").is_none();
        assert_eq!(got.is_ok(), want, "{}: {got:?}", case["name"]);
        let Some(seed) = case.get("seed_hex") else { continue };
        assert_eq!(got.unwrap().document.payload(), case["signed_payload_utf8"]);
        let secret = key(seed);
        let draft = json!({ "created_at": case["created_at"], "name": case["display_name"] });
        let payload = document::signing_input(&draft.to_string(), secret.public_key()).unwrap();
        let made =
            document::attach(&draft.to_string(), secret.public_key(), &sign(&secret, &payload));
        assert_eq!(made.unwrap().to_json(), case["document_json_compact"]);
    }
}

#[test]
fn rotations_are_upstreams_and_walked() {
    for case in cases("key_rotation") {
        let text = case["document"].to_string();
        let facts = document::verify(&text, &Anchors::embedded()).unwrap().to_json().unwrap();
        let facts: Value = serde_json::from_str(&facts).unwrap();
        let last = facts["rotations"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last["message"], case["authorization_message_utf8"]);
        assert_eq!(facts["inception"], "aid_7Uhoi7PPzLUax2JtMkKRop");
        let changes = [
            ("/rotation_history/0/rotated_at", json!(1), "ERR_AID_TIME"),
            ("/rotation_history/0/reason", json!("Manual"), "ERR_AID_SIGNATURE"),
            ("/rotation_history", json!([facts_step(&case["document"])]), "ERR_AID_LINK"),
        ];
        for (place, value, code) in changes {
            let mut document = case["document"].clone();
            *document.pointer_mut(place).unwrap() = value;
            let got = document::verify(&document.to_string(), &Anchors::embedded());
            assert_eq!(got.unwrap_err().code(), code, "{}: {place}", case["name"]);
        }
    }
}

/// A step that holds and leads to another key than the document's.
fn facts_step(document: &Value) -> Value {
    let steps = document["rotation_history"].as_array().unwrap();
    let mut step = steps[0].clone();
    if steps.len() == 1 {
        let (old, new) = (key(&json!("07".repeat(32))), key(&json!("08".repeat(32))));
        let text = |key: &SecretKey| countersign_core::aid::key_text(key.public_key());
        let message = format!("rotate:{}:{}:1735689600000000:manual", text(&old), text(&new));
        let signature = countersign_core::encoding::base64::encode(&sign(&old, &message));
        step = json!({
            "previous_key": text(&old),
            "new_key": text(&new),
            "rotated_at": 1_735_689_600_000_000_u64,
            "reason": "Manual",
            "authorization_signature": signature,
        });
    }
    step
}

#[test]
fn a_rotation_needs_both_keys() {
    let (old, new) = (key(&json!("01".repeat(32))), key(&json!("02".repeat(32))));
    let draft = json!({ "created_at": "5", "name": "a" }).to_string();
    let payload = document::signing_input(&draft, old.public_key()).unwrap();
    let first =
        document::attach(&draft, old.public_key(), &sign(&old, &payload)).unwrap().to_json();
    let step = json!({ "rotated_at": "6", "reason": "DeviceLost" }).to_string();
    let by_old = sign(&old, &document::rotation_input(&first, new.public_key(), &step).unwrap());
    let payload = document::rotated_input(&first, new.public_key(), &step, &by_old).unwrap();
    let by_new = sign(&new, &payload);
    let second = document::attach_rotation(&first, new.public_key(), &step, &by_old, &by_new);
    let second = document::verify(&second.unwrap().to_json(), &Anchors::embedded()).unwrap();
    assert_eq!(second.document.id, identity_of(new.public_key()).unwrap());
    let forged = document::rotated_input(&first, new.public_key(), &step, &by_new);
    assert_eq!(forged.unwrap_err().code(), "ERR_AID_SIGNATURE");
    let same = document::rotation_input(&first, old.public_key(), &step);
    assert_eq!(same.unwrap_err().code(), "ERR_AID_KEY");
    let early = json!({ "rotated_at": "4", "reason": "Manual" }).to_string();
    let by_old = sign(&old, &document::rotation_input(&first, new.public_key(), &early).unwrap());
    let early = document::rotated_input(&first, new.public_key(), &early, &by_old);
    assert_eq!(early.unwrap_err().code(), "ERR_AID_TIME");
}
