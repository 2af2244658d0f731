//! Continuity: each refusal has its code, and says which fact failed, and where; silences are listed.

use std::slice;

use countersign_core::{
    encoding::base64url,
    identity::continuity::{HEARTBEAT, anchor_ids},
    receipt::Receipt,
};
use countersign_testkit::{keys::secret, records::sign_receipt};
use serde_json::{Value, json};

use crate::support::{
    continuity::{Failure, assert_fails, beat, heartbeats, hours, over, run},
    receipts::{AGENT, HOUR, NOTARY, START, issue, witness},
};

/// The name of a case, the receipts, what is asked, and the fact that fails.
type Row = (&'static str, Vec<Receipt>, Value, Failure);

/// A chain whose receipt at `index` is changed.
fn with(index: usize, change: impl Fn(&Receipt) -> Receipt) -> Vec<Receipt> {
    let mut receipts = heartbeats(5);
    receipts[index] = change(&receipts[index]);
    receipts
}

/// The receipt without witnesses.
fn bare(receipt: &Receipt) -> Receipt {
    Receipt::from_json(receipt.leaf().unwrap().as_bytes()).unwrap()
}

#[test]
fn a_silence_that_is_too_long() {
    let hourly = |end: u64| json!({ "maxSilence": 3600, "until": START + end * HOUR });
    let rows: [Row; 5] = [
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
    ];
    for (name, receipts, policy, failure) in rows {
        assert_fails(name, &run(&receipts, &policy), failure);
    }
}

#[test]
fn a_range_of_other_ends() {
    let rows: [Row; 2] = [
        (
            "another first",
            heartbeats(5)[1..].to_vec(),
            json!({ "first": 0 }),
            ("range", 0, "ERR_CONTINUITY_RANGE"),
        ),
        (
            "another last",
            heartbeats(5)[..4].to_vec(),
            json!({ "first": 0, "last": 4 }),
            ("range", 3, "ERR_CONTINUITY_RANGE"),
        ),
    ];
    for (name, receipts, policy, failure) in rows {
        let report = run(&receipts, &policy);
        assert_fails(name, &report, failure);
        let end = if failure.1 == 0 { ("first", "0", "1") } else { ("last", "4", "3") };
        let data = json!({ "member": end.0, "want": end.1, "got": end.2 });
        assert_eq!(report["facts"]["range"]["data"], data, "{name}");
    }
}

#[test]
fn an_anchor_that_is_missing_late_or_early() {
    let lag = json!({ "maxLag": 60, "until": START + 4 * HOUR + 30_000 });
    let rows: [Row; 8] = [
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
            heartbeats(5),
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
    ];
    for (name, receipts, policy, failure) in rows {
        assert_fails(name, &run(&receipts, &policy), failure);
    }
}

#[test]
fn a_time_that_no_anchor_proves() {
    let lead = json!({ "maxLead": 7200 });
    let rows: [Row; 3] = [
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
    ];
    for (name, receipts, policy, failure) in rows {
        assert_fails(name, &run(&receipts, &policy), failure);
    }
}

#[test]
fn another_challenge() {
    let policy = json!({ "challenge": base64url::encode(&[8; 16]) });
    let failure = ("challenge", 4, "ERR_CONTINUITY_CHALLENGE");
    let report = run(&heartbeats(5), &policy);
    assert_fails("another challenge", &report, failure);
    assert_eq!(report["facts"]["challenge"]["data"]["want"], policy["challenge"]);
}

#[test]
fn a_heartbeat_of_another_form() {
    let id = anchor_ids(&heartbeats(1)[0]).unwrap()[0].to_string();
    let rows = [
        ("a status that there is not", json!({ "status": "dead" }), "ERR_CONTINUITY_HEARTBEAT"),
        ("a member too many", json!({ "status": "idle", "health": 1 }), "ERR_CONTINUITY_HEARTBEAT"),
        ("no object", json!(null), "ERR_CONTINUITY_HEARTBEAT"),
        (
            "a short challenge",
            json!({ "status": "idle", "challenge": "AAAA" }),
            "ERR_CONTINUITY_HEARTBEAT",
        ),
        (
            "no anchors in the list",
            json!({ "status": "idle", "anchors": [] }),
            "ERR_CONTINUITY_HEARTBEAT",
        ),
        (
            "an anchor twice",
            json!({ "status": "idle", "anchors": [id, id] }),
            "ERR_CONTINUITY_HEARTBEAT",
        ),
    ];
    for (name, content, code) in rows {
        let first = issue(AGENT, None, &over(START));
        let forged = json!({ "action": HEARTBEAT, "content": content });
        let forged = issue(AGENT, Some(&first), &forged);
        assert_fails(name, &run(&[first, forged], &json!({})), ("heartbeats", 1, code));
    }
}

#[test]
fn a_heartbeat_whose_content_is_hidden() {
    let first = issue(AGENT, None, &over(START));
    let hash = first.content_hash().unwrap().to_string();
    let given = json!({ "actor": AGENT, "keyId": format!("{AGENT}#key-1"), "algorithm": "ed25519",
        "action": HEARTBEAT, "contentHash": hash, "time": START });
    let hidden = sign_receipt(&given, None, &secret(1));
    let failure = ("heartbeats", 0, "ERR_CONTINUITY_HEARTBEAT");
    assert_fails("hidden content", &run(&[hidden], &json!({})), failure);
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
