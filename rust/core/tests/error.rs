//! The list of codes is a promise: lines are added, never changed or removed.

#![allow(clippy::panic, reason = "tests")]

use std::collections::BTreeMap;

use countersign_core::{
    Error,
    card::{self, Reading},
    error::{Datum, table},
    fact::State,
    keys::jwk,
};
use countersign_testkit::records::document;
use serde_json::{Value, json};

fn codes() -> Vec<&'static str> {
    table().iter().map(|row| row.code).collect()
}

#[test]
fn codes_are_the_golden_list() {
    let golden: Vec<_> = include_str!("../codes.txt").lines().collect();
    assert_eq!(codes(), golden, "edit rust/core/codes.txt with src/error/*.rs");
}

#[test]
fn codes_are_unique() {
    assert!(codes().is_sorted_by(|a, b| a < b), "a code stands twice");
}

#[test]
fn codes_have_the_one_form() {
    for code in codes() {
        let form = code.starts_with("ERR_")
            && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        assert!(form, "{code}");
    }
}

#[test]
fn data_have_the_names_that_callers_read() {
    let known = ["member", "path", "at", "want", "got", "limit", "reason"];
    for row in table() {
        assert!(row.data.iter().all(|name| known.contains(name)), "{}", row.code);
    }
}

/// A caller who compares a number that is wanted compares it with a number. Of a range, `want` is words.
#[test]
fn data_of_one_name_are_of_one_type() {
    for row in table() {
        let types: BTreeMap<_, _> = row.data.iter().zip(row.types.iter().map(is_number)).collect();
        for (name, is_number) in &types {
            let is_as_promised = match **name {
                "member" | "path" | "reason" => !is_number,
                "at" | "limit" => *is_number,
                _ => true,
            };
            assert!(is_as_promised, "{}: {name}", row.code);
        }
        if let (Some(want), Some(got)) = (types.get(&"want"), types.get(&"got")) {
            assert!(got | !want, "{}: a number is wanted, and a text came", row.code);
        }
    }
}

fn is_number(of_rust: &&str) -> bool {
    match *of_rust {
        "u32" | "u64" | "usize" | "Number" => true,
        "String" | "&'static str" | "Cow<'static, str>" => false,
        other => panic!("{other}: is it a number?"),
    }
}

#[test]
fn messages_show_all_data_and_nothing_else() {
    for row in table() {
        let shown = row.data.iter().all(|name| row.message.contains(&format!("{{{name}}}")));
        assert!(shown, "{}", row.code);
        assert_eq!(row.message.matches('{').count(), row.data.len(), "{}", row.code);
    }
}

#[test]
fn data_stand_in_the_message_and_beside_it() {
    let error = Error::BytesLength("nonce", 12, 11);
    assert_eq!(error.to_string(), "nonce must be 12 bytes, got 11");
    assert_eq!(error.datum("want"), Some(&Datum::Number(12.into())));
    assert_eq!(error.datum("path"), None);
    let read: Value = serde_json::from_str(&error.to_json()).unwrap();
    let message = "nonce must be 12 bytes, got 11";
    assert_eq!(read, json!({ "message": message, "member": "nonce", "want": 12, "got": 11 }));
}

#[test]
fn a_fact_that_failed_has_the_data_beside_its_own_place() {
    let failed = State::Refused { place: 2, error: Error::DidLog(7, "skips an operation") };
    let data = json!({ "at": 7, "reason": "skips an operation" });
    let [failed, bare] = [failed, State::Refused { place: 0, error: Error::SessionOpen }]
        .map(|state| state.to_json().parse::<Value>().unwrap());
    assert_eq!(failed["at"], 2);
    assert_eq!(failed["data"], data);
    assert_eq!(bare.get("data"), None);
}

#[test]
fn errors_are_two_words() {
    assert_eq!(size_of::<Error>(), 2 * size_of::<usize>());
    assert_eq!(size_of::<Result<(), Error>>(), 2 * size_of::<usize>());
}

#[test]
fn an_unsupported_key_says_which_member_and_what_it_holds() {
    let jwk = json!({ "kty": "EC", "crv": "P-192", "x": "", "y": "" });
    let error = jwk::public_from_json(document(&jwk).root()).unwrap_err();
    assert_eq!(error.to_string(), "JWK member crv is \"P-192\", which is not supported");
    let got = |kty: String| {
        let error = jwk::public_from_json(document(&json!({ "kty": kty })).root()).unwrap_err();
        error.datum("got").unwrap().to_string()
    };
    assert_eq!(got("x".repeat(80)), "x".repeat(80));
    assert_eq!(
        got(format!("{}z", "y".repeat(999))),
        format!("{}…{}z", "y".repeat(40), "y".repeat(39))
    );
    assert_eq!(got("a\n\u{1b}b".to_owned()), "a??b");
}

#[test]
fn a_card_that_readings_take_differently_says_where() {
    let rows = [
        (json!({ "securityRequirements": [] }), "/securityRequirements"),
        (json!({ "provider": { "url": "https://a.example", "organization": "" } }), "/provider"),
    ];
    for (card, path) in rows {
        let error = Reading::unanimous(&card::parse(card.to_string().as_bytes(), false).unwrap())
            .unwrap_err();
        let Some(Datum::Text(found)) = error.datum("path") else { panic!("{error}") };
        assert!(found.starts_with(path), "{error}");
    }
}
