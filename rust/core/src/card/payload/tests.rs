//! The walk over spans against the walk over values: the same payload, the same refusals.
#![allow(clippy::unwrap_used, reason = "test code")]

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{oracle::Oracle, *};
use crate::card::{self, validate::validate_covered};

const READINGS: [&str; 10] = [
    "default",
    "prune-empty",
    "prune-protojson",
    "served-as-is",
    "descriptor-scope",
    "exclude",
    "reject",
    "tolerate",
    "a2a-sdk",
    "a2a-go",
];

type Covered = Result<(String, Vec<String>), Error>;

fn by_oracle(reading: Reading, card: &Map<String, Value>) -> Covered {
    let mut walk = Oracle::new(reading);
    let signed = walk.card(card)?;
    let text = serde_json_canonicalizer::to_string(&signed).unwrap();
    Ok((text, walk.uncovered()))
}

fn check(text: &str) {
    let Ok(document) = card::parse(text.as_bytes(), false) else { return };
    let tree = serde_json::from_str(text).unwrap();
    let report = validate_covered(&document);
    for name in READINGS {
        let reading = Reading::from_name(name).unwrap();
        let theirs = by_oracle(reading, &tree);
        for ours in [reading.payload(&document), reading.payload_by(&document, &report)] {
            let ours = ours.map(|payload| (payload.text, payload.uncovered));
            assert_eq!(ours, theirs, "{name}: {text}");
        }
    }
    check_unanimous(&document, &tree);
}

/// All readings agree by spans if they agree by values.
fn check_unanimous(document: &Document<'_>, tree: &Map<String, Value>) {
    let by = |name| by_oracle(Reading::from_name(name).unwrap(), tree).map(|covered| covered.0);
    let others = ["prune-empty", "served-as-is", "descriptor-scope", "exclude", "a2a-sdk"];
    let default = by("default");
    let agree = default.is_ok() && others.into_iter().all(|name| by(name) == default);
    let ours = Reading::unanimous(document).map(|payload| payload.text);
    assert_eq!(ours.is_ok(), agree, "{}", document.text());
    assert!(!agree || ours == default);
}

fn whole() -> Value {
    json!({
        "name": "n", "description": "d", "version": "1",
        "supportedInterfaces": [{ "url": "u:u", "protocolBinding": "b", "protocolVersion": "1" }],
        "capabilities": { "streaming": false }, "defaultInputModes": ["a"],
        "defaultOutputModes": ["a"],
        "skills": [{ "id": "i", "name": "n", "description": "d", "tags": ["t"] }],
    })
}

/// What the benchmarks rest on: an ordinary card takes the short way.
#[test]
fn an_ordinary_card_is_walked_once() {
    let text = whole().to_string();
    assert!(!validate_covered(&card::parse(text.as_bytes(), false).unwrap()).differs);
}

#[test]
fn cards_that_readings_take_alike_and_not() {
    let with = |name: &str, value: Value| {
        let mut card = whole();
        card[name] = value;
        card.to_string()
    };
    let rows = [
        (whole().to_string(), true),
        (with("signatures", json!([{}, null])), true),
        (with("signatures", json!([{ "signature": "s" }])), true),
        (with("other", json!(1)), false),
        (with("name", json!("")), false),
        (with("name", Value::Null), false),
        (with("iconUrl", json!("")), false),
        (with("provider", json!({})), false),
        (with("provider", json!({ "url": "u:u" })), false),
        (with("icon_url", json!("u:u")), true),
        (with("capabilities", json!({ "extensions": [{ "required": false }] })), false),
        (with("capabilities", json!({ "extensions": [{ "params": { "a": [[]] } }] })), false),
    ];
    for (text, alike) in rows {
        check(&text);
        let document = card::parse(text.as_bytes(), false).unwrap();
        assert_eq!(Reading::unanimous(&document).is_ok(), alike, "{text}");
        assert!(alike || validate_covered(&document).differs, "{text}");
    }
}

/// Text made of names that the schema knows, so that walks go deep. Only one name is beyond U+FFFF, and none near it:
/// of two unknown members, the one that an error names is the first by code units here, and by bytes in a tree.
fn cards() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "null",
        "true",
        "false",
        "0",
        "1.50",
        "1e20",
        "\"\"",
        "\"a\"",
        "\"\\u0061\\n\"",
        "[]",
        "{}",
    ]);
    let name = prop::sample::select(vec![
        "name",
        "skills",
        "capabilities",
        "extensions",
        "params",
        "required",
        "icon_url",
        "iconUrl",
        "provider",
        "securitySchemes",
        "security_schemes",
        "flows",
        "scopes",
        "oauth2SecurityScheme",
        "clientCredentials",
        "other",
        "signatures",
        "securityRequirements",
        "schemes",
        "list",
        "supportedInterfaces",
        "streaming",
        "tags",
        "na\\u006de",
        "\u{10000}",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(6, 64, 6, move |inner| {
        let member = (name.clone(), inner.clone()).prop_map(|(n, v)| format!("\"{n}\" : {v}"));
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|v| format!("[{}]", v.join(","))),
            prop::collection::vec(member, 0..7).prop_map(|v| format!("{{{}}}", v.join(", "))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn both_walks_agree(text in cards()) {
        check(&text);
    }
}
