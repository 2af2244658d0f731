//! Strict JSON and JCS: canonical text can be read, and its canonical form is itself.

use countersign_core::encoding::{
    jcs,
    json::{self, Numbers},
};

use crate::Target;

pub(crate) const JSON: Target = Target { name: "json", run: json_target, seeds: SEEDS };

pub(crate) const JCS: Target = Target { name: "jcs", run: jcs_target, seeds: SEEDS };

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
