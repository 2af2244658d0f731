//! AgenticIdentity's grants: upstream's vectors, our verdicts, rejections, and a property.

use countersign_core::{
    aid::Anchors,
    encoding::base64,
    grant::aid::{
        Context, capability, inspect, unsigned_acknowledgement, unsigned_revocation,
        validate_delegation, verify, verify_chain, verify_revocation,
    },
    keys::{KeyType, PublicKey, SecretKey},
};
use countersign_testkit::{keys::secret, records::sign_document};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{
    aid_vectors::{cases, joined, key},
    grant_aid::{context, issue},
    trust::anchors_of,
};

fn draft_of(grant: &Value) -> Value {
    json!({
        "capabilities": grant["capabilities"],
        "constraints": grant["constraints"],
        "delegation_allowed": grant["delegation_allowed"],
        "max_delegation_depth": grant["max_delegation_depth"],
        "granted_at": grant["granted_at"],
        "revocation_channel": grant["revocation"]["revocation_channel"],
        "required_witnesses": grant["revocation"]["required_witnesses"],
    })
}

#[test]
fn grants_are_upstreams_byte_for_byte() {
    for case in cases("trust_grants").iter().filter(|case| case["grant"].is_object()) {
        let facts = inspect(&case["grant"].to_string(), &Anchors::embedded()).unwrap();
        assert_eq!(facts.grant.hash_input(), case["hash_input_utf8"]);
        assert_eq!(facts.grant.to_json(), case["grant_json_compact"]);
        let to = base64::decode(case["grant"]["grantee_key"].as_str().unwrap()).unwrap();
        let to = PublicKey::from_raw(KeyType::Ed25519, &to).unwrap();
        let from = key(&case["grantor_seed_hex"]);
        let mut text = issue(&draft_of(&case["grant"]), &from, &to, "").unwrap();
        if let Some(seed) = case.get("grantee_seed_hex") {
            let made = unsigned_acknowledgement(&text, &to).unwrap();
            assert_eq!(str::from_utf8(made.message()).unwrap(), case["ack_message_utf8"]);
            text = sign_document(made, &key(seed));
        }
        assert_eq!(text, case["grant_json_compact"]);
    }
}

#[test]
fn a_grant_is_judged_by_its_content() {
    for case in cases("trust_grant_verification") {
        let should = case["successor_should"].as_str().unwrap();
        let context = context(&case, &[&case["grant"]], true);
        let got = verify(
            &case["grant"].to_string(),
            &Anchors::embedded(),
            &context,
            &joined(&case["revocations"]),
        );
        let refused = should.starts_with("reject");
        assert_eq!(got.is_err(), refused, "{}: {:?}", case["name"], got.err());
    }
}

#[test]
fn constraints_need_a_context() {
    let case = &cases("trust_grant_verification")[0];
    let bare = context(case, &[&case["grant"]], false);
    let got = verify(&case["grant"].to_string(), &Anchors::embedded(), &bare, &[]);
    assert_eq!(got.unwrap_err().code(), "ERR_AID_CONSTRAINT");
    let no_uses = json!({ "capability": "read:calendar", "now": case["now"], "region": "DE", "ip": "10.0.0.1" });
    let no_uses = Context::from_json(&no_uses.to_string()).unwrap();
    let got = verify(&case["grant"].to_string(), &Anchors::embedded(), &no_uses, &[]);
    assert_eq!(got.unwrap_err().code(), "ERR_AID_USES");
}

#[test]
fn a_custom_constraint_holds_if_it_was_looked_at() {
    let (root, agent) = (secret(1), secret(2));
    let draft = json!({
        "capabilities": [{ "uri": "a" }],
        "constraints": { "not_before": 5, "custom": { "tier": [1, "gold"] } },
        "granted_at": 5,
    });
    let text = issue(&draft, &root, agent.public_key(), "").unwrap();
    let judge = |checked: Value| {
        let context = json!({ "capability": "a", "now": 9, "customChecked": checked });
        let context = Context::from_json(&context.to_string()).map_err(|error| error.code())?;
        verify(&text, &Anchors::embedded(), &context, &[]).map(drop).map_err(|error| error.code())
    };
    assert_eq!(judge(json!([{ "other": 1 }, { "tier": [1, "gold"] }])), Ok(()));
    assert_eq!(judge(json!([{ "tier": [1, "silver"] }])), Err("ERR_AID_CONSTRAINT"));
    assert_eq!(judge(json!([])), Err("ERR_AID_CONSTRAINT"));
    assert_eq!(judge(json!(true)), Err("ERR_AID_MALFORMED"), "not of everything at once");
}

#[test]
fn long_lists_are_refused_and_strangers_cost_nothing() {
    let draft = |count: usize| {
        let uris: Vec<Value> = (0..count).map(|at| json!({ "uri": format!("a{at}") })).collect();
        json!({ "capabilities": uris, "constraints": { "not_before": 5 },
            "delegation_allowed": true, "max_delegation_depth": 1, "granted_at": 5 })
    };
    let [root, agent, sub] = [1, 2, 3].map(secret);
    let most = issue(&draft(256), &root, agent.public_key(), "").unwrap();
    let over = issue(&draft(257), &root, agent.public_key(), "");
    assert_eq!(over, Err("ERR_LIMIT_EXCEEDED"));
    let mut long: Value = serde_json::from_str(&most).unwrap();
    let list = long["capabilities"].as_array_mut().unwrap();
    list.push(list[0].clone());
    let got = inspect(&long.to_string(), &Anchors::embedded());
    assert_eq!(got.unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
    let uris: Vec<String> = (0..257).map(|at| format!("a{at}")).collect();
    let got = validate_delegation(&most, &json!(uris).to_string());
    assert_eq!(got.unwrap_err().code(), "ERR_LIMIT_EXCEEDED");

    let context = Context::from_json(r#"{"capability":"a1","now":9}"#).unwrap();
    let below = issue(&draft(256), &agent, sub.public_key(), &most).unwrap();
    let facts = |anchors: &Anchors, list: &[u8]| -> Value {
        serde_json::from_str(&verify_chain(list, anchors, &context, &[]).unwrap()).unwrap()
    };
    let list = joined(&json!([most, below]));
    assert_eq!(facts(&Anchors::embedded(), &list)["facts"]["narrowing"]["state"], "ok");
    let nobody = anchors_of(&json!({}), None).unwrap();
    assert_eq!(facts(&nobody, &list)["facts"]["narrowing"]["state"], "unchecked");
    let forged = joined(&json!([most, below.replace("a255", "a999")]));
    let forged = facts(&Anchors::embedded(), &forged);
    assert_eq!(forged["facts"]["narrowing"]["state"], "unchecked", "a link that nobody signed");
    let many = joined(&json!(vec![most.as_str(); 257]));
    let many = verify_chain(&many, &Anchors::embedded(), &context, &[]);
    assert_eq!(many.unwrap_err().code(), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn chains_are_facts() {
    for case in cases("trust_chains") {
        let links: Vec<&Value> = case["chain"].as_array().unwrap().iter().collect();
        let report = verify_chain(
            &joined(&case["chain"]),
            &Anchors::embedded(),
            &context(&case, &links, false),
            &joined(&case["revocations"]),
        );
        let report: Value = serde_json::from_str(&report.unwrap()).unwrap();
        let facts = [
            "signatures",
            "anchor",
            "linkage",
            "delegation",
            "depth",
            "narrowing",
            "capability",
            "time",
            "uses",
            "constraints",
            "revocation",
        ];
        let good = facts.iter().all(|fact| report["facts"][fact]["state"] == "ok");
        let should = case["successor_should"].as_str().unwrap();
        assert_eq!(good, should.starts_with("accept"), "{}: {report}", case["name"]);
    }
}

#[test]
fn delegation_narrows() {
    for case in cases("validate_delegation") {
        let got = validate_delegation(&case["parent"].to_string(), &case["requested"].to_string());
        assert_eq!(got.is_ok(), case["result"].get("ok").is_some(), "{}: {got:?}", case["name"]);
    }
    let (root, agent, sub) = (secret(1), secret(2), secret(3));
    let draft = |uri: &str, depth: u32| {
        json!({
            "capabilities": [{ "uri": uri }],
            "constraints": { "not_before": "5" },
            "delegation_allowed": depth > 0,
            "max_delegation_depth": depth,
            "granted_at": 5,
        })
    };
    let first = issue(&draft("storage/*", 1), &root, agent.public_key(), "").unwrap();
    let below =
        |uri, from: &SecretKey, parent: &str| issue(&draft(uri, 1), from, sub.public_key(), parent);
    assert_eq!(below("*", &agent, &first), Err("ERR_AID_WIDENED"));
    assert_eq!(below("storage/../etc", &agent, &first), Err("ERR_AID_CAPABILITY"));
    assert_eq!(below("storage/a", &sub, &first), Err("ERR_AID_LINK"));
    let second = below("storage/a", &agent, &first).unwrap();
    assert_eq!(below("storage/a", &sub, &second), Err("ERR_AID_DEPTH"));
    let context = Context::from_json(r#"{"capability":"storage/a","now":9}"#).unwrap();
    let alone = verify(&second, &Anchors::embedded(), &context, &[]).unwrap_err();
    assert_eq!(alone.code(), "ERR_AID_LINK");
    let grantor = inspect(&first, &Anchors::embedded()).unwrap().grant.grantor;
    let anchors = anchors_of(&json!({ "identities": [grantor] }), None).unwrap();
    let chain = |revocations: &[u8]| -> Value {
        let list = joined(&json!([first, second]));
        serde_json::from_str(&verify_chain(&list, &anchors, &context, revocations).unwrap())
            .unwrap()
    };
    assert_eq!(chain(&[])["facts"]["revocation"]["state"], "ok");
    assert_eq!(chain(&[])["signer"]["trust"], "trusted");
    let id = inspect(&second, &Anchors::embedded()).unwrap().grant.id;
    let revoke = |by: &SecretKey, reason: &str| {
        let draft = json!({ "trust_id": id, "revoked_at": "9", "reason": reason }).to_string();
        sign_document(unsigned_revocation(&draft, by.public_key()).unwrap(), by)
    };
    assert_eq!(
        chain(&joined(&json!([revoke(&root, "Compromised")])))["facts"]["revocation"]["at"],
        1,
        "by an ancestor"
    );
    assert_eq!(
        chain(&joined(&json!([revoke(&sub, "GranteeRequest")])))["facts"]["revocation"]["at"],
        1
    );
    assert_eq!(
        chain(&joined(&json!([revoke(&sub, "Compromised")])))["facts"]["revocation"]["state"],
        "ok"
    );
    assert_eq!(
        chain(&joined(&json!([revoke(&secret(9), "Compromised")])))["ignoredRevocations"][0]["code"],
        "ERR_AID_UNTRUSTED"
    );
}

#[test]
fn revocations_are_bound_to_their_maker() {
    for case in cases("revocations") {
        let own =
            case["revocation"]["revoker_key"] == "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=";
        let got = verify_revocation(&case["revocation"].to_string(), &Anchors::embedded());
        let want = own && case["verify_signature"].get("ok").is_some();
        assert_eq!(got.is_ok(), want, "{}: {got:?}", case["name"]);
        if let (Some(seed), Ok(facts)) = (case.get("revoker_seed_hex"), got) {
            let facts: Value = serde_json::from_str(&facts).unwrap();
            assert_eq!(facts["message"], case["signed_message_utf8"]);
            let revocation = &case["revocation"];
            let draft = json!({ "trust_id": revocation["trust_id"], "revoked_at": revocation["revoked_at"], "reason": revocation["reason"] });
            let revoker = key(seed);
            let made = unsigned_revocation(&draft.to_string(), revoker.public_key()).unwrap();
            assert_eq!(sign_document(made, &revoker), facts["revocation"]);
        }
    }
}

#[test]
fn unreadable_revocations_fail_closed() {
    let case = &cases("trust_grant_verification")[0];
    let context = context(case, &[&case["grant"]], true);
    let got =
        verify(&case["grant"].to_string(), &Anchors::embedded(), &context, &joined(&json!([{}])));
    assert_eq!(got.unwrap_err().code(), "ERR_AID_MALFORMED");
}

#[test]
fn refuses_malformed_grants() {
    let base = cases("trust_grants")[0]["grant"].clone();
    let set = |pointer: &str, value: Value| {
        let mut grant = base.clone();
        *grant.pointer_mut(pointer).unwrap() = value;
        grant.to_string()
    };
    let rows = [
        ("not JSON", "{".to_owned(), "ERR_JSON_MALFORMED"),
        ("a list", "[]".to_owned(), "ERR_AID_MALFORMED"),
        (
            "a depth over 32 bits",
            set("/delegation_depth", json!(4_294_967_296_u64)),
            "ERR_AID_MALFORMED",
        ),
        (
            "an unknown channel",
            set("/revocation/revocation_channel", "Pigeon".into()),
            "ERR_AID_MALFORMED",
        ),
        ("another grantor", set("/grantor", "aid_x".into()), "ERR_AID_IDENTITY"),
        ("a short grantor", set("/grantor", "x".into()), "ERR_AID_IDENTITY"),
        ("another grantee", set("/grantee", "aid_x".into()), "ERR_AID_IDENTITY"),
        ("a wider capability", set("/capabilities/0/uri", "*".into()), "ERR_AID_HASH"),
        ("another hash", set("/grant_hash", "00".into()), "ERR_AID_HASH"),
        ("another id", set("/id", "atrust_x".into()), "ERR_AID_ID"),
        ("another signature", set("/grantor_signature", "AAAA".into()), "ERR_AID_SIGNATURE"),
        ("a parent", set("/parent_grant", "atrust_x".into()), "ERR_AID_LINK"),
        ("a depth", set("/delegation_depth", json!(1)), "ERR_AID_LINK"),
    ];
    let context =
        Context::from_json(r#"{"capability":"read:calendar","now":"1735689600000000"}"#).unwrap();
    for (name, text, code) in rows {
        let got = verify(&text, &Anchors::embedded(), &context, &[]).unwrap_err();
        assert_eq!(got.code(), code, "{name}");
    }
}

proptest! {
    #[test]
    fn a_covered_pattern_stays_below(granted in "[a-c*:/]{1,6}", asked in "[a-c*:/]{1,6}") {
        if capability::covers(&granted, &asked) {
            prop_assert!(granted == "*" || granted == asked || asked.starts_with(&granted[..granted.len() - 2]));
        }
    }

    #[test]
    fn reading_grants_never_panics(text in ".{0,200}") {
        let context = Context::from_json(r#"{"capability":"a","now":0}"#).unwrap();
        let _ = verify(&text, &Anchors::embedded(), &context, text.as_bytes());
        let _ = verify_chain(text.as_bytes(), &Anchors::embedded(), &context, &[]);
        let _ = verify_revocation(&text, &Anchors::embedded());
    }
}
