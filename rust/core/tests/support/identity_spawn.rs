//! Parents, children, and what each may.

use countersign_core::{
    encoding::base64url,
    fact::State,
    grant,
    identity::spawn::{
        Evidence, Lineage, Options, Report, accept, complete, prepare, terminate, verify,
    },
    keys::SecretKey,
    time::UnixSeconds,
    trust::Trust,
};
use countersign_testkit::{
    frames,
    keys::{did, multi, secret},
    records::{pinned, sign_grant, sign_spawn},
};
use serde_json::{Value, json};

pub const NOW: UnixSeconds = UnixSeconds(1_760_000_000);

/// The draft of a spawn of `to` by `by`, in which the members of `more` replace the usual ones.
pub fn draft(by: &SecretKey, to: &SecretKey, more: &Value) -> Value {
    let mut draft = json!({
        "algorithm": "ed25519",
        "parent": did(by), "parentKey": multi(by),
        "child": did(to), "childKey": multi(to),
        "purpose": "reads the docs",
        "ceiling": ["read:docs/**", "write:docs/drafts/*"],
        "depth": 3, "children": 2, "number": 0,
        "issued": NOW.0 - 100, "expires": NOW.0 + 1000,
        "nonce": base64url::encode(&[7; 16]),
    });
    draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    draft
}

/// A generation below `above`: the spawn, accepted.
pub fn generation(above: &[Value], by: &SecretKey, to: &SecretKey, more: &Value) -> Value {
    let lineage = if above.is_empty() { String::new() } else { json!(above).to_string() };
    let mut draft = draft(by, to, more);
    if !above.is_empty() {
        draft.as_object_mut().unwrap().remove("parent");
    }
    let spawn = sign_spawn(&prepare(&lineage, &draft.to_string()).unwrap(), by);
    accepted(&spawn, to)
}

pub fn accepted(spawn: &Value, by: &SecretKey) -> Value {
    let draft = json!({ "algorithm": "ed25519", "key": multi(by), "issued": NOW.0 - 90 });
    let acceptance = sign_spawn(&accept(&spawn.to_string(), &draft.to_string()).unwrap(), by);
    json!({ "spawn": spawn, "acceptance": acceptance })
}

pub fn narrower() -> Value {
    json!({ "ceiling": ["read:docs/a/*"], "depth": 1, "children": 4, "number": 1,
        "issued": NOW.0 - 50, "expires": NOW.0 + 500, "guardian": multi(&secret(9)) })
}

/// Parent 1 made 2, and 2 made 3.
pub fn lineage() -> Vec<Value> {
    let [one, two, three] = [1, 2, 3].map(secret);
    let first = generation(&[], &one, &two, &json!({}));
    let second = generation(std::slice::from_ref(&first), &two, &three, &narrower());
    vec![first, second]
}

pub fn ids(lineage: &[Value]) -> Vec<String> {
    let lineage = Lineage::from_json(&json!(lineage).to_string()).unwrap();
    lineage.links().iter().map(|link| link.id.clone()).collect()
}

pub fn options() -> Options {
    Options { ends: true, revocations: true, family: true, ..Options::new(NOW) }
}

#[derive(Default)]
pub struct With {
    pub grants: Vec<Value>,
    pub ends: Vec<Value>,
    pub family: Vec<Value>,
}

pub fn judge_with(lineage: &[Value], options: &Options, trust: &Trust, with: &With) -> Report {
    let grants =
        if with.grants.is_empty() { String::new() } else { json!(with.grants).to_string() };
    let (ends, family) = (frames(&with.ends), frames(&with.family));
    let given = Evidence::read(&grants, &[], &ends, &family).unwrap();
    verify(&json!(lineage).to_string(), trust, options, &given)
}

pub fn judge(lineage: &[Value]) -> Report {
    judge_with(lineage, &options(), &pinned(&secret(1)), &With::default())
}

/// The first fact that fails, where, and its code.
pub fn failure(report: &Report) -> Option<(&'static str, usize, &'static str)> {
    report.facts.iter().find_map(|(fact, state)| match state {
        State::Refused { place, error } => Some((*fact, *place, error.code())),
        State::Ok | State::Unchecked => None,
    })
}

pub fn termination(of: &Value, by: &SecretKey, effective: u64) -> Value {
    let draft = json!({ "algorithm": "ed25519", "terminator": did(by), "key": multi(by),
        "issued": NOW.0, "effective": effective, "reason": "task done" });
    sign_spawn(&terminate(&of["spawn"].to_string(), &draft.to_string()).unwrap(), by)
}

pub fn completion(of: &Value, by: &SecretKey) -> Value {
    let draft = json!({ "algorithm": "ed25519", "key": multi(by), "issued": NOW.0 });
    sign_spawn(&complete(&of["spawn"].to_string(), &draft.to_string()).unwrap(), by)
}

pub fn grants(last: &Value) -> Vec<Value> {
    let [one, two, three] = [1, 2, 3].map(secret);
    let body = json!({
        "type": "countersign/grant/v1", "algorithm": "ed25519",
        "issuer": did(&one), "issuerKey": multi(&one),
        "subject": did(&two), "subjectKey": multi(&two),
        "capabilities": ["read:docs/**"], "constraints": { "expires": NOW.0 + 400 },
        "delegation": 1, "issued": NOW.0 - 40, "nonce": base64url::encode(&[1; 16]) });
    let first = sign_grant(&body, &one);
    let mut draft = json!({
        "algorithm": "ed25519", "issuerKey": multi(&two),
        "subject": did(&three), "subjectKey": multi(&three),
        "capabilities": ["read:docs/a/b"], "delegation": 0, "issued": NOW.0 - 30,
        "nonce": base64url::encode(&[2; 16]) });
    draft.as_object_mut().unwrap().extend(last.as_object().unwrap().clone());
    let above = json!([first]).to_string();
    let body = grant::delegate(&above, &draft.to_string()).unwrap();
    vec![first, sign_grant(&serde_json::from_str(&body).unwrap(), &two)]
}
