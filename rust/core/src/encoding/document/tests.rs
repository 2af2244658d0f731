//! Canonical text with changes, and texts that are kept, beside trees of values.
#![allow(clippy::unwrap_used, reason = "test code")]

use proptest::prelude::*;
use serde_json::Value;

use super::*;

/// The canonical text of a value, by another writer.
fn canonical_of(value: &Value) -> String {
    serde_json_canonicalizer::to_string(value).unwrap()
}

/// Names that sort in each way: plain, escaped, beyond U+FFFF.
const NAMES: [&str; 8] = ["", "a", "b", "\u{e9}", "a\n", "\u{ffff}", "\u{1f600}", "\""];

/// Names that are added, in order.
const ADDED: [&str; 4] = ["a", "ab", "b", "z"];

fn objects() -> impl Strategy<Value = Value> {
    let leaves =
        prop_oneof![Just(Value::Null), any::<i32>().prop_map(Value::from), Just("\u{8}x".into())];
    let values = leaves
        .prop_recursive(2, 8, 3, |inner| prop::collection::vec(inner, 0..3).prop_map(Value::Array));
    let members = prop::collection::hash_map(prop::sample::select(&NAMES[..]), values, 0..8);
    members
        .prop_map(|members| members.into_iter().map(|(name, it)| (name.to_owned(), it)).collect())
}

proptest! {
    #[test]
    fn changes_are_those_of_a_tree(
        inner in objects(),
        outer in objects(),
        left_out in prop::sample::subsequence(&NAMES[..], 0..4),
        added in prop::sample::subsequence(&ADDED[..], 0..4),
    ) {
        let mut tree = outer;
        tree["inner"] = inner;
        let text = tree.to_string();
        let document = Document::read(text.as_bytes(), Numbers::Exact).unwrap();
        let pairs: Vec<_> = added.iter().map(|name| (*name, "[true]")).collect();
        let changed = document.root().canonical_with(&left_out, &pairs).unwrap();
        let members = tree.as_object_mut().unwrap();
        left_out.iter().for_each(|name| drop(members.remove(*name)));
        added.iter().for_each(|name| drop(members.insert((*name).to_owned(), vec![true].into())));
        prop_assert_eq!(changed, canonical_of(&tree));
        let inner = document.root().get("inner").unwrap().canonical().unwrap();
        prop_assert_eq!(inner, canonical_of(&tree["inner"]));
    }

    #[test]
    fn items_are_kept_with_their_text(list in prop::collection::vec(objects(), 0..4)) {
        let text = Value::from(list.clone()).to_string();
        let document = Document::read(text.as_bytes(), Numbers::Exact).unwrap().into_owned();
        let items = OwnedObject::items(document).unwrap();
        let texts = items.iter().map(|item| item.as_ref().unwrap().node().canonical().unwrap());
        prop_assert_eq!(texts.collect::<Vec<_>>(), list.iter().map(canonical_of).collect::<Vec<_>>());
    }
}

#[test]
fn only_objects_are_kept() {
    for text in ["[]", "1", "null", "\"\""] {
        let refused = OwnedObject::read(text.as_bytes(), Numbers::Exact).unwrap_err();
        assert_eq!(refused.code(), "ERR_JSON_NOT_OBJECT", "{text}");
    }
    let list = Document::read(b"[{},1]", Numbers::Exact).unwrap().into_owned();
    let codes = |item: &Result<OwnedObject, Error>| item.as_ref().err().map(Error::code);
    let items = OwnedObject::items(list).unwrap();
    assert_eq!(items.iter().map(codes).collect::<Vec<_>>(), [None, Some("ERR_JSON_NOT_OBJECT")]);
    let object = Document::read(b"{}", Numbers::Exact).unwrap().into_owned();
    assert!(OwnedObject::items(object).is_none());
}
