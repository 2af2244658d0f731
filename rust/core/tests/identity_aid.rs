//! AgenticIdentity's identities: upstream's vectors, our verdicts, rejections, and a property.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

#[path = "support/aid_vectors.rs"]
mod aid_vectors;

#[path = "support/trust.rs"]
mod trust_input;

use aid_vectors::{cases, joined, key};
use countersign_core::{
    aid::{self, Anchors, Micros, identity_of},
    encoding::{base64, hex},
    identity::aid::{
        competence, continuity, derive, document, file,
        negative::{self, Sources},
        spawn, store,
    },
    keys::SecretKey,
    receipt::aid as receipts,
};
use countersign_testkit::{
    keys::{secret, sign},
    records::{sign_by_two, sign_document},
};
use proptest::prelude::*;
use serde_json::{Value, json};
use trust_input::{anchors_of, roots};

#[test]
fn identities_and_derived_keys_are_upstreams() {
    for case in cases("identity_ids") {
        let secret = key(&case["seed_hex"]);
        assert_eq!(identity_of(secret.public_key()).unwrap(), case["id"]);
        assert_eq!(hex::encode(secret.public_key().as_bytes()), case["public_key_hex"]);
    }
    for case in cases("key_derivation") {
        let (kind, argument) = (case["kind"].as_str().unwrap(), case["argument"].as_str().unwrap());
        assert_eq!(derive::info(kind, argument).unwrap(), case["info_utf8"]);
        let derived = derive::derive_key(&key(&case["ikm_hex"]), kind, argument).unwrap();
        assert_eq!(hex::encode(derived.expose()), case["okm_hex"]);
    }
    assert_eq!(derive::info("spell", "").unwrap_err().code(), "ERR_AID_MALFORMED");
    assert_eq!(derive::info("encryption", "x").unwrap_err().code(), "ERR_AID_MALFORMED");
    assert_eq!(derive::info("raw", &"x".repeat(5_000)).unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn documents_are_upstreams_or_refused() {
    for case in cases("identity_documents") {
        let got = document::verify(&case["document"].to_string(), &Anchors::embedded());
        let accepted = case["verify_signature"].get("ok").is_some();
        let want = accepted && case.get("successor_should").is_none();
        assert_eq!(got.is_ok(), want, "{}: {got:?}", case["name"]);
        let Some(seed) = case.get("seed_hex") else { continue };
        assert_eq!(got.unwrap().document.payload(), case["signed_payload_utf8"]);
        let secret = key(seed);
        let draft = json!({ "created_at": case["created_at"], "name": case["display_name"] });
        let made = document::unsigned(&draft.to_string(), secret.public_key()).unwrap();
        assert_eq!(sign_document(made, &secret), case["document_json_compact"]);
    }
}

#[test]
fn rotations_are_upstreams_and_walked() {
    for case in cases("key_rotation") {
        let text = case["document"].to_string();
        let facts = document::verify(&text, &Anchors::embedded()).unwrap().to_json().unwrap();
        let facts: Value = serde_json::from_str(&facts).unwrap();
        let last = facts["rotations"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last["message"], case["authorization_message_utf8"]);
        assert_eq!(facts["inception"], "aid_7Uhoi7PPzLUax2JtMkKRop");
        let changes = [
            ("/rotation_history/0/rotated_at", json!(1), "ERR_AID_TIME"),
            ("/rotation_history/0/reason", json!("Manual"), "ERR_AID_SIGNATURE"),
            ("/rotation_history", json!([facts_step(&case["document"])]), "ERR_AID_LINK"),
        ];
        for (place, value, code) in changes {
            let mut document = case["document"].clone();
            *document.pointer_mut(place).unwrap() = value;
            let got = document::verify(&document.to_string(), &Anchors::embedded());
            assert_eq!(got.unwrap_err().code(), code, "{}: {place}", case["name"]);
        }
    }
}

/// A step that holds and leads to another key than the document's.
fn facts_step(document: &Value) -> Value {
    let steps = document["rotation_history"].as_array().unwrap();
    let mut step = steps[0].clone();
    if steps.len() == 1 {
        let (old, new) = (key(&json!("07".repeat(32))), key(&json!("08".repeat(32))));
        let text = |key: &SecretKey| countersign_core::aid::key_text(key.public_key());
        let message = format!("rotate:{}:{}:1735689600000000:manual", text(&old), text(&new));
        let signature = countersign_core::encoding::base64::encode(&sign(&old, &message));
        step = json!({
            "previous_key": text(&old),
            "new_key": text(&new),
            "rotated_at": 1_735_689_600_000_000_u64,
            "reason": "Manual",
            "authorization_signature": signature,
        });
    }
    step
}

#[test]
fn a_rotation_needs_both_keys() {
    let (old, new) = (key(&json!("01".repeat(32))), key(&json!("02".repeat(32))));
    let draft = json!({ "created_at": "5", "name": "a" }).to_string();
    let first = sign_document(document::unsigned(&draft, old.public_key()).unwrap(), &old);
    let step = json!({ "rotated_at": "6", "reason": "DeviceLost" }).to_string();
    let rotation =
        |to: &SecretKey, step| document::unsigned_rotation(&first, to.public_key(), step);
    let second = sign_by_two(rotation(&new, &step).unwrap(), &old, &new);
    let second = document::verify(&second, &Anchors::embedded()).unwrap();
    assert_eq!(second.document.id, identity_of(new.public_key()).unwrap());
    let forged = rotation(&new, &step).unwrap().sign(&new, SecretKey::sign);
    assert_eq!(forged.unwrap_err().code(), "ERR_AID_SIGNATURE");
    let by_old = rotation(&new, &step).unwrap().sign(&old, SecretKey::sign).unwrap();
    assert_eq!(by_old.sign(&old, SecretKey::sign).unwrap_err().code(), "ERR_AID_SIGNATURE");
    let same = rotation(&old, &step);
    assert_eq!(same.unwrap_err().code(), "ERR_AID_KEY");
    let misspelt = json!({ "rotated_at": "6", "reason": "Manual", "note": 1 }).to_string();
    let misspelt = rotation(&new, &misspelt);
    assert_eq!(misspelt.unwrap_err().code(), "ERR_AID_MALFORMED");
    let early = json!({ "rotated_at": "4", "reason": "Manual" }).to_string();
    let early = rotation(&new, &early).unwrap().sign(&old, SecretKey::sign);
    assert_eq!(early.unwrap_err().code(), "ERR_AID_TIME");
}

/// Trusts the key of the seeds 01 and 07, the identities of the vectors.
fn known() -> Anchors {
    let keys: Vec<Value> = [1_u8, 2, 3, 4, 5, 6, 7, 8, 9]
        .iter()
        .map(|byte| {
            let secret = secret(*byte);
            let key = countersign_core::keys::multikey::encode(secret.public_key());
            json!({ "publicKeyMultibase": key })
        })
        .collect();
    anchors_of(&json!({ "keys": keys }), None).unwrap()
}

fn parsed(text: Result<String, countersign_core::Error>) -> Result<Value, &'static str> {
    text.map(|text| serde_json::from_str(&text).unwrap()).map_err(|error| error.code())
}

fn micros(value: &Value) -> Micros {
    Micros(value.as_u64().unwrap())
}

#[test]
fn files_are_read_and_written_as_upstream_does() {
    for case in cases("aid_file").iter().filter(|case| case["file_text"].is_string()) {
        let (text, passphrase) =
            (case["file_text"].as_str().unwrap(), case["passphrase"].as_str().unwrap());
        let secret = file::open(text, passphrase.as_bytes()).unwrap();
        assert_eq!(hex::encode(secret.expose()), case["loaded"]["seed_hex"]);
        let facts = parsed(file::inspect(text)).unwrap();
        assert_eq!(facts["id"], case["loaded"]["id"]);
        let bytes = |name: &str| hex::decode(case[name].as_str().unwrap()).unwrap();
        let again = file::seal(
            &secret,
            facts["document"].as_str().unwrap(),
            passphrase.as_bytes(),
            &bytes("salt_hex"),
            &bytes("nonce_hex"),
        );
        assert_eq!(again.unwrap(), text);
    }
}

#[test]
fn files_that_are_not_right_do_not_open() {
    let case = cases("aid_file")[0].clone();
    let good: Value = serde_json::from_str(case["file_text"].as_str().unwrap()).unwrap();
    let set = |pointer: &str, value: Value| {
        let mut file = good.clone();
        *file.pointer_mut(pointer).unwrap() = value;
        file.to_string()
    };
    let other = json!("idOYkf0z/f53PCksAlNXQG73AApMNbbcoT1Ixosmk59outJW");
    let rows = [
        ("not JSON", "{".to_owned(), "ERR_JSON_MALFORMED"),
        ("a list", "[]".to_owned(), "ERR_AID_MALFORMED"),
        ("version 2", set("/version", json!(2)), "ERR_AID_FILE_FORMAT"),
        ("another format", set("/format", "aid-v2".into()), "ERR_AID_FILE_FORMAT"),
        ("another cipher", set("/encryption/algorithm", "rot13".into()), "ERR_AID_FILE_FORMAT"),
        ("another KDF", set("/encryption/kdf", "scrypt".into()), "ERR_AID_FILE_FORMAT"),
        (
            "a nonce of 11",
            set("/encryption/nonce", "AAAAAAAAAAAAAAA=".into()),
            "ERR_AID_FILE_FORMAT",
        ),
        (
            "a salt of 15",
            set("/encryption/salt", "AAAAAAAAAAAAAAAAAAAA".into()),
            "ERR_AID_FILE_FORMAT",
        ),
        ("no base64", set("/encrypted_anchor", "%".into()), "ERR_AID_FILE_FORMAT"),
        ("another name", set("/public_document/name", "x".into()), "ERR_AID_SIGNATURE"),
        ("cut", set("/encrypted_anchor", other), "ERR_AID_FILE_OPEN"),
    ];
    for (name, text, code) in rows {
        let got = file::open(&text, b"correct horse battery staple").unwrap_err();
        assert_eq!(got.code(), code, "{name}");
    }
    let swapped = vectors_text("aid_files/WEAKNESS_public_document_swapped.aid");
    let got = file::open(&swapped, b"correct horse battery staple").unwrap_err();
    assert_eq!(got.code(), "ERR_AID_FILE_FORMAT");
}

fn vectors_text(path: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/agentic-identity/");
    std::fs::read_to_string(format!("{folder}{path}")).unwrap()
}

#[test]
fn stores_name_files_by_ids() {
    for case in cases("stores").iter().filter(|case| case["path"].is_string()) {
        let (path, content) = (case["path"].as_str().unwrap(), case["content"].as_str().unwrap());
        let kind = ["receipts", "granted", "received", "revocations", "spawn"]
            .into_iter()
            .find(|name| path.contains(name))
            .unwrap()
            .trim_end_matches('s');
        let object = store::read(kind, path, content).unwrap();
        let file = parsed(store::write(kind, &object)).unwrap();
        assert_eq!((file["path"].as_str(), file["content"].as_str()), (Some(path), Some(content)));
        let got = store::read(kind, "receipts/arec_other.json", content).unwrap_err();
        assert_eq!(got.code(), "ERR_AID_NAME");
        let second = content.replacen("\"version\": 1", "\"version\": 2", 1);
        assert_eq!(store::read(kind, path, &second).unwrap_err().code(), "ERR_AID_FILE_FORMAT");
    }
    let mut receipt = cases("receipts")[0]["receipt"].clone();
    for id in ["../escaped", "arec_../x", "arec_", "arec_a/b", "arec_0", "x"] {
        receipt["id"] = id.into();
        let got = store::write("receipt", &receipt.to_string()).unwrap_err();
        assert_eq!(got.code(), "ERR_AID_NAME", "{id}");
    }
}

#[test]
fn records_of_continuity_are_upstreams() {
    for case in cases("continuity_experiences") {
        let Some(event) = case.get("event") else { continue };
        let facts = parsed(continuity::verify("experience", &event.to_string(), &known())).unwrap();
        assert_eq!(facts["hashInput"], case["cumulative_input_utf8"]);
        assert_eq!(facts["idInput"], case["id_input_utf8"]);
        assert_eq!(facts["message"], case["signed_message_utf8"]);
        let mut loud = event.clone();
        loud["intensity"] = json!(1.5);
        let got = parsed(continuity::verify("experience", &loud.to_string(), &known()));
        assert_eq!(got, Err("ERR_AID_MALFORMED"));
    }
    for case in cases("continuity_records") {
        for kind in ["anchor", "heartbeat", "claim"] {
            let Some(record) = case.get(kind) else { continue };
            let facts = parsed(continuity::verify(kind, &record.to_string(), &known())).unwrap();
            assert_eq!(facts["message"], case["signed_message_utf8"]);
            if kind != "claim" {
                assert_eq!(facts["idInput"], case["id_input_utf8"]);
            }
            if let Some(witness) = facts["witnesses"].as_array() {
                assert!(witness.iter().all(|fact| fact["state"] == "ok"), "{witness:?}");
            }
        }
    }
}

#[test]
fn continuity_is_facts() {
    let claim = cases("continuity_records").iter().find_map(|case| case.get("claim").cloned());
    let claim = claim.unwrap().to_string();
    for case in cases("continuity_verification") {
        let grace = case["grace_period_seconds"].as_u64().unwrap();
        let report = continuity::verify_chain(&joined(&case["chain"]), &[], "", grace, &known());
        let report = parsed(report).unwrap();
        let mut gaps = report["gaps"].clone();
        for gap in gaps.as_array_mut().unwrap() {
            for name in ["start", "end"] {
                gap[name] = gap[name].as_str().unwrap().parse::<u64>().unwrap().into();
            }
        }
        assert_eq!(gaps, case["gaps"], "{}", case["name"]);
        let accepted = case["successor_should"] == "accept";
        assert_eq!(report["continuity"] == "continuous", accepted, "{}: {report}", case["name"]);
        let claimed =
            continuity::verify_chain(&joined(&case["chain"]), &[], &claim, grace, &known());
        let whole = accepted && case["chain"].as_array().unwrap().len() == 11;
        assert_eq!(
            parsed(claimed).unwrap()["facts"]["claim"]["state"] == "ok",
            whole,
            "{}",
            case["name"]
        );
    }
}

#[test]
fn competence_is_added_up_from_what_holds() {
    let mut prefix = Vec::new();
    for (index, case) in cases("competence_attempts").iter().enumerate() {
        let Some(attempt) = case.get("attempt") else { continue };
        let facts = parsed(competence::verify_attempt(&attempt.to_string(), &known())).unwrap();
        assert_eq!(facts["message"], case["signed_message_utf8"]);
        assert_eq!(facts["idInput"], case["id_input_utf8"]);
        let validated = case["validator_message_utf8"].is_string();
        assert_eq!(facts["validation"]["state"], if validated { "ok" } else { "unchecked" });
        if case["name"].as_str().unwrap().starts_with(&format!("attempt {index} ")) {
            prefix.push(attempt.clone());
            let list = joined(&json!(prefix));
            let sums = parsed(competence::check(&list, "{}", Micros(u64::MAX), &known())).unwrap();
            assert_eq!(sums["rate"], case["record_after"]["success_rate_display"]);
            for (name, value) in case["record_after"].as_object().unwrap() {
                if name != "success_rate_display" {
                    assert_eq!(sums["totals"][name], *value, "{name}");
                }
            }
        }
    }
    let twice = joined(&json!([prefix[0], prefix[0]]));
    assert_eq!(parsed(competence::check(&twice, "{}", Micros(0), &known())), Err("ERR_AID_LINK"));
    for case in cases("competence_proofs").iter().filter(|case| case["proof"].is_object()) {
        let got = competence::verify_proof(
            &case["proof"].to_string(),
            "{}",
            micros(&case["now"]),
            &known(),
        );
        let want = case["successor_should"] == "accept";
        let got = parsed(got);
        assert_eq!(got.is_ok(), want, "{}: {got:?}", case["name"]);
        if let Ok(facts) = got {
            assert_eq!(facts["hashInput"], case["hash_input_utf8"]);
            let asked = r#"{"min_attempts":50}"#;
            let more = competence::verify_proof(
                &case["proof"].to_string(),
                asked,
                micros(&case["now"]),
                &known(),
            );
            assert_eq!(parsed(more), Err("ERR_AID_COMPETENCE"));
            for (asked, want) in [
                (r#"{"min_success_rate":0.69}"#, Err("ERR_AID_COMPETENCE")),
                (r#"{"min_success_rate":0.68,"max_age_seconds":1}"#, Ok(())),
                (r#"{"max_age_seconds":0}"#, Err("ERR_AID_COMPETENCE")),
            ] {
                let (text, now) = (case["proof"].to_string(), micros(&case["now"]));
                let got = competence::verify_proof(&text, asked, now, &known());
                assert_eq!(parsed(got).map(drop), want, "{asked}");
            }
            let mut boasting = case["proof"].clone();
            boasting["claim"]["actual_streak"] = 99.into();
            for (asked, code) in [
                (r#"{"min_streak":50}"#, "ERR_AID_COMPETENCE"),
                (r#"{"min_streak":0}"#, "ERR_AID_COMPETENCE"),
                (r#"{"minAttempts":100}"#, "ERR_AID_MALFORMED"),
            ] {
                let (text, now) = (boasting.to_string(), micros(&case["now"]));
                let got = competence::verify_proof(&text, asked, now, &known());
                assert_eq!(parsed(got), Err(code), "{asked}");
            }
        }
    }
    let misspelt = competence::check(&[], r#"{"minAttempts":100}"#, Micros(0), &known());
    assert_eq!(parsed(misspelt), Err("ERR_AID_MALFORMED"));
}

/// A holder of any key can rotate it to a key of somebody else.
#[test]
fn a_history_is_claimed() {
    let [mallory, victim] = [71, 72].map(secret);
    let draft = r#"{"created_at":"5","name":null}"#;
    let made = sign_document(document::unsigned(draft, victim.public_key()).unwrap(), &victim);
    let mut stolen: Value = serde_json::from_str(&made).unwrap();
    let (old, new) = (aid::key_text(mallory.public_key()), aid::key_text(victim.public_key()));
    let by_old = base64::encode(&sign(&mallory, &format!("rotate:{old}:{new}:6:manual")));
    stolen["rotation_history"] = json!([{ "previous_key": old, "new_key": new, "rotated_at": 6,
        "reason": "Manual", "authorization_signature": by_old }]);
    let facts = document::verify(&stolen.to_string(), &Anchors::embedded()).unwrap().to_json();
    let facts = parsed(facts).unwrap();
    assert!(facts["uncovered"].as_array().unwrap().contains(&json!("rotation_history")));
    let unproven = facts["unproven"].as_array().unwrap();
    assert!(unproven.contains(&json!("inception")));
    assert!(unproven.contains(&json!("that the holder of the key agreed to rotation_history")));
}

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

/// The parent's receipt of a spawn, with this `data`.
fn receipt_of(parent: &SecretKey, kind: &str, data: &Value) -> Value {
    let draft = json!({
        "action_type": kind,
        "action": { "description": "", "data": data, "references": [] },
        "timestamp": 9,
        "context_hash": null,
        "previous_receipt": null,
    });
    let draft = draft.to_string();
    let made = receipts::unsigned(&draft, parent.public_key()).unwrap();
    serde_json::from_str(&sign_document(made, parent)).unwrap()
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
    assert_eq!(ended["facts"]["active"]["code"], "ERR_AID_EXPIRED", "whatever the record says");
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
        assert_eq!(facts["facts"]["active"]["code"], "ERR_AID_EXPIRED", "{terminated} {time}");
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

#[test]
fn negative_proofs_have_their_evidence() {
    for case in cases("negative_capabilities") {
        if let Some(proof) = case.get("proof") {
            let got = negative::verify_proof(&proof.to_string(), Micros(u64::MAX), &known());
            let got = parsed(got);
            let want = case.get("successor_should").is_none();
            assert_eq!(got.is_ok(), want, "{}: {got:?}", case["name"]);
            if want {
                assert_eq!(got.unwrap()["hashInput"], case["hash_input_utf8"]);
                let early = Micros(proof["generated_at"].as_u64().unwrap() - 1);
                let got = negative::verify_proof(&proof.to_string(), early, &known());
                assert_eq!(parsed(got), Err("ERR_AID_NOT_YET"));
            }
        }
        if let Some(declaration) = case.get("declaration") {
            let facts = negative::verify_declaration(&declaration.to_string(), &known());
            let facts = parsed(facts).unwrap();
            assert_eq!(facts["message"], case["signed_message_utf8"]);
            assert_eq!(facts["idInput"], case["id_input_utf8"]);
            let witnesses = facts["witnesses"].as_array().unwrap();
            assert!(witnesses.iter().all(|fact| fact["state"] == "ok"), "{witnesses:?}");
            let said = joined(&json!([declaration]));
            let sources = Sources { ceiling: "null", declarations: &said, ..Sources::default() };
            let reason = |who: &str, capability: &str| {
                parsed(negative::find_reason(who, capability, &sources, &known())).unwrap()
            };
            let who = declaration["identity"].as_str().unwrap();
            let what = declaration["cannot_do"][0].as_str().unwrap();
            let found = &reason(who, what)["VoluntaryDeclaration"]["declaration_id"];
            assert_eq!(*found, declaration["declaration_id"]);
            assert_eq!(reason("aid_x", what), Value::Null, "nobody declares for another");
            assert_eq!(reason(who, "other:thing"), Value::Null);
            let mut both = declaration.clone();
            both["cannot_do"] = json!(["a,b"]);
            let got = negative::verify_declaration(&both.to_string(), &known());
            assert_eq!(parsed(got), Err("ERR_AID_CAPABILITY"));
        }
        if let Some(ceiling) =
            case.get("ceiling").filter(|ceiling| !ceiling.as_array().unwrap().is_empty())
        {
            let asked = case["capability"].as_str().unwrap();
            let ceiling = ceiling.to_string();
            let sources = Sources { ceiling: &ceiling, ..Sources::default() };
            let got = negative::find_reason("aid_x", asked, &sources, &known());
            let want = if case["result"] == "None" { Value::Null } else { json!("NotInCeiling") };
            assert_eq!(parsed(got), Ok(want), "{}", case["name"]);
        }
    }
    assert_eq!(by_ceiling("null", "a:b"), Ok(Value::Null));
    assert_eq!(by_ceiling("[]", "a:b"), Ok(json!("NotInCeiling")), "an empty list grants nothing");
}

fn by_ceiling(ceiling: &str, asked: &str) -> Result<Value, &'static str> {
    let sources = Sources { ceiling, ..Sources::default() };
    parsed(negative::find_reason("aid_x", asked, &sources, &known()))
}

#[test]
fn nothing_is_impossible_that_is_allowed_in_part() {
    let cannot = Ok(json!("NotInCeiling"));
    for (ceiling, asked, want) in [
        (r#"["storage:read"]"#, "storage:*", Ok(Value::Null)),
        (r#"["storage:*"]"#, "storage/*", Ok(Value::Null)),
        (r#"["storage:a:*"]"#, "storage:*", Ok(Value::Null)),
        (r#"["storage:read"]"#, "*", Ok(Value::Null)),
        (r#"["storage:read"]"#, "storage:write", cannot.clone()),
        (r#"["storage:read"]"#, "storage:write:*", cannot.clone()),
        (r#"["storages"]"#, "storage:*", cannot),
        (r#"["storage/../etc"]"#, "a:b", Err("ERR_AID_CAPABILITY")),
    ] {
        assert_eq!(by_ceiling(ceiling, asked), want, "{ceiling} {asked}");
    }
    let maker = secret(1);
    let who = identity_of(maker.public_key()).unwrap();
    let prove = |ceiling: &[&str], cannot_do: &str| {
        let hash = aid::hash(&format!("negproof:{who}:{cannot_do}:NotInCeiling:5"));
        let proof = json!({
            "proof_id": aid::id("aneg_", hash.as_bytes()),
            "identity": who,
            "cannot_do": cannot_do,
            "reason": "NotInCeiling",
            "evidence": { "CeilingExclusion": {
                "ceiling": ceiling, "ceiling_hash": aid::hash(&ceiling.join(",")) } },
            "generated_at": 5,
            "valid_until": null,
            "proof_hash": hash,
            "signature": base64::encode(&sign(&maker, &hash)),
        });
        parsed(negative::verify_proof(&proof.to_string(), Micros(9), &known())).map(drop)
    };
    let read = ["storage:read"];
    assert_eq!(prove(&read, "storage:write"), Ok(()));
    assert_eq!(prove(&read, "storage:*"), Err("ERR_AID_EVIDENCE"), "it can do storage:read");
    for (ceiling, why) in [(vec![], "no list"), (vec!["a,storage:write"], "a comma is no list")] {
        assert_eq!(prove(&ceiling, "storage:write"), Err("ERR_AID_EVIDENCE"), "{why}");
    }
}

#[test]
fn an_exclusion_is_what_the_parents_receipt_says() {
    let [parent, child, mallory] = [1, 51, 52].map(secret);
    let name = |secret: &SecretKey| identity_of(secret.public_key()).unwrap();
    let list = |uri: &str| json!([{ "uri": uri, "description": null, "constraints": null }]);
    let reason = |by: &SecretKey, with_receipt: bool| {
        let (from, to) = (name(by), name(&child));
        let id = aid::id("aspawn_", format!("spawn:{from}:{to}:5").as_bytes());
        let receipt = receipt_of(
            by,
            "Delegation",
            &json!({
                "spawn_id": id, "child_id": to, "spawn_type": "worker", "purpose": "p",
                "authority_granted": ["storage:read"], "authority_ceiling": ["storage:*"],
                "lifetime": "indefinite",
            }),
        );
        let record = json!({
            "id": id, "parent_id": from, "parent_key": aid::key_text(by.public_key()),
            "child_id": to, "child_key": aid::key_text(child.public_key()),
            "spawn_timestamp": 5, "spawn_type": "Worker", "spawn_purpose": "p",
            "spawn_receipt_id": receipt["id"],
            "authority_granted": list("storage:read"), "authority_ceiling": list("storage:*"),
            "lifetime": "Indefinite",
            "constraints": { "max_spawn_depth": null, "max_children": null,
                "max_descendants": null, "can_spawn": true, "authority_decay": null },
            "parent_signature":
                base64::encode(&sign(by, &format!("spawn:{id}:{from}:{to}:worker:5"))),
            "child_acknowledgment": null, "terminated": false, "terminated_at": null,
            "termination_reason": null,
        });
        let records = joined(&json!([record]));
        let receipts = joined(&if with_receipt { json!([receipt]) } else { json!([]) });
        let (records, receipts) = (records.as_slice(), receipts.as_slice());
        let sources = Sources { ceiling: "null", records, receipts, declarations: &[] };
        parsed(negative::find_reason(&to, "storage:write", &sources, &known()))
    };
    assert!(reason(&parent, true).unwrap()["SpawnExclusion"]["spawn_id"].is_string());
    assert_eq!(reason(&parent, false), Ok(Value::Null), "no signature says what was left out");
    assert_eq!(reason(&mallory, true), Err("ERR_AID_UNTRUSTED"), "a stranger says nothing");
}

proptest! {
    #[test]
    fn reading_never_panics(text in ".{0,200}") {
        for kind in ["experience", "anchor", "heartbeat", "claim", "other"] {
            let _ = continuity::verify(kind, &text, &known());
        }
        let list = joined(&json!([text]));
        let _ = continuity::verify_chain(&list, &list, &text, u64::MAX, &known());
        let _ = document::verify(&text, &known());
        let _ = file::inspect(&text);
        let _ = spawn::lineage("aid_x", &list, &list, Micros(0), &known());
        let _ = store::read("receipt", "receipts/x.json", &text);
    }
}
