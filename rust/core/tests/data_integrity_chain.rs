//! Several proofs of one document, which may name one another; and how they are spelled.

use countersign_core::data_integrity::{self, Policy};
use countersign_core::trust::{Trust, TrustedKey};
use countersign_testkit::{keys::secret, records::with_members};
use serde_json::{Value, json};

use crate::support::data_integrity::{code, issue, trust};

#[test]
fn proofs_stand_beside_each_other_or_in_a_chain() {
    let (first, second) = (secret(1), secret(2));
    let one = issue(&json!({ "a": 1 }), json!({ "id": "urn:1" }), &first);
    let one: Value = serde_json::from_str(&one).unwrap();
    let set = issue(&one, json!({}), &second);
    let chain = issue(&one, json!({ "previousProof": "urn:1" }), &second);
    let both = Trust {
        keys: [&first, &second].map(|key| TrustedKey::pinned(key.public_key().clone())).to_vec(),
        ..Trust::default()
    };
    let all = Policy { all: true, ..Policy::default() };
    assert_eq!(code(&set, &both, &all), "");
    assert_eq!(code(&chain, &both, &all), "");
    assert_eq!(code(&set, &trust(second.public_key(), None), &Policy::default()), "");
    assert_eq!(code(&set, &trust(second.public_key(), None), &all), "ERR_DATA_INTEGRITY_SIGNATURE");

    // The first proof may leave a set, and not a chain.
    let without_first = |text: &str| {
        let mut document: Value = serde_json::from_str(text).unwrap();
        document["proof"].as_array_mut().unwrap().remove(0);
        document.to_string()
    };
    assert_eq!(code(&without_first(&set), &both, &all), "");
    assert_eq!(code(&without_first(&chain), &both, &all), "ERR_DATA_INTEGRITY_PREVIOUS");
    let mut changed: Value = serde_json::from_str(&chain).unwrap();
    changed["proof"][0]["nonce"] = json!("x");
    assert_eq!(
        code(&changed.to_string(), &both, &Policy::default()),
        "ERR_DATA_INTEGRITY_SIGNATURE"
    );
    let mut doubled: Value = serde_json::from_str(&chain).unwrap();
    let again = doubled["proof"][0].clone();
    doubled["proof"].as_array_mut().unwrap().push(again);
    assert_eq!(code(&doubled.to_string(), &both, &all), "ERR_DATA_INTEGRITY_MALFORMED");
}

#[test]
fn type_and_suite_are_set_whatever_the_options_say() {
    let key = secret(1);
    let options = json!({ "type": "x", "cryptosuite": "y", "proofPurpose": "assertionMethod" });
    let made = issue(&json!({ "a": 1 }), options, &key);
    assert_eq!(code(&made, &trust(key.public_key(), None), &Policy::default()), "");
}

/// Names with escapes are names, and numbers are compared by what they are.
#[test]
fn spelling_does_not_matter() {
    let key = secret(1);
    let trusted = trust(key.public_key(), None);
    let made = issue(&json!({ "@context": [1, "a"], "b": 0 }), json!({ "id": "urn:1" }), &key);
    let respelled = made
        .replacen("[1,", "[1.0,", 1)
        .replace("\"proof\"", "\"\\u0070roof\"")
        .replace("\"urn:1\"", "\"urn:\\u0031\"");
    assert_eq!(respelled.matches('\\').count(), 2, "{respelled}");
    let verified = data_integrity::verify(respelled.as_bytes(), &trusted, &Policy::default());
    assert_eq!(verified.unwrap().document(), "{\"@context\":[1,\"a\"],\"b\":0}");
    let chain = issue(
        &serde_json::from_str(&respelled).unwrap(),
        json!({ "previousProof": "urn:1" }),
        &key,
    );
    assert_eq!(code(&chain, &trusted, &Policy { all: true, ..Policy::default() }), "");
}

/// Each proof names all others, which have many members: their ids are looked up once.
#[test]
fn many_names_of_proofs_cost_no_search_each() {
    let key = secret(1);
    let mut proof: Value =
        serde_json::from_str(&issue(&json!({ "a": 1 }), json!({}), &key)).unwrap();
    let mut proof = proof["proof"].take();
    for member in 0..2_000 {
        proof[format!("\n{member}")] = json!(0);
    }
    let ids: Vec<_> = (0..16).map(|id| format!("urn:{id}")).collect();
    let proofs: Vec<_> = ids
        .iter()
        .map(|id| {
            let others: Vec<_> = ids.iter().filter(|other| *other != id).collect();
            with_members(&proof, &json!({ "id": id, "previousProof": others }))
        })
        .collect();
    let text = json!({ "a": 1, "proof": proofs }).to_string();
    let trusted = trust(key.public_key(), None);
    assert_eq!(code(&text, &trusted, &Policy::default()), "ERR_DATA_INTEGRITY_SIGNATURE");
}
