//! The message guard, compared with a simple model, and SAGE's signed messages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

use std::collections::BTreeSet;

use countersign_core::{
    did,
    encoding::hex,
    guard::{Guard, Message, Policy, WINDOW, sage},
    keys::{Algorithm, KeyType, SecretKey, sage_sign},
    time::UnixSeconds,
    trust::TrustedKey,
};
use countersign_testkit::{
    cases_of,
    keys::{pinned, secret_of},
    outcomes::code,
};
use proptest::prelude::*;
use serde_json::{Value, json};

#[path = "support/high_s.rs"]
mod high_s;
use high_s::other_s;

const NOW: u64 = 1_760_877_296;

const POLICY: Policy =
    Policy { skew: 30, ordered: false, sessions: 80, marks: 800, since: UnixSeconds(0) };

const MESSAGE: Message<'static> = Message {
    peer: "did:x:a",
    session: "s",
    sent: UnixSeconds(NOW),
    sequence: None,
    nonce: None,
    content: None,
};

fn numbered(number: u64) -> Message<'static> {
    Message { sequence: Some(number), ..MESSAGE }
}

#[test]
fn each_check_has_its_code() {
    let mut guard = Guard::new(Policy { since: UnixSeconds(NOW - 20), ..POLICY });
    let mut check = |message: &Message<'_>| code(guard.check(message, UnixSeconds(NOW)));
    let nonce = |nonce| Message { nonce: Some(nonce), ..MESSAGE };
    let at = |sent: u64| Message { sent: UnixSeconds(sent), nonce: Some("t"), ..MESSAGE };
    let long = "x".repeat(3_000);
    let table: [(&str, Message<'_>, &str); 17] = [
        ("nothing to know it by", MESSAGE, "ERR_GUARD_EMPTY"),
        ("empty nonce", nonce(""), "ERR_GUARD_EMPTY"),
        ("no peer", Message { peer: "", ..nonce("n") }, "ERR_GUARD_EMPTY"),
        ("long nonce", nonce(&long), "ERR_LIMIT_EXCEEDED"),
        ("long session", Message { session: &long, ..nonce("n") }, "ERR_LIMIT_EXCEEDED"),
        ("future", at(NOW + 31), "ERR_GUARD_NOT_YET"),
        ("old", at(NOW - 30), "ERR_GUARD_BEFORE_START"),
        ("before the guard", at(NOW - 21), "ERR_GUARD_BEFORE_START"),
        ("still", at(NOW - 20), "ok"),
        ("nonce", nonce("n"), "ok"),
        (
            "nonce again, with a number",
            Message { sequence: Some(5), ..nonce("n") },
            "ERR_GUARD_REPLAY",
        ),
        ("the number was not used up", numbered(5), "ok"),
        ("number again", numbered(5), "ERR_GUARD_REPLAY"),
        ("other session", Message { session: "s2", ..nonce("n") }, "ok"),
        ("other peer", Message { peer: "did:x:b", ..nonce("n") }, "ok"),
        ("content", Message { content: Some(b"n"), ..MESSAGE }, "ok"),
        ("content again", Message { content: Some(b"n"), ..nonce("n2") }, "ERR_GUARD_DUPLICATE"),
    ];
    for (what, message, want) in table {
        assert_eq!(check(&message), want, "{what}");
    }
    let mut guard = Guard::new(POLICY);
    let old = Message { sent: UnixSeconds(NOW - 30), ..numbered(1) };
    assert_eq!(code(guard.check(&old, UnixSeconds(NOW))), "ERR_GUARD_EXPIRED");
    // Time does not run back: a message whose mark was forgotten is still refused.
    assert_eq!(code(guard.check(&old, UnixSeconds(NOW - 10))), "ERR_GUARD_EXPIRED");
}

#[test]
fn a_look_marks_nothing_and_says_the_same() {
    let mut guard = Guard::new(POLICY);
    let message = Message { sequence: Some(1), nonce: Some("n"), content: Some(b"c"), ..MESSAGE };
    for _ in 0..3 {
        assert_eq!(code(guard.peek(&message, UnixSeconds(NOW))), "ok");
        assert_eq!(guard.counts(), (0, 0));
    }
    assert_eq!(code(guard.check(&message, UnixSeconds(NOW))), "ok");
    assert_eq!(code(guard.peek(&message, UnixSeconds(NOW))), "ERR_GUARD_REPLAY");
    let late = Message { nonce: Some("late"), ..MESSAGE };
    assert_eq!(code(guard.peek(&late, UnixSeconds(NOW + 30))), "ERR_GUARD_EXPIRED");
}

#[test]
fn a_live_message_is_never_forgotten() {
    let mut guard = Guard::new(POLICY);
    let names: Vec<String> = (0..11).map(|n| format!("s{n}")).collect();
    let mut in_session = |name: &str, sent: u64, now: u64| {
        let message = Message { session: name, sent: UnixSeconds(sent), ..numbered(1) };
        code(guard.check(&message, UnixSeconds(now)))
    };
    // An eighth of 80 sessions belongs to one peer.
    for name in &names[..10] {
        assert_eq!(in_session(name, NOW, NOW), "ok");
    }
    assert_eq!(in_session(&names[10], NOW, NOW + 29), "ERR_GUARD_FULL");
    assert_eq!(in_session(&names[0], NOW, NOW + 29), "ERR_GUARD_REPLAY");
    // All sessions are over, so the oldest is forgotten.
    assert_eq!(in_session(&names[10], NOW + 30, NOW + 30), "ok");
    assert_eq!(guard.counts().0, 10);

    let mut guard = Guard::new(POLICY);
    let nonces: Vec<String> = (0..101).map(|n| format!("n{n}")).collect();
    let mut check = |nonce: &str, sent: u64, now: u64| {
        let message = Message { nonce: Some(nonce), sent: UnixSeconds(sent), ..MESSAGE };
        code(guard.check(&message, UnixSeconds(now)))
    };
    for nonce in &nonces[..100] {
        assert_eq!(check(nonce, NOW, NOW), "ok");
    }
    assert_eq!(check(&nonces[100], NOW, NOW + 29), "ERR_GUARD_FULL");
    assert_eq!(check(&nonces[3], NOW, NOW + 29), "ERR_GUARD_REPLAY");
    assert_eq!(check(&nonces[3], NOW, NOW + 30), "ERR_GUARD_EXPIRED");
    assert_eq!(check(&nonces[3], NOW + 30, NOW + 30), "ok");
    assert_eq!(guard.counts().1, 1);
}

#[test]
fn a_clock_ahead_shuts_out_nothing() {
    let mut guard = Guard::new(Policy { ordered: true, ..POLICY });
    let mut check = |number, sent: u64, now: u64| {
        let message = Message { sent: UnixSeconds(sent), ..numbered(number) };
        code(guard.check(&message, UnixSeconds(now)))
    };
    assert_eq!(check(1, NOW + 30, NOW), "ok");
    assert_eq!(check(2, NOW + 1, NOW + 1), "ok");
    assert_eq!(check(3, NOW, NOW + 1), "ERR_GUARD_ORDER");
    assert_eq!(check(2, NOW + 2, NOW + 2), "ERR_GUARD_SEQUENCE");
    assert_eq!(check(3, NOW + 2, NOW + 2), "ok");
}

#[test]
fn a_small_guard_has_room_for_a_message() {
    let message = Message { nonce: Some("n"), content: Some(b"c"), ..MESSAGE };
    for marks in 2..=16 {
        let mut guard = Guard::new(Policy { marks, sessions: 1, ..POLICY });
        assert_eq!(code(guard.check(&message, UnixSeconds(NOW))), "ok", "{marks}");
        assert_eq!(code(guard.check(&message, UnixSeconds(NOW))), "ERR_GUARD_REPLAY", "{marks}");
    }
}

#[test]
fn numbers_at_the_end_of_the_range() {
    let mut guard = Guard::new(POLICY);
    let mut check = |number| code(guard.check(&numbered(number), UnixSeconds(NOW)));
    let table = [
        (0, "ok"),
        (u64::MAX, "ok"),
        (u64::MAX, "ERR_GUARD_REPLAY"),
        (0, "ERR_GUARD_SEQUENCE"),
        (u64::MAX - WINDOW, "ERR_GUARD_SEQUENCE"),
        (u64::MAX - WINDOW + 1, "ok"),
        (u64::MAX - WINDOW + 1, "ERR_GUARD_REPLAY"),
    ];
    for (number, want) in table {
        assert_eq!(check(number), want, "{number}");
    }
}

#[test]
fn order_is_upstreams() {
    for case in cases_of("sage/message.json", "order_manager") {
        let mut guard = Guard::new(Policy { ordered: true, ..POLICY });
        for step in case["steps"].as_array().unwrap() {
            let Some(offset) = step["t_offset_s"].as_i64() else { continue };
            let sent = NOW.saturating_add_signed(offset);
            let session = step["session"].as_str().unwrap();
            let number = step["seq"].as_str().unwrap().parse().unwrap();
            let message = Message { session, sent: UnixSeconds(sent), ..numbered(number) };
            // Each step at its own time, and never back.
            let good = guard.check(&message, UnixSeconds(sent)).is_ok();
            let past = offset < 0;
            assert_eq!(good, step["accept"] == true && !past, "{step}");
        }
    }
}

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

#[test]
fn the_mark_of_a_message_is_of_all_that_makes_it_new() {
    let message = Message { sequence: Some(1), nonce: Some("n"), content: Some(b"c"), ..MESSAGE };
    let others = [
        Message { peer: "did:x:b", ..message },
        Message { session: "other", ..message },
        Message { sequence: Some(2), ..message },
        Message { sequence: None, ..message },
        Message { nonce: Some("1"), ..message },
        Message { nonce: None, ..message },
        Message { content: Some(b"d"), ..message },
        Message { content: None, ..message },
    ];
    let mark = |message: &Message<'_>| message.replay(UnixSeconds(NOW))["mark"].to_string();
    let marks: BTreeSet<String> = others.iter().map(mark).chain([mark(&message)]).collect();
    assert_eq!(marks.len(), others.len() + 1);
    // The guard itself judges when the message was sent.
    assert_eq!(mark(&Message { sent: UnixSeconds(1), ..message }), mark(&message));
    assert_eq!(message.replay(UnixSeconds(NOW))["until"], NOW);
}

proptest! {
    /// Whatever comes, and in whatever order, nothing is accepted twice.
    #[test]
    fn nothing_passes_twice(
        ordered in any::<bool>(),
        steps in prop::collection::vec((0_u64..40, 0_u64..60, 0_usize..2, 0_u64..50), 1..200),
    ) {
        let mut guard = Guard::new(Policy { ordered, sessions: 16, marks: 64, ..POLICY });
        let mut passed = BTreeSet::new();
        let mut highest = [None; 2];
        let mut now = NOW;
        for (number, ahead, session, back) in steps {
            now += ahead / 20;
            let name = session.to_string();
            let nonce = format!("{number}-{back}");
            let message = Message { session: &name, sent: UnixSeconds(now + 25 - back), nonce: Some(&nonce), ..numbered(number) };
            if guard.check(&message, UnixSeconds(now)).is_ok() {
                prop_assert!(passed.insert((session, nonce.clone(), message.sent)));
                let last = &mut highest[session];
                if ordered {
                    prop_assert!(last.is_none_or(|last| number > last));
                }
                *last = (*last).max(Some(number));
            }
            let (sessions, marks) = guard.counts();
            prop_assert!(sessions <= 16 && marks <= 64);
        }
    }

    /// The window against a set of all numbers.
    #[test]
    fn the_window_is_a_set(numbers in prop::collection::vec(0_u64..4_000, 1..400)) {
        let mut guard = Guard::new(POLICY);
        let mut seen = BTreeSet::new();
        for number in numbers {
            let highest = seen.last().copied();
            let fits = highest.is_none_or(|highest| number > highest || highest - number < WINDOW);
            let good = guard.check(&numbered(number), UnixSeconds(NOW)).is_ok();
            prop_assert_eq!(good, fits && !seen.contains(&number));
            seen.insert(number);
        }
    }
}
