//! Chains of attempts, what others say of them, and the report on both.

use countersign_core::{
    identity::competence::{ATTEMPT, CLAIM, Competence, Policy, VALIDATION, validation},
    receipt::Receipt,
    trust::Trust,
};
use countersign_testkit::records::receipts_of;
use serde_json::{Value, json};

use super::{
    found::Found,
    receipts::{AGENT, HOUR, START, issue, trust},
};

pub(crate) const DOMAIN: &str = "deploy:web/staging";

pub(crate) fn text(receipt: &Receipt) -> String {
    receipt.to_json().unwrap()
}

pub(crate) fn run_with(
    trust: Trust,
    validations: &[Receipt],
    receipts: &[Receipt],
    policy: &Value,
) -> Found {
    let mut asked = json!({ "domain": "deploy:**", "now": START + 99 * HOUR });
    for (name, value) in policy.as_object().unwrap() {
        asked[name] = value.clone();
    }
    let policy = Policy::from_json(&asked.to_string()).unwrap();
    let mut competence = Competence::new(trust, policy);
    for receipt in validations {
        competence.push_validation(text(receipt).as_bytes());
    }
    for receipt in receipts {
        competence.push(text(receipt).as_bytes());
    }
    let report = competence.report();
    Found::of(&report.facts, &report.to_json())
}

pub(crate) fn run(validations: &[Receipt], receipts: &[Receipt], policy: &Value) -> Found {
    run_with(trust(), validations, receipts, policy)
}

pub(crate) fn of(action: &str, content: &Value, time: u64) -> Value {
    json!({ "action": action, "content": content, "time": time })
}

/// A chain of these contents, an hour apart: attempts, or plain receipts of null. The last is final.
pub(crate) fn attempts(contents: &[Value]) -> Vec<Receipt> {
    receipts_of(contents.iter().enumerate(), |(index, content), previous| {
        let action = match content {
            Value::Null => "tool.call",
            content if content.get("rate").is_some() => CLAIM,
            _ => ATTEMPT,
        };
        let mut given = of(action, content, START + index as u64 * HOUR);
        if index + 1 == contents.len() {
            given["final"] = true.into();
        }
        issue(AGENT, previous, &given)
    })
}

pub(crate) fn tried(outcome: &str) -> Value {
    json!({ "domain": DOMAIN, "outcome": outcome })
}

pub(crate) fn partly(score: u64) -> Value {
    json!({ "domain": DOMAIN, "outcome": "partial", "score": score })
}

/// A failure, a success, something else, two thirds, a success, a success.
pub(crate) fn usual() -> Vec<Value> {
    vec![
        tried("failure"),
        tried("success"),
        Value::Null,
        partly(666_667),
        tried("success"),
        tried("success"),
    ]
}

pub(crate) fn judged(attempt: &Receipt, by: &str, given: &Value) -> Receipt {
    let content = validation(attempt, by, &given.to_string()).unwrap();
    let content: Value = serde_json::from_str(&content).unwrap();
    issue(by, None, &of(VALIDATION, &content, attempt.time() + 1000))
}

pub(crate) fn outcome(name: &str) -> Value {
    json!({ "outcome": name })
}

pub(crate) type Failure = (&'static str, u64, &'static str);

/// The fact that failed, of the chain or of the competence.
pub(crate) fn assert_fails(name: &str, report: &Found, (fact, index, code): Failure) {
    let (found, want) = (&report["facts"][fact], json!(["failed", index, code]));
    assert_eq!(
        json!([found["state"], found["at"], found["code"]]),
        want,
        "{name}: {}",
        report.json
    );
    assert!(report.require(&["window"]).is_err(), "{name}");
}
