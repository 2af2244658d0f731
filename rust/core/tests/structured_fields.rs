//! Structured fields: the public vectors, what is refused, and a property.

use countersign_core::{
    Error,
    hazmat::structured_fields::{Kind, MAX_BYTES, parse_to_json, read_unique, serialize_json},
};
use countersign_testkit::vectors;
use proptest::prelude::*;
use serde_json::{Value, json};
use sfv::FieldType as _;

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

/// The position of a malformed field, or its canonical form, as the crate `sfv` has it.
fn peer(kind: Kind, text: &str) -> Result<String, Option<usize>> {
    let parser = sfv::Parser::new(text);
    let written = match kind {
        Kind::Item => parser.parse::<sfv::Item>().map(|item| item.serialize()),
        Kind::List => parser.parse::<sfv::List>().map(|list| list.serialize().unwrap_or_default()),
        Kind::Dictionary => {
            parser.parse::<sfv::Dictionary>().map(|all| all.serialize().unwrap_or_default())
        }
    };
    written.map_err(|error| error.index())
}

/// Compares one text with `sfv`. Of base64 that is wrong, this reader names where it begins.
fn compare(text: &str) {
    for kind in [Kind::Item, Kind::List, Kind::Dictionary] {
        let ours = parse_to_json(kind, text).map(|value| serialize_json(kind, &value).unwrap());
        match (ours, peer(kind, text)) {
            (Err(ours), Err(theirs)) => {
                let is_binary = |at| text.as_bytes().get(at - 1) == Some(&b':');
                let mut places = (1..=text.len()).filter(|at| is_binary(*at)).chain(theirs);
                assert!(places.any(|at| ours == Error::StructuredFieldMalformed(at)), "{text:?}");
            }
            (ours, theirs) => assert_eq!(ours.ok(), theirs.ok(), "{text:?}"),
        }
    }
}

#[test]
fn fields_at_the_edges_are_read_as_by_another_reader() {
    for text in [
        "",
        " ",
        "1,",
        "1 , 2",
        "1\t,\t2",
        "\t1",
        "a, b;c=1;c=2, a=3;x",
        "(1  2 );a;b=?0, ()",
        "(1",
        "(1\t2)",
        "(",
        "()1",
        "-",
        "-0",
        "-0.0",
        "1.",
        "1.5",
        "1.25",
        "1.125",
        "1.1250",
        "1.1.1",
        "999999999999999",
        "1234567890123456",
        "123456789012.1",
        "1234567890123.1",
        "1234567890123456.1",
        "0001",
        "@1",
        "@-1",
        "@1.5",
        "@",
        "?",
        "?2",
        "?1?",
        "\"",
        "\"a",
        "\"a\\\"",
        "\"a\\",
        "\"a\\b\"",
        "\"\\\\\"",
        "\"\u{7f}\"",
        "\"\u{fc}\"",
        "%",
        "%\"",
        "%\"%\"",
        "%\"%4\"",
        "%\"%4A\"",
        "%\"%4a\"",
        "%\"a%c3%bc\"",
        "%\"a%c3b\"",
        "%\"%ff\"",
        ":",
        "::",
        ":AA:",
        ":AA==:",
        ":AA=:",
        ":AA===:",
        ":AAA:",
        ":AAA==:",
        ":A:",
        ":AAAA=:",
        ":AB==:",
        ":/+==:",
        ":A A:",
        ":=:",
        ":AAAAA:",
        ":-_==:",
        ":\u{fc}:",
        "*",
        "*a:/#",
        "a;b",
        "a; b",
        "a ;b",
        "a;B",
        "a;;",
        "a;b=",
        "A=1",
        "a=",
        "a=(1 2);x, b",
        "a,, b",
        "_a=1",
        "a_-.*1=1",
        "1a",
        "a\"b\"",
    ] {
        compare(text);
    }
}

#[test]
fn names_are_bounded() {
    let names = |count: u32| (0..count).map(|name| format!("a{name}")).collect::<Vec<_>>();
    let limit = |most| Some(Error::LimitExceeded("names in a structured field", most));
    assert!(parse_to_json(Kind::Dictionary, &names(1024).join(",")).is_ok());
    assert_eq!(parse_to_json(Kind::Dictionary, &names(1025).join(",")).err(), limit(1024));
    assert_eq!(
        parse_to_json(Kind::Item, &format!("1;{}", names(1025).join(";"))).err(),
        limit(1024)
    );
    assert!(read_unique(names(256).join(",").as_bytes()).is_ok());
    assert_eq!(read_unique(names(257).join(",").as_bytes()).err(), limit(256));
    let one = json!({ "bare": { "type": "integer", "value": 1 } });
    let pairs: Vec<Value> = names(1025).iter().map(|name| json!([name, one])).collect();
    assert_eq!(serialize_json(Kind::Dictionary, &json!(pairs).to_string()).err(), limit(1024));
}

proptest! {
    #[test]
    fn what_another_reader_reads_is_read(text in r#"([a-c*]=?|[0-2]{1,14}|[;,.()"@?%:=\\ -]|:[A-D/+]{0,5}={0,3}:|"[ab\\"]{0,3}"|%"(%[0-9a-f]{2}|a){0,3}"){0,12}"#) {
        compare(&text);
    }

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
