//! A chain of receipts, and what a verifier asks of it.

use countersign_core::{
    fact::State,
    receipt::{
        Expected, Receipt,
        chain::{Chain, Policy, Report},
    },
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    keys::secret,
    records::{receipts_of, sign_receipt, with_members},
};
use serde_json::{Value, json};

pub const DID: &str = "did:web:agent.example";

pub const NOW: u64 = 1_760_000_000_000;

pub fn trust() -> Trust {
    let key = |did: &str, fill| TrustedKey {
        id: Some(format!("{did}#key-1")),
        ..TrustedKey::pinned(secret(fill).public_key().clone())
    };
    Trust { keys: vec![key(DID, 1), key("did:web:other.example", 2)], ..Trust::default() }
}

pub fn policy() -> Policy {
    Policy { each: Expected { now: Some(NOW), ..Expected::default() }, ..Policy::default() }
}

/// A receipt by `did`, whose key is `secret(fill)`. The members of `over` replace the usual ones.
pub fn issue(did: &str, fill: u8, previous: Option<&Receipt>, over: &Value) -> Receipt {
    let usual = json!({
        "actor": did, "keyId": format!("{did}#key-1"), "algorithm": "ed25519",
        "action": "tool.call", "content": previous.map_or(0, |receipt| receipt.sequence() + 1), "time": NOW - 1000,
    });
    sign_receipt(&with_members(&usual, over), previous, &secret(fill))
}

pub fn final_chain(count: usize) -> Vec<Receipt> {
    receipts_of(0..count, |index, previous| {
        let over = if index + 1 == count { json!({ "final": true }) } else { json!({}) };
        issue(DID, 1, previous, &over)
    })
}

pub fn run(texts: impl IntoIterator<Item = String>, policy: Policy) -> Report {
    let mut chain = Chain::new(trust(), policy);
    for text in texts {
        chain.push(text.as_bytes());
    }
    chain.report()
}

pub fn report<'a>(receipts: impl IntoIterator<Item = &'a Receipt>, policy: Policy) -> Report {
    run(receipts.into_iter().map(|receipt| receipt.to_json().unwrap()), policy)
}

/// A fact: `ok`, `unchecked`, or where and why it failed.
pub type Found = (&'static str, Option<usize>);

pub const OK: Found = ("ok", None);

pub const UNCHECKED: Found = ("unchecked", None);

pub const fn failed(index: usize, code: &'static str) -> Found {
    (code, Some(index))
}

pub fn found(state: &State) -> Found {
    match state {
        State::Ok => OK,
        State::Unchecked => UNCHECKED,
        State::Refused { place, error } => failed(*place, error.code()),
    }
}

pub fn fact(report: &Report, name: &str) -> Found {
    found(report.state(name))
}

/// The facts that do not hold.
pub fn faults(report: &Report) -> Vec<(&'static str, Found)> {
    let all = report.facts.iter().map(|(name, state)| (*name, found(state)));
    all.filter(|(_, found)| *found != OK).collect()
}
