//! Continuity: what holds, ranges, policies, our own vectors, properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all identity_continuity::` writes
//! `rust/vectors/identity/continuity.json`.

use std::slice;

use countersign_core::{
    identity::continuity::{Continuity, Policy, anchor_ids, heartbeat},
    keys::multikey,
    receipt::Receipt,
    time::MAX_CLOCK_SKEW,
};
use countersign_testkit::{frames, keys::secret, own_vectors, records::receipts_of};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{
    continuity::{FACTS, beat, failures, heartbeats, hours, over, policy, run, texts},
    receipts::{AGENT, ARCHIVE, HOUR, NOTARY, START, issue, trust, witness},
};

/// The largest whole number that JSON carries.
const MOST: u64 = (1 << 53) - 1;

#[test]
fn a_chain_without_silences_holds() {
    let report = run(&heartbeats(5), &policy());
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
    let receipts = heartbeats(3);
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
    let report = run(&heartbeats(3), &json!({ "now": START + 2 * HOUR }));
    for name in ["range", "anchors", "freshness", "challenge"] {
        assert_eq!(report["facts"][name], Value::Null, "nobody asked for {name}");
    }
    assert_eq!(report["facts"]["silence"]["state"], "unchecked");
    assert_eq!(report.require(&["completeness"]), Err("ERR_FACT_UNCHECKED"));
    assert_eq!(report.require(&["completeness", "silence"]), Ok(()));
    // Without receipts there is no identity that went on.
    assert!(run(&[], &policy()).require(&["completeness", "silence"]).is_err());
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
    let receipts = heartbeats(8);
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
    assert_eq!(failures(&run(&heartbeats(3), &far)), []);
    assert!(heartbeat("dead", &[], &[]).is_err());
    assert!(heartbeat("idle", &[1], &[]).is_err());
    assert!(heartbeat("idle", &[], &frames(&[json!({})])).is_err());
    assert!(heartbeat("idle", &[], &frames(&[texts(&hours(&[0]))[0].as_str().into()])).is_err());
}

fn own() -> Value {
    let receipts = heartbeats(5);
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
        let mut next = START;
        let receipts = receipts_of(&steps, |step, previous| {
            let time = next;
            next += step * 1000;
            issue(AGENT, previous, &over(time))
        });
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
        let all = heartbeats(5);
        let receipts: Vec<Receipt> = order.iter().map(|index| all[*index].clone()).collect();
        let policy = json!({ "maxSilence": 3600, "tip": all[4].id().to_string(), "until": START });
        let held = run(&receipts, &policy).require(&[]).is_ok();
        prop_assert_eq!(held, order == [0, 1, 2, 3, 4]);
    }
}
