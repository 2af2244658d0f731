//! Strict JSON and JCS, black box.

use std::fs;

use countersign_core::Error;
use countersign_core::encoding::document::{Document, MAX_BYTES, Numbers};
use countersign_core::encoding::{hex, jcs};
use countersign_testkit::vector_path;
use proptest::prelude::*;
use serde_json::{Map, Value};

fn canonical(text: &[u8]) -> Result<String, &'static str> {
    jcs::canonicalize_text(text, Numbers::Exact).map_err(|error| error.code())
}

/// The canonical text of a value, integers that no double carries among them.
fn canonical_of(value: &Value) -> String {
    jcs::canonicalize_text(value.to_string().as_bytes(), Numbers::Integers64).unwrap()
}

fn read(text: &[u8]) -> Result<(), Error> {
    Document::read(text, Numbers::Exact).map(drop)
}

fn files(folder: &str) -> Vec<std::path::PathBuf> {
    let mut found: Vec<_> =
        fs::read_dir(vector_path(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

#[test]
fn canonicalizes_the_cyberphone_files() {
    for input in files("jcs/cyberphone/input") {
        let name = input.file_name().unwrap().to_str().unwrap();
        let output = vector_path("jcs/cyberphone/output").join(name);
        let got = canonical(&fs::read(&input).unwrap()).unwrap();
        assert_eq!(got, fs::read_to_string(output).unwrap(), "{name}");
    }
}

#[test]
fn spells_the_es6_numbers() {
    let text = fs::read_to_string(vector_path("jcs/es6_numbers_1-1000.txt")).unwrap();
    assert_eq!(text.lines().count(), 1000);
    for line in text.lines() {
        let (bits, want) = line.split_once(',').unwrap();
        let double = f64::from_bits(u64::from_str_radix(bits, 16).unwrap());
        assert_eq!(canonical_of(&Value::from(double)), want, "{line}");
        assert_eq!(jcs::canonicalize_text(want.as_bytes(), Numbers::Doubles).unwrap(), want);
    }
}

#[test]
fn follows_the_a2a_cases() {
    let mut cases = 0;
    for file in files("a2a-cards/a2a-jcs-v01").iter().flat_map(|dir| fs::read_dir(dir).unwrap()) {
        let text = fs::read(file.unwrap().path()).unwrap();
        let case: Value = serde_json::from_slice(&text).unwrap();
        // Carrying `signatures` is a fault of a card, not of JSON.
        if case["id"] != "A2-REJECT-004" {
            a2a_case(&case);
            cases += 1;
        }
    }
    assert_eq!(cases, 22);
}

fn a2a_case(case: &Value) {
    let id = &case["id"];
    if case["disposition"] == "MUST-REJECT" {
        assert!(read(case["input_raw"].as_str().unwrap().as_bytes()).is_err(), "{id}");
        return;
    }
    let mut input = case["input"].clone();
    input.as_object_mut().unwrap().remove("signatures");
    let got = hex::encode(canonical_of(&input).as_bytes());
    assert_eq!(got, case["expected"]["canonical_utf8_hex"].as_str().unwrap(), "{id}");
}

#[test]
fn refuses() {
    let deep = |depth: usize| [b"[".repeat(depth), b"]".repeat(depth)].concat();
    let large = [b"\"".to_vec(), vec![b'a'; MAX_BYTES - 1], b"\"".to_vec()].concat();
    let rows: &[(&str, &[u8], &str)] = &[
        ("empty", b"", "ERR_JSON_MALFORMED"),
        ("blank", b" ", "ERR_JSON_MALFORMED"),
        ("size", &large, "ERR_JSON_SIZE"),
        ("byte order mark", b"\xef\xbb\xbf{}", "ERR_JSON_BOM"),
        ("UTF-8: overlong", b"\"\xc0\xaf\"", "ERR_JSON_UTF8"),
        ("UTF-8: surrogate", b"\"\xed\xa0\x80\"", "ERR_JSON_UTF8"),
        ("UTF-8: cut", b"\"\xe2\x82", "ERR_JSON_UTF8"),
        ("depth of arrays", &deep(65), "ERR_JSON_DEPTH"),
        ("depth, unclosed", &b"[".repeat(100_000), "ERR_JSON_DEPTH"),
        ("depth of objects", &br#"{"a":"#.repeat(65), "ERR_JSON_DEPTH"),
        ("high surrogate alone", br#""\ud800""#, "ERR_JSON_SURROGATE"),
        ("low surrogate alone", br#""\udc00""#, "ERR_JSON_SURROGATE"),
        ("surrogates swapped", br#""\udc00\ud800""#, "ERR_JSON_SURROGATE"),
        ("high surrogate, then text", br#""\ud800x""#, "ERR_JSON_SURROGATE"),
        ("high surrogate, then backslash", br#""\ud800\\udc00""#, "ERR_JSON_SURROGATE"),
        ("surrogate in a name", br#"{"\uD800":1}"#, "ERR_JSON_SURROGATE"),
        ("2^53", b"9007199254740992", "ERR_JSON_NUMBER"),
        ("-2^53", b"[-9007199254740992]", "ERR_JSON_NUMBER"),
        ("2^53 + 1", br#"{"n":9007199254740993}"#, "ERR_JSON_NUMBER"),
        ("2^64", b"18446744073709551616", "ERR_JSON_NUMBER"),
        ("overflow", b"1e400", "ERR_JSON_NUMBER"),
        ("underflow", b"1e-400", "ERR_JSON_NUMBER"),
        ("18 digits", b"0.123456789012345678", "ERR_JSON_NUMBER"),
        ("duplicate", br#"{"a":1,"a":1}"#, "ERR_JSON_DUPLICATE"),
        ("duplicate, escaped", br#"{"a":1,"\u0061":2}"#, "ERR_JSON_DUPLICATE"),
        ("duplicate, deep", br#"[{"x":{"":0,"b":1,"":0}}]"#, "ERR_JSON_DUPLICATE"),
        ("duplicate __proto__", br#"{"__proto__":1,"__proto__":1}"#, "ERR_JSON_DUPLICATE"),
        ("trailing text", b"{} x", "ERR_JSON_TRAILING"),
        ("trailing value", b"{}{}", "ERR_JSON_TRAILING"),
        ("trailing NUL", b"{}\0", "ERR_JSON_TRAILING"),
        ("trailing comma", b"[1,]", "ERR_JSON_MALFORMED"),
        ("comment", b"{}//", "ERR_JSON_TRAILING"),
        ("NaN", b"NaN", "ERR_JSON_MALFORMED"),
        ("Infinity", b"-Infinity", "ERR_JSON_MALFORMED"),
        ("leading zero", b"[01]", "ERR_JSON_MALFORMED"),
        ("plus", b"+1", "ERR_JSON_MALFORMED"),
        ("bare point", b"[1.]", "ERR_JSON_MALFORMED"),
        ("number of two points", b"[1.2.3]", "ERR_JSON_MALFORMED"),
        ("control character", b"\"\n\"", "ERR_JSON_MALFORMED"),
        ("unknown escape", br#""\x41""#, "ERR_JSON_MALFORMED"),
        ("escape cut", br#""\u12"#, "ERR_JSON_MALFORMED"),
        ("single quotes", b"{'a':1}", "ERR_JSON_MALFORMED"),
        ("name without quotes", b"{a:1}", "ERR_JSON_MALFORMED"),
        ("string not closed", br#"{"a"#, "ERR_JSON_MALFORMED"),
    ];
    for (name, text, code) in rows {
        assert_eq!(read(text).map_err(|error| error.code()), Err(*code), "{name}");
    }
}

#[test]
fn accepts_the_edges() {
    let deep = [b"[".repeat(64), b"]".repeat(64)].concat();
    let large = [b"\"".to_vec(), vec![b'a'; MAX_BYTES - 2], b"\"".to_vec()].concat();
    let rows: &[(&str, &[u8])] = &[
        ("64 deep", &deep),
        ("1 MiB", &large),
        ("2^53 - 1", b"9007199254740991"),
        ("-(2^53 - 1)", b"-9007199254740991"),
        ("a double over the integers", b"1e20"),
        ("17 digits", b"333333333.33333329"),
        ("zeros do not count", b"0.000000000000000000000000001"),
        ("zero with an exponent", b"-0.0e-999"),
        ("white space", b" \t\r\n{} \n"),
        ("surrogate pair", br#""\ud83d\ude02""#),
        ("escaped backslash before u", br#""\\ud800""#),
        ("digits and brackets in a string", br#""[[99999999999999999999{""#),
    ];
    for (name, text) in rows {
        assert_eq!(read(text), Ok(()), "{name}");
    }
}

#[test]
fn names_the_place() {
    let place = |text: &str| {
        let error = read(text.as_bytes()).unwrap_err();
        (error.code(), error.datum("at").cloned())
    };
    let at = |code, byte: usize| (code, Some(byte.into()));
    assert_eq!(place("{\n \"é\": 1,\n \"é\": 2}"), at("ERR_JSON_DUPLICATE", 16));
    assert_eq!(place(r#"{"n": 9007199254740993}"#), at("ERR_JSON_NUMBER", 6));
    assert_eq!(place(r#"["é\ud800"]"#), at("ERR_JSON_SURROGATE", 4));
    assert_eq!(place("{}\n x"), at("ERR_JSON_TRAILING", 4));
}

#[test]
fn doubles_are_read_as_ecmascript_spells_them() {
    let read = |text: &str| Document::read(text.as_bytes(), Numbers::Doubles).map(drop);
    for text in ["9007199254740992", "-18014398509481984", "295147905179352830000"] {
        assert!(read(text).is_ok(), "{text}");
    }
    for text in ["9007199254740993", "18446744073709551615", "1000000000000000000000"] {
        assert_eq!(read(text).unwrap_err().code(), "ERR_JSON_NUMBER", "{text}");
    }
}

#[test]
fn an_object_is_asked_for() {
    let read = |text| Document::read_object(text, Numbers::Exact).map(drop);
    assert_eq!(read(b"{}"), Ok(()));
    assert_eq!(read(b"[]").unwrap_err().code(), "ERR_JSON_NOT_OBJECT");
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-(1_i64 << 53) + 1..1_i64 << 53).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// U+FFFF is before U+10000 in UTF-8, and after it in UTF-16.
#[test]
fn members_are_sorted_by_utf16() {
    let text =
        "{\"\u{ffff}\":1,\"\u{10000}\":2,\"a\":{\"\u{fb33}\":[],\"\u{1f600}\":\"\\u001f\u{7f}\"}}";
    let want =
        "{\"a\":{\"\u{1f600}\":\"\\u001f\u{7f}\",\"\u{fb33}\":[]},\"\u{10000}\":2,\"\u{ffff}\":1}";
    assert_eq!(jcs::canonicalize_text(text.as_bytes(), Numbers::Exact).unwrap(), want);
}

proptest! {
    /// Another writer of JCS gives the same, integers that no double carries among them.
    #[test]
    fn canonical_text_is_that_of_another_writer(
        value in values(), signed: i64, unsigned: u64, control in "[\\x00-\\x7f\u{fff0}-\u{10010}]{0,12}",
    ) {
        let value = serde_json::json!([value, signed, unsigned, { control: -0.0 }]);
        prop_assert_eq!(canonical_of(&value), serde_json_canonicalizer::to_string(&value).unwrap());
    }

    #[test]
    fn canonical_text_is_stable(value in values()) {
        let once = canonical_of(&value);
        let again = jcs::canonicalize_text(once.as_bytes(), Numbers::Doubles);
        prop_assert_eq!(again, Ok(once));
    }

    #[test]
    fn what_is_printed_is_read(value in values()) {
        let printed = serde_json::to_vec(&value).unwrap();
        prop_assert_eq!(read(&printed), Ok(()));
    }

    #[test]
    fn no_text_panics(text: Vec<u8>) {
        let _ = read(&text);
    }
}
