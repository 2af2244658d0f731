//! Which text is read and which is refused, and where strings end.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code")]

use super::*;

fn kinds(text: &str) -> Option<Vec<Kind>> {
    Some(read(text).ok()?.iter().map(|token| token.kind).collect())
}

fn canonical_of(text: &str) -> Option<String> {
    changed(text, &[], &[])
}

/// The canonical text without the values at some tokens.
fn without(text: &str, left_out: &[usize]) -> Option<String> {
    changed(text, left_out, &[])
}

/// The canonical text with some changes.
fn changed(text: &str, left_out: &[usize], added: &[(&str, &str)]) -> Option<String> {
    let tokens = read(text).ok()?;
    let order = Order::of(text, &tokens)?;
    let mut marks = vec![false; if left_out.is_empty() { 0 } else { tokens.len() }];
    left_out.iter().for_each(|at| marks[*at] = true);
    let changes = Changes { left_out: &marks, added };
    canonical(text, &tokens, &order, 0, changes, &|_, _| false)
}

#[test]
fn adds_members_where_they_belong() {
    type Row = (&'static str, &'static [(&'static str, &'static str)], &'static str);
    let rows: [Row; 9] = [
        ("{}", &[("a", "1")], r#"{"a":1}"#),
        ("{}", &[("a", "1"), ("b", "[]")], r#"{"a":1,"b":[]}"#),
        (r#"{"b":{"a":0}}"#, &[("a", "1")], r#"{"a":1,"b":{"a":0}}"#),
        (r#"{"b":{"a":0}}"#, &[("c", "1")], r#"{"b":{"a":0},"c":1}"#),
        (r#"{"b":{"a":0}}"#, &[("b", "1")], r#"{"b":1}"#),
        (r#"{"c":3,"a":1}"#, &[("b", "2"), ("c", "4"), ("d", "5")], r#"{"a":1,"b":2,"c":4,"d":5}"#),
        (r#"{"\u0062":0}"#, &[("a", "1"), ("b", "2")], r#"{"a":1,"b":2}"#),
        (r#"{"é":0,"":1}"#, &[("z", "2")], r#"{"":1,"z":2,"é":0}"#),
        (r#"{"\ud83d\ude00":0,"\uffff":1}"#, &[("z", "2")], "{\"z\":2,\"😀\":0,\"\u{ffff}\":1}"),
    ];
    for (text, added, want) in rows {
        assert_eq!(changed(text, &[], added).as_deref(), Some(want), "{text} {added:?}");
    }
    for value in [r#"[{},{"a":1}]"#, "1", r#""a""#, "[]"] {
        assert_eq!(changed(value, &[], &[("b", "2")]).as_deref(), Some(value), "no object");
    }
    let left_out = changed(r#"{"a":1,"c":{"b":2}}"#, &[2], &[("b", "3")]);
    assert_eq!(left_out.as_deref(), Some(r#"{"b":3,"c":{"b":2}}"#));
}

#[test]
fn reads_every_kind() {
    use Kind::*;
    let text = r#" { "a" : [ null , true,false ] , "b\n" : { } , "c" : -1, "d": 1.5e+3 ,"e":[]} "#;
    let want = [
        Object, Plain, Array, Null, True, False, Escaped, Object, Plain, Integer, Plain, Number,
        Plain, Array,
    ];
    assert_eq!(kinds(text).unwrap(), want);
    let tokens = read(text).unwrap();
    assert_eq!(tokens[0].after, 14);
    assert_eq!(tokens[2].after, 6);
    assert_eq!(tokens[1].of(text), "a");
    assert_eq!(tokens[6].string(text).unwrap(), "b\n");
}

#[test]
fn tells_short_integers() {
    let rows = [
        ("0", Kind::Integer),
        ("-1", Kind::Integer),
        ("999999999999999", Kind::Integer),
        ("1000000000000000", Kind::Number),
        ("-0", Kind::Number),
        ("1e0", Kind::Number),
        ("0.0", Kind::Number),
    ];
    for (text, kind) in rows {
        assert_eq!(kinds(text), Some(vec![kind]), "{text}");
    }
}

#[test]
fn finds_the_end_of_plain_text_at_every_place() {
    for length in 0..40 {
        for at in 0..=length {
            for special in [b'"', b'\\', 0, 0x1f] {
                for fill in [b' ', b'!', b'#', b'[', b']', 0x7f, 0x80, 0xff] {
                    let mut bytes = vec![fill; length];
                    bytes.get_mut(at).into_iter().for_each(|byte| *byte = special);
                    assert_eq!(plain(&bytes, 0), at, "{length} {special} {fill}");
                    assert_eq!(plain(&bytes, at), at);
                }
            }
        }
    }
}

#[test]
fn finds_bytes_at_every_place() {
    for length in 0..40 {
        let text = "a".repeat(length);
        assert_eq!(length_before(&text, *b"<>&b"), length);
        for at in 0..length {
            for wanted in ["<", ">", "&", "b", "<>", "b&"] {
                let text = [&text[..at], &text[at + 1..]].join(wanted);
                assert_eq!(length_before(&text, *b"<>&b"), at, "{text}");
            }
        }
    }
}

#[test]
fn gives_up() {
    let deep = "[".repeat(65) + &"]".repeat(65);
    let rows = [
        "",
        " ",
        "{",
        "}",
        "[",
        "]",
        "[1",
        "[1,]",
        "[,1]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{1:1}",
        "[1}",
        "{\"a\":1]",
        "1 1",
        "{}{}",
        "tru",
        "nul",
        "falsy",
        "01",
        "-",
        "-01",
        "1.",
        ".5",
        "1e",
        "1e+",
        "+1",
        "\"",
        "\"a",
        "\"\n\"",
        r#""\x""#,
        r#""\u12"#,
        r#""\u12g4""#,
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\u0041""#,
        "'a'",
        "NaN",
        "{}\0",
        &deep,
    ];
    for text in rows {
        assert!(read(text).is_err(), "{text}");
    }
    let deepest = "[".repeat(64) + &"]".repeat(64);
    assert_eq!(read(&deepest).unwrap().len(), 64);
}

#[test]
fn writes_the_canonical_form() {
    let rows = [
        (r#"{ "b" : 1 , "a" : [ true , null ] }"#, Some(r#"{"a":[true,null],"b":1}"#)),
        (
            r#"{"abcdefghi":1,"abcdefgh":2,"abcdefg":3}"#,
            Some(r#"{"abcdefg":3,"abcdefgh":2,"abcdefghi":1}"#),
        ),
        (r#"{"":1,"é":2,"z":3}"#, Some(r#"{"":1,"z":3,"é":2}"#)),
        (
            r#""\u0041\/\n\u000a\u001f\u007f\u00e9\ud83d\ude02\"\\""#,
            Some("\"A/\\n\\n\\u001f\u{7f}é😂\\\"\\\\\""),
        ),
        (r#"{"a":{"c":1,"b":2},"A":0}"#, Some(r#"{"A":0,"a":{"b":2,"c":1}}"#)),
        (r#"{"a":1,"b":1,"a":1}"#, None),
        (r#"[{"":1,"":1}]"#, None),
        (r#"{"a":1,"\u0061":1}"#, None),
        ("{\"\u{10000}\":1,\"\\ud800\\udc00\":1}", None),
        ("1.5", None),
    ];
    for (text, want) in rows {
        assert_eq!(canonical_of(text).as_deref(), want, "{text}");
    }
}

/// With and without blanks, and with what must be written anew in one place.
#[test]
fn text_that_is_canonical_stays() {
    let rows = ["[]", "{}", "1", "null", "\"a\"", "[[],{}]", r#"{"a":[1,"b",{"c":null}],"b":{}}"#];
    for text in rows {
        assert_eq!(canonical_of(text).unwrap(), text);
        assert_eq!(canonical_of(&format!(" {text}")).unwrap(), text);
        assert_eq!(canonical_of(&format!("{text}\n")).unwrap(), text);
        assert_eq!(canonical_of(&format!("[{text} ,true]")).unwrap(), format!("[{text},true]"));
        let escaped = format!(r#"[{text},"\/"]"#);
        assert_eq!(canonical_of(&escaped).unwrap(), format!(r#"[{text},"/"]"#));
    }
}

#[test]
fn leaves_out_members_and_items() {
    let text = r#"{"b":1,"a":[1,2,{"b":2,"a":3}]}"#;
    let rows = [
        (&[][..], r#"{"a":[1,2,{"a":3,"b":2}],"b":1}"#),
        (&[2], r#"{"a":[1,2,{"a":3,"b":2}]}"#),
        (&[4], r#"{"b":1}"#),
        (&[5, 9], r#"{"a":[2,{"a":3}],"b":1}"#),
        (&[5, 6, 7], r#"{"a":[],"b":1}"#),
        (&[9, 11], r#"{"a":[1,2,{}],"b":1}"#),
    ];
    for (left_out, want) in rows {
        assert_eq!(without(text, left_out).unwrap(), want, "{left_out:?}");
    }
}

/// U+10000 is D800 DC00 in UTF-16, and so before U+FFF0.
#[test]
fn sorts_names_by_code_units() {
    let text = "{\"\u{fff0}\":1,\"b\":{\"c\":0},\"\u{10000}\":2,\"\\u0061\":3}";
    let want = "{\"a\":3,\"b\":{\"c\":0},\"\u{10000}\":2,\"\u{fff0}\":1}";
    assert_eq!(canonical_of(text).unwrap(), want);
}

#[test]
fn says_where_it_gave_up() {
    let rows = [
        ("", 0, false),
        ("  ", 2, false),
        ("{} x", 3, true),
        ("1 1", 2, true),
        ("[1,]", 3, false),
        ("[1}", 2, false),
        ("{\"a\" 1}", 5, false),
        ("{\"a\":1,", 7, false),
        ("[1.x]", 3, false),
        ("\"a\n\"", 2, false),
        ("[tru]", 1, false),
    ];
    for (text, at, is_trailing) in rows {
        let refused = read(text).unwrap_err();
        assert_eq!((refused.at, refused.is_trailing), (at, is_trailing), "{text}");
    }
}

#[test]
fn keeps_what_stands_before_a_refusal() {
    let refused = read(r#"{"a":[1,{"b":x}]}"#).unwrap_err();
    let seen: Vec<_> = refused.tokens.iter().map(|token| (token.kind, token.after)).collect();
    let want = [(Kind::Object, 6), (Kind::Plain, 2), (Kind::Array, 6), (Kind::Integer, 4)];
    assert_eq!(seen[..4], want);
    assert_eq!(seen[4..], [(Kind::Object, 6), (Kind::Plain, 6)]);
}
