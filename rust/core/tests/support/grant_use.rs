//! Grants, who holds them, and who may revoke them.

use countersign_core::{
    encoding::base64url,
    grant::{Chain, Fact, Options, Report, State, Status, delegate, verify_chain},
    keys::SecretKey,
    time::UnixSeconds,
};
use countersign_testkit::{
    frames,
    keys::{did, multi, secret},
    records::{pinned, sign_grant},
};
use serde_json::{Value, json};

pub const NOW: u64 = 1_760_000_000;

/// Human 1 grants to agent 2, who grants to helper 3.
pub fn chain_under(constraints: &Value) -> Value {
    let [human, agent, helper] = [1, 2, 3].map(secret);
    let root = sign_grant(
        &json!({
            "type": "countersign/grant/v1", "algorithm": "ed25519",
            "issuer": did(&human), "issuerKey": multi(&human),
            "subject": did(&agent), "subjectKey": multi(&agent),
            "capabilities": ["read:docs/**"], "constraints": constraints, "delegation": 1,
            "issued": NOW, "nonce": base64url::encode(&[7; 16]) }),
        &human,
    );
    let draft = json!({
        "algorithm": "ed25519", "issuerKey": multi(&agent),
        "subject": did(&helper), "subjectKey": multi(&helper),
        "capabilities": ["read:docs/a/*"], "delegation": 0,
        "issued": NOW, "nonce": base64url::encode(&[8; 16]) });
    let link = delegate(&json!([root]).to_string(), &draft.to_string()).unwrap();
    json!([root, sign_grant(&serde_json::from_str(&link).unwrap(), &agent)])
}

pub fn plain() -> Value {
    chain_under(&json!({}))
}

pub fn ids(chain: &Value) -> Vec<String> {
    Chain::from_json(&chain.to_string()).unwrap().ids().to_vec()
}

pub fn options(complete: bool) -> Options {
    Options { complete, ..Options::for_time(UnixSeconds(NOW)) }
}

pub fn revocation(by: &SecretKey, id: &str, effective: u64) -> Value {
    sign_grant(
        &json!({
            "type": "countersign/grant-revocation/v1", "algorithm": "ed25519",
            "grant": id, "revoker": did(by), "key": multi(by),
            "issued": NOW, "effective": effective }),
        by,
    )
}

/// What is found of revocation: the state as `(link, code)`, and what is passed over.
pub type Found = (Result<Option<(usize, &'static str)>, ()>, Vec<(usize, &'static str)>);

pub fn revoked(chain: &Value, records: &[Value], complete: bool) -> Found {
    let status = Status::from_frames(&frames(records)).unwrap();
    let report = verify_chain(&chain.to_string(), &pinned(&secret(1)), &options(complete), &status);
    let state = match report.state(Fact::Revocation) {
        State::Ok => Ok(None),
        State::Refused { place, error } => Ok(Some((*place, error.code()))),
        State::Unchecked => Err(()),
    };
    let printed: Value = serde_json::from_str(&report.to_json()).unwrap();
    for (row, (place, error)) in printed["ignored"].as_array().unwrap().iter().zip(&report.ignored)
    {
        assert_eq!(row["record"], *place);
        assert_eq!((&row["state"], &row["code"]), (&json!(error.state()), &json!(error.code())));
    }
    (state, report.ignored.iter().map(|(place, error)| (*place, error.code())).collect())
}

pub fn code(report: &Report, fact: Fact) -> Result<(), &'static str> {
    match report.state(fact) {
        State::Ok => Ok(()),
        State::Refused { error, .. } => Err(error.code()),
        State::Unchecked => Err("unchecked"),
    }
}
