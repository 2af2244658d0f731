//! Structured fields: the public vectors, what is refused, and a property.

use countersign_core::{
    Error,
    hazmat::structured_fields::{Kind, MAX_BYTES, parse_to_json, read_unique, serialize_json},
};
use countersign_testkit::vectors;
use proptest::prelude::*;
use serde_json::{Value, json};

const FILES: [&str; 10] = [
    "binary",
    "boolean",
    "date",
    "dictionary",
    "display-string",
    "examples",
    "list",
    "number",
    "param-dict",
    "string",
];

#[test]
fn vectors_hold() {
    for file in FILES {
        let cases: Value = vectors(&format!("structured-fields/{file}.json"));
        for case in cases.as_array().unwrap() {
            let lines: Vec<&str> =
                case["raw"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
            let kind: Kind = case["header_type"].as_str().unwrap().parse().unwrap();
            let parsed = parse_to_json(kind, &lines.join(", "));
            let name = case["name"].as_str().unwrap();
            if case["must_fail"] == true {
                assert!(parsed.is_err(), "{name}");
                continue;
            }
            if parsed.is_err() && case["can_fail"] == true {
                continue;
            }
            let want = match case.get("canonical") {
                Some(lines) => lines.get(0).map_or("", |line| line.as_str().unwrap()).to_owned(),
                None => lines.join(", "),
            };
            assert_eq!(serialize_json(kind, &parsed.expect(name)).unwrap(), want, "{name}");
        }
    }
}

#[test]
fn refusals() {
    let malformed = |at| Err(Error::StructuredFieldMalformed(at));
    for (kind, text, want) in [
        (Kind::Item, "", malformed(0)),
        (Kind::Item, "1 2", malformed(2)),
        (Kind::Item, "\u{fc}", malformed(0)),
        (Kind::Dictionary, "sig1=:", malformed(6)),
        (Kind::Dictionary, "A=1", malformed(0)),
        (Kind::List, "1,", malformed(1)),
        (Kind::List, "((1))", malformed(1)),
        (Kind::List, "1\r\n, 2", malformed(1)),
    ] {
        assert_eq!(parse_to_json(kind, text), want, "{text:?}");
    }
    let limit = Err(Error::LimitExceeded("length of a structured field", MAX_BYTES));
    assert_eq!(parse_to_json(Kind::Item, &"a".repeat(MAX_BYTES + 1)), limit);
}

#[test]
fn values_that_no_field_carries() {
    for bare in [
        json!({ "type": "integer", "value": 1_000_000_000_000_000_u64 }),
        json!({ "type": "integer", "value": 1.5 }),
        json!({ "type": "decimal", "value": 1e12 }),
        json!({ "type": "string", "value": "a\nb" }),
        json!({ "type": "string", "value": "\u{fc}" }),
        json!({ "type": "token", "value": "a b" }),
        json!({ "type": "binary", "value": "AA" }),
        json!({ "type": "boolean", "value": 1 }),
        json!({ "type": "other", "value": 1 }),
        json!({ "value": 1 }),
        json!(1),
    ] {
        assert!(
            serialize_json(Kind::Item, &json!({ "bare": bare }).to_string()).is_err(),
            "{bare}"
        );
    }
    let one = json!({ "bare": { "type": "integer", "value": 1 } });
    for names in [json!(["a", "a"]), json!(["A"]), json!([""])] {
        let pairs: Vec<Value> =
            names.as_array().unwrap().iter().map(|name| json!([name, one])).collect();
        assert!(serialize_json(Kind::Dictionary, &json!(pairs).to_string()).is_err(), "{names}");
    }
}

#[test]
fn a_name_comes_once() {
    assert!(read_unique(b"a=1, b=2;x;y, c=(1;x 2;x);x").is_ok());
    for text in ["a=1, b=2, a=3", "a=1;x;x", "a=(1;x=1;x=1)", "a=();x;x=?0"] {
        let twice = read_unique(text.as_bytes()).err();
        assert_eq!(twice, Some(Error::StructuredFieldDuplicate), "{text}");
    }
}

proptest! {
    #[test]
    fn what_is_read_is_written_and_read(text in "[ -~]{0,40}") {
        for kind in [Kind::Item, Kind::List, Kind::Dictionary] {
            if let Ok(value) = parse_to_json(kind, &text) {
                let written = serialize_json(kind, &value).unwrap();
                prop_assert_eq!(parse_to_json(kind, &written), Ok(value));
            }
        }
    }
}
