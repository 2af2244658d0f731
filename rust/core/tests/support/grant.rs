//! Chains of grants, and what a verifier asks of them.

use countersign_core::{
    encoding::base64url,
    grant::{self, Fact, Grant, Options, Report, State, Status, delegate, verify_chain},
    keys::{Algorithm, SecretKey},
    time::UnixSeconds,
};
use countersign_testkit::{
    frames,
    keys::{did, multi, secret},
    records::{pinned, sign_grant},
};
use serde_json::{Value, json};

pub const NOW: UnixSeconds = UnixSeconds(1_760_000_000);

pub fn default_algorithm(secret: &SecretKey) -> Algorithm {
    secret.public_key().key_type().default_algorithm().unwrap()
}

/// The record of a root, not signed.
pub fn root_body(by: &SecretKey, to: &SecretKey) -> Value {
    json!({
        "type": "countersign/grant/v1",
        "algorithm": default_algorithm(by).as_str(),
        "issuer": did(by), "issuerKey": multi(by),
        "subject": did(to), "subjectKey": multi(to),
        "capabilities": ["read:docs/**", "write:docs/drafts/*"],
        "constraints": { "notBefore": NOW.0 - 100, "expires": NOW.0 + 1000, "uses": 10,
            "audience": ["https://a.example", "https://b.example"],
            "network": ["192.0.2.0/24", "2001:db8::/32"], "custom": { "region": "eu" } },
        "delegation": 3,
        "issued": NOW.0 - 50,
        "nonce": base64url::encode(&[7; 16]),
    })
}

pub fn root(by: &SecretKey, to: &SecretKey) -> Value {
    sign_grant(&root_body(by, to), by)
}

/// The draft of a link below, with `more` put over it.
pub fn draft(by: &SecretKey, to: &SecretKey, more: &Value) -> Value {
    let mut draft = json!({
        "algorithm": default_algorithm(by).as_str(),
        "issuerKey": multi(by),
        "subject": did(to), "subjectKey": multi(to),
        "capabilities": ["read:docs/a/*"],
        "delegation": 0,
        "issued": NOW.0 - 40,
        "nonce": base64url::encode(&[8; 16]),
    });
    let over = more.as_object().unwrap().clone();
    draft.as_object_mut().unwrap().extend(over);
    draft
}

pub fn below(chain: &Value, by: &SecretKey, to: &SecretKey, more: &Value) -> Value {
    let record = delegate(&chain.to_string(), &draft(by, to, more).to_string()).unwrap();
    sign_grant(&serde_json::from_str(&record).unwrap(), by)
}

pub fn two_links() -> Value {
    let [human, agent, helper] = [1, 2, 3].map(secret);
    let root = root(&human, &agent);
    let link = below(&json!([root]), &agent, &helper, &json!({}));
    json!([root, link])
}

pub fn complete() -> Options {
    Options { complete: true, ..Options::for_time(NOW) }
}

pub fn judge(chain: &Value) -> Report {
    judge_with(chain, &complete(), &[])
}

pub fn judge_with(chain: &Value, options: &Options, records: &[Value]) -> Report {
    let status = Status::from_frames(&frames(records)).unwrap();
    verify_chain(&chain.to_string(), &pinned(&secret(1)), options, &status)
}

pub fn named(name: &str) -> Fact {
    Fact::CHAIN.into_iter().chain(Fact::ACTION).find(|fact| fact.as_str() == name).unwrap()
}

/// The first fact that fails, where, and its code.
pub fn failure(report: &Report) -> Option<(Fact, usize, &'static str)> {
    report.facts.iter().find_map(|(fact, state)| match state {
        State::Refused { place, error } => Some((named(fact), *place, error.code())),
        State::Ok | State::Unchecked => None,
    })
}

/// What a report says of its links.
pub fn links(report: &Report) -> Vec<Value> {
    report.links.iter().map(|link| serde_json::from_str(link).unwrap()).collect()
}

/// A chain of two whose link is changed and signed again by its issuer, past every check at issue.
pub fn resigned(change: impl Fn(&mut Value)) -> Value {
    let [_, agent, _] = [1, 2, 3].map(secret);
    let mut chain = two_links();
    change(&mut chain[1]);
    let link = chain[1].as_object_mut().unwrap();
    link.remove("signature");
    let draft = grant::Draft::<Grant>::from_json(&json!(link).to_string()).unwrap();
    let signature = agent.sign(Algorithm::Ed25519, &draft.to_bytes().unwrap()).unwrap();
    link.insert("signature".into(), base64url::encode(&signature).into());
    chain
}
