//! Messages that SAGE signs: whose they are, and what is refused.

use countersign_core::{
    Error, did,
    encoding::hex,
    guard::sage,
    keys::{Algorithm, KeyType, SecretKey, sage_sign},
    time::UnixSeconds,
    trust::TrustedKey,
};
use countersign_testkit::{
    cases_of,
    keys::{pinned, secret_of},
};
use serde_json::{Value, json};

use crate::support::{guard::NOW, high_s::other_s};

fn signed(change: &Value) -> sage::Message {
    let mut message = json!({
        "agentDid": "did:x:a", "messageId": "m", "timestamp": "2025-10-19T12:34:56.789Z",
        "nonce": "n", "body": "a\nb",
    });
    for (name, value) in change.as_object().unwrap() {
        message[name] = value.clone();
    }
    sage::Message::from_json(&message.to_string()).unwrap()
}

#[test]
fn signed_messages_are_upstreams() {
    let case = &cases_of("sage/message.json", "signature_base")[0];
    let message = sage::Message::from_json(
        &json!({
            "agentDid": case["agent_did"], "messageId": case["message_id"], "nonce": case["nonce"],
            "timestamp": case["timestamp"], "body": case["body"], "headers": case["headers"],
        })
        .to_string(),
    )
    .unwrap();
    assert_eq!(message.base().unwrap(), case["base"].as_str().unwrap());
    let ed = hex::decode(case["ed25519_signature"].as_str().unwrap()).unwrap();
    let key = SecretKey::from_bytes(KeyType::Ed25519, &(0..32).collect::<Vec<u8>>()).unwrap();
    assert_eq!(key.sign(Algorithm::Ed25519, message.base().unwrap().as_bytes()).unwrap(), ed);
    let facts = message.verify(&pinned([key.public_key()]), &ed, UnixSeconds(NOW), 300).unwrap();
    assert!(facts.contains("field list"));
    let hash = &cases_of("sage/message.json", "dedupe_hash")[0];
    let made = sage::header_hash(7, "abc", "2025-10-19T12:34:56.789Z");
    assert_eq!(made, hash["sha256"].as_str().unwrap());
}

/// What a row does to an entry of a trust input.
type Change = fn(&mut TrustedKey);

#[test]
fn the_trust_input_says_which_keys_are_the_agents() {
    let message = signed(&json!({}));
    let [own, other] = [1, 2].map(|fill| secret_of(KeyType::Ed25519, fill));
    let signature = own.sign(Algorithm::Ed25519, message.base().unwrap().as_bytes()).unwrap();
    let judge = |change: Change| {
        let mut trust = pinned([&other, &own].map(SecretKey::public_key));
        change(&mut trust.keys[1]);
        let facts = message.verify(&trust, &signature, message.sent(), 300);
        facts.map_err(|error| error.code())
    };
    let agent = |key: &mut TrustedKey| key.controller = Some("did:x:a".into());
    let facts: Value = serde_json::from_str(&judge(agent).unwrap()).unwrap();
    assert_eq!(facts["signer"]["controller"], "did:x:a");
    let rows: [(&str, Change); 4] = [
        ("of another", |key| key.controller = Some("did:x:b".into())),
        ("revoked", |key| key.revoked = true),
        ("expired", |key| key.expires = Some(UnixSeconds(0))),
        ("for nothing", |key| key.purposes = Some(Vec::new())),
    ];
    for (name, change) in rows {
        assert_eq!(judge(change), Err("ERR_MESSAGE_SAGE_SIGNATURE"), "{name}");
    }
    let agreement = pinned([secret_of(KeyType::X25519, 1).public_key()]);
    let refused = message.verify(&agreement, &signature, message.sent(), 300).unwrap_err();
    assert_eq!(refused.code(), "ERR_KEY_ALGORITHM");
}

#[test]
fn signed_messages_that_are_refused() {
    let fields = |list: &[&str]| json!({ "fields": list });
    let all = ["agent_did", "message_id", "timestamp", "nonce", "body"];
    let code = |change: &Value| signed(change).base().map_or_else(|error| error.code(), |_| "ok");
    let table = [
        (json!({}), "ok"),
        (fields(&[]), "ERR_MESSAGE_SAGE_FIELDS"),
        (fields(&["body"]), "ERR_MESSAGE_SAGE_FIELDS"),
        (fields(&[&all[..], &["nonce"]].concat()), "ERR_MESSAGE_SAGE_FIELDS"),
        (
            json!({ "fields": ([&all[..], &["unknown"]].concat()), "body": "" }),
            "ERR_MESSAGE_SAGE_FIELDS",
        ),
        (
            json!({ "fields": ([&all[..], &["header.X"]].concat()), "body": "" }),
            "ERR_MESSAGE_SAGE_FIELDS",
        ),
        (
            json!({ "fields": ([&all[..], &["header.X"]].concat()), "headers": { "X": "1" } }),
            "ERR_MESSAGE_SAGE_AMBIGUOUS",
        ),
        (json!({ "fields": ([&["header.X"], &all[..]].concat()), "headers": { "X": "1" } }), "ok"),
        (
            json!({ "fields": ([&["header.nonce"], &all[..]].concat()), "headers": { "nonce": "1" } }),
            "ERR_MESSAGE_SAGE_AMBIGUOUS",
        ),
        (json!({ "nonce": "n\nbody: evil" }), "ERR_MESSAGE_SAGE_AMBIGUOUS"),
    ];
    for (change, want) in &table {
        assert_eq!(code(change), *want, "{change}");
    }
    for (list, member, reason) in [
        (&all[1..], "agent_did", "is missing"),
        (&[&all[..], &["nonce"]].concat(), "nonce", "stands twice"),
        (&[&all[..], &["unknown"]].concat(), "unknown", "is not known"),
        (&[&all[..], &["header.X"]].concat(), "header.X", "is not in the message"),
    ] {
        let want = Error::MessageSageFields(member.to_owned(), reason);
        assert_eq!(signed(&fields(list)).base().unwrap_err(), want);
    }
    for (name, value) in [
        ("nonce", json!("")),
        ("body", json!(1)),
        ("timestamp", json!("x")),
        ("headers", json!([])),
    ] {
        let mut message = json!({ "agentDid": "d", "messageId": "m", "timestamp": "2025-10-19T12:34:56Z", "nonce": "n", "body": "" });
        message[name] = value;
        let error = sage::Message::from_json(&message.to_string()).unwrap_err();
        assert_eq!(error.code(), "ERR_MESSAGE_SAGE_MALFORMED", "{name}");
    }
}

#[test]
fn a_high_s_holds_as_upstream_and_is_told() {
    let key = SecretKey::from_bytes(KeyType::Secp256k1, &[5; 32]).unwrap();
    let message = signed(&json!({ "algorithm": "ES256K" }));
    let low = key.sign(Algorithm::Secp256k1Sha256, message.base().unwrap().as_bytes()).unwrap();
    let high = other_s(KeyType::Secp256k1, &low);
    let facts = |signature: &[u8]| {
        message.verify(&pinned([key.public_key()]), signature, UnixSeconds(NOW), 300).unwrap()
    };
    assert!(!facts(&low).contains("highS") && facts(&high).contains(r#""highS":true"#));
    // A high S that a signer gives becomes the low one.
    let mut unsigned = message.unsigned(key.public_key(), Algorithm::Secp256k1Sha256).unwrap();
    let made = unsigned.attach(&key.public_key().to_tagged(), &high).unwrap();
    assert_eq!(made.get(..64), Some(&low[..]));
    assert!(sage_case_is_upstreams());
}

/// Whether upstream accepts the case, and the vector has no other verdict of ours.
fn sage_case_is_upstreams() -> bool {
    let cases = cases_of("sage/message.json", "verify");
    let case = cases.iter().find(|case| case["name"] == "MALLEABLE: ES256K high-S").unwrap();
    case["accept"] == true && case.get("ours").is_none()
}

#[test]
fn signatures_that_are_refused() {
    let key = SecretKey::from_bytes(KeyType::Secp256k1, &[5; 32]).unwrap();
    let message = signed(&json!({ "algorithm": "ES256K" }));
    let input = message.base().unwrap();
    let raw = key.sign(Algorithm::Secp256k1Sha256, input.as_bytes()).unwrap();
    let unsigned = message.unsigned(key.public_key(), Algorithm::Secp256k1Sha256).unwrap();
    let full = unsigned.sign(&key, SecretKey::sign).unwrap();
    assert_eq!(full.len(), 65);
    let good = |message: &sage::Message, signature: &[u8], now: u64| {
        message
            .verify(&pinned([key.public_key()]), signature, UnixSeconds(now), 300)
            .map_or_else(|error| error.code(), |_| "ok")
    };
    assert_eq!((good(&message, &full, NOW), good(&message, &raw, NOW)), ("ok", "ok"));
    let bad = "ERR_MESSAGE_SAGE_SIGNATURE";
    assert_eq!(good(&message, &[&full[..], b"x"].concat(), NOW), bad);
    assert_eq!(good(&message, &[&raw[..], &[full[64] ^ 1]].concat(), NOW), bad);
    assert_eq!(good(&signed(&json!({ "algorithm": "EdDSA" })), &full, NOW), bad);
    assert_eq!(good(&signed(&json!({ "nonce": "other" })), &full, NOW), bad);
    assert_eq!(good(&message, &full, NOW + 299), "ok");
    assert_eq!(good(&message, &full, NOW + 300), "ERR_MESSAGE_SAGE_TIME");
    assert_eq!(good(&message, &full, NOW - 300), "ok");
    assert_eq!(good(&message, &full, NOW - 301), "ERR_MESSAGE_SAGE_TIME");
    let keccak = key.sign(Algorithm::Secp256k1Keccak256, input.as_bytes()).unwrap();
    assert!(sage_sign::verifies(key.public_key(), input.as_bytes(), &keccak));
    assert_eq!(good(&message, &keccak, NOW), bad);
    assert!(message.unsigned(key.public_key(), Algorithm::Secp256k1Keccak256).is_err());
}

#[test]
fn an_agent_whose_did_is_a_key_signs_with_that_key_alone() {
    let [own, other] =
        [1, 2].map(|fill| SecretKey::from_bytes(KeyType::Ed25519, &[fill; 32]).unwrap());
    let did = did::key::from_public_key(own.public_key()).unwrap();
    let message = signed(&json!({ "agentDid": did.as_str(), "algorithm": "EdDSA" }));
    let judge = |secret: &SecretKey| {
        let signature =
            secret.sign(Algorithm::Ed25519, message.base().unwrap().as_bytes()).unwrap();
        let verified =
            message.verify(&pinned([secret.public_key()]), &signature, UnixSeconds(NOW), 300);
        verified.map_or_else(|error| error.code(), |_| "ok")
    };
    assert_eq!((judge(&own), judge(&other)), ("ok", "ERR_MESSAGE_SAGE_SIGNATURE"));
}
