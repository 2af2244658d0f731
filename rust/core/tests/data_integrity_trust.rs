//! Whose keys a proof of Data Integrity may rest on.

use countersign_core::data_integrity::{self, Policy};
use countersign_core::did::Purpose;
use countersign_core::keys::{Algorithm, KeyType, SecretKey, multikey};
use countersign_core::time::UnixSeconds;
use countersign_core::trust::{Trust, TrustedKey};
use countersign_testkit::keys::{secret, secret_of};
use serde_json::{Value, json};

use crate::support::{
    data_integrity::{code, issue, now, trust},
    high_s::other_s,
    trust::trust_of,
};

#[test]
fn takes_keys_from_the_trust_input_only() {
    let (key, other) = (secret(1), secret(2));
    let text = issue(&json!({ "a": 1 }), json!({}), &key);
    let policy = Policy::default();
    let id = Some("did:example:a#k");
    assert_eq!(code(&text, &trust(key.public_key(), id), &policy), "");
    assert_eq!(
        code(&text, &trust(key.public_key(), Some("did:example:a#l")), &policy),
        "ERR_DATA_INTEGRITY_KEY"
    );
    assert_eq!(
        code(&text, &trust(other.public_key(), id), &policy),
        "ERR_DATA_INTEGRITY_SIGNATURE"
    );
    let mut trusted = trust(key.public_key(), id);
    trusted.keys[0].purposes = Some(vec![Purpose::Authentication]);
    assert_eq!(code(&text, &trusted, &policy), "ERR_DATA_INTEGRITY_KEY", "relationship");
    trusted.keys[0].purposes = None;
    for (algorithm, want) in
        [(Algorithm::Ed25519, ""), (Algorithm::P256Sha256, "ERR_DATA_INTEGRITY_KEY")]
    {
        trusted.keys[0].algorithm = Some(algorithm);
        assert_eq!(code(&text, &trusted, &policy), want, "its one algorithm");
    }
    trusted.keys[0].algorithm = None;
    trusted.keys[0].revoked = true;
    assert_eq!(code(&text, &trusted, &policy), "ERR_DATA_INTEGRITY_KEY", "revoked");
    trusted.keys[0].revoked = false;
    trusted.keys[0].expires = Some(UnixSeconds(1_767_225_600));
    assert_eq!(
        code(&text, &trusted, &now("2026-01-01T00:00:00Z")),
        "ERR_DATA_INTEGRITY_KEY",
        "expired"
    );
}

#[test]
fn a_did_key_is_self_asserted_and_must_be_the_key() {
    let (key, other) = (secret(1), secret(2));
    let name = multikey::encode(key.public_key());
    let options = json!({ "verificationMethod": format!("did:key:{name}#{name}") });
    let embedded = Trust { allow_embedded_key: true, ..Trust::default() };
    let text = issue(&json!({ "a": 1 }), options.clone(), &key);
    assert_eq!(code(&text, &Trust::default(), &Policy::default()), "ERR_DATA_INTEGRITY_KEY");
    let verified = data_integrity::verify(text.as_bytes(), &embedded, &Policy::default()).unwrap();
    assert!(verified.proofs()[0].outcome.as_ref().unwrap().signer.is_self_asserted());
    // Signed by another key than the method says: not even a pinned key helps.
    let text = issue(&json!({ "a": 1 }), options, &other);
    assert_eq!(code(&text, &embedded, &Policy::default()), "ERR_DATA_INTEGRITY_SIGNATURE");
    assert_eq!(
        code(&text, &trust(other.public_key(), None), &Policy::default()),
        "ERR_DATA_INTEGRITY_KEY"
    );
}

#[test]
fn a_proof_that_was_not_tried_is_the_reason_and_costs_no_hash() {
    let (first, second) = (secret(1), secret(2));
    let issued = |document: &Value, options: Value, key: &SecretKey| -> Value {
        serde_json::from_str(&issue(document, options, key)).unwrap()
    };
    let both = Trust {
        keys: [&first, &second].map(|key| TrustedKey::pinned(key.public_key().clone())).to_vec(),
        ..Trust::default()
    };
    let one_check = Policy { max_checks: 1, ..Policy::default() };

    // The first proof is for something else; the second would hold under the second key.
    let other = issued(&json!({ "a": 1 }), json!({ "proofPurpose": "authentication" }), &first);
    let set = issue(&other, json!({}), &second);
    assert_eq!(code(&set, &both, &one_check), "ERR_TRUST_CHECKS");
    assert_eq!(code(&set, &both, &Policy::default()), "");

    // Hashing would find that the proof before it is missing.
    let one = issued(&json!({ "a": 1 }), json!({ "id": "urn:1" }), &first);
    let mut chain = issued(&one, json!({ "previousProof": "urn:1" }), &second);
    chain["proof"][1]["previousProof"] = json!("urn:2");
    let outcome = |policy: &Policy| {
        let text = chain.to_string();
        let verified = data_integrity::verify(text.as_bytes(), &both, policy).unwrap();
        verified.proofs()[1].outcome.as_ref().map_or_else(|error| error.code(), |_| "")
    };
    assert_eq!(outcome(&one_check), "ERR_TRUST_CHECKS");
    assert_eq!(outcome(&Policy::default()), "ERR_DATA_INTEGRITY_PREVIOUS");
}

#[test]
fn either_s_holds_and_the_result_says_which() {
    let key = secret_of(KeyType::P256, 7);
    let (document, algorithm) = (br#"{"a":1}"#, Algorithm::P256Sha256);
    let options =
        br#"{"verificationMethod":"did:web:a.example#k","proofPurpose":"assertionMethod"}"#;
    let unsigned = || data_integrity::unsigned(document, options, algorithm).unwrap();
    let low = key.sign(algorithm, unsigned().message()).unwrap();
    for (signature, want) in [(low.clone(), false), (other_s(KeyType::P256, &low), true)] {
        let text = unsigned().sign(&key, |_, _, _| Ok(signature)).unwrap();
        let trusted =
            json!({ "keys": [{ "publicKeyMultibase": multikey::encode(key.public_key()) }] });
        let trusted = trust_of(&trusted).unwrap();
        let facts = data_integrity::verify_json(&text, &trusted, "{}").unwrap();
        assert_eq!(facts.contains(r#""highS":true"#), want, "{facts}");
    }
}

#[test]
fn a_revoked_key_is_not_used_because_the_proof_names_it() {
    let key = secret(1);
    let name = multikey::encode(key.public_key());
    let options = json!({ "verificationMethod": format!("did:key:{name}#{name}") });
    let text = issue(&json!({ "a": 1 }), options, &key);
    let mut trust = trust(key.public_key(), None);
    trust.allow_embedded_key = true;
    trust.keys[0].revoked = true;
    assert_eq!(code(&text, &trust, &Policy::default()), "ERR_DATA_INTEGRITY_KEY");
}
