//! Strict JSON and JCS: canonical text can be read, and its canonical form is itself.

use countersign_core::encoding::{
    document::{Document, Node, Numbers},
    jcs,
};
use countersign_kernels::json::Kind;
use serde_json::Value;

use crate::Target;

pub(crate) const JSON: Target = Target { name: "json", run: json_target, seeds: SEEDS };

pub(crate) const JCS: Target = Target { name: "jcs", run: jcs_target, seeds: SEEDS };

pub(crate) const DOCUMENT: Target =
    Target { name: "json document", run: document_target, seeds: SEEDS };

const SEEDS: &[&[u8]] = &[
    br#"{"a":[1,2.5,-0,1e20,9007199254740991],"b":{"c":null,"d":true}}"#,
    br#"{"\ud83d\ude02":"\u20ac\n\\\"\/","__proto__":1,"a":"b"}"#,
    br#"[[[[{"a":{"a":{"a":[]}}}]]]]"#,
];

fn json_target(data: &[u8]) {
    let is_read = Document::read(data, Numbers::Exact).is_ok();
    assert!(!is_read || tree(data).is_some(), "what is read strictly is JSON");
}

fn jcs_target(data: &[u8]) {
    let Ok(once) = jcs::canonicalize_text(data, Numbers::Exact) else { return };
    assert_eq!(Some(&once), tree(data).map(|tree| canonical(&tree)).as_ref(), "another writer");
    let again = jcs::canonicalize_text(once.as_bytes(), Numbers::Doubles);
    assert_eq!(Ok(once), again, "canonical text is read again");
}

/// What a document says of itself is what a tree of its values says.
fn document_target(data: &[u8]) {
    let Ok(document) = Document::read(data, Numbers::Exact) else { return };
    assert!(tree(data).is_some_and(|tree| is_alike(document.root(), &tree)));
}

/// The values, read by another reader.
fn tree(data: &[u8]) -> Option<Value> {
    serde_json::from_slice(data).ok()
}

/// The canonical text of a value, by another writer.
fn canonical(value: &Value) -> String {
    serde_json_canonicalizer::to_string(value).unwrap_or_default()
}

fn is_alike(node: Node<'_>, value: &Value) -> bool {
    match value {
        Value::Array(items) => {
            node.kind() == Kind::Array
                && node.items().count() == items.len()
                && node.items().zip(items).all(|(node, item)| is_alike(node, item))
        }
        Value::Object(members) => {
            let is_member = |(name, node): (Node<'_>, _)| {
                let value = name.as_str().and_then(|name| members.get(name));
                value.is_some_and(|value| is_alike(node, value))
            };
            node.kind() == Kind::Object
                && node.members().count() == members.len()
                && node.members().all(is_member)
        }
        Value::String(text) => node.as_str() == Some(text),
        leaf => node.canonical() == Ok(canonical(leaf)),
    }
}
