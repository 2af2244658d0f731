//! Spawns of AgenticIdentity: lineage, authority, ends and bounds.

use countersign_core::{
    aid::{Anchors, Micros},
    identity::aid::spawn,
    keys::SecretKey,
};
use countersign_testkit::keys::secret;
use serde_json::{Value, json};

use crate::support::{
    aid_vectors::{cases, joined, key},
    identity_aid::{micros, parsed, receipt_of},
    trust::roots,
};

#[test]
fn spawns_are_upstreams_with_their_receipts() {
    for case in cases("spawn_records") {
        let record = case["record"].to_string();
        let facts = spawn::verify(&record, &case["receipt"].to_string(), &Anchors::embedded());
        let facts = parsed(facts).unwrap();
        assert_eq!(facts["idInput"], case["id_input_utf8"]);
        assert_eq!(facts["message"], case["parent_signed_message_utf8"]);
        assert_eq!(facts["acknowledgmentMessage"], case["child_ack_message_utf8"]);
        assert_eq!(facts["authority"]["state"], "ok");
        let mut wide = case["record"].clone();
        wide["authority_granted"][0]["uri"] = "*".into();
        let got =
            spawn::verify(&wide.to_string(), &case["receipt"].to_string(), &Anchors::embedded());
        assert_eq!(parsed(got), Err("ERR_AID_EVIDENCE"));
    }
}

#[test]
fn lineage_begins_at_a_root_that_is_named() {
    for case in cases("spawn_lineage").iter().filter(|case| case["records"].is_array()) {
        let (identity, records) = (case["identity"].as_str().unwrap(), joined(&case["records"]));
        let judge = |list: &Value| {
            let found = spawn::lineage(identity, &records, &[], micros(&case["now"]), &roots(list));
            parsed(found).unwrap()
        };
        let facts = judge(&json!(["aid_7Uhoi7PPzLUax2JtMkKRop"]));
        for name in ["ancestors", "children", "descendants"] {
            assert_eq!(facts[name], case[name], "{}: {name}", case["name"]);
        }
        let should = case["successor_should"].as_str().unwrap();
        let nothing = should.starts_with("reject") || should.starts_with("no authority");
        assert_eq!(facts["claimed"] == json!([]), nothing, "{}: {facts}", case["name"]);
        let proven = facts["depth"] == 0 && !nothing;
        assert_eq!(facts["authority"] != json!([]), proven, "no receipt: {facts}");
        let alone = judge(&json!([]));
        assert_eq!((&alone["authority"], &alone["claimed"]), (&json!([]), &json!([])));
    }
}

#[test]
fn authority_is_what_receipts_prove() {
    let case = &cases("spawn_records")[0];
    let (record, receipt) = (&case["record"], case["receipt"].to_string());
    let (child, root) = (record["child_id"].as_str().unwrap(), json!([record["parent_id"]]));
    let judge = |record: &Value, receipts: &[&str]| {
        let (receipts, records) = (joined(&json!(receipts)), joined(&json!([record])));
        let now = Micros(record["spawn_timestamp"].as_u64().unwrap());
        parsed(spawn::lineage(child, &records, &receipts, now, &roots(&root)))
    };
    let facts = judge(record, &[&receipt]).unwrap();
    let granted = json!([record["authority_granted"][0]["uri"]]);
    assert_eq!(
        (&facts["authority"], &facts["facts"]["receipts"]["state"]),
        (&granted, &json!("ok"))
    );
    assert_eq!(facts["facts"]["active"]["state"], "ok");
    let unseen = judge(record, &[]).unwrap();
    assert_eq!((&unseen["authority"], &unseen["claimed"]), (&json!([]), &granted));
    assert_eq!(unseen["facts"]["receipts"]["state"], "unchecked");
    assert_eq!(unseen["facts"]["active"]["state"], "unchecked", "nobody signed that it has no end");
    // The holder of the records grants itself more.
    let mut wide = record.clone();
    wide["authority_granted"] = json!([{ "uri": "*", "description": null, "constraints": null }]);
    wide["authority_ceiling"] = wide["authority_granted"].clone();
    assert_eq!(judge(&wide, &[]).unwrap()["authority"], json!([]));
    let caught = judge(&wide, &[&receipt]).unwrap();
    assert_eq!((&caught["authority"], &caught["claimed"]), (&json!([]), &json!([])));
    assert_eq!(caught["facts"]["receipts"]["code"], "ERR_AID_EVIDENCE");
    let mut forged = case["receipt"].clone();
    forged["action"]["data"]["authority_granted"] = json!(["*"]);
    assert_eq!(judge(&wide, &[&forged.to_string()]), Err("ERR_AID_HASH"));
}

#[test]
fn a_spawn_that_its_parent_ended_is_ended() {
    let case = &cases("spawn_records")[0];
    let (record, parent) = (&case["record"], key(&case["parent_seed_hex"]));
    let judge = |by: &SecretKey| {
        let end = receipt_of(by, "Revocation", &json!({ "spawn_id": record["id"] }));
        let list = joined(&json!([case["receipt"], end]));
        let (child, root) = (record["child_id"].as_str().unwrap(), json!([record["parent_id"]]));
        let now = Micros(record["spawn_timestamp"].as_u64().unwrap());
        let records = joined(&json!([record]));
        parsed(spawn::lineage(child, &records, &list, now, &roots(&root))).unwrap()
    };
    let ended = judge(&parent);
    let fact = &ended["facts"]["active"];
    assert_eq!(fact["code"], "ERR_AID_EXPIRED", "whatever the record says");
    assert_eq!(fact["data"]["reason"], "a receipt of its parent says that it was terminated");
    assert_eq!(ended["authority"], json!([]));
    let stranger = secret(99);
    assert_ne!(judge(&stranger)["authority"], json!([]), "by somebody else");
}

#[test]
fn a_receipt_covers_no_end_and_no_conditions() {
    let cases = cases("spawn_records");
    let timed = cases.iter().find(|case| case["record"]["lifetime"]["Duration"].is_object());
    let case = timed.unwrap();
    let (text, receipt) = (case["record"].to_string(), case["receipt"].to_string());
    let facts = parsed(spawn::verify(&text, &receipt, &Anchors::embedded())).unwrap();
    let uncovered = facts["uncovered"].as_array().unwrap();
    for name in ["lifetime.seconds", "lifetime.timestamp", "authority_granted.constraints"] {
        assert!(uncovered.contains(&json!(name)), "{name}");
    }
    assert!(!uncovered.contains(&json!("authority_granted")));
    let child = case["record"]["child_id"].as_str().unwrap();
    let root = roots(&json!([case["record"]["parent_id"]]));
    let now = Micros(case["record"]["spawn_timestamp"].as_u64().unwrap());
    let receipts = joined(&json!([receipt]));
    let judge = |text: &str| {
        parsed(spawn::lineage(child, &joined(&json!([text])), &receipts, now, &root)).unwrap()
    };
    let facts = judge(&text);
    assert_eq!(facts["facts"]["active"]["state"], "unchecked", "nobody signed when it ends");
    assert_ne!(facts["authority"], json!([]));
    // Each of the two members alone marks the end.
    for (terminated, time) in [(true, Value::Null), (false, json!(now.0)), (true, json!(now.0))] {
        let mut record = case["record"].clone();
        record["terminated"] = terminated.into();
        record["terminated_at"] = time.clone();
        let facts = judge(&record.to_string());
        let fact = &facts["facts"]["active"];
        assert_eq!(fact["code"], "ERR_AID_EXPIRED", "{terminated} {time}");
        assert_eq!(fact["data"]["reason"], "the record says that it was terminated");
    }
}

#[test]
fn spawns_end_with_all_below() {
    let case =
        cases("spawn_lineage").into_iter().find(|case| case["records_after"].is_array()).unwrap();
    let mut before = case["records_after"].clone();
    for record in before.as_array_mut().unwrap() {
        record["terminated"] = false.into();
        record["terminated_at"] = Value::Null;
        record["termination_reason"] = Value::Null;
    }
    let end = |parent: &str| {
        let data = &case["receipt"]["action"]["data"];
        json!({
            "spawn_id": data["spawn_id"],
            "parent": parent,
            "at": case["receipt"]["timestamp"],
            "reason": data["reason"],
            "cascade": data["cascade"],
        })
        .to_string()
    };
    let parent = case["receipt"]["actor"].as_str().unwrap();
    let done = parsed(spawn::terminate(&joined(&before), &end(parent))).unwrap();
    assert_eq!(done["terminated"], case["terminated_ids"]);
    let after: Vec<Value> = done["records"]
        .as_array()
        .unwrap()
        .iter()
        .map(|text| serde_json::from_str(text.as_str().unwrap()).unwrap())
        .collect();
    assert_eq!(json!(after), case["records_after"]);
    assert_eq!(parsed(spawn::terminate(&joined(&before), &end("aid_x"))), Err("ERR_AID_SPAWN"));
    assert_eq!(
        parsed(spawn::terminate(&joined(&json!(after)), &end(parent))),
        Err("ERR_AID_SPAWN")
    );
}

#[test]
fn bounds_are_those_of_the_parent() {
    let base = json!({
        "granted": ["memory:docs:read"],
        "ceiling": ["memory:docs:read"],
        "parentGranted": ["memory:docs:read"],
        "parentCeiling": ["memory:docs:*"],
        "constraints": {
            "max_spawn_depth": 2, "max_children": 1, "max_descendants": 3, "can_spawn": true,
            "authority_decay": null,
        },
        "depth": 0,
        "children": 0,
        "descendants": 0,
    });
    assert!(spawn::check_bounds(&base.to_string()).is_ok());
    for (pointer, value, code) in [
        ("/granted", json!(["memory:docs:write"]), "ERR_AID_WIDENED"),
        ("/ceiling", json!(["*"]), "ERR_AID_WIDENED"),
        ("/ceiling", json!([]), "ERR_AID_WIDENED"),
        ("/parentGranted", json!([]), "ERR_AID_WIDENED"),
        ("/depth", json!(2), "ERR_AID_SPAWN"),
        ("/children", json!(1), "ERR_AID_SPAWN"),
        ("/descendants", json!(3), "ERR_AID_SPAWN"),
        ("/constraints/can_spawn", json!(false), "ERR_AID_SPAWN"),
        ("/constraints/authority_decay", json!(0.5), "ERR_AID_SPAWN"),
    ] {
        let mut plan = base.clone();
        *plan.pointer_mut(pointer).unwrap() = value;
        assert_eq!(spawn::check_bounds(&plan.to_string()).unwrap_err().code(), code, "{pointer}");
    }
}

#[test]
fn a_cycle_of_spawns_is_refused() {
    let mut record = cases("spawn_records")[0]["record"].clone();
    record["parent_id"] = record["child_id"].clone();
    let identity = record["child_id"].as_str().unwrap();
    let records = joined(&json!([record]));
    let got = parsed(spawn::lineage(identity, &records, &[], Micros(0), &Anchors::default()));
    assert_eq!(got, Err("ERR_AID_LINK"));
}
