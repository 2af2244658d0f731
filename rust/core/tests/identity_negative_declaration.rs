//! Declarations of abstention: a word, its key and its witnesses.

use countersign_core::{
    Error,
    identity::negative::{unsigned, verify_declaration, witness},
    keys::SecretKey,
    trust::Trust,
};
use countersign_testkit::{
    frames,
    keys::{did, multi, secret},
};
use serde_json::{Value, json};

use crate::support::identity_negative::{NOW, asked, body, declaration, pinned, sign, testimony};

#[test]
fn a_declaration_is_a_word_and_no_more() {
    let trust = pinned(&[&secret(1), &secret(2)]);
    let said = declaration();
    let seen = frames(&[testimony(&said, &secret(2), NOW.0)]);
    let verified = |more: &Value| -> Value {
        let text = verify_declaration(&said.to_string(), &seen, &trust, &asked(more)).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let found = verified(&json!({}));
    assert_eq!(found["evidence"], "declaration");
    assert_eq!(found["unproven"], json!(["that it is kept", "time"]));
    assert_eq!((&found["speaksOf"], &found["identityBound"]), (&json!("both"), &json!(true)));
    let witness = &found["witnesses"][0];
    assert_eq!((&witness["witness"], &witness["state"]), (&json!(did(&secret(2))), &json!("ok")));
    assert_eq!(found["witnesses"].as_array().unwrap().len(), 1);
    for (from, until, issued, want) in
        [(-9, 0, 0, "past"), (-9, 1, 0, "both"), (-1, 9, 0, "both"), (0, 9, 0, "future")]
    {
        let mut body = body(&secret(1));
        for (name, offset) in [("from", from), ("until", until), ("issued", issued)] {
            body[name] = json!(NOW.0.saturating_add_signed(offset));
        }
        let said = sign(&body.to_string(), &secret(1)).to_string();
        let text = verify_declaration(&said, &[], &trust, &asked(&json!({}))).unwrap();
        let found: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(found["speaksOf"], want);
    }
    for (more, want) in [
        (json!({ "capability": "delete:docs/a" }), true),
        (json!({ "capability": "deploy:**" }), false),
        (json!({ "capability": "read:docs" }), false),
        (json!({ "capability": "delete:docs/a", "at": NOW.0 + 999 }), true),
        (json!({ "capability": "delete:docs/a", "at": NOW.0 + 1000 }), false),
        (json!({ "at": NOW.0 - 1001 }), false),
    ] {
        assert_eq!(verified(&more)["declared"], want, "{more}");
    }
}

#[test]
fn a_declaration_by_a_key_that_nobody_knows_is_self_asserted_where_that_is_allowed() {
    let said = declaration().to_string();
    let judge = |allow_embedded_key, keys: &[&SecretKey]| {
        let trust = Trust { allow_embedded_key, ..pinned(keys) };
        verify_declaration(&said, &[], &trust, &asked(&json!({})))
            .map(|text| serde_json::from_str::<Value>(&text).unwrap()["signer"]["trust"].clone())
            .map_err(|error| error.code())
    };
    assert_eq!(judge(true, &[]), Ok(json!("self-asserted")));
    assert_eq!(judge(true, &[&secret(1)]), Ok(json!("trusted")));
    assert_eq!(judge(false, &[]), Err("ERR_NEGATIVE_KEY"));
}

#[test]
fn a_declaration_that_does_not_hold_is_refused() {
    type Change = fn(&mut Value);
    let rows: [(&str, Change, &str); 9] = [
        (
            "changed",
            |declaration| declaration["until"] = json!(NOW.0 + 2000),
            "ERR_NEGATIVE_SIGNATURE",
        ),
        (
            "of another",
            |declaration| declaration["declarer"] = json!(did(&secret(2))),
            "ERR_NEGATIVE_IDENTITY",
        ),
        (
            "of nobody we know",
            |declaration| {
                *declaration = sign(&body(&secret(3)).to_string(), &secret(3));
            },
            "ERR_NEGATIVE_KEY",
        ),
        (
            "from the future",
            |declaration| {
                let mut later = body(&secret(1));
                later["issued"] = json!(NOW.0 + 61);
                *declaration = sign(&later.to_string(), &secret(1));
            },
            "ERR_NEGATIVE_NOT_YET",
        ),
        (
            "of nothing",
            |declaration| declaration["capabilities"] = json!([]),
            "ERR_NEGATIVE_MALFORMED",
        ),
        (
            "of no time",
            |declaration| declaration["until"] = declaration["from"].clone(),
            "ERR_NEGATIVE_MALFORMED",
        ),
        ("one member more", |declaration| declaration["more"] = json!(1), "ERR_NEGATIVE_MALFORMED"),
        ("another version", |declaration| declaration["type"] = json!("x"), "ERR_NEGATIVE_VERSION"),
        (
            "a comma is no list",
            |declaration| declaration["capabilities"] = json!(["delete:a,b", "delete:a,b"]),
            "ERR_NEGATIVE_MALFORMED",
        ),
    ];
    for (name, change, code) in rows {
        let mut said = declaration();
        change(&mut said);
        let trust = pinned(&[&secret(1), &secret(2)]);
        let refused = verify_declaration(&said.to_string(), &[], &trust, &asked(&json!({})));
        assert_eq!(refused.unwrap_err().code(), code, "{name}");
    }
    assert_eq!(unsigned("{}").unwrap_err(), Error::NegativeVersion(String::new()));
    // A witness cannot sign for a declaration whose declarer did not sign it.
    let mut changed = declaration();
    changed["until"] = json!(NOW.0 + 2000);
    let second = secret(2);
    let draft = json!({ "algorithm": "ed25519", "witness": did(&second), "key": multi(&second),
        "issued": NOW.0 });
    let refused = witness(&changed.to_string(), &draft.to_string());
    assert_eq!(refused, Err(Error::NegativeSignature));
}

#[test]
fn a_bad_witness_is_reported_and_poisons_nothing() {
    let (said, other) = (declaration(), sign(&body(&secret(2)).to_string(), &secret(2)));
    let good = testimony(&said, &secret(2), NOW.0);
    let mut forged = good.clone();
    forged["issued"] = json!(NOW.0 - 1);
    let records = [
        good.clone(),
        good,
        testimony(&said, &secret(1), NOW.0),
        testimony(&said, &secret(3), NOW.0),
        testimony(&other, &secret(4), NOW.0),
        testimony(&said, &secret(4), NOW.0 + 61),
        forged,
        json!({}),
    ];
    let trust = pinned(&[&secret(1), &secret(2), &secret(4)]);
    let text = verify_declaration(&said.to_string(), &frames(&records), &trust, &asked(&json!({})));
    let found: Value = serde_json::from_str(&text.unwrap()).unwrap();
    let codes: Vec<&Value> =
        found["witnesses"].as_array().unwrap().iter().map(|witness| &witness["code"]).collect();
    let want = [
        Value::Null,
        json!("ERR_NEGATIVE_WITNESS"),
        json!("ERR_NEGATIVE_WITNESS"),
        json!("ERR_NEGATIVE_KEY"),
        json!("ERR_NEGATIVE_WITNESS"),
        json!("ERR_NEGATIVE_NOT_YET"),
        json!("ERR_NEGATIVE_SIGNATURE"),
        json!("ERR_NEGATIVE_VERSION"),
    ];
    assert_eq!(codes, want.iter().collect::<Vec<_>>());
}
