//! AgenticIdentity's receipts: upstream's vectors, our verdicts, rejections, and a property.

use std::{collections::BTreeSet, rc::Rc};

use countersign_core::{
    aid::{self, Anchors, Witness, identity_of},
    identity::aid::store,
    keys::{SecretKey, multikey},
    receipt::aid::{find_forks, query, unsigned, unsigned_witness, verify, verify_chain},
};
use countersign_testkit::{keys::secret, records::sign_document};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{
    aid_vectors::{cases, joined, key},
    trust::anchors_of,
};

fn sign_draft(draft: &Value, secret: &SecretKey) -> String {
    let draft = draft.to_string();
    sign_document(unsigned(&draft, secret.public_key()).unwrap(), secret)
}

fn draft_of(receipt: &Value) -> Value {
    json!({
        "action_type": receipt["action_type"],
        "action": receipt["action"],
        "timestamp": receipt["timestamp"],
        "context_hash": receipt["context_hash"],
        "previous_receipt": receipt["previous_receipt"],
    })
}

fn verdict(row: &Value) -> Result<Value, &'static str> {
    verify(&row.to_string(), &Anchors::embedded())
        .map(|receipt| {
            let text = receipt.to_text();
            let (facts, receipt) = text.split_once('\n').unwrap();
            let mut facts: Value = serde_json::from_str(facts).unwrap();
            facts["receipt"] = receipt.into();
            facts
        })
        .map_err(|error| error.code())
}

fn judge_chain(rows: &[Value], expected: &Value) -> Value {
    let report =
        verify_chain(&joined(&json!(rows)), &Anchors::embedded(), &expected.to_string()).unwrap();
    serde_json::from_str(&report).unwrap()
}

#[test]
fn receipts_are_upstreams_byte_for_byte() {
    for case in cases("receipts") {
        let facts = verdict(&case["receipt"]).unwrap();
        assert_eq!(facts["hashInput"], case["hash_input_utf8"]);
        assert_eq!(facts["receipt"], case["receipt_json_compact"]);
        let seed = key(&case["signer_seed_hex"]);
        assert_eq!(sign_draft(&draft_of(&case["receipt"]), &seed), case["receipt_json_compact"]);
    }
}

#[test]
fn a_verdict_is_of_the_content() {
    for case in cases("receipt_verification") {
        let should = case["successor_should"].as_str().unwrap();
        let got = verdict(&case["receipt"]);
        let rejects = should.starts_with("reject") && !should.contains("witness");
        assert_eq!(got.is_err(), rejects, "{}: {got:?}", case["name"]);
        if let Ok(facts) = got {
            let bad = facts["witnesses"]
                .as_array()
                .unwrap()
                .iter()
                .any(|witness| witness["state"] == "failed");
            assert_eq!(bad, case["name"] != "untouched", "{}", case["name"]);
        }
    }
}

#[test]
fn no_two_receipts_have_one_hash() {
    for case in cases("receipt_collisions") {
        let accepted = ["a", "b"].iter().filter_map(|name| verdict(&case[*name]).ok());
        let texts: BTreeSet<String> = accepted.map(|facts| facts["receipt"].to_string()).collect();
        assert!(texts.len() <= 1, "{}", case["name"]);
    }
}

#[test]
fn chains_are_facts() {
    let mut all = Vec::new();
    for case in cases("receipt_chains") {
        let rows = case["chain"].as_array().unwrap();
        let report = judge_chain(rows, &json!({}));
        let failed = ["signatures", "linkage", "actor", "time"]
            .iter()
            .any(|fact| report["facts"][fact]["state"] == "failed");
        let should = case["successor_should"].as_str().unwrap();
        assert_eq!(failed, should.starts_with("reject"), "{}: {report}", case["name"]);
        all.extend(rows.iter().filter(|row| verdict(row).is_ok()).cloned());
    }
    let forks = find_forks(&joined(&json!(all)), &Anchors::embedded()).unwrap();
    let forks: Value = serde_json::from_str(&forks).unwrap();
    assert!(!forks.as_array().unwrap().is_empty(), "the fork is found beside the other branch");
}

#[test]
fn a_fork_is_two_receipts_after_the_same_one() {
    let actor = secret(1);
    let row = |timestamp: u64, previous: &Value| -> Value {
        let mut draft = draft_of(&cases("receipts")[0]["receipt"]);
        draft["timestamp"] = timestamp.into();
        draft["previous_receipt"] = previous.clone();
        serde_json::from_str(&sign_draft(&draft, &actor)).unwrap()
    };
    let (first, another) = (row(1, &Value::Null), row(2, &Value::Null));
    let children = [row(3, &first["id"]), row(4, &first["id"])];
    let only = row(5, &children[0]["id"]);
    let forks = |rows: &[&Value]| -> Value {
        let rows: Vec<_> = rows.iter().map(|row| (*row).clone()).collect();
        serde_json::from_str(&find_forks(&joined(&json!(rows)), &Anchors::embedded()).unwrap())
            .unwrap()
    };
    let found = forks(&[&first, &another, &children[0], &children[1], &only]);
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found[0]["previous"], first["id"]);
    assert_eq!(found[0]["receipts"], json!([children[0]["id"], children[1]["id"]]));
    assert_eq!(forks(&[&first, &children[0], &children[0], &only]), json!([]));
}

#[test]
fn completeness_is_what_the_caller_expects() {
    let ten = cases("receipt_chains").into_iter().map(|case| case["chain"].clone());
    let ten = ten.max_by_key(|chain| chain.as_array().unwrap().len()).unwrap();
    let (ten, status) =
        (ten.as_array().unwrap(), |report: &Value| report["facts"]["completeness"].clone());
    let tip = judge_chain(ten, &json!({}))["tip"].clone();
    assert_eq!(status(&judge_chain(ten, &json!({})))["state"], "unchecked");
    assert_eq!(
        status(&judge_chain(ten, &json!({ "tip": tip, "count": ten.len() })))["state"],
        "ok"
    );
    assert_eq!(status(&judge_chain(&ten[..9], &json!({ "tip": tip })))["state"], "failed");
    assert_eq!(status(&judge_chain(&ten[1..], &json!({})))["state"], "failed");
    assert_eq!(judge_chain(&ten[1..], &json!({}))["complete"], false);
    assert_eq!(status(&judge_chain(&[], &json!({ "count": 1 })))["state"], "failed");
    assert_eq!(judge_chain(&[], &json!({}))["trust"], Value::Null, "nothing is trusted of nothing");
    assert_eq!(judge_chain(&[json!({})], &json!({}))["trust"], Value::Null);
    assert_eq!(judge_chain(ten, &json!({}))["trust"], "self-asserted");
    let misspelt = verify_chain(&[], &Anchors::embedded(), r#"{"length":9}"#);
    assert_eq!(misspelt.unwrap_err().code(), "ERR_AID_MALFORMED");
    let misspelt = query(&[], &Anchors::embedded(), r#"{"actorId":"aid_x"}"#);
    assert_eq!(misspelt.unwrap_err().code(), "ERR_AID_MALFORMED");
}

#[test]
fn trust_is_the_callers() {
    let receipt = cases("receipts")[0]["receipt"].clone();
    let trust = |input: &Value| {
        let anchors = anchors_of(input, None).unwrap();
        verify(&receipt.to_string(), &anchors)
            .map(|verified| verified.signer.trust.as_str())
            .map_err(|error| error.code())
    };
    let own = receipt["actor"].as_str().unwrap();
    assert_eq!(trust(&json!({})), Err("ERR_AID_UNTRUSTED"));
    assert_eq!(trust(&json!({ "identities": ["aid_other"] })), Err("ERR_AID_UNTRUSTED"));
    assert_eq!(trust(&json!({ "identities": [own] })), Ok("trusted"));
    assert_eq!(trust(&json!({ "allowEmbeddedKey": true })), Ok("self-asserted"));
    // All members of a query count; none is passed over.
    let key = multikey::encode(&aid::key(receipt["actor_key"].as_str().unwrap()).unwrap());
    let with = |name: &str, value: Value| {
        let mut input = json!({ "identities": [own], "keys": [{ "publicKeyMultibase": key }] });
        input["keys"][0][name] = value;
        trust(&input)
    };
    assert_eq!(with("purposes", json!(["assertionMethod"])), Ok("trusted"));
    assert_eq!(with("revoked", true.into()), Err("ERR_AID_UNTRUSTED"), "of a known identity");
    assert_eq!(with("expires", 1.into()), Err("ERR_AID_UNTRUSTED"));
    let both = json!({ "identities": ["aid_x"], "allowEmbeddedKey": true });
    assert_eq!(trust(&both), Ok("self-asserted"));
    let cut = Anchors::new(Rc::default(), b"\0\0\0\x05aid_", None);
    assert_eq!(cut.unwrap_err().code(), "ERR_ENCODING_MALFORMED");
}

#[test]
fn an_identity_does_not_make_a_key_hold_that_is_listed_otherwise() {
    let actor = secret(1);
    let receipt = sign_draft(&draft_of(&cases("receipts")[0]["receipt"]), &actor);
    let identity = identity_of(actor.public_key()).unwrap();
    let key = multikey::encode(actor.public_key());
    for (listed, want) in [
        (json!({}), ""),
        (json!({ "purposes": ["assertionMethod"] }), ""),
        (json!({ "controller": "did:web:agent.example" }), ""),
        (json!({ "purposes": ["authentication"] }), "ERR_AID_UNTRUSTED"),
        (json!({ "algorithm": "ecdsa-p256-sha256" }), "ERR_AID_UNTRUSTED"),
        (json!({ "until": 1 }), "ERR_AID_UNTRUSTED"),
        (json!({ "expires": 1 }), "ERR_AID_UNTRUSTED"),
        (json!({ "revoked": true }), "ERR_AID_UNTRUSTED"),
    ] {
        let mut listed = listed;
        listed["publicKeyMultibase"] = key.clone().into();
        for embedded in [false, true] {
            let trust =
                json!({ "identities": [identity], "keys": [listed], "allowEmbeddedKey": embedded });
            let anchors = anchors_of(&trust, Some(aid::Micros(9_000_000)));
            let got = verify(&receipt, &anchors.unwrap()).map_or_else(|error| error.code(), |_| "");
            assert_eq!(got, want, "{listed} {embedded}");
        }
    }
}

#[test]
fn a_witness_is_one_of_others() {
    let (actor, other) = (secret(1), secret(2));
    let draft = draft_of(&cases("receipts")[0]["receipt"]);
    let receipt = sign_draft(&draft, &actor);
    let witness = |text: &str, by: &SecretKey| {
        unsigned_witness(text, by.public_key(), 7).map(|made| sign_document(made, by))
    };
    assert_eq!(witness(&receipt, &actor).unwrap_err().code(), "ERR_AID_WITNESS");
    let once = witness(&receipt, &other).unwrap();
    let twice = witness(&once, &other).unwrap();
    let facts = verify(&twice, &Anchors::embedded()).unwrap();
    let good = |text: &str| -> Vec<bool> {
        let found = verify(text, &Anchors::embedded()).unwrap().witnesses.list;
        found.iter().map(|fact| fact.refused().is_none()).collect()
    };
    assert_eq!(good(&twice), [true, false]);
    // Anybody can put an entry with any name in front.
    let mut forged: Value = serde_json::from_str(&once).unwrap();
    let list = forged["witnesses"].as_array_mut().unwrap();
    let mut garbage = list[0].clone();
    garbage["signature"] = "".into();
    garbage["witness_key"] = "".into();
    list.insert(0, garbage.clone());
    assert_eq!(good(&forged.to_string()), [false, true], "a forged one silences nobody");
    forged["witnesses"] = vec![garbage; 70].into();
    let flood = verify(&forged.to_string(), &Anchors::embedded()).unwrap();
    assert_eq!((flood.witnesses.list.len(), flood.witnesses.omitted), (64, 6));
    let name = identity_of(other.public_key()).unwrap();
    let message = Witness::message(&name, &facts.receipt.receipt_hash, 7);
    let unsigned = unsigned_witness(&receipt, other.public_key(), 7).unwrap();
    assert_eq!(unsigned.message(), message.as_bytes());
}

#[test]
fn refuses_malformed_receipts() {
    let base = cases("receipts")[0]["receipt"].clone();
    let set = |name: &str, value: Value| {
        let mut receipt = base.clone();
        receipt[name] = value;
        receipt.to_string()
    };
    let rows = [
        ("not JSON", "{".to_owned(), "ERR_JSON_MALFORMED"),
        ("a list", "[]".to_owned(), "ERR_AID_MALFORMED"),
        ("a list of its members", json!(["a", "b"]).to_string(), "ERR_AID_MALFORMED"),
        ("a member twice", r#"{"id":"a","id":"b"}"#.to_owned(), "ERR_JSON_DUPLICATE"),
        ("a negative time", set("timestamp", json!(-1)), "ERR_AID_MALFORMED"),
        ("a time as text", set("timestamp", "1".into()), "ERR_AID_MALFORMED"),
        ("a time over 64 bits", set("timestamp", json!(1e20)), "ERR_AID_MALFORMED"),
        ("an unknown type", set("action_type", "Sleep".into()), "ERR_AID_MALFORMED"),
        ("a type of two", set("action_type", json!({"Custom":"a","b":1})), "ERR_AID_MALFORMED"),
        (
            "a custom type that is named",
            set("action_type", json!({"Custom":"decision"})),
            "ERR_AID_AMBIGUOUS",
        ),
        (
            "a custom type with content",
            set("action_type", json!({"Custom":"a:{b"})),
            "ERR_AID_AMBIGUOUS",
        ),
        ("an empty context", set("context_hash", "".into()), "ERR_AID_AMBIGUOUS"),
        ("a previous of two", set("previous_receipt", "a:b".into()), "ERR_AID_AMBIGUOUS"),
        ("no key", set("actor_key", "AAAA".into()), "ERR_AID_KEY"),
        (
            "a key of small order",
            set("actor_key", "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=".into()),
            "ERR_AID_KEY",
        ),
        ("another actor", set("actor", "aid_x".into()), "ERR_AID_IDENTITY"),
        ("another time", set("timestamp", json!(1)), "ERR_AID_HASH"),
        ("another id", set("id", "arec_x".into()), "ERR_AID_ID"),
        ("another signature", set("signature", "AAAA".into()), "ERR_AID_SIGNATURE"),
    ];
    for (name, text, code) in rows {
        let got = verify(&text, &Anchors::embedded()).unwrap_err();
        assert_eq!(got.code(), code, "{name}");
    }
}

#[test]
fn members_that_are_not_of_the_format_are_uncovered() {
    let mut receipt = cases("receipts")[0]["receipt"].clone();
    receipt["action"]["mood"] = "good".into();
    let facts = verdict(&receipt).unwrap();
    assert_eq!(facts["uncovered"], json!(["action.mood", "witnesses"]));
    assert!(!facts["receipt"].as_str().unwrap().contains("mood"));
}

#[test]
fn queries_follow_the_whole_line() {
    let mut receipts: Vec<Value> = Vec::new();
    for index in 0..6_u64 {
        let draft = json!({
            "action_type": if index % 2 == 0 { "Decision" } else { "Observation" },
            "action": { "description": format!("r{index}"), "data": null, "references": [] },
            "timestamp": (1_000_000 * index).to_string(),
            "previous_receipt": receipts.last().map(|receipt: &Value| receipt["id"].clone()),
        });
        let text = sign_draft(&draft, &secret(if index % 2 == 0 { 1 } else { 2 }));
        receipts.push(serde_json::from_str(&text).unwrap());
    }
    let ask = |rows: &[Value], wanted: Value| {
        let found =
            query(&joined(&json!(rows)), &Anchors::embedded(), &wanted.to_string()).unwrap();
        let found: Value = serde_json::from_str(&found).unwrap();
        found
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["index"].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(ask(&receipts, json!({})), [5, 4, 3, 2, 1, 0]);
    assert_eq!(ask(&receipts, json!({ "actor": receipts[0]["actor"] })), [4, 2, 0]);
    assert_eq!(ask(&receipts, json!({ "from": 1_000_000, "until": "3000000" })), [3, 2, 1]);
    assert_eq!(ask(&receipts, json!({ "chain_root": receipts[2]["id"] })), [5, 4, 3]);
    assert_eq!(
        ask(&receipts, json!({ "action_type": "Decision", "limit": 1, "oldest_first": true })),
        [0]
    );
    assert_eq!(ask(&[receipts[0].clone(), receipts[0].clone()], json!({})), [0]);
}

#[test]
fn numbers_keep_their_spelling() {
    let draft = r#"{"action_type":"Decision","action":{"description":"","data":[100.0,18446744073709551615,-9223372036854775808,0.1],"references":[]},"timestamp":"18446744073709551615"}"#;
    let key = secret(1);
    let receipt = sign_document(unsigned(draft, key.public_key()).unwrap(), &key);
    assert!(receipt.contains("[100.0,18446744073709551615,-9223372036854775808,0.1]"));
    let facts = verify(&receipt, &Anchors::embedded()).unwrap();
    assert_eq!(facts.receipt.timestamp, u64::MAX);
}

/// Of any spelling that serde_json has: the hash is over it.
#[test]
fn a_store_keeps_the_spelling_of_numbers() {
    let draft = r#"{"action_type":"Decision","action":{"description":"","data":[1.0,-0.0,1e19,1e20,18446744073709551615],"references":[]},"timestamp":1}"#;
    let key = secret(1);
    let receipt = sign_document(unsigned(draft, key.public_key()).unwrap(), &key);
    let file: Value = serde_json::from_str(&store::write("receipt", &receipt).unwrap()).unwrap();
    let [path, content] = ["path", "content"].map(|name| file[name].as_str().unwrap());
    let read = store::read("receipt", path, content).unwrap();
    assert_eq!(read, receipt);
    assert!(verify(&read, &Anchors::embedded()).is_ok());
}

proptest! {
    #[test]
    fn what_is_issued_holds(description in any::<String>(), tag in "[a-z:]{0,12}", time in any::<u64>()) {
        let draft = json!({
            "action_type": { "Custom": tag },
            "action": { "description": description, "data": null, "references": [] },
            "timestamp": time,
        });
        let text = sign_draft(&draft, &secret(3));
        let facts = verify(&text, &Anchors::embedded()).unwrap();
        prop_assert_eq!(facts.receipt.to_json(), text);
    }

    #[test]
    fn reading_receipts_never_panics(text in ".{0,200}") {
        let _ = verify(&text, &Anchors::embedded());
        let _ = verify_chain(text.as_bytes(), &Anchors::embedded(), "{}");
    }
}
