//! A part of a message or document is read once, however often it is signed; a large ring signs without tables. What is read
//! or made costs memory, so that allocations tell.

#![allow(unsafe_code, reason = "the counting allocator")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code")]

use countersign_core::{
    data_integrity,
    http_sig::{MAX_COMPONENTS, Message, Parameters, Profile, base},
    ring::Ring,
};
use countersign_testkit::keys::secret;
use serde_json::{Value, json};

#[path = "support/counting.rs"]
mod counting;
#[path = "support/data_integrity.rs"]
#[allow(dead_code, unreachable_pub, reason = "this program uses a part of it")]
mod documents;
use counting::{bytes, count};

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

#[test]
fn a_document_is_hashed_once_for_all_proofs_that_cover_the_same() {
    let key = secret(1);
    let mut document = json!({ "@context": ["a", "b"], "text": "x".repeat(100_000) });
    document = serde_json::from_str(&documents::issue(&document, json!({}), &key)).unwrap();
    let proof = document["proof"].clone();
    let trust = documents::trust(key.public_key(), None);
    let cost = |proofs: Value| {
        let mut document = document.clone();
        document["proof"] = proofs;
        let text = document.to_string();
        let policy = data_integrity::Policy::default();
        bytes(|| drop(data_integrity::verify(text.as_bytes(), &trust, &policy).unwrap()))
    };
    let [one, all] = [1, 16].map(|amount| cost(vec![proof.clone(); amount].into()));
    assert!(all < 2 * one, "{one}, {all}");
}

#[test]
fn a_proof_that_is_named_many_times_is_not_copied_as_often() {
    let key = secret(1);
    let first = documents::issue(&json!({ "a": 1 }), json!({ "id": "urn:1" }), &key);
    let first = serde_json::from_str(&first).unwrap();
    let chain = documents::issue(&first, json!({ "previousProof": "urn:1" }), &key);
    let mut chain: Value = serde_json::from_str(&chain).unwrap();
    chain["proof"][0]["nonce"] = "x".repeat(100_000).into();
    chain["proof"][1]["previousProof"] = vec!["urn:1"; 1_000].into();
    let trust = documents::trust(key.public_key(), None);
    let (text, policy) = (chain.to_string(), data_integrity::Policy::default());
    let cost = bytes(|| drop(data_integrity::verify(text.as_bytes(), &trust, &policy)));
    assert!(cost < 40 * text.len(), "{cost}");
}

/// Tables that a near cache cannot hold would show where the signer stands.
#[test]
fn only_a_small_ring_signs_by_tables() {
    let tables = |members: u8| usize::from(members) * 20_000;
    let twice = |members: u8| {
        let keys: Vec<_> = (1..=members).map(secret).collect();
        let public: Vec<_> = keys.iter().map(|key| key.public_key().clone()).collect();
        let ring = Ring::new(&public, b"").unwrap();
        let sign = || ring.sign(&keys[0], b"", &[9; 32]).unwrap();
        let signature = sign();
        let signing = bytes(|| drop(sign()));
        (signing, bytes(|| drop(ring.verify(b"", &signature).unwrap())))
    };
    assert!(twice(8).0 > tables(8) && twice(8).1 < tables(8));
    assert!(twice(9).0 < tables(2) && twice(9).1 > tables(9));
}
