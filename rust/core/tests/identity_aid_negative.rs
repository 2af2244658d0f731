//! Negative proofs of AgenticIdentity.

use countersign_core::{
    Error,
    aid::{self, Micros, identity_of},
    encoding::base64,
    identity::aid::negative::{self, Sources},
    keys::SecretKey,
};
use countersign_testkit::keys::{secret, sign};
use serde_json::{Value, json};

use crate::support::{
    aid_vectors::{cases, joined},
    identity_aid::{known, parsed, receipt_of},
};

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
                assert_eq!(got, Err(Error::AidNotYet(early.0 + 1)));
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
