//! Validation of cards, and readings.

use countersign_core::card::Reading;
use countersign_testkit::records::document;
use serde_json::{Value, json};

use crate::support::card::{payload_of, plain, validate, with};

#[test]
fn readings_are_named_exactly() {
    let conflict = json!({ "defaults": "prune-empty", "absentRequired": "descriptor-scope" });
    for bad in [
        json!("rule"),
        json!(""),
        json!({ "defaults": "x" }),
        json!({ "axis": "retain" }),
        json!(1),
        conflict,
    ] {
        assert_eq!(
            Reading::from_json(document(&bad).root()).unwrap_err().code(),
            "ERR_CARD_READING",
            "{bad}"
        );
    }
    for name in
        ["default", "a2a-sdk", "a2a-go", "prune-empty", "rule-1-descriptor-scope", "tolerate"]
    {
        let reading = Reading::from_name(name).unwrap();
        assert_eq!(
            Reading::from_json(document(&reading.to_json().parse().unwrap()).root()).unwrap(),
            reading,
            "{name}"
        );
    }
}

#[test]
fn validation_names_each_problem_with_its_path() {
    let scheme = |scheme: Value| with(&json!({ "securitySchemes": { "a/b": scheme } }));
    let cases = [
        ("valid", plain(), vec![]),
        ("null", with(&json!({ "name": null })), vec![("/name", "type")]),
        ("number", with(&json!({ "name": 1 })), vec![("/name", "type")]),
        ("empty list", with(&json!({ "skills": [] })), vec![("/skills", "empty")]),
        (
            "list of numbers",
            with(&json!({ "defaultInputModes": ["a", 1] })),
            vec![("/defaultInputModes/1", "type")],
        ),
        ("relative url", with(&json!({ "iconUrl": "icon.png" })), vec![("/iconUrl", "url")]),
        (
            "proto name",
            with(&json!({ "icon_url": "https://x.example" })),
            vec![("/icon_url", "name")],
        ),
        (
            "two members",
            scheme(
                json!({ "mtlsSecurityScheme": {}, "httpAuthSecurityScheme": { "scheme": "x" } }),
            ),
            vec![("/securitySchemes/a~1b", "one-of")],
        ),
        ("no member", scheme(json!({})), vec![("/securitySchemes/a~1b", "one-of")]),
        (
            "0.3 scheme",
            scheme(json!({ "type": "http" })),
            vec![("/securitySchemes/a~1b", "one-of")],
        ),
        (
            "missing inside",
            scheme(json!({ "httpAuthSecurityScheme": {} })),
            vec![("/securitySchemes/a~1b/httpAuthSecurityScheme/scheme", "missing")],
        ),
        (
            "undeclared scheme",
            with(&json!({ "securityRequirements": [{ "schemes": { "s": { "list": [] } } }] })),
            vec![("/securityRequirements/0/schemes/s", "reference")],
        ),
        (
            "one id twice",
            {
                let skill = &plain()["skills"][0];
                with(&json!({ "skills": [skill, skill] }))
            },
            vec![("/skills/1/id", "duplicate")],
        ),
        ("0.3", json!({ "protocolVersion": "0.3.0" }), vec![("", "version")]),
    ];
    for (name, card, expected) in cases {
        let report = validate(&card);
        let found: Vec<_> = report.problems.iter().map(|p| (p.path.as_str(), p.code)).collect();
        assert_eq!(found, expected, "{name}");
        assert_eq!(
            report.to_json().parse::<Value>().unwrap()["valid"],
            expected.is_empty(),
            "{name}"
        );
    }
}

#[test]
fn reports_are_bounded() {
    let skills = Value::Array(vec![Value::Null; 5000]);
    let mut card = with(&json!({ "skills": skills }));
    for index in 0..300 {
        card[format!("x{index}")] = json!(1);
    }
    let report = validate(&card);
    assert_eq!((report.problems.len(), report.unknown.len()), (100, 100));
    assert!(report.truncated);
    let reading = Reading::from_name("exclude").unwrap();
    let error = payload_of(reading, &card).unwrap_err();
    assert_eq!(error.code(), "ERR_LIMIT_EXCEEDED");
}
