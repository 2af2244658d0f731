//! AgenticIdentity's identities and the records of them.

use countersign_core::{
    Error,
    aid::{Anchors, Micros, identity_of, key_text},
    encoding::base64,
    identity::aid::{
        competence, continuity, document, file,
        negative::{self, Sources},
        spawn,
    },
    keys::SecretKey,
};
use countersign_testkit::{
    keys::{multi, sign},
    records::sign_document,
    vectors,
};
use serde_json::{Value, json};

use super::{
    actors::stranger,
    aid::{agent, joined, with_witnesses},
    costs::{Made, Row, cost, made, row},
    trust_input::anchors_of,
};

pub const ROWS: &[Row] = &[
    row("Aid.Identity.verifyDocument", "257 signature checks", verify_document),
    row("Aid.Identity.inspectFile", "257 signature checks", inspect_file),
    row("Aid.Identity.openFile", "514 signature checks", open_file),
    row("Aid.Identity.verifyRecord", "2 signature checks", verify_record),
    row(
        "Aid.Identity.verifyContinuity",
        "1 signature check, 1 an event and 1 an anchor",
        verify_continuity,
    ),
    row("Aid.Identity.verifyAttempt", "2 signature checks", verify_attempt),
    row("Aid.Identity.checkCompetence", "1 signature check an attempt", check_competence),
    row("Aid.Identity.verifyCompetence", "1 signature check", verify_competence),
    row("Aid.Identity.verifyNegative", "1 signature check", verify_negative),
    row("Aid.Identity.verifyDeclaration", "65 signature checks", verify_declaration),
    row(
        "Aid.Identity.findReason",
        "65 signature checks a receipt, 2 a record and 1 a declaration",
        find_reason,
    ),
    row("Aid.Identity.verifySpawn", "67 signature checks", verify_spawn),
    row("Aid.Identity.lineage", "65 signature checks a receipt and 2 a record", lineage),
];

/// The first case of a file of vectors that has this member, and what it holds there.
fn case(file: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let all = vectors(&format!("agentic-identity/{file}.json"));
    all["cases"].as_array().unwrap().iter().find(|case| holds(case)).unwrap().clone()
}

/// Trusts the keys of the vectors.
fn known() -> Anchors {
    let key = |byte| json!({ "publicKeyMultibase": multi(&agent(byte)) });
    let keys: Vec<Value> = (1..10).map(key).collect();
    anchors_of(&json!({ "keys": keys }), None).unwrap()
}

/// A document after so many rotations.
fn rotated(times: usize) -> String {
    let text = |key: &SecretKey| key_text(key.public_key());
    let step = |index: usize| {
        let (old, new) = (stranger(index), stranger(index + 1));
        let message = format!("rotate:{}:{}:5:manual", text(&old), text(&new));
        json!({ "previous_key": text(&old), "new_key": text(&new), "rotated_at": 5,
            "reason": "Manual", "authorization_signature": base64::encode(&sign(&old, &message)) })
    };
    let (draft, last) = (r#"{"created_at":"5","name":null}"#, stranger(times));
    let made = sign_document(document::unsigned(draft, last.public_key()).unwrap(), &last);
    let mut document: Value = serde_json::from_str(&made).unwrap();
    document["rotation_history"] = (0..times).map(step).collect();
    document.to_string()
}

fn verify_document() -> Made {
    let text = rotated(document::MAX_ROTATIONS);
    made(|| assert!(document::verify(&text, &Anchors::embedded()).is_ok()))
}

#[test]
fn no_rotation_of_a_document_of_too_many_is_checked() {
    let text = rotated(document::MAX_ROTATIONS + 1);
    let over = Error::LimitExceeded("number of rotations", 256);
    let (judged, checks) = cost(|| document::verify(&text, &Anchors::embedded()));
    assert_eq!((judged.err(), checks), (Some(over), 1));
}

/// A file of the document with the most rotations, under the passphrase `p`.
fn longest_file() -> String {
    let (key, text) = (stranger(document::MAX_ROTATIONS), rotated(document::MAX_ROTATIONS));
    file::seal(&key, &text, b"p", &[7; file::SALT_LEN], &[7; file::NONCE_LEN]).unwrap()
}

fn inspect_file() -> Made {
    let text = longest_file();
    made(|| assert!(file::inspect(&text).is_ok()))
}

/// The file is read once for its key, and again to open it.
fn open_file() -> Made {
    let text = longest_file();
    made(|| assert!(file::open(&text, b"p").is_ok()))
}

fn verify_record() -> Made {
    let anchor = case("continuity_records", |row| row["anchor"]["external_witness"].is_string());
    let text = anchor["anchor"].to_string();
    made(|| assert!(continuity::verify("anchor", &text, &known()).is_ok()))
}

fn verify_continuity() -> Made {
    let event = case("continuity_experiences", |row| row["event"].is_object())["event"].to_string();
    let mark = case("continuity_records", |row| row["anchor"].is_object())["anchor"].to_string();
    let claim = case("continuity_records", |row| row["claim"].is_object())["claim"].to_string();
    let (events, marks) = (joined(&event, 5), joined(&mark, 3));
    made(|| continuity::verify_chain(&events, &marks, &claim, 60, &known()).unwrap())
        .of("event", 5)
        .of("anchor", 3)
}

fn verify_attempt() -> Made {
    let attempt = case("competence_attempts", |row| row["validator_message_utf8"].is_string());
    let text = attempt["attempt"].to_string();
    made(|| assert!(competence::verify_attempt(&text, &known()).is_ok()))
}

fn check_competence() -> Made {
    let attempt = case("competence_attempts", |row| row["attempt"].is_object());
    let list = joined(&attempt["attempt"].to_string(), 1);
    made(|| assert!(competence::check(&list, "{}", Micros(u64::MAX), &known()).is_ok()))
        .of("attempt", 1)
}

fn verify_competence() -> Made {
    let proof = case("competence_proofs", |row| row["successor_should"] == "accept");
    let (text, now) = (proof["proof"].to_string(), Micros(proof["now"].as_u64().unwrap()));
    made(|| assert!(competence::verify_proof(&text, "{}", now, &known()).is_ok()))
}

fn verify_negative() -> Made {
    let proof = case("negative_capabilities", |row| row["proof"].is_object());
    let text = proof["proof"].to_string();
    made(|| assert!(negative::verify_proof(&text, Micros(u64::MAX), &known()).is_ok()))
}

fn declaration() -> String {
    let found = case("negative_capabilities", |row| row["declaration"].is_object());
    found["declaration"].to_string()
}

fn verify_declaration() -> Made {
    let text = with_witnesses(&declaration());
    made(|| assert!(negative::verify_declaration(&text, &known()).is_ok()))
}

/// A record that both sides signed, and the parent's receipt of it.
fn spawned() -> (Value, String) {
    let case = case("spawn_records", |row| row["record"]["child_acknowledgment"].is_string());
    (case["record"].clone(), with_witnesses(&case["receipt"].to_string()))
}

fn verify_spawn() -> Made {
    let (record, receipt) = spawned();
    made(|| assert!(spawn::verify(&record.to_string(), &receipt, &Anchors::embedded()).is_ok()))
}

fn find_reason() -> Made {
    let (record, receipt) = spawned();
    let (records, receipts) = (joined(&record.to_string(), 3), joined(&receipt, 2));
    let declarations = joined(&declaration(), 4);
    let sources = Sources {
        ceiling: "null",
        records: &records,
        receipts: &receipts,
        declarations: &declarations,
    };
    let nobody = identity_of(stranger(0).public_key()).unwrap();
    let look = || negative::find_reason(&nobody, "other:thing", &sources, &trusting(&record));
    made(|| look().unwrap()).of("receipt", 2).of("record", 3).of("declaration", 4)
}

/// Trusts the keys of [`known`], and the key that made the spawn.
fn trusting(record: &Value) -> Anchors {
    let key = |byte| json!({ "publicKeyMultibase": multi(&agent(byte)) });
    let keys: Vec<Value> = (1..10).map(key).collect();
    let trust =
        json!({ "keys": keys, "identities": [record["parent_id"]], "allowEmbeddedKey": true });
    anchors_of(&trust, None).unwrap()
}

fn lineage() -> Made {
    let (record, receipt) = spawned();
    let (child, receipts) = (record["child_id"].as_str().unwrap(), joined(&receipt, 2));
    let (records, now) = (joined(&record.to_string(), 1), Micros(u64::MAX));
    made(|| spawn::lineage(child, &records, &receipts, now, &Anchors::default()).unwrap())
        .of("receipt", 2)
        .of("record", 1)
}
