//! Whose key a receipt is signed with.

use countersign_core::{
    did,
    keys::{Algorithm, SecretKey},
    receipt::verify,
    trust::{Owner, Trust, TrustedKey},
};
use countersign_testkit::records::sign_receipt;

use crate::support::receipt::{DID, code, draft, ed25519, expected, trust};

#[test]
fn a_did_peer_that_is_a_key_signs_with_that_key_alone() {
    let (own, other) = (ed25519(1), ed25519(2));
    let did = did::peer::from_public_key(own.public_key()).unwrap();
    let mut made = draft(Algorithm::Ed25519);
    made["actor"] = did.as_str().into();
    made["keyId"] = format!("{did}#key-1").into();
    let pinned = |key: &SecretKey| Trust {
        keys: vec![TrustedKey::pinned(key.public_key().clone())],
        ..Trust::default()
    };
    let receipt = sign_receipt(&made, None, &own);
    let proven = verify(&receipt, &pinned(&own), &expected()).unwrap();
    assert_eq!(proven.owner(), Owner::This);
    assert_eq!(code(&sign_receipt(&made, None, &other), &pinned(&other)), "ERR_RECEIPT_ACTOR");
}

#[test]
fn says_what_binds_the_key_to_the_actor() {
    let secret = ed25519(1);
    let pinned =
        Trust { keys: vec![TrustedKey::pinned(secret.public_key().clone())], ..Trust::default() };
    let receipt = sign_receipt(&draft(Algorithm::Ed25519), None, &secret);
    assert_eq!(verify(&receipt, &pinned, &expected()).unwrap().owner(), Owner::Unnamed);
    for (did, fragment) in [
        (did::key::from_public_key(secret.public_key()).unwrap(), None),
        (did::jwk::from_public_key(secret.public_key()).unwrap(), Some("0")),
    ] {
        let mut own = draft(Algorithm::Ed25519);
        own["actor"] = did.as_str().into();
        own["keyId"] = format!("{did}#{}", fragment.unwrap_or(did.id())).into();
        let receipt = sign_receipt(&own, None, &secret);
        assert_eq!(verify(&receipt, &pinned, &expected()).unwrap().owner(), Owner::This);
        let embedded = Trust { allow_embedded_key: true, ..Trust::default() };
        let facts = verify(&receipt, &embedded, &expected()).unwrap().to_json();
        assert!(facts.contains(r#""trust":"self-asserted""#), "{facts}");
        assert_eq!(code(&receipt, &Trust::default()), "ERR_RECEIPT_KEY");
        // The DID of one key, signed by another.
        let forged = sign_receipt(&own, None, &ed25519(2));
        let other = ed25519(2);
        let pinned =
            Trust { keys: vec![TrustedKey::pinned(other.public_key().clone())], ..pinned.clone() };
        assert_eq!(code(&forged, &pinned), "ERR_RECEIPT_ACTOR");
        // A key that vouches for itself does not replace a key that the verifier has.
        let beside = Trust { allow_embedded_key: true, ..pinned.clone() };
        assert_eq!(code(&receipt, &beside), "ERR_RECEIPT_ACTOR");
        assert_eq!(code(&forged, &embedded), "ERR_RECEIPT_SIGNATURE");
    }
}

#[test]
fn a_key_of_another_actor_does_not_speak() {
    let secret = ed25519(1);
    let receipt = sign_receipt(&draft(Algorithm::Ed25519), None, &secret);
    let mut trust = Trust {
        keys: vec![TrustedKey {
            controller: Some("did:web:other.example".into()),
            ..TrustedKey::pinned(secret.public_key().clone())
        }],
        ..Trust::default()
    };
    assert_eq!(code(&receipt, &trust), "ERR_RECEIPT_ACTOR");
    trust.keys[0].controller = Some(DID.into());
    assert_eq!(code(&receipt, &trust), "");
    trust.keys[0].revoked = true;
    assert_eq!(code(&receipt, &trust), "ERR_RECEIPT_KEY");
    let other = self::trust(&[("did:web:other.example#key-1", &secret)]);
    assert_eq!(code(&receipt, &other), "ERR_RECEIPT_KEY");
}
