//! Documents: what is in them is found by name and place, and is what a tree of values has.

use countersign_core::encoding::document::{Document, Numbers};
use proptest::prelude::*;
use serde_json::Value;

/// The canonical text of a value, by another writer.
fn canonical_of(value: &Value) -> String {
    serde_json_canonicalizer::to_string(value).unwrap()
}

fn read(text: &str) -> Document<'_> {
    Document::read(text.as_bytes(), Numbers::Exact).unwrap()
}

#[test]
fn members_are_found_by_what_their_names_say() {
    let document = read(r#"{"b":1,"\u0061":"x\ny","c":[true,"z",{}],"":null}"#);
    let root = document.root();
    assert!(root.has("a") && root.has("") && !root.has("d"));
    assert_eq!(root.get("a").unwrap().as_str().unwrap(), "x\ny");
    assert!(root.get("a").unwrap().says("x\ny"));
    assert_eq!(root.get("b").unwrap().as_str(), None);
    let names: Vec<_> = root.members().map(|(name, _)| name.as_str().unwrap()).collect();
    assert_eq!(names, ["", "a", "b", "c"]);
    let items: Vec<_> =
        root.get("c").unwrap().items().map(|item| item.canonical().unwrap()).collect();
    assert_eq!(items, ["true", "\"z\"", "{}"]);
}

#[test]
fn a_value_has_members_or_items_only_if_it_is_of_that_kind() {
    let document = read(r#"{"list":[1],"none":[],"text":"t","object":{"a":1},"empty":{}}"#);
    let rows = [
        ("list", 1, 0, false),
        ("none", 0, 0, true),
        ("text", 0, 0, false),
        ("object", 0, 1, false),
        ("empty", 0, 0, true),
    ];
    for (name, items, members, is_empty) in rows {
        let node = document.root().get(name).unwrap();
        let found = (node.items().count(), node.members().count(), node.is_empty());
        assert_eq!(found, (items, members, is_empty), "{name}");
    }
    // Names of an object that is out of order are linked, and have no members all the same.
    let document = read(r#"{"b":1,"a":2}"#);
    let members: Vec<_> = document.root().members().collect();
    assert_eq!(members.len(), 2);
    assert!(members.iter().all(|(name, _)| name.members().next().is_none()));
}

#[test]
fn a_text_that_is_refused_makes_no_document() {
    let rows: [(&[u8], &str); 8] = [
        (b"\xef\xbb\xbf{}", "ERR_JSON_BOM"),
        (b"\"\xff\"", "ERR_JSON_UTF8"),
        (br#""\ud800""#, "ERR_JSON_SURROGATE"),
        (b"9007199254740993", "ERR_JSON_NUMBER"),
        (br#"{"a":1,"b":{"\u0063":1,"c":2}}"#, "ERR_JSON_DUPLICATE"),
        (b"{} {}", "ERR_JSON_TRAILING"),
        (b"[1,]", "ERR_JSON_MALFORMED"),
        (&[b'['; 65], "ERR_JSON_DEPTH"),
    ];
    for (text, code) in rows {
        let refused = Document::read(text, Numbers::Exact).unwrap_err();
        assert_eq!(refused.code(), code);
    }
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-9_007_199_254_740_991_i64..9_007_199_254_740_991).prop_map(Value::from),
        (-1e9..1e9).prop_map(Value::from),
        "[a-c\"\\\\\u{1}é\u{fff0}\u{10000}]{0,4}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 48, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-c\u{fff0}\u{10000}\n]{0,9}", inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    /// The members of every object are those of its tree, in the order of canonical text.
    #[test]
    fn a_document_is_its_tree(value in values()) {
        let text = value.to_string();
        let document = read(&text);
        let canonical = canonical_of(&value);
        prop_assert_eq!(document.canonical().unwrap(), canonical.clone());
        for (name, member) in document.root().members() {
            let own = value.get(name.as_str().unwrap()).unwrap();
            prop_assert_eq!(member.canonical().unwrap(), canonical_of(own));
        }
        let again = Document::read(canonical.as_bytes(), Numbers::Doubles).unwrap();
        prop_assert_eq!(again.canonical().unwrap(), canonical);
    }
}
