//! Strict JSON and JCS: canonical text can be read, and its canonical form is itself.

use countersign_core::encoding::{
    document::{Document, Node},
    jcs,
    json::{self, Numbers},
};

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
    let Ok(value) = json::parse(data) else { return };
    let plain = serde_json::from_slice::<serde_json::Value>(data);
    assert_eq!(Some(value), plain.ok(), "what is read strictly is JSON");
}

fn jcs_target(data: &[u8]) {
    let Ok(once) = jcs::canonicalize_text(data, Numbers::Exact) else { return };
    let value = json::parse(data).and_then(|value| jcs::canonicalize(&value));
    assert_eq!(
        Ok(once.clone().into_bytes()),
        value,
        "a text and its value have one canonical form"
    );
    let again = jcs::canonicalize_text(once.as_bytes(), Numbers::Doubles);
    assert_eq!(Ok(once), again, "canonical text is read again");
}

/// What a document says of itself is what its tree says.
fn document_target(data: &[u8]) {
    let Ok(document) = Document::read(data, Numbers::Exact) else { return };
    let (root, tree) = (document.root(), document.root().to_value());
    let items: Vec<_> = root.items().map(Node::to_value).collect();
    assert!(tree.as_array().is_none_or(|list| *list == items));
    let members = root
        .members()
        .filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value.to_value())));
    let members: serde_json::Map<_, _> = members.collect();
    assert!(tree.as_object().is_none_or(|object| *object == members));
    assert!(members.keys().all(|name| root.has(name)));
}
