//! Components and messages of HTTP signatures: what each gives, and what is none.

use countersign_core::{
    Error,
    http_sig::{Component, Hash, Message, content_digest, verify_content_digest},
};
use countersign_testkit::vectors;
use serde_json::{Value, json};

use crate::support::http_sig::{BODY, read, request, rfc_message};

#[test]
fn the_components_of_the_rfc() {
    let file: Value = vectors("http-signatures/rfc9421_components.json");
    for case in file.as_array().unwrap() {
        let message = read(&rfc_message(&case["message"]));
        for line in case["expected_lines"].as_array().unwrap() {
            let line = line.as_str().unwrap();
            let split = line.find(": ").unwrap();
            let component = Component::parse(&line[..split]).unwrap();
            assert_eq!(message.value(&component).unwrap(), line[split + 2..], "{line}");
        }
    }
}

#[test]
fn what_a_component_gives() {
    let message = read(&json!({ "kind": "request", "method": "OPTIONS", "target": "*",
        "url": "HTTP://[::1]:80?a=%C3%BC+x&b=1&b=2&%22=%0A&bad=%FF",
        "headers": [["A", " one "], ["a", "two\t"], ["D", "k=1, l=(a  b);p, m"], ["L", "x, x"], ["P", "\"s\";p=1;p=2"], ["I", "a=1, a=2"],
            ["Raw", "\u{e9}"]],
        "trailers": [["T", "end"]] }));
    let value = |text: &str| message.value(&Component::parse(text).unwrap());
    for (component, want) in [
        ("@request-target", "*"),
        ("@authority", "[::1]"),
        ("@path", "/"),
        ("@target-uri", "http://[::1]/?a=%C3%BC+x&b=1&b=2&%22=%0A&bad=%FF"),
        ("\"@query-param\";name=\"a\"", "%C3%BC%20x"),
        ("\"@query-param\";name=\"%22\"", "%0A"),
        ("a", "one, two"),
        ("\"a\";bs", ":b25l:, :dHdv:"),
        ("\"d\";sf", "k=1, l=(a b);p, m"),
        ("\"d\";key=\"l\"", "(a b);p"),
        ("\"d\";key=\"m\"", "?1"),
        ("\"raw\";bs", ":6Q==:"),
        ("\"t\";tr", "end"),
    ] {
        assert_eq!(value(component).as_deref(), Ok(want), "{component}");
    }
    for component in ["t", "\"d\";key=\"z\"", "none", "\"@query-param\";name=\"z\""] {
        assert!(
            value(component).is_err_and(|error| error.is("ERR_HTTP_SIG_COMPONENT_MISSING")),
            "{component}"
        );
    }
    for component in [
        "raw",
        "@status",
        "\"l\";sf",
        "\"p\";sf",
        "\"i\";sf",
        "\"@query-param\";name=\"b\"",
        "\"@query-param\";name=\"bad\"",
        "\"@method\";req",
    ] {
        assert!(
            value(component).is_err_and(|error| error.is("ERR_HTTP_SIG_COMPONENT")),
            "{component}"
        );
    }
}

/// It reads as a list too, but which of two names a reader of a dictionary would see was not checked.
#[test]
fn a_field_with_too_many_names_has_no_canonical_form() {
    let names = |count: u32| {
        let names: Vec<String> = (0..count).map(|name| format!("a{name}")).collect();
        names.join(",")
    };
    let value = |field: &str| {
        let message =
            read(&json!({ "kind": "request", "method": "GET", "url": "https://a.example/",
            "headers": [["F", field]] }));
        message.value(&Component::parse("\"f\";sf").unwrap())
    };
    assert!(value(&names(256)).is_ok());
    assert!(value(&names(257)).is_err_and(|error| error.is("ERR_LIMIT_EXCEEDED")));
    // No dictionary, however many names: only the form of a list is left.
    assert!(value(&format!("{},1", names(257))).is_ok());
}

#[test]
fn identifiers_that_are_none() {
    for text in [
        "",
        "@foo",
        "Date",
        "a b",
        "\"a\";x",
        "\"a\";sf=?0",
        "\"a\";sf;bs",
        "\"a\";key=1",
        "\"@method\";sf",
        "\"@query-param\"",
        "\"@method\";name=\"a\"",
        "\"@status\";req",
        "\"a\";name=\"b\"",
        "@signature-params",
    ] {
        assert!(Component::parse(text).is_err(), "{text}");
    }
}

#[test]
fn messages_that_are_none() {
    let with = |name: &str, value: Value| {
        let mut message = request();
        message[name] = value;
        Message::from_json(&message.to_string()).err()
    };
    for (name, value) in [
        ("method", json!("PO ST")),
        ("method", json!("")),
        ("url", json!("/rpc")),
        ("url", json!("ftp://a/")),
        ("url", json!("https://")),
        ("url", json!("https://user@host/")),
        ("url", json!("https://host:port/")),
        ("url", json!("https://host\\@other/")),
        ("url", json!("https://h/a\nb")),
        ("url", json!("https://h/\u{fc}")),
        ("url", json!("https://h/pay#")),
        ("url", json!("https://h/pay#?to=mallory")),
        ("url", json!("https://h#@other/")),
        ("target", json!("/rpc?x=1&y=a%20b#")),
        ("target", json!("/rpc#?x=1&y=a%20b")),
        ("target", json!("https://agent.example/rpc?x=1&y=a%20b#x")),
        ("target", json!("/other")),
        ("target", json!("*")),
        ("headers", json!([["A", "one\r\n two"]])),
        ("headers", json!([["A", "one\nB: two"]])),
        ("headers", json!([["A", "nul\u{0}"]])),
        ("headers", json!([["A", "\u{20ac}"]])),
        ("headers", json!([["A B", "x"]])),
        ("headers", json!([["A:", "x"]])),
        ("headers", json!([["A"]])),
        ("headers", json!({})),
        ("kind", json!("other")),
        ("other", json!(1)),
    ] {
        let error = with(name, value.clone());
        assert!(
            error.as_ref().is_some_and(|error| error.is("ERR_HTTP_SIG_MESSAGE")),
            "{name} {value}: {error:?}"
        );
    }
}

#[test]
fn a_response_answers_a_request_and_nothing_else() {
    let response = || json!({ "kind": "response", "status": 200, "headers": [] });
    let answer = |to: Value| {
        let mut message = response();
        message["request"] = to;
        Message::from_json(&message.to_string()).map(drop)
    };
    answer(request()).unwrap();
    assert!(answer(response()).is_err_and(|error| error.is("ERR_HTTP_SIG_MESSAGE")));
}

#[test]
fn digests() {
    let both =
        format!("{}, {}", content_digest(Hash::Sha256, BODY), content_digest(Hash::Sha512, BODY));
    assert_eq!(verify_content_digest(both.as_bytes(), BODY), Ok(()));
    let one_wrong =
        format!("{}, {}", content_digest(Hash::Sha256, BODY), content_digest(Hash::Sha512, b""));
    for (value, error) in [
        (one_wrong.as_str(), Error::HttpSigDigest),
        ("sha-256=\"x\"", Error::HttpSigDigest),
        ("sha-256=(:AA==:)", Error::HttpSigDigest),
        ("md5=:AA==:", Error::HttpSigDigestUnsupported),
        ("", Error::HttpSigDigestUnsupported),
        ("sha-256=:AA==:, sha-256=:AA==:", Error::StructuredFieldDuplicate),
        ("sha-256=:", Error::StructuredFieldMalformed(9)),
    ] {
        assert_eq!(verify_content_digest(value.as_bytes(), BODY), Err(error), "{value}");
    }
}
