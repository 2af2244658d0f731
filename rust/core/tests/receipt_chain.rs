//! Chains of receipts: each fact by itself, what breaks it, and queries.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "support/trust.rs"]
mod trust_input;

use countersign_core::{
    did::Purpose,
    fact::State,
    keys::{Algorithm, KeyType, SecretKey, multikey},
    receipt::{
        Expected, Id, Receipt, Witness,
        chain::{Chain, Policy, Report},
        query::{Query, select_json},
        unsigned_rotation, with_next,
    },
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    frames,
    keys::{secret, secret_of},
    records::{sign_by_two, sign_document, sign_raw_receipt, sign_receipt},
};
use proptest::prelude::*;
use serde_json::{Value, json};
use trust_input::trust_of;

const DID: &str = "did:web:agent.example";
const NOW: u64 = 1_760_000_000_000;

fn trust() -> Trust {
    let key = |did: &str, fill| TrustedKey {
        id: Some(format!("{did}#key-1")),
        ..TrustedKey::pinned(secret(fill).public_key().clone())
    };
    Trust { keys: vec![key(DID, 1), key("did:web:other.example", 2)], ..Trust::default() }
}

fn policy() -> Policy {
    Policy { each: Expected { now: Some(NOW), ..Expected::default() }, ..Policy::default() }
}

/// A receipt by `did`, whose key is `secret(fill)`. The members of `over` replace the usual ones.
fn issue(did: &str, fill: u8, previous: Option<&Receipt>, over: &Value) -> Receipt {
    let mut given = json!({
        "actor": did, "keyId": format!("{did}#key-1"), "algorithm": "ed25519",
        "action": "tool.call", "content": previous.map_or(0, |receipt| receipt.sequence() + 1), "time": NOW - 1000,
    });
    for (name, value) in over.as_object().unwrap() {
        given[name] = value.clone();
    }
    sign_receipt(&given, previous, &secret(fill))
}

fn chain(count: usize) -> Vec<Receipt> {
    let mut receipts: Vec<Receipt> = Vec::new();
    for index in 0..count {
        let over = if index + 1 == count { json!({ "final": true }) } else { json!({}) };
        receipts.push(issue(DID, 1, receipts.last(), &over));
    }
    receipts
}

fn run(texts: impl IntoIterator<Item = String>, policy: Policy) -> Report {
    let mut chain = Chain::new(trust(), policy);
    for text in texts {
        chain.push(text.as_bytes());
    }
    chain.report()
}

fn report<'a>(receipts: impl IntoIterator<Item = &'a Receipt>, policy: Policy) -> Report {
    run(receipts.into_iter().map(|receipt| receipt.to_json().unwrap()), policy)
}

/// A fact: `ok`, `unchecked`, or where and why it failed.
type Found = (&'static str, Option<usize>);

const OK: Found = ("ok", None);
const UNCHECKED: Found = ("unchecked", None);

const fn failed(index: usize, code: &'static str) -> Found {
    (code, Some(index))
}

fn found(state: &State) -> Found {
    match state {
        State::Ok => OK,
        State::Unchecked => UNCHECKED,
        State::Refused { place, error } => failed(*place, error.code()),
    }
}

fn fact(report: &Report, name: &str) -> Found {
    found(report.state(name))
}

/// The facts that do not hold.
fn faults(report: &Report) -> Vec<(&'static str, Found)> {
    let all = report.facts.iter().map(|(name, state)| (*name, found(state)));
    all.filter(|(_, found)| *found != OK).collect()
}

#[test]
fn a_whole_chain_holds() {
    let receipts = chain(10);
    let report = report(&receipts, policy());
    assert_eq!(faults(&report), []);
    assert_eq!((report.count, report.tip), (10, Some(receipts[9].id())));
    assert_eq!(report.actor.as_deref(), Some(DID));
    assert_eq!(report.facts.require(&[]), Ok(()));
}

#[test]
fn each_receipt_needs_as_many_witnesses_as_are_asked_for() {
    let receipts: Vec<Receipt> = chain(3)
        .into_iter()
        .map(|receipt| {
            let entry = json!({ "witness": "did:web:other.example",
                "keyId": "did:web:other.example#key-1", "algorithm": "ed25519", "time": NOW });
            let witness = Witness::from_json(&entry.to_string()).unwrap();
            let text = sign_document(witness.into_unsigned(receipt).unwrap(), &secret(2));
            Receipt::from_json(text.as_bytes()).unwrap()
        })
        .collect();
    let asked = |witnesses| {
        let each = Expected { witnesses, ..policy().each };
        fact(&report(&receipts, Policy { each, ..policy() }), "witnesses")
    };
    assert_eq!(asked(1), OK);
    assert_eq!(asked(2), failed(0, "ERR_RECEIPT_WITNESSES"));
}

#[test]
fn completeness_is_apart_from_linkage() {
    let receipts = chain(6);
    let cut = &receipts[..5];
    // Linkage cannot show that the tail was cut off.
    let alone = report(cut, policy());
    assert_eq!(faults(&alone), [("completeness", UNCHECKED)]);
    assert!(alone.facts.require(&[]).is_err());
    assert_eq!(alone.facts.require(&["completeness"]), Ok(()));
    let count = report(cut, Policy { count: Some(6), ..policy() });
    assert_eq!(faults(&count), [("completeness", failed(4, "ERR_RECEIPT_COUNT"))]);
    let tip = report(cut, Policy { tip: Some(receipts[5].id()), ..policy() });
    assert_eq!(faults(&tip), [("completeness", failed(4, "ERR_RECEIPT_TIP"))]);
    assert_eq!(faults(&report(cut, Policy { tip: Some(receipts[4].id()), ..policy() })), []);
    assert_eq!(faults(&report(cut, Policy { count: Some(5), ..policy() })), []);
    // The head was cut off.
    let tail = report(&receipts[2..], policy());
    assert_eq!(faults(&tail), [("completeness", failed(0, "ERR_RECEIPT_START"))]);
    let after = Policy { after: Some(receipts[1].id()), ..policy() };
    assert_eq!(faults(&report(&receipts[2..], after.clone())), []);
    assert_eq!(
        faults(&report(&receipts[3..], after)),
        [("completeness", failed(0, "ERR_RECEIPT_START"))]
    );
    // No receipts at all.
    let none = report([], policy());
    assert_eq!(fact(&none, "completeness"), UNCHECKED);
    assert!(none.facts.require(&["completeness"]).is_err());
    let none = report([], Policy { count: Some(3), ..policy() });
    assert!(none.state("completeness").is_refused());
}

#[test]
fn tells_what_broke() {
    let good = chain(8);
    let pick = |order: &[usize]| -> Vec<Receipt> {
        order.iter().map(|index| good[*index].clone()).collect()
    };
    let sibling = issue(DID, 1, Some(&good[2]), &json!({ "content": "another" }));
    let first = issue(DID, 1, None, &json!({ "content": "another" }));
    let stranger = issue("did:web:other.example", 2, None, &json!({}));
    type Case = (&'static str, Vec<Receipt>, &'static [(&'static str, usize, &'static str)]);
    let cases: Vec<Case> = vec![
        (
            "a gap",
            pick(&[0, 1, 2, 4, 5, 6, 7]),
            &[("linkage", 3, "ERR_RECEIPT_PREVIOUS"), ("sequence", 3, "ERR_RECEIPT_SEQUENCE")],
        ),
        (
            "one twice",
            pick(&[0, 1, 2, 2, 3, 4, 5, 6, 7]),
            &[("linkage", 3, "ERR_RECEIPT_DUPLICATE"), ("sequence", 3, "ERR_RECEIPT_SEQUENCE")],
        ),
        (
            "two changed places",
            pick(&[0, 2, 1, 3, 4, 5, 6, 7]),
            &[("linkage", 1, "ERR_RECEIPT_PREVIOUS"), ("sequence", 1, "ERR_RECEIPT_SEQUENCE")],
        ),
        (
            "a cycle",
            pick(&[0, 1, 2, 0, 1, 2]),
            &[
                ("linkage", 3, "ERR_RECEIPT_DUPLICATE"),
                ("sequence", 3, "ERR_RECEIPT_SEQUENCE"),
                ("completeness", 0, ""),
            ],
        ),
        (
            "a fork",
            [pick(&[0, 1, 2, 3]), vec![sibling]].concat(),
            &[
                ("linkage", 4, "ERR_RECEIPT_FORK"),
                ("sequence", 4, "ERR_RECEIPT_SEQUENCE"),
                ("completeness", 0, ""),
            ],
        ),
        (
            "two starts",
            [pick(&[0]), vec![first]].concat(),
            &[
                ("linkage", 1, "ERR_RECEIPT_FORK"),
                ("sequence", 1, "ERR_RECEIPT_SEQUENCE"),
                ("completeness", 0, ""),
            ],
        ),
        (
            "one of another actor",
            [pick(&[0, 1]), vec![stranger]].concat(),
            &[
                ("linkage", 2, "ERR_RECEIPT_FORK"),
                ("sequence", 2, "ERR_RECEIPT_SEQUENCE"),
                ("actors", 2, "ERR_RECEIPT_ACTOR"),
                ("completeness", 0, ""),
            ],
        ),
    ];
    for (name, receipts, want) in cases {
        let got = faults(&report(&receipts, policy()));
        let want: Vec<_> = want
            .iter()
            .map(|(fact, index, code)| {
                (*fact, if code.is_empty() { UNCHECKED } else { failed(*index, code) })
            })
            .collect();
        assert_eq!(got, want, "{name}");
    }
}

#[test]
fn nothing_follows_the_final_receipt() {
    let receipts = chain(3);
    // The actor signs a receipt after its own end.
    let mut given = json!({
        "actor": DID, "keyId": format!("{DID}#key-1"), "algorithm": "ed25519", "type": "countersign/receipt/v1",
        "action": "tool.call", "content": 3, "time": NOW, "sequence": 3,
    });
    given["previous"] = receipts[2].id().to_string().into();
    let after = sign_raw_receipt(&given, &secret(1));
    let texts = receipts.iter().map(|receipt| receipt.to_json().unwrap()).chain([after]);
    let got = faults(&run(texts, policy()));
    assert_eq!(got, [("linkage", failed(3, "ERR_RECEIPT_FINAL")), ("completeness", UNCHECKED)]);
}

#[test]
fn time_runs_forward_and_not_into_the_future() {
    let first = issue(DID, 1, None, &json!({}));
    let mut given = json!({
        "actor": DID, "keyId": format!("{DID}#key-1"), "algorithm": "ed25519", "type": "countersign/receipt/v1",
        "action": "tool.call", "content": 3, "time": NOW - 2000, "sequence": 1,
    });
    given["previous"] = first.id().to_string().into();
    let texts = [first.to_json().unwrap(), sign_raw_receipt(&given, &secret(1))];
    assert_eq!(fact(&run(texts, policy()), "time"), failed(1, "ERR_RECEIPT_TIME"));
    given["time"] = (NOW + 60_001).into();
    let texts = [first.to_json().unwrap(), sign_raw_receipt(&given, &secret(1))];
    assert_eq!(fact(&run(texts, policy()), "time"), failed(1, "ERR_RECEIPT_NOT_YET"));
}

#[test]
fn altered_and_unreadable_receipts_are_found_where_they_are() {
    let receipts = chain(5);
    let texts: Vec<String> = receipts.iter().map(|receipt| receipt.to_json().unwrap()).collect();
    let mut altered = texts.clone();
    altered[2] = altered[2].replace(r#""content":2"#, r#""content":9"#);
    // The signature breaks at the receipt, the link at the next one, whose `previous` was kept.
    assert_eq!(
        faults(&run(altered, policy())),
        [
            ("linkage", failed(3, "ERR_RECEIPT_PREVIOUS")),
            ("signatures", failed(2, "ERR_RECEIPT_SIGNATURE")),
        ]
    );
    let mut garbage = texts.clone();
    garbage[2] = "{".into();
    assert_eq!(
        faults(&run(garbage, policy())),
        [("format", failed(2, "ERR_JSON_MALFORMED")), ("linkage", failed(2, "ERR_JSON_MALFORMED")),]
    );
    let mut last = texts;
    last[4] = "[]".into();
    let report = run(last, Policy { count: Some(5), tip: Some(receipts[3].id()), ..policy() });
    assert!(report.state("format").is_refused() && report.state("completeness").is_refused());
}

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

/// Verifies as many links as `COUNTERSIGN_LINKS` says, 3,000 by default: the verifier keeps the last few.
#[test]
fn a_long_chain_is_taken_link_by_link() {
    let links = std::env::var("COUNTERSIGN_LINKS").ok().and_then(|text| text.parse().ok());
    let links = links.unwrap_or(3_000_u64);
    let mut verifier = Chain::new(trust(), Policy { count: Some(links), ..policy() });
    let mut last: Option<Receipt> = None;
    for _ in 0..links {
        let receipt = issue(DID, 1, last.as_ref(), &json!({}));
        verifier.push(receipt.to_json().unwrap().as_bytes());
        last = Some(receipt);
    }
    let report = verifier.report();
    assert_eq!(faults(&report), []);
    assert_eq!((report.count, report.tip), (links, last.map(|receipt| receipt.id())));
}

#[test]
fn queries_select() {
    let mut receipts = chain(5);
    receipts.push(issue(
        "did:web:other.example",
        2,
        None,
        &json!({ "action": "file.read", "grant": "g1", "time": NOW }),
    ));
    let texts: Vec<_> = receipts.iter().map(|receipt| receipt.to_json().unwrap().into()).collect();
    let list = frames(&texts);
    let tip = receipts[3].id().to_string();
    for (query, want) in [
        (json!({}), "[0,1,2,3,4,5]"),
        (json!({ "actor": DID }), "[0,1,2,3,4]"),
        (json!({ "action": "tool.*" }), "[0,1,2,3,4]"),
        (json!({ "action": "file.read" }), "[5]"),
        (json!({ "action": "file" }), "[]"),
        (json!({ "grant": "g1" }), "[5]"),
        (json!({ "from": NOW }), "[5]"),
        (json!({ "until": NOW }), "[0,1,2,3,4]"),
        (json!({ "chain": tip }), "[0,1,2,3]"),
    ] {
        assert_eq!(select_json(&list, &query.to_string()).unwrap(), want, "{query}");
    }
    assert!(select_json(&list, r#"{"who":"x"}"#).is_err());
    let shuffled: Vec<Receipt> = [4, 0, 2, 1, 3].map(|index| receipts[index].clone()).into();
    let query = Query { chain: Some(receipts[3].id()), ..Query::default() };
    assert_eq!(query.select(&shuffled), [1, 3, 2, 4]);
    let unknown = Query { chain: Some(Id([0; 32])), ..Query::default() };
    assert!(unknown.select(&shuffled).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every order but the right one is found, and nothing makes the verifier stop.
    #[test]
    fn any_other_order_fails(order in prop::collection::vec(0_usize..6, 0..9), garbage in any::<String>()) {
        let receipts = chain(6);
        let report = report(order.iter().map(|index| &receipts[*index]), policy());
        let whole = order == [0, 1, 2, 3, 4, 5];
        prop_assert_eq!(faults(&report).is_empty(), whole);
        prop_assert!(run([garbage], policy()).state("format").is_refused());
    }
}
