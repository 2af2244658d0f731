//! SAGE metadata: upstream's vectors, our verdicts, rejections, and a property.

use countersign_core::{
    keys::KeyType,
    metadata::{AgentKey, Primary, V1, V4, to_v1, to_v4},
};
use countersign_testkit::{keys::secret_of, vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn conversions_are_upstreams_or_ours() {
    let all = vectors("sage/metadata.json");
    for case in all["cases"].as_array().unwrap() {
        let (name, ours) = (&case["name"], &case["ours"]);
        let want = |field: &str| ours.get(field).unwrap_or(&case[field]).clone();
        let reject = ours["verdict"] == "reject";
        if case["op"] == "v1_to_v4" {
            let Ok(v1) = V1::from_json(&case["v1"].to_string()) else {
                assert!(reject, "{name}");
                continue;
            };
            assert!(!reject, "{name}");
            let converted = to_v4(v1, false).unwrap();
            assert_eq!(parsed(&converted.metadata.to_json()), want("v4"), "{name}");
        } else {
            let v4 = V4::from_json(&case["v4"].to_string()).unwrap();
            assert_eq!(parsed(&v4.to_json()), case["v4"], "{name}");
            assert_eq!(to_v1(v4.clone(), Primary::Verified, false).is_err(), reject, "{name}");
            let converted = to_v1(v4, Primary::Verified, true).unwrap();
            assert_eq!(parsed(&converted.metadata.to_json()), want("v1"), "{name}");
            let lost: Vec<&String> = converted.lost.iter().map(|loss| &loss.path).collect();
            assert_eq!(json!(lost), ours.get("lost").cloned().unwrap_or(json!([])), "{name}");
        }
    }
}

fn base() -> Value {
    let all = vectors("sage/metadata.json");
    all["cases"].as_array().unwrap().iter().find(|case| case["name"] == "ecdsa+x25519").unwrap()["v4"]
        .clone()
}

#[test]
fn refuses_malformed_metadata() {
    let set = |pointer: &str, value: Value| {
        let mut base = base();
        *base.pointer_mut(pointer).unwrap() = value;
        base.to_string()
    };
    let key = base()["keys"][0].clone();
    let rows = [
        ("not JSON", "nil".to_owned(), "ERR_JSON_MALFORMED"),
        ("a list", "[]".to_owned(), "ERR_JSON_NOT_OBJECT"),
        ("a member twice", r#"{"did":"a","did":"b"}"#.to_owned(), "ERR_JSON_DUPLICATE"),
        ("a member in other letters", r#"{"DID":"a"}"#.to_owned(), "ERR_METADATA_MALFORMED"),
        ("by the Kelvin sign", "{\"\u{212a}eys\":[]}".to_owned(), "ERR_METADATA_MALFORMED"),
        ("name is a number", set("/name", 5.into()), "ERR_METADATA_MALFORMED"),
        ("active is text", set("/is_active", "yes".into()), "ERR_METADATA_MALFORMED"),
        ("capabilities is a list", set("/capabilities", json!([])), "ERR_METADATA_MALFORMED"),
        ("no time", set("/created_at", "yesterday".into()), "ERR_METADATA_MALFORMED"),
        ("keys is an object", set("/keys", json!({})), "ERR_METADATA_MALFORMED"),
        ("a key is null", set("/keys/0", Value::Null), "ERR_METADATA_MALFORMED"),
        ("a key twice", set("/keys/1", key.clone()), "ERR_METADATA_MALFORMED"),
        ("bytes not base64", set("/keys/0/key_data", "?".into()), "ERR_METADATA_MALFORMED"),
        ("type is text", set("/keys/0/type", "ECDSA".into()), "ERR_METADATA_MALFORMED"),
        ("type unknown", set("/keys/0/type", 7.into()), "ERR_KEY_TYPE_UNKNOWN"),
        ("type of another key", set("/keys/0/type", 1.into()), "ERR_BYTES_LENGTH"),
        ("off the curve", set("/keys/1/key_data", key["key_data"].clone()), "ERR_BYTES_LENGTH"),
        ("too many keys", set("/keys", Value::Array(vec![key; 300])), "ERR_METADATA_MALFORMED"),
    ];
    for (name, text, code) in rows {
        assert_eq!(V4::from_json(&text).unwrap_err().code(), code, "{name}");
    }
    let v1 = |members: Value| V1::from_json(&members.to_string()).unwrap_err().code();
    assert_eq!(v1(json!({ "public_key": { "X": 1 } })), "ERR_METADATA_MALFORMED");
    assert_eq!(v1(json!({ "public_key": "" })), "ERR_METADATA_MALFORMED");
    assert_eq!(v1(json!({ "public_key_type": "Ed25519" })), "ERR_METADATA_MALFORMED");
    assert_eq!(
        v1(json!({ "public_key": "AA==", "public_key_type": "RSA" })),
        "ERR_METADATA_MALFORMED"
    );
}

#[test]
fn a_large_number_of_capabilities_is_kept() {
    let text =
        base().to_string().replacen("\"capabilities\":{", "\"capabilities\":{\"most\":1e20,", 1);
    let read = V4::from_json(&text).unwrap();
    assert_eq!(parsed(&read.to_json())["capabilities"]["most"], 1e20);
}

#[test]
fn the_caller_may_name_the_primary_key() {
    let mut value = base();
    value["keys"][0]["verified"] = false.into();
    let v4 = V4::from_json(&value.to_string()).unwrap();
    let none = to_v1(v4.clone(), Primary::Verified, true).unwrap();
    assert!(none.metadata.public_key.is_none());
    let named = to_v1(v4.clone(), Primary::Index(0), true).unwrap();
    assert!(named.metadata.public_key.is_some());
    for index in [1, 2] {
        let refused = to_v1(v4.clone(), Primary::Index(index), true).unwrap_err();
        assert_eq!(refused.code(), "ERR_METADATA_PRIMARY");
    }
}

#[test]
fn unknown_members_are_named_and_not_kept() {
    let mut value = base();
    value["extra"] = 1.into();
    value["keys"][0]["note"] = "x".into();
    let v4 = V4::from_json(&value.to_string()).unwrap();
    assert_eq!(v4.unknown, ["keys[0].note", "extra"]);
    assert!(!v4.to_json().contains("extra"));
}

#[test]
fn a_new_key_is_unverified_and_reads_back() {
    let key = |key_type| secret_of(key_type, 7).public_key().clone();
    let types = [KeyType::Secp256k1, KeyType::Ed25519, KeyType::X25519];
    let entry = |key_type| {
        AgentKey::unverified(&key(key_type), "2026-01-02T03:04:05.600Z").unwrap().to_json()
    };
    let keys: Vec<Value> = types.iter().map(|key_type| parsed(&entry(*key_type))).collect();
    let v4 = V4::from_json(&json!({ "keys": keys }).to_string()).unwrap();
    assert!(
        v4.keys().iter().all(|key| !key.verified && key.created_at == "2026-01-02T03:04:05.6Z")
    );
    let stored = v4.keys().iter().map(|key| key.stored.key().clone());
    assert_eq!(stored.collect::<Vec<_>>(), types.map(key));
    let report = parsed(&v4.to_report());
    assert_eq!(report["keys"].as_array().unwrap().len(), 3);
    assert_eq!(report["unknown"], json!([]));
    let refused = |key_type, time| AgentKey::unverified(&key(key_type), time).unwrap_err().code();
    assert_eq!(refused(KeyType::P256, "2026-01-02T03:04:05Z"), "ERR_KEY_UNSUPPORTED");
    assert_eq!(refused(KeyType::Ed25519, "2026"), "ERR_METADATA_MALFORMED");
}

proptest! {
    #[test]
    fn nothing_becomes_verified(flags in prop::collection::vec(any::<bool>(), 2), allow: bool) {
        let mut value = base();
        for (index, flag) in flags.iter().enumerate() {
            value["keys"][index]["verified"] = (*flag).into();
        }
        let v4 = V4::from_json(&value.to_string()).unwrap();
        if let Ok(converted) = to_v1(v4, Primary::Verified, allow) {
            let back = to_v4(converted.metadata.clone(), true).unwrap().metadata;
            prop_assert!(back.keys().iter().all(|key| !key.verified));
            prop_assert!(allow || converted.lost.is_empty());
        }
    }

    #[test]
    fn reading_metadata_never_panics(text in ".{0,200}") {
        let _ = V1::from_json(&text);
        let _ = V4::from_json(&text);
    }
}
