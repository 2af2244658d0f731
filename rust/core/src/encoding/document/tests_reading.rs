//! The reader against `serde_json`: the same values and refusals, the same canonical text.
#![allow(clippy::unwrap_used, reason = "test code")]

use proptest::prelude::*;
use serde_json::Value;

use super::*;

const ALL: [Numbers; 4] =
    [Numbers::Exact, Numbers::Reprinted, Numbers::Doubles, Numbers::Integers64];

/// Code and place of a refusal; the code alone where the oracle's place is that of the colon, or of the line's end.
fn reason<T>(read: Result<T, Error>) -> Option<Error> {
    match read.err()? {
        error if error.is("ERR_JSON_MALFORMED") => Some(Error::JsonMalformed(0)),
        error if error.is("ERR_JSON_DUPLICATE") => Some(Error::JsonDuplicate(0)),
        error => Some(error),
    }
}

/// The canonical text of a value, by another writer.
fn canonical(value: &Value) -> String {
    serde_json_canonicalizer::to_string(value).unwrap()
}

fn canonical_text(text: &str, numbers: Numbers) -> Result<String, Error> {
    Document::read(text.as_bytes(), numbers)?.canonical()
}

/// Checks that both readers take the same texts, read them alike, and that what they read is written alike.
fn agrees(text: &str, numbers: Numbers) {
    let (ours, theirs) = (Document::read(text.as_bytes(), numbers), oracle::read(text, numbers));
    let alike = |(ours, theirs): (&Document<'_>, &Value)| {
        oracle::is_alike(ours.root(), theirs) && ours.canonical() == Ok(canonical(theirs))
    };
    let both = ours.as_ref().ok().zip(theirs.as_ref().ok());
    assert_eq!(both.is_some_and(alike), ours.is_ok(), "{text}");
    assert_eq!(reason(ours), reason(theirs), "{text}");
}

#[test]
fn numbers_are_the_same() {
    let rows = [
        "0",
        "-0",
        "-0.0",
        "1",
        "-1",
        "999999999999999",
        "9007199254740991",
        "-9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "1e20",
        "1E+2",
        "1e-7",
        "0.1",
        "1.10",
        "1e400",
        "1e-400",
        "0.123456789012345678",
        "333333333.33333329",
        "5e-324",
        "123456789012345e0",
        "1e21",
    ];
    for text in rows {
        for numbers in ALL {
            agrees(text, numbers);
            agrees(&format!(r#"{{"n":[{text} , {text}]}}"#), numbers);
        }
    }
    agrees("[1.5,-0,1e21]", Numbers::Exact);
}

/// What is taken as [`Numbers::Reprinted`] is taken again as it is printed, and all else that is exact is not.
#[test]
fn what_is_printed_is_read_again() {
    let exact =
        ["0", "-0", "1.0", "1e20", "-1e20", "9007199254740992.0", "9007199254740991.0", "1e21"];
    for text in exact.map(|number| format!(r#"{{"n":{number}}}"#)) {
        let printed = canonical_text(&text, Numbers::Exact).unwrap();
        let read_again = canonical_text(&printed, Numbers::Exact);
        let reprinted = canonical_text(&text, Numbers::Reprinted);
        assert_eq!(reprinted.ok(), read_again.ok(), "{text}");
    }
}

#[test]
fn an_ordinary_document() {
    let text = r#"{"b":"A\n","a":{"é":[1,2.5,null,true,{}],"":""}}"#;
    for numbers in ALL {
        agrees(text, numbers);
    }
}

/// A duplicate among many members is found, and takes no time that grows with their square.
#[test]
fn many_members() {
    let member = |number: usize| format!("\"{number:05}\":0");
    let mut members: Vec<String> = (0..100_000).rev().map(member).collect();
    let text = |members: &[String]| format!("{{{}}}", members.join(","));
    let read = |members: &[String]| canonical_text(&text(members), Numbers::Exact);
    assert!(read(&members).is_ok());
    members.push(member(50_000));
    assert_eq!(read(&members).unwrap_err().code(), "ERR_JSON_DUPLICATE");
}

#[test]
fn a_long_string_of_escapes() {
    let text = format!("\"{}\"", "\\n".repeat(500_000));
    agrees(&text, Numbers::Exact);
}

/// Text that is JSON, or nearly: names that come twice, escapes, blanks, a piece cut out.
fn texts() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        Just("\"a\"".to_owned()),
        Just("\"\\u0061\"".to_owned()),
        "\"[a-c]{0,10}\"",
        "\"[\u{fff0}-\u{1000f}é]{0,3}\"",
    ];
    let string = prop_oneof![
        name.clone(),
        "\"[ -~]{0,40}\"",
        r#""(\\[nrtbfu"/\\x]|\\u[0-9a-fA-Fd]{4}|\\ud8[0-9]{2}\\udc[0-9]{2}|[a-zé\u{1f600}]){0,8}""#,
    ];
    let number =
        prop_oneof!["-?[0-9]{1,21}", "-?[0-9]{1,3}(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?"];
    let other = prop_oneof![Just("null"), Just("true"), Just("false"), Just("[]"), Just("{}")];
    let leaf = prop_oneof![string, number, other.prop_map(str::to_owned)];
    let blank = "[ \n\t\r]{0,2}";
    leaf.prop_recursive(4, 40, 5, move |inner| {
        let member =
            (name.clone(), blank, inner.clone()).prop_map(|(n, b, v)| format!("{n}{b}:{b}{v}"));
        prop_oneof![
            (prop::collection::vec(inner, 0..5), blank)
                .prop_map(|(v, b)| format!("[{b}{}{b}]", v.join(","))),
            (prop::collection::vec(member, 0..5), blank)
                .prop_map(|(v, b)| format!("{{{}{b}}}", v.join(&format!("{b},{b}")))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn both_ways_agree(text in texts(), cut: prop::sample::Index, which in 0..ALL.len()) {
        let numbers = ALL[which];
        agrees(&text, numbers);
        let index = cut.index(text.len());
        if let (Some(before), Some(after)) = (text.get(..index), text.get(index + 1..)) {
            agrees(&format!("{before}{after}"), numbers);
        }
    }

    #[test]
    fn both_ways_agree_on_any_text(text in "[\\[\\]{}:,\"\\\\ 0-9a-fu\n\\-+.eEntruls]{0,30}") {
        agrees(&text, Numbers::Exact);
    }
}
