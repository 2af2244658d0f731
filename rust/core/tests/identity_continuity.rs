//! Continuity: each fact, what breaks it, keys that rotate, our own vectors, properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1` writes `rust/vectors/identity/continuity.json`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "support/found.rs"]
mod found;
#[path = "support/receipts.rs"]
mod receipts;

use std::slice;

use countersign_core::{
    encoding::base64url,
    identity::{
        continuity::{Continuity, HEARTBEAT, Policy, anchor_ids, heartbeat},
        rotation::{History, Inception, Reason},
    },
    keys::{Algorithm, multikey},
    receipt::Receipt,
    time::{MAX_CLOCK_SKEW, UnixSeconds},
    trust::Trust,
};
use countersign_testkit::{
    frames,
    keys::secret,
    own_vectors,
    records::{sign_by_two, sign_document, sign_receipt},
};
use found::Found;
use proptest::prelude::*;
use receipts::{AGENT, ARCHIVE, HOUR, NOTARY, START, issue, issue_as, trust, witness};
use serde_json::{Value, json};

/// The largest whole number that JSON carries.
const MOST: u64 = (1 << 53) - 1;

const CHALLENGE: [u8; 16] = [7; 16];

fn texts<'a>(receipts: impl IntoIterator<Item = &'a Receipt>) -> Vec<String> {
    receipts.into_iter().map(|receipt| receipt.to_json().unwrap()).collect()
}

fn run_with(trust: Trust, receipts: &[Receipt], policy: &Value) -> Found {
    let policy = Policy::from_json(&policy.to_string()).unwrap();
    let mut continuity = Continuity::new(trust, policy);
    for text in texts(receipts) {
        continuity.push(text.as_bytes());
    }
    let report = continuity.report();
    Found::of(&report.facts, &report.to_json())
}

fn run(receipts: &[Receipt], policy: &Value) -> Found {
    run_with(trust(), receipts, policy)
}

fn over(time: u64) -> Value {
    json!({ "time": time })
}

fn beat(time: u64, challenge: &[u8], acknowledged: &[Receipt]) -> Value {
    let named = frames(&texts(acknowledged).into_iter().map(Value::from).collect::<Vec<_>>());
    let content: Value =
        serde_json::from_str(&heartbeat("active", challenge, &named).unwrap()).unwrap();
    json!({ "action": HEARTBEAT, "content": content, "time": time })
}

/// A receipt every hour. Each is witnessed a minute later, and each but the first is a heartbeat that
/// acknowledges the anchor before.
fn chain(count: u64) -> Vec<Receipt> {
    let mut receipts: Vec<Receipt> = Vec::new();
    for index in 0..count {
        let time = START + index * HOUR;
        let given = match receipts.last() {
            None => over(time),
            Some(last) => {
                beat(time, if index + 1 == count { &CHALLENGE } else { &[] }, slice::from_ref(last))
            }
        };
        let receipt = issue(AGENT, receipts.last(), &given);
        receipts.push(witness(&receipt, NOTARY, time + 60_000));
    }
    receipts
}

/// Everything asked for.
fn policy() -> Value {
    json!({
        "now": START + 4 * HOUR + 120_000, "maxSilence": 3600, "maxLag": 60, "maxLead": 3600,
        "challenge": base64url::encode(&CHALLENGE), "first": 0, "from": START,
    })
}

const FACTS: [&str; 6] = ["range", "heartbeats", "silence", "anchors", "freshness", "challenge"];

fn failures(report: &Value) -> Vec<(&'static str, u64, String)> {
    let failed = |name: &&'static str| report["facts"][*name]["state"] == "failed";
    let row = |name: &'static str| {
        let fact = &report["facts"][name];
        (name, fact["at"].as_u64().unwrap(), fact["code"].as_str().unwrap().to_owned())
    };
    FACTS.into_iter().filter(|name| failed(name)).map(row).collect()
}

#[test]
fn a_chain_without_silences_holds() {
    let report = run(&chain(5), &policy());
    for name in FACTS {
        assert_eq!(report["facts"][name]["state"], "ok", "{name}: {}", report.json);
    }
    assert_eq!(report["anchored"], 5);
    assert_eq!(report["acknowledged"], 4);
    assert_eq!(report["heartbeatCount"], 4);
    assert_eq!(report["longestSilence"], HOUR);
    assert_eq!(report["longestLag"], 60_000);
    assert_eq!(report["answered"], 4);
    assert_eq!(report.require(&["completeness"]), Ok(()));
    assert_eq!(report.require(&[]), Err("ERR_FACT_UNCHECKED"));
}

#[test]
fn receipts_come_one_by_one_or_behind_each_other() {
    let receipts = chain(3);
    let made = || {
        let given = Policy::from_json(&policy().to_string()).unwrap();
        Continuity::new(trust(), given)
    };
    let (mut single, mut together) = (made(), made());
    let texts: Vec<_> = receipts.iter().map(|receipt| receipt.to_json().unwrap()).collect();
    texts.iter().for_each(|text| single.push(text.as_bytes()));
    let list = frames(&texts.into_iter().map(Value::from).collect::<Vec<_>>());
    together.push_all(&list).unwrap();
    assert_eq!(together.report().to_json(), single.report().to_json());
    assert_ne!(made().report().to_json(), single.report().to_json());
}

#[test]
fn nothing_asked_is_nothing_proven() {
    let report = run(&chain(3), &json!({ "now": START + 2 * HOUR }));
    for name in ["range", "anchors", "freshness", "challenge"] {
        assert_eq!(report["facts"][name], Value::Null, "nobody asked for {name}");
    }
    assert_eq!(report["facts"]["silence"]["state"], "unchecked");
    assert_eq!(report.require(&["completeness"]), Err("ERR_FACT_UNCHECKED"));
    assert_eq!(report.require(&["completeness", "silence"]), Ok(()));
    // Without receipts there is no identity that went on.
    assert!(run(&[], &policy()).require(&["completeness", "silence"]).is_err());
}

/// Receipts at these hours, none anchored.
fn hours(hours: &[u64]) -> Vec<Receipt> {
    let mut receipts: Vec<Receipt> = Vec::new();
    for hour in hours {
        receipts.push(issue(AGENT, receipts.last(), &over(START + hour * HOUR)));
    }
    receipts
}

/// A chain whose receipt at `index` is changed.
fn with(index: usize, change: impl Fn(&Receipt) -> Receipt) -> Vec<Receipt> {
    let mut receipts = chain(5);
    receipts[index] = change(&receipts[index]);
    receipts
}

/// The receipt without witnesses.
fn bare(receipt: &Receipt) -> Receipt {
    Receipt::from_json(receipt.leaf().unwrap().as_bytes()).unwrap()
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn each_refusal_has_its_code() {
    let hourly = |end: u64| json!({ "maxSilence": 3600, "until": START + end * HOUR });
    let lag = json!({ "maxLag": 60, "until": START + 4 * HOUR + 30_000 });
    let lead = json!({ "maxLead": 7200 });
    let forged = |content: Value| {
        let first = issue(AGENT, None, &over(START));
        vec![
            first.clone(),
            issue(AGENT, Some(&first), &json!({ "action": HEARTBEAT, "content": content })),
        ]
    };
    let hidden = {
        let first = issue(AGENT, None, &over(START));
        let hash = first.content_hash().unwrap().to_string();
        let given = json!({ "actor": AGENT, "keyId": format!("{AGENT}#key-1"), "algorithm": "ed25519",
            "action": HEARTBEAT, "contentHash": hash, "time": START });
        vec![sign_receipt(&given, None, &secret(1))]
    };
    type Row = (&'static str, Vec<Receipt>, Value, (&'static str, u64, &'static str));
    let rows: Vec<Row> = vec![
        ("a silence", hours(&[0, 1, 3]), hourly(3), ("silence", 2, "ERR_CONTINUITY_GAP")),
        ("silent until now", hours(&[0, 1]), hourly(9), ("silence", 1, "ERR_CONTINUITY_GAP")),
        (
            "silent until now, unasked",
            hours(&[0, 1]),
            json!({ "maxSilence": 3600, "now": START + 9 * HOUR }),
            ("silence", 1, "ERR_CONTINUITY_GAP"),
        ),
        (
            "silent at first",
            hours(&[2, 3]),
            json!({ "maxSilence": 3600, "from": START, "until": START + 3 * HOUR }),
            ("silence", 0, "ERR_CONTINUITY_GAP"),
        ),
        (
            "time that runs back fills no gap",
            {
                let first = hours(&[0, 3]);
                let late = issue(AGENT, Some(&first[0]), &over(START + 3 * HOUR));
                let back = issue(AGENT, None, &over(START + HOUR));
                vec![first[0].clone(), late, back]
            },
            hourly(3),
            ("silence", 1, "ERR_CONTINUITY_GAP"),
        ),
        (
            "another first",
            chain(5)[1..].to_vec(),
            json!({ "first": 0 }),
            ("range", 0, "ERR_CONTINUITY_RANGE"),
        ),
        (
            "another last",
            chain(5)[..4].to_vec(),
            json!({ "first": 0, "last": 4 }),
            ("range", 3, "ERR_CONTINUITY_RANGE"),
        ),
        ("no anchor", hours(&[0, 1]), lag.clone(), ("anchors", 0, "ERR_CONTINUITY_ANCHOR")),
        ("one not anchored", with(2, bare), lag.clone(), ("anchors", 2, "ERR_CONTINUITY_ANCHOR")),
        (
            "anchored late: written into the past",
            with(2, |receipt| witness(&bare(receipt), NOTARY, receipt.time() + 61_000)),
            lag.clone(),
            ("anchors", 2, "ERR_CONTINUITY_ANCHOR"),
        ),
        (
            "anchored by itself",
            with(2, |receipt| witness(&bare(receipt), AGENT, receipt.time() + 1000)),
            lag.clone(),
            ("anchors", 2, "ERR_CONTINUITY_ANCHOR"),
        ),
        (
            "anchored by nobody",
            with(2, |receipt| {
                witness(&bare(receipt), "did:web:nobody.example", receipt.time() + 1000)
            }),
            lag.clone(),
            ("anchors", 2, "ERR_CONTINUITY_ANCHOR"),
        ),
        (
            "one witness where two are asked for",
            chain(5),
            json!({ "maxLag": 60, "quorum": 2, "until": START + 4 * HOUR }),
            ("anchors", 0, "ERR_CONTINUITY_ANCHOR"),
        ),
        (
            "an anchor before the receipt",
            with(2, |receipt| witness(&bare(receipt), NOTARY, receipt.time() - 61_000)),
            json!({}),
            ("anchors", 2, "ERR_CONTINUITY_ANCHOR_TIME"),
        ),
        (
            "before the anchor that it acknowledges",
            {
                let first = witness(&issue(AGENT, None, &over(START)), NOTARY, START + 2 * HOUR);
                let next =
                    issue(AGENT, Some(&first), &beat(START + HOUR, &[], slice::from_ref(&first)));
                vec![first, next]
            },
            json!({}),
            ("anchors", 1, "ERR_CONTINUITY_ANCHOR_TIME"),
        ),
        (
            "signed ahead",
            hours(&[0, 1, 2, 3]),
            lead.clone(),
            ("freshness", 3, "ERR_CONTINUITY_FRESHNESS"),
        ),
        (
            "acknowledges what nobody trusted said",
            {
                let first =
                    witness(&issue(AGENT, None, &over(START)), "did:web:nobody.example", START);
                let next = issue(
                    AGENT,
                    Some(&first),
                    &beat(START + 3 * HOUR, &[], slice::from_ref(&first)),
                );
                vec![first, next]
            },
            lead.clone(),
            ("freshness", 1, "ERR_CONTINUITY_FRESHNESS"),
        ),
        (
            "acknowledges an anchor of another chain",
            {
                let foreign =
                    witness(&issue(AGENT, None, &over(START + 7)), NOTARY, START + 2 * HOUR);
                let first = issue(AGENT, None, &over(START));
                let next = issue(AGENT, Some(&first), &beat(START + 3 * HOUR, &[], &[foreign]));
                vec![first, next]
            },
            lead.clone(),
            ("freshness", 1, "ERR_CONTINUITY_FRESHNESS"),
        ),
        (
            "another challenge",
            chain(5),
            json!({ "challenge": base64url::encode(&[8; 16]) }),
            ("challenge", 4, "ERR_CONTINUITY_CHALLENGE"),
        ),
        (
            "a status that there is not",
            forged(json!({ "status": "dead" })),
            json!({}),
            ("heartbeats", 1, "ERR_CONTINUITY_HEARTBEAT"),
        ),
        (
            "a member too many",
            forged(json!({ "status": "idle", "health": 1 })),
            json!({}),
            ("heartbeats", 1, "ERR_CONTINUITY_HEARTBEAT"),
        ),
        (
            "no object",
            forged(json!(null)),
            json!({}),
            ("heartbeats", 1, "ERR_CONTINUITY_HEARTBEAT"),
        ),
        (
            "a short challenge",
            forged(json!({ "status": "idle", "challenge": "AAAA" })),
            json!({}),
            ("heartbeats", 1, "ERR_CONTINUITY_HEARTBEAT"),
        ),
        (
            "no anchors in the list",
            forged(json!({ "status": "idle", "anchors": [] })),
            json!({}),
            ("heartbeats", 1, "ERR_CONTINUITY_HEARTBEAT"),
        ),
        (
            "an anchor twice",
            {
                let id = anchor_ids(&chain(1)[0]).unwrap()[0].to_string();
                forged(json!({ "status": "idle", "anchors": [id, id] }))
            },
            json!({}),
            ("heartbeats", 1, "ERR_CONTINUITY_HEARTBEAT"),
        ),
        ("hidden content", hidden, json!({}), ("heartbeats", 0, "ERR_CONTINUITY_HEARTBEAT")),
    ];
    for (name, receipts, policy, (fact, index, code)) in rows {
        let report = run(&receipts, &policy);
        assert_eq!(failures(&report), [(fact, index, code.to_owned())], "{name}: {}", report.json);
        let open = ["completeness", "silence", "time", "linkage", "sequence"];
        assert!(report.require(&open).is_err(), "{name}");
    }
}

#[test]
fn a_silence_that_was_announced_is_marked() {
    let first =
        issue(AGENT, None, &json!({ "action": HEARTBEAT, "content": { "status": "suspended" } }));
    let next = issue(AGENT, Some(&first), &over(START + 5 * HOUR));
    let report = run(&[first, next], &json!({ "maxSilence": 60, "until": START + 7 * HOUR }));
    let gap = |index: u64, after: u64, from: u64, until: u64, announced: bool| json!({ "index": index, "after": after, "from": START + from * HOUR, "until": START + until * HOUR, "announced": announced });
    assert_eq!(report["gaps"], json!([gap(1, 0, 0, 5, true), gap(1, 1, 5, 7, false)]));
    assert_eq!(report["gapCount"], 2);
}

#[test]
fn gaps_are_listed_up_to_a_limit() {
    let every: Vec<u64> = (0..100).collect();
    let report = run(&hours(&every), &json!({ "maxSilence": 1, "until": START }));
    assert_eq!(report["gaps"].as_array().unwrap().len(), 64);
    assert_eq!(report["gapCount"], 99);
}

#[test]
fn two_witnesses_make_the_time_at_which_both_had_signed() {
    let first = witness(&issue(AGENT, None, &over(START)), NOTARY, START + 1000);
    let first = witness(&first, ARCHIVE, START + 5000);
    let policy = json!({ "maxLag": 4, "quorum": 2, "until": START });
    assert_eq!(failures(&run(slice::from_ref(&first), &policy)).len(), 1);
    let report = run(slice::from_ref(&first), &json!({ "maxLag": 5, "quorum": 2, "until": START }));
    assert_eq!(failures(&report), []);
    assert_eq!(report["lastAnchor"], START + 5000);
    // If two anchors are acknowledged, both must have existed before.
    let next = issue(AGENT, Some(&first), &beat(START + 9000, &[], slice::from_ref(&first)));
    let lead = |quorum: u64, seconds: u64| json!({ "maxLead": seconds, "quorum": quorum });
    let receipts = [first, next];
    assert_eq!(run(&receipts, &lead(1, 60))["provenAfter"], START + 5000);
    assert_eq!(run(&receipts, &lead(2, 60))["provenAfter"], START + 1000);
}

#[test]
fn a_range_is_verified_by_itself() {
    let receipts = chain(8);
    let policy = json!({
        "first": 3, "last": 6, "maxSilence": 3600, "maxLag": 60, "maxLead": 3600, "actor": AGENT,
        "now": START + 99 * HOUR, "tip": receipts[6].id().to_string(),
    });
    let report = run(&receipts[3..7], &policy);
    assert_eq!(failures(&report), []);
    assert_eq!(report.require(&[]), Ok(()));
    assert_eq!((report["first"].as_u64(), report["last"].as_u64()), (Some(3), Some(6)));
    // One receipt is left out.
    let cut: Vec<Receipt> = [3, 4, 6].map(|index: usize| receipts[index].clone()).to_vec();
    assert!(run(&cut, &policy).require(&[]).is_err());
}

/// An identity whose key was replaced after two hours. The old key is not believed from then on.
fn history() -> History {
    let (old, new) = (secret(1), secret(4));
    let start = UnixSeconds(START / 1000 - 60);
    let inception =
        Inception::new(old.public_key().clone(), Algorithm::Ed25519, start, None).unwrap();
    let history = History::unsigned(inception).unwrap();
    let history = History::read(&sign_document(history, &secret(1))).unwrap();
    let time = UnixSeconds((START + 2 * HOUR) / 1000);
    let rotation = history
        .rotation(
            (new.public_key().clone(), Algorithm::Ed25519),
            time,
            (Reason::Scheduled, None),
            None,
        )
        .unwrap();
    let unsigned = history.unsigned_rotation(rotation).unwrap();
    History::read(&sign_by_two(unsigned, &secret(1), &secret(4))).unwrap()
}

#[test]
fn a_history_says_who_signs_when() {
    let history = history();
    let did = history.id().to_owned();
    let made = |fills: &[u8]| {
        let mut receipts: Vec<Receipt> = Vec::new();
        for (hour, fill) in (0..).zip(fills) {
            receipts.push(issue_as(&did, *fill, receipts.last(), &over(START + hour * HOUR)));
        }
        receipts
    };
    let policy = json!({ "actor": did, "now": START + 3 * HOUR, "maxSilence": 3600 });
    let run = |fills: &[u8]| run_with(history.trust(), &made(fills), &policy);
    let report = run(&[1, 1, 4, 4]);
    assert_eq!(report.require(&["completeness"]), Ok(()), "{}", report.json);
    // The old key signs after its time, the new key before its time.
    assert_eq!(run(&[1, 1, 1, 4])["facts"]["signatures"]["at"], 2);
    assert_eq!(run(&[1, 4, 4, 4])["facts"]["signatures"]["at"], 1);
}

#[test]
fn a_rotation_in_the_chain_is_honoured() {
    use countersign_core::receipt::{unsigned_rotation, with_next};
    let first = issue(AGENT, None, &over(START));
    let given = json!({ "actor": AGENT, "keyId": format!("{AGENT}#key-1"), "algorithm": "ed25519",
        "content": null, "time": START + HOUR });
    let key = secret(4).public_key().to_tagged();
    let given = with_next(&given.to_string(), &format!("{AGENT}#key-2"), "ed25519", &key).unwrap();
    let unsigned = unsigned_rotation(&given, Some(&first)).unwrap();
    let rotation = sign_by_two(unsigned, &secret(4), &secret(1));
    let rotation = Receipt::from_json(rotation.as_bytes()).unwrap();
    let next = |fill, name: &str| {
        let given = json!({ "time": START + 2 * HOUR, "keyId": format!("{AGENT}#{name}") });
        issue_as(AGENT, fill, Some(&rotation), &given)
    };
    let policy = json!({ "maxSilence": 3600, "until": START + 2 * HOUR });
    let good = run(&[first.clone(), rotation.clone(), next(4, "key-2")], &policy);
    assert_eq!(good.require(&["completeness"]), Ok(()));
    // What the old key signs afterwards does not end a silence.
    let bad = run(&[first, rotation.clone(), next(1, "key-1")], &policy);
    assert_eq!(bad["facts"]["signatures"]["at"], 2);
    assert_eq!(bad["facts"]["silence"]["code"], Value::Null);
    assert_eq!(bad["last"], 1);
}

#[test]
fn policies_are_strict() {
    let rows = [
        r#"{"maxSilence":1.5}"#,
        r#"{"maxSilence":-1}"#,
        r#"{"maxsilence":1}"#,
        r#"{"challenge":"AAAA"}"#,
        r#"{"challenge":7}"#,
        r#"{"quorum":"2"}"#,
    ];
    for row in rows {
        assert_eq!(Policy::from_json(row).unwrap_err().code(), "ERR_POLICY_MALFORMED", "{row}");
    }
    // Bounds that are too large for a time saturate.
    let far = json!({ "maxSilence": MOST, "maxLag": MOST, "maxLead": MOST, "skew": MAX_CLOCK_SKEW, "until": MOST });
    assert_eq!(failures(&run(&chain(3), &far)), []);
    assert!(heartbeat("dead", &[], &[]).is_err());
    assert!(heartbeat("idle", &[1], &[]).is_err());
    assert!(heartbeat("idle", &[], &frames(&[json!({})])).is_err());
    assert!(heartbeat("idle", &[], &frames(&[texts(&hours(&[0]))[0].as_str().into()])).is_err());
}

fn own() -> Value {
    let receipts = chain(5);
    let row = |receipt: &Receipt| {
        let anchors: Vec<String> =
            anchor_ids(receipt).unwrap().iter().map(ToString::to_string).collect();
        json!({ "receipt": serde_json::from_str::<Value>(&receipt.to_json().unwrap()).unwrap(), "id": receipt.id().to_string(), "anchors": anchors })
    };
    let gone = run(&[&receipts[..2], &receipts[3..]].concat(), &policy());
    json!({
        "seeds": { "agent": 1, "notary": 2 },
        "keys": { "agent": multikey::encode(secret(1).public_key()), "notary": multikey::encode(secret(2).public_key()) },
        "experiences": receipts.iter().map(row).collect::<Vec<_>>(),
        "policy": policy(),
        "report": run(&receipts, &policy()).json,
        "cut": { "without": 2, "report": gone.json },
    })
}

#[test]
fn our_own_vectors() {
    own_vectors("identity/continuity.json", &own());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A gap is found if and only if two receipts, or the last and the end, are too far apart.
    #[test]
    fn gaps_are_those_of_the_times(steps in prop::collection::vec(0_u64..200, 1..12), max in 0_u64..150, tail in 0_u64..200) {
        let mut receipts: Vec<Receipt> = Vec::new();
        let mut time = START;
        for step in &steps {
            receipts.push(issue(AGENT, receipts.last(), &over(time)));
            time += step * 1000;
        }
        let last = receipts.last().unwrap().time();
        let report = run(&receipts, &json!({ "maxSilence": max, "until": last + tail * 1000 }));
        let apart = steps[..steps.len() - 1].iter().chain([&tail]);
        let gaps = apart.clone().filter(|silence| **silence > max).count();
        prop_assert_eq!(report["gapCount"].as_u64(), Some(gaps as u64));
        prop_assert_eq!(report["longestSilence"].as_u64(), apart.max().map(|silence| silence * 1000));
    }

    /// A chain from which a receipt was left out, or in which one was doubled or moved, is never accepted.
    #[test]
    fn nothing_is_left_out(order in prop::collection::vec(0_usize..5, 1..6)) {
        let all = chain(5);
        let receipts: Vec<Receipt> = order.iter().map(|index| all[*index].clone()).collect();
        let policy = json!({ "maxSilence": 3600, "tip": all[4].id().to_string(), "until": START });
        let held = run(&receipts, &policy).require(&[]).is_ok();
        prop_assert_eq!(held, order == [0, 1, 2, 3, 4]);
    }
}
