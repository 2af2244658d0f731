//! AgenticIdentity's receipts and grants.

use countersign_core::{
    aid::{Anchors, identity_of, key_text},
    encoding::base64,
    grant::aid as grants,
    keys::{KeyType, SecretKey},
    receipt::aid as receipts,
};
use countersign_testkit::{keys::secret_of, records::sign_document, text_frames};
use serde_json::{Value, json};

use super::{
    actors::stranger,
    costs::{Made, Row, made, row},
};

pub const ROWS: &[Row] = &[
    row("Aid.Receipt.verify", "65 signature checks", verify),
    row("Aid.Receipt.verifyChain", "65 signature checks a receipt", verify_chain),
    row("Aid.Receipt.findForks", "65 signature checks a receipt", find_forks),
    row("Aid.Receipt.query", "65 signature checks a receipt", query),
    row("Aid.Receipt.witness", "65 signature checks", witness),
    row("Aid.Grant.authorize", "2 signature checks and 1 a revocation", authorize_grant),
    row("Aid.Grant.verify", "2 signature checks", verify_grant),
    row("Aid.Grant.acknowledge", "1 signature check", acknowledge_grant),
    row("Aid.Grant.validateDelegation", "1 signature check", validate_delegation),
    row("Aid.Grant.verifyChain", "256 signature checks and 1 a revocation", verify_grants),
    row("Aid.Grant.verifyRevocation", "1 signature check", verify_revocation),
];

pub fn agent(seed: u8) -> SecretKey {
    secret_of(KeyType::Ed25519, seed)
}

/// More witnesses than are looked at, whose signatures do not hold.
pub fn witnesses() -> Value {
    let witness = |index| {
        let key = stranger(index);
        let (name, bad) = (identity_of(key.public_key()).unwrap(), base64::encode(&[7; 64]));
        json!({ "witness": name, "witness_key": key_text(key.public_key()), "witnessed_at": 1,
            "signature": bad })
    };
    (0..70).map(witness).collect()
}

pub fn joined(text: &str, count: usize) -> Vec<u8> {
    text_frames(&vec![text.to_owned(); count])
}

/// A receipt with [`witnesses`].
fn receipt() -> String {
    let draft = json!({ "action_type": "Decision", "timestamp": 1, "context_hash": null,
        "previous_receipt": null,
        "action": { "description": "", "data": null, "references": [] } });
    let (text, by) = (draft.to_string(), agent(1));
    with_witnesses(&sign_document(receipts::unsigned(&text, by.public_key()).unwrap(), &by))
}

pub fn with_witnesses(text: &str) -> String {
    let mut value: Value = serde_json::from_str(text).unwrap();
    value["witnesses"] = witnesses();
    value.to_string()
}

fn verify() -> Made {
    let text = receipt();
    made(|| assert!(receipts::verify(&text, &Anchors::embedded()).is_ok()))
}

fn verify_chain() -> Made {
    let list = joined(&receipt(), 3);
    made(|| receipts::verify_chain(&list, &Anchors::embedded(), "{}").unwrap()).of("receipt", 3)
}

fn find_forks() -> Made {
    let list = joined(&receipt(), 3);
    made(|| receipts::find_forks(&list, &Anchors::embedded()).unwrap()).of("receipt", 3)
}

fn query() -> Made {
    let list = joined(&receipt(), 3);
    made(|| receipts::query(&list, &Anchors::embedded(), "{}").unwrap()).of("receipt", 3)
}

/// The receipt is verified before the witness signs.
fn witness() -> Made {
    let (text, by) = (receipt(), agent(9));
    made(|| receipts::unsigned_witness(&text, by.public_key(), 7).unwrap())
}

/// A grant with an acknowledgement that does not hold.
fn grant() -> Value {
    let (from, to) = (agent(1), agent(2));
    let draft = json!({
        "capabilities": [{ "uri": "read/*", "description": null }],
        "constraints": { "not_before": 0, "not_after": null, "max_uses": null,
            "geographic": null, "ip_allowlist": null, "custom": null },
        "delegation_allowed": true, "max_delegation_depth": 9, "granted_at": 0,
        "revocation_channel": null, "required_witnesses": [],
    });
    let (text, by, to) = (draft.to_string(), from.public_key(), to.public_key());
    let grant = sign_document(grants::unsigned(&text, by, to, "").unwrap(), &from);
    let mut grant: Value = serde_json::from_str(&grant).unwrap();
    grant["grantee_acknowledgment"] = base64::encode(&[7; 64]).into();
    grant
}

fn revocation(grant: &Value) -> String {
    let (id, from) = (&grant["id"], agent(1));
    let draft = json!({ "trust_id": id, "revoked_at": 0, "reason": "Expired" }).to_string();
    sign_document(grants::unsigned_revocation(&draft, from.public_key()).unwrap(), &from)
}

/// As many revocations of the grant as are asked for, none of which holds.
fn revocations(grant: &Value, count: usize) -> Vec<u8> {
    let mut bad: Value = serde_json::from_str(&revocation(grant)).unwrap();
    bad["revoked_at"] = 1.into();
    joined(&bad.to_string(), count)
}

fn context() -> grants::Context {
    grants::Context::from_json(r#"{"capability":"read/a","now":1,"uses":{}}"#).unwrap()
}

fn authorize_grant() -> Made {
    let grant = grant();
    let list = revocations(&grant, 5);
    let judge = || grants::verify(&grant.to_string(), &Anchors::embedded(), &context(), &list);
    made(|| judge().unwrap().to_text()).of("revocation", 5)
}

fn verify_grant() -> Made {
    let text = grant().to_string();
    made(|| grants::inspect(&text, &Anchors::embedded()).unwrap().to_text())
}

/// The grant is verified before the grantee signs.
fn acknowledge_grant() -> Made {
    let (text, by) = (grant().to_string(), agent(2));
    made(|| grants::unsigned_acknowledgement(&text, by.public_key()).unwrap())
}

fn validate_delegation() -> Made {
    let text = grant().to_string();
    made(|| grants::validate_delegation(&text, r#"["read/a"]"#).unwrap())
}

fn verify_grants() -> Made {
    let grant = grant();
    let (chain, list) = (joined(&grant.to_string(), 256), revocations(&grant, 5));
    let judge = || grants::verify_chain(&chain, &Anchors::embedded(), &context(), &list);
    made(|| judge().unwrap()).of("revocation", 5)
}

fn verify_revocation() -> Made {
    let text = revocation(&grant());
    made(|| assert!(grants::verify_revocation(&text, &Anchors::embedded()).is_ok()))
}
