//! Keys of a chain of receipts: rotations, and what the trust input says of them.

use countersign_core::{
    did::Purpose,
    keys::{Algorithm, KeyType, SecretKey, multikey},
    receipt::{Receipt, chain::Chain, unsigned_rotation, with_next},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::{secret, secret_of},
    records::{sign_by_two, sign_receipt},
};
use serde_json::json;

use crate::support::{
    receipt_chain::{DID, NOW, OK, fact, failed, faults, issue, policy, report, trust},
    trust::trust_of,
};

#[test]
fn a_rotation_hands_the_chain_over() {
    let first = issue(DID, 1, None, &json!({}));
    let rotation = rotate(&first, &secret(3));
    let by = |fill, key: &str| {
        let over = json!({ "keyId": format!("{DID}#{key}"), "final": true });
        issue(DID, fill, Some(&rotation), &over)
    };
    let good = report([&first, &rotation, &by(3, "key-2")], policy());
    assert_eq!(faults(&good), []);
    assert_eq!(good.rotations.len(), 1);
    // The old key no longer signs, not even under its own name, and the new name needs the new key.
    for (fill, key, code) in [
        (1, "key-1", "ERR_RECEIPT_KEY"),
        (1, "key-2", "ERR_RECEIPT_SIGNATURE"),
        (3, "key-1", "ERR_RECEIPT_KEY"),
    ] {
        let report = report([&first, &rotation, &by(fill, key)], policy());
        assert_eq!(fact(&report, "signatures"), failed(2, code));
    }
    // Without the rotation nobody vouches for the new key.
    let alone = report([&by(3, "key-2")], policy());
    assert_eq!(fact(&alone, "signatures"), failed(0, "ERR_RECEIPT_KEY"));
}

/// The receipt by which the key of `next` takes over after `first`, as `key-2`.
fn rotate(first: &Receipt, next: &SecretKey) -> Receipt {
    let given = json!({
        "actor": DID, "keyId": format!("{DID}#key-1"), "algorithm": "ed25519",
        "content": null, "time": NOW - 1000,
    });
    let key = next.public_key().to_tagged();
    let given = with_next(&given.to_string(), &format!("{DID}#key-2"), "ed25519", &key).unwrap();
    let unsigned = unsigned_rotation(&given, Some(first)).unwrap();
    Receipt::from_json(sign_by_two(unsigned, next, &secret(1)).as_bytes()).unwrap()
}

#[test]
fn a_rotation_does_not_make_a_key_hold_that_the_trust_input_lists_otherwise() {
    let first = issue(DID, 1, None, &json!({}));
    let rotation = rotate(&first, &secret(3));
    let over = json!({ "keyId": format!("{DID}#key-2"), "final": true });
    let last = issue(DID, 3, Some(&rotation), &over);
    let seconds = NOW / 1000;
    let named = || TrustedKey {
        id: Some(format!("{DID}#key-2")),
        ..TrustedKey::pinned(secret(3).public_key().clone())
    };
    let time_of = |time| Some(UnixSeconds(time));
    let assertion = Some(vec![Purpose::Authentication, Purpose::AssertionMethod]);
    let rows = [
        ("not listed", None, true),
        ("listed", Some(named()), true),
        ("for assertions too", Some(TrustedKey { purposes: assertion, ..named() }), true),
        ("for later", Some(TrustedKey { expires: time_of(seconds + 1), ..named() }), true),
        ("revoked", Some(TrustedKey { revoked: true, ..named() }), false),
        ("expired", Some(TrustedKey { expires: time_of(seconds), ..named() }), false),
        ("ended", Some(TrustedKey { until: time_of(seconds - 1), ..named() }), false),
        ("not begun", Some(TrustedKey { from: time_of(seconds + 1), ..named() }), false),
        (
            "for another purpose",
            Some(TrustedKey { purposes: Some(vec![Purpose::Authentication]), ..named() }),
            false,
        ),
        ("in no relationship", Some(TrustedKey { purposes: Some(vec![]), ..named() }), false),
        (
            "for another algorithm",
            Some(TrustedKey { algorithm: Some(Algorithm::P256Sha256), ..named() }),
            false,
        ),
        (
            "that of another",
            Some(TrustedKey { controller: Some("did:web:other.example".into()), ..named() }),
            false,
        ),
    ];
    for (name, listed, holds) in rows {
        let mut trust = trust();
        trust.keys.extend(listed);
        let mut chain = Chain::new(trust, policy());
        for receipt in [&first, &rotation, &last] {
            chain.push(receipt.to_json().unwrap().as_bytes());
        }
        let want = if holds { OK } else { failed(2, "ERR_RECEIPT_KEY") };
        assert_eq!(fact(&chain.report(), "signatures"), want, "{name}");
    }
}

#[test]
fn a_document_that_leaves_a_key_out_of_assertion_method_has_the_last_word() {
    let first = issue(DID, 1, None, &json!({}));
    let rotation = rotate(&first, &secret(3));
    let last = issue(DID, 3, Some(&rotation), &json!({ "keyId": format!("{DID}#key-2") }));
    let method = |name: &str, fill| {
        json!({ "id": format!("#{name}"), "type": "Multikey", "controller": DID,
            "publicKeyMultibase": multikey::encode(secret(fill).public_key()) })
    };
    for (assertion, want) in
        [(json!(["#key-1", "#key-2"]), OK), (json!(["#key-1"]), failed(2, "ERR_RECEIPT_KEY"))]
    {
        let document = json!({
            "id": DID, "verificationMethod": [method("key-1", 1), method("key-2", 3)],
            "assertionMethod": assertion, "authentication": ["#key-2"],
        });
        let trust = trust_of(&json!({ "document": document })).unwrap();
        let mut chain = Chain::new(trust, policy());
        for receipt in [&first, &rotation, &last] {
            chain.push(receipt.to_json().unwrap().as_bytes());
        }
        assert_eq!(fact(&chain.report(), "signatures"), want);
    }
}

#[test]
fn a_key_signs_only_with_the_algorithm_it_is_trusted_for() {
    let key = secret_of(KeyType::Secp256k1, 5);
    let by = |algorithm: Algorithm, previous: Option<&Receipt>| {
        let given = json!({
            "actor": DID, "keyId": format!("{DID}#key-1"), "algorithm": algorithm.as_str(),
            "action": "tool.call", "content": 0, "time": NOW,
        });
        sign_receipt(&given, previous, &key)
    };
    let first = by(Algorithm::Secp256k1Sha256, None);
    let second = by(Algorithm::Secp256k1Keccak256, Some(&first));
    let trusted = TrustedKey {
        algorithm: Some(Algorithm::Secp256k1Sha256),
        ..TrustedKey::pinned(key.public_key().clone())
    };
    let mut chain = Chain::new(Trust { keys: vec![trusted], ..Trust::default() }, policy());
    for receipt in [&first, &second] {
        chain.push(receipt.to_json().unwrap().as_bytes());
    }
    assert_eq!(fact(&chain.report(), "signatures"), failed(1, "ERR_RECEIPT_KEY"));
}
