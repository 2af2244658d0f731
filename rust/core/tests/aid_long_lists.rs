//! Lists that somebody else makes as long as he likes. What is searched in them is indexed, so each test here ends.

use countersign_core::{
    aid::{Anchors, MAX_UNKNOWN, Micros, Witness, identity_of, key_text},
    grant::aid::{
        Context,
        capability::{self, covers, covers_all},
        unsigned, unsigned_revocation, verify_chain,
    },
    identity::aid::{continuity, spawn},
    keys::{PublicKey, SecretKey},
    receipt::aid as receipts,
};
use countersign_testkit::{keys::secret, records::sign_document, text_frames};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::trust::{anchors_of, roots};

const MANY: usize = 60_000;

#[test]
fn capabilities() {
    let list = |start: &str| (0..MANY).map(|index| format!("{start}/{index}")).collect::<Vec<_>>();
    assert!(covers_all(&list("read"), &list("read")));
    assert!(!covers_all(&list("read"), &list("write")));
    let below: Vec<_> = list("read").iter().map(|pattern| format!("{pattern}/*")).collect();
    let under: Vec<_> = list("read").iter().map(|pattern| format!("{pattern}/a")).collect();
    assert!(covers_all(&below, &under));
    // With as many prefixes as a capability may have.
    let deep = ["a/".repeat(capability::MAX_BYTES / 2 - 1), "a".into()].concat();
    assert!(!covers_all(&below, &vec![deep; 50]));
}

#[test]
fn a_plan_of_a_spawn() {
    let list: Vec<_> = (0..50_000).map(|index| format!("c{index}")).collect();
    let constraints = json!({ "max_spawn_depth": 3, "max_children": null, "max_descendants": null,
        "can_spawn": true, "authority_decay": null });
    let plan = json!({ "granted": list, "ceiling": ["*"], "parentGranted": list,
        "parentCeiling": ["*"], "constraints": constraints, "depth": 0, "children": 0, "descendants": 0 });
    assert_eq!(spawn::check_bounds(&plan.to_string()), Ok(()));
}

#[test]
fn witnesses() {
    let list: Vec<Witness> = (0..MANY)
        .map(|index| Witness {
            witness: format!("aid_{index}"),
            witness_key: String::new(),
            witnessed_at: 0,
            signature: String::new(),
        })
        .collect();
    let facts = Witness::check_all(&list, "", "aid_0", &Anchors::embedded());
    assert_eq!((facts.list.len(), facts.omitted), (64, MANY - 64));
    assert!(facts.list.iter().all(|fact| fact.refused().is_some()));
}

/// A long name with many members below it: the path is not written out for each.
#[test]
fn members_under_a_long_name() {
    let members: serde_json::Map<String, Value> =
        (0..20_000).map(|index| (format!("{index:x}"), 0.into())).collect();
    let actor = secret(1);
    let mut draft = json!({ "action_type": "Decision", "timestamp": 1, "context_hash": null,
        "previous_receipt": null,
        "action": { "description": "", "data": {}, "references": [] } });
    draft["action"]["data"]["n".repeat(400_000)] = members.into();
    let text = draft.to_string();
    let receipt = sign_document(receipts::unsigned(&text, actor.public_key()).unwrap(), &actor);
    assert!(receipts::verify(&receipt, &Anchors::embedded()).is_ok());
}

/// Members that the format does not know, far down: the path of each is longer than the member.
#[test]
fn unknown_members() {
    let members: serde_json::Map<String, Value> =
        (0..MANY).map(|index| (format!("x{index}"), 0.into())).collect();
    let mut channel = json!({ "Http": members });
    channel["Http"]["url"] = "https://a.example".into();
    for _ in 0..20 {
        channel = json!({ "Multi": [channel] });
    }
    let (mut grant, _) = grant();
    grant["revocation"]["revocation_channel"] = channel;
    let context = Context::from_json(r#"{"capability":"read/a","now":1,"uses":{}}"#).unwrap();
    let links = text_frames(&vec![grant.to_string(); 3]);
    let facts = verify_chain(&links, &Anchors::embedded(), &context, &[]).unwrap();
    let facts: Value = serde_json::from_str(&facts).unwrap();
    let named = facts["uncovered"].as_array().unwrap().iter();
    assert_eq!(named.filter(|path| path.as_str().unwrap().starts_with("[1]")).count(), MAX_UNKNOWN);
    assert!(facts.to_string().len() < 200_000);
}

fn grant() -> (Value, SecretKey) {
    let (from, to) = (secret(1), secret(2));
    let draft = json!({
        "capabilities": [{ "uri": "read/*", "description": null }],
        "constraints": { "not_before": 0, "not_after": null, "max_uses": null,
            "geographic": null, "ip_allowlist": null, "custom": null },
        "delegation_allowed": true, "max_delegation_depth": 9, "granted_at": 0,
        "revocation_channel": null, "required_witnesses": [],
    });
    let (text, by, to) = (draft.to_string(), from.public_key(), to.public_key());
    let grant = sign_document(unsigned(&text, by, to, "").unwrap(), &from);
    (serde_json::from_str(&grant).unwrap(), from)
}

/// One grant many times over, and as many revocations of it whose signature does not hold.
#[test]
fn revocations_of_a_grant_that_comes_again() {
    let (grant, from) = grant();
    let draft =
        json!({ "trust_id": grant["id"], "revoked_at": 0, "reason": "Expired" }).to_string();
    let good = sign_document(unsigned_revocation(&draft, from.public_key()).unwrap(), &from);
    let mut bad: Value = serde_json::from_str(&good).unwrap();
    bad["revoked_at"] = 1.into();
    let count = 200;
    let context = Context::from_json(r#"{"capability":"read/a","now":1,"uses":{}}"#).unwrap();
    let facts = verify_chain(
        &text_frames(&vec![grant.to_string(); count]),
        &Anchors::embedded(),
        &context,
        &text_frames(&vec![bad.to_string(); count]),
    );
    let facts: Value = serde_json::from_str(&facts.unwrap()).unwrap();
    assert_eq!(facts["ignoredRevocations"].as_array().unwrap().len(), count);
    assert_eq!(facts["facts"]["linkage"]["code"], "ERR_AID_LINK");
}

#[test]
fn forks() {
    let actor = secret(1);
    let issue = |index: usize, previous: Option<&str>| {
        let draft = json!({ "action_type": "Decision", "timestamp": index, "context_hash": null,
            "previous_receipt": previous,
            "action": { "description": "", "data": null, "references": [] } });
        let (text, key) = (draft.to_string(), actor.public_key());
        sign_document(receipts::unsigned(&text, key).unwrap(), &actor)
    };
    let root = issue(0, None);
    let root: Value = serde_json::from_str(&root).unwrap();
    let mut texts: Vec<_> = (1..200).map(|index| issue(index, root["id"].as_str())).collect();
    texts.extend(texts.clone());
    let found = receipts::find_forks(&text_frames(&texts), &Anchors::embedded()).unwrap();
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found[0]["receipts"].as_array().unwrap().len(), 199);
}

/// Records of spawns in a line, and as many children of one: nobody signed them, which is a fact.
#[test]
fn families() {
    let (key, other) = (key_text(secret(1).public_key()), key_text(secret(2).public_key()));
    let record = |index: usize, parent: String, child: String| {
        json!({
            "id": format!("aspawn_{index}"), "parent_id": parent, "parent_key": key,
            "child_id": child, "child_key": other, "spawn_timestamp": 1, "spawn_type": "Worker",
            "spawn_purpose": "", "spawn_receipt_id": "", "authority_granted": [],
            "authority_ceiling": [], "lifetime": "Indefinite",
            "constraints": { "max_spawn_depth": null, "max_children": null, "max_descendants": null,
                "can_spawn": true, "authority_decay": null },
            "parent_signature": "", "child_acknowledgment": null, "terminated": false,
            "terminated_at": null, "termination_reason": null,
        })
        .to_string()
    };
    let count = 2_000;
    let line = |index: usize| record(index, format!("a{index}"), format!("a{}", index + 1));
    let texts: Vec<_> = (0..count).map(line).collect();
    let found = spawn::lineage(
        &format!("a{count}"),
        &text_frames(&texts),
        &[],
        Micros(2),
        &roots(&json!(["a0"])),
    );
    let found: Value = serde_json::from_str(&found.unwrap()).unwrap();
    assert_eq!(found["depth"], count);
    assert_eq!(found["authority"], json!([]));
    let texts: Vec<_> =
        (0..count).map(|index| record(index, "a".into(), format!("b{index}"))).collect();
    let found =
        spawn::lineage("a", &text_frames(&texts), &[], Micros(2), &roots(&json!([]))).unwrap();
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["children"].as_array().unwrap().len(), count);
}

#[test]
fn anchors_of_a_chain_of_experiences() {
    let identity = identity_of(secret(1).public_key()).unwrap();
    let event = json!({
        "id": "aexp_1", "identity": identity, "event_type": "x", "timestamp": 1, "duration": null,
        "content_hash": "", "intensity": 0.5, "previous_experience_id": null,
        "previous_experience_hash": null, "sequence_number": 0, "cumulative_hash": "",
        "signature": "",
    });
    let mark = json!({
        "id": "aanch_1", "identity": identity, "anchor_type": "Manual", "experience_id": "aexp_2",
        "cumulative_hash": "", "experience_count": 1, "timestamp": 1, "previous_anchor": null,
        "external_witness": null, "signature": "",
    });
    let count = 3_000;
    let (events, marks) = (vec![event.to_string(); count], vec![mark.to_string(); count]);
    let found = continuity::verify_chain(
        &text_frames(&events),
        &text_frames(&marks),
        "",
        1,
        &Anchors::embedded(),
    );
    let found: Value = serde_json::from_str(&found.unwrap()).unwrap();
    assert_eq!(found["length"], count);
    assert!(found["facts"]["anchors"]["code"].is_string());
}

/// The caller may trust many identities too.
#[test]
fn trusted_identities() {
    let key: PublicKey = secret(1).public_key().clone();
    let own = identity_of(&key).unwrap();
    let mut names: Vec<_> = (0..40_000).map(|index| format!("aid_{index}")).collect();
    names.push(own.clone());
    let anchors = anchors_of(&json!({ "identities": names }), None).unwrap();
    assert!((0..MANY).all(|_| anchors.judge(&own, &key).is_ok()));
}

proptest! {
    /// The index decides as a comparison of each pair does.
    #[test]
    fn lists_cover_as_their_members_do(
        granted in proptest::collection::vec("[ab:/*.]{1,5}", 0..6),
        requested in proptest::collection::vec("[ab:/*.]{1,5}", 0..4),
    ) {
        let each = requested.iter().all(|want| granted.iter().any(|pattern| covers(pattern, want)));
        prop_assert_eq!(covers_all(&granted, &requested), each);
    }
}
