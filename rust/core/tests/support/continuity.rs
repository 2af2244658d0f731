//! Chains of heartbeats and anchors, and the report on them.

use std::slice;

use countersign_core::{
    encoding::base64url,
    identity::continuity::{Continuity, HEARTBEAT, Policy, heartbeat},
    receipt::Receipt,
    trust::Trust,
};
use countersign_testkit::{frames, records::receipts_of};
use serde_json::{Value, json};

use super::{
    found::Found,
    receipts::{AGENT, HOUR, NOTARY, START, issue, trust, witness},
};

pub(crate) const CHALLENGE: [u8; 16] = [7; 16];

pub(crate) fn texts<'a>(receipts: impl IntoIterator<Item = &'a Receipt>) -> Vec<String> {
    receipts.into_iter().map(|receipt| receipt.to_json().unwrap()).collect()
}

pub(crate) fn run_with(trust: Trust, receipts: &[Receipt], policy: &Value) -> Found {
    let policy = Policy::from_json(&policy.to_string()).unwrap();
    let mut continuity = Continuity::new(trust, policy);
    for text in texts(receipts) {
        continuity.push(text.as_bytes());
    }
    let report = continuity.report();
    Found::of(&report.facts, &report.to_json())
}

pub(crate) fn run(receipts: &[Receipt], policy: &Value) -> Found {
    run_with(trust(), receipts, policy)
}

pub(crate) fn over(time: u64) -> Value {
    json!({ "time": time })
}

pub(crate) fn beat(time: u64, challenge: &[u8], acknowledged: &[Receipt]) -> Value {
    let named = frames(&texts(acknowledged).into_iter().map(Value::from).collect::<Vec<_>>());
    let content: Value =
        serde_json::from_str(&heartbeat("active", challenge, &named).unwrap()).unwrap();
    json!({ "action": HEARTBEAT, "content": content, "time": time })
}

/// A receipt every hour. Each is witnessed a minute later, and each but the first is a heartbeat that
/// acknowledges the anchor before.
pub(crate) fn heartbeats(count: u64) -> Vec<Receipt> {
    receipts_of(0..count, |index, previous| {
        let time = START + index * HOUR;
        let given = match previous {
            None => over(time),
            Some(last) => {
                beat(time, if index + 1 == count { &CHALLENGE } else { &[] }, slice::from_ref(last))
            }
        };
        witness(&issue(AGENT, previous, &given), NOTARY, time + 60_000)
    })
}

/// Receipts at these hours, none anchored.
pub(crate) fn hours(hours: &[u64]) -> Vec<Receipt> {
    receipts_of(hours, |hour, previous| issue(AGENT, previous, &over(START + hour * HOUR)))
}

/// Everything asked for.
pub(crate) fn policy() -> Value {
    json!({
        "now": START + 4 * HOUR + 120_000, "maxSilence": 3600, "maxLag": 60, "maxLead": 3600,
        "challenge": base64url::encode(&CHALLENGE), "first": 0, "from": START,
    })
}

pub(crate) const FACTS: [&str; 6] =
    ["range", "heartbeats", "silence", "anchors", "freshness", "challenge"];

pub(crate) type Failure = (&'static str, u64, &'static str);

pub(crate) fn failures(report: &Value) -> Vec<(&'static str, u64, String)> {
    let failed = |name: &&'static str| report["facts"][*name]["state"] == "failed";
    let row = |name: &'static str| {
        let fact = &report["facts"][name];
        (name, fact["at"].as_u64().unwrap(), fact["code"].as_str().unwrap().to_owned())
    };
    FACTS.into_iter().filter(|name| failed(name)).map(row).collect()
}

/// Refuses a report unless this fact of continuity fails, and no other.
pub(crate) fn assert_fails(name: &str, report: &Found, (fact, index, code): Failure) {
    assert_eq!(failures(report), [(fact, index, code.to_owned())], "{name}: {}", report.json);
    let open = ["completeness", "silence", "time", "linkage", "sequence"];
    assert!(report.require(&open).is_err(), "{name}");
}
