//! A part of a message or document is read once, however often it is signed. What is read costs memory, so that
//! allocations tell.

#![allow(unsafe_code, reason = "the counting allocator")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code")]

use countersign_core::{
    http_sig::{MAX_COMPONENTS, Message, Parameters, Profile, base},
};
use serde_json::json;

#[path = "support/counting.rs"]
mod counting;
use counting::count;

/// Allocations of a component beside those of the part that holds it.
const EACH: usize = 24;

/// A request with a query of nearly 16 KB, and a field of as many members as are read.
fn crowded() -> Message {
    let query: Vec<String> = (0..3_000).map(|index| format!("{index:03x}")).collect();
    let field: Vec<String> = (0..250).map(|index| format!("k{index}=1")).collect();
    let message = json!({ "kind": "request", "method": "GET", "headers": [["d", field.join(", ")]],
        "url": format!("https://a.example/?{}", query.join("&")) });
    Message::from_json(&message.to_string()).unwrap()
}

/// Allocations for the base over so many components.
fn of_components(amount: usize, component: impl Fn(usize) -> String, profile: Profile) -> usize {
    let list: Vec<String> = (0..amount).map(component).collect();
    let parameters = Parameters::parse(&format!("({})", list.join(" "))).unwrap();
    let message = crowded();
    count(|| drop(base(&message, &parameters, profile).unwrap()))
}

#[test]
fn a_query_and_a_field_are_read_once_for_all_components() {
    let parameter = |index| format!("\"@query-param\";name=\"{index:03x}\"");
    let member = |index| format!("\"d\";key=\"k{index}\"");
    for profile in [Profile::Rfc9421, Profile::Sage] {
        let [one, all] =
            [1, MAX_COMPONENTS].map(|amount| of_components(amount, parameter, profile));
        assert!(all < one + MAX_COMPONENTS * EACH, "{profile:?}: {one}, {all}");
    }
    let [one, all] =
        [1, MAX_COMPONENTS].map(|amount| of_components(amount, member, Profile::Rfc9421));
    assert!(all < one + MAX_COMPONENTS * EACH, "{one}, {all}");
}
