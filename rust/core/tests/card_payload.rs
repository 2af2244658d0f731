//! What a signature of a card covers: a property of any card under any reading.

use countersign_core::card::{self, Reading};
use proptest::prelude::*;
use serde_json::{Map, Value};

use crate::support::card::{payload_of, validate};

/// Values out of the names that the schema knows, so that walks go deep.
fn cards() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..3u8).prop_map(Value::from),
        prop_oneof![Just(""), Just("a"), Just("https://x.example")].prop_map(Value::from),
    ];
    let name = prop::sample::select(vec![
        "name",
        "skills",
        "capabilities",
        "extensions",
        "params",
        "required",
        "icon_url",
        "iconUrl",
        "securitySchemes",
        "flows",
        "scopes",
        "oauth2SecurityScheme",
        "clientCredentials",
        "other",
        "signatures",
        "securityRequirements",
        "schemes",
        "list",
        "supportedInterfaces",
        "streaming",
    ]);
    leaf.prop_recursive(6, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(name.clone(), inner, 0..6).prop_map(|members| {
                members.into_iter().map(|(n, v)| (n.to_owned(), v)).collect::<Map<_, _>>().into()
            }),
        ]
    })
}

proptest! {
    /// What a signature covers is the same once it is taken out of the card.
    #[test]
    fn canonicalizing_is_idempotent(value in cards()) {
        prop_assume!(value.is_object());
        for name in ["default", "prune-empty", "served-as-is", "descriptor-scope", "exclude", "tolerate", "a2a-sdk"] {
            let reading = Reading::from_name(name).unwrap();
            if let Ok(payload) = payload_of(reading, &value) {
                let again = card::parse(payload.text.as_bytes(), false).unwrap();
                let again = reading.payload(&again).unwrap();
                prop_assert_eq!(&again.text, &payload.text);
                prop_assert!(name == "descriptor-scope" || again.uncovered.is_empty());
            }
        }
        let report = validate(&value);
        prop_assert!(report.problems.len() <= card::MAX_PROBLEMS);
    }
}
