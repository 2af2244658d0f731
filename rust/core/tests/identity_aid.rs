//! AgenticIdentity's identities: upstream's vectors, our verdicts, rejections, and a property.

use countersign_core::{
    Error,
    aid::{self, Anchors, Micros, identity_of},
    encoding::{base64, hex},
    hazmat::aead::{self, Algorithm},
    identity::aid::{competence, continuity, derive, document, file, spawn, store},
    keys::SecretKey,
};
use countersign_testkit::{
    keys::{secret, sign},
    records::{sign_by_two, sign_document},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{
    aid_vectors::{cases, joined, key},
    identity_aid::{known, micros, parsed},
};

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
    assert_eq!(early.unwrap_err(), Error::AidTime(5, 4));
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

/// What is encrypted is read strictly, though only whoever knows the passphrase can have written it.
#[test]
fn what_is_encrypted_must_have_its_members_and_no_others() {
    let case = cases("aid_file")[0].clone();
    let text = case["file_text"].as_str().unwrap();
    let good: Value = serde_json::from_str(text).unwrap();
    let key = file::unlock(text, case["passphrase"].as_str().unwrap().as_bytes()).unwrap();
    let bytes = |pointer: &str| base64::decode(good.pointer(pointer).unwrap().as_str().unwrap());
    let nonce = bytes("/encryption/nonce").unwrap();
    let sealed = bytes("/encrypted_anchor").unwrap();
    let cipher = Algorithm::CHACHA20_POLY1305;
    let plain = aead::open(cipher, &key, &nonce, &[], &sealed).unwrap();
    let plain = str::from_utf8(&plain).unwrap();
    let open = |plain: &str| {
        let sealed = aead::seal(cipher, &key, &nonce, &[], plain.as_bytes()).unwrap();
        let mut file = good.clone();
        file["encrypted_anchor"] = base64::encode(&sealed).into();
        file::open_with(&file.to_string(), &key)
    };
    let seed = plain.split('"').nth(3).unwrap();
    let (first, rest) = seed.split_at(1);
    let escaped = format!("\\u{:04x}{rest}", first.as_bytes()[0]);
    let rows = [
        ("nothing", String::new()),
        ("no object", "[]".to_owned()),
        ("two texts", format!("{plain}{plain}")),
        ("a member that is none", plain.replacen('{', r#"{"more":1,"#, 1)),
        ("a member twice", plain.replacen('{', r#"{"created_at":1,"#, 1)),
        ("no key", plain.replacen("signing_key_b64", "other", 1)),
        ("a key that is no text", plain.replacen(&format!("\"{seed}\""), "7", 1)),
        ("a key with an escape", plain.replacen(seed, &escaped, 1)),
        ("no base64", plain.replacen(seed, "%", 1)),
        ("another time", plain.replacen("\"created_at\":", "\"created_at\":1", 1)),
    ];
    assert!(open(plain).is_ok());
    for (name, changed) in rows {
        assert_ne!(changed, plain, "{name}");
        assert_eq!(open(&changed).unwrap_err().code(), "ERR_AID_FILE_FORMAT", "{name}");
    }
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
        assert_eq!(got, Error::AidName("receipts/arec_other.json".to_owned()));
        let second = content.replacen("\"version\": 1", "\"version\": 2", 1);
        assert_eq!(store::read(kind, path, &second).unwrap_err().code(), "ERR_AID_FILE_FORMAT");
    }
    let mut receipt = cases("receipts")[0]["receipt"].clone();
    for id in ["../escaped", "arec_../x", "arec_", "arec_a/b", "arec_0", "x"] {
        receipt["id"] = id.into();
        let got = store::write("receipt", &receipt.to_string()).unwrap_err();
        assert_eq!(got, Error::AidName(id.to_owned()), "{id}");
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
                    // A number that is whole is printed as ECMAScript prints it, without a fraction.
                    assert_eq!(
                        sums["totals"][name].as_f64(),
                        Some(value.as_f64().unwrap()),
                        "{name}"
                    );
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

proptest! {
    #[test]
    fn reading_records_never_panics(text in ".{0,200}") {
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
