//! Receipts that replace a key: both keys sign, and both signatures are checked.

use countersign_core::{
    Error,
    keys::Algorithm,
    receipt::{Expected, Receipt, verify},
};
use countersign_testkit::records::{sign_raw_receipt, sign_receipt};
use serde_json::Value;

use crate::support::receipt::{DID, code, draft, ed25519, expected, rotate, trust};

#[test]
fn a_rotation_takes_a_check_for_the_new_key() {
    let [old, next] = [1, 2].map(ed25519);
    let trust = trust(&[("did:web:agent.example#key-1", &old)]);
    let first = sign_receipt(&draft(Algorithm::Ed25519), None, &old);
    let rotation = rotate(&old, &next, &first);
    let allow = |max_checks| Expected { max_checks, ..expected() };
    assert!(verify(&rotation, &trust, &allow(2)).is_ok());
    let refused = verify(&rotation, &trust, &allow(1)).unwrap_err();
    assert_eq!(refused, Error::TrustChecks(1));
    assert!(verify(&first, &trust, &allow(1)).is_ok(), "what is no rotation has one signature");
}

#[test]
fn a_rotation_is_signed_by_both_keys() {
    let [old, next] = [1, 2].map(ed25519);
    let trust = trust(&[("did:web:agent.example#key-1", &old)]);
    let first = sign_receipt(&draft(Algorithm::Ed25519), None, &old);
    let rotation = rotate(&old, &next, &first);
    verify(&rotation, &trust, &expected()).unwrap();
    assert_eq!(rotation.rotation().unwrap().unwrap().key, *next.public_key());
    // The old key alone cannot name a key that did not agree.
    let mut forged: Value = serde_json::from_str(&rotation.to_json().unwrap()).unwrap();
    forged.as_object_mut().unwrap().remove("signature");
    forged["next"]["keyId"] = format!("{DID}#key-3").into();
    let forged = sign_raw_receipt(&forged, &old);
    let forged = Receipt::from_json(forged.as_bytes()).unwrap();
    assert_eq!(code(&forged, &trust), "ERR_RECEIPT_ROTATION");
}
