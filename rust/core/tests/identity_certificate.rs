//! Key certificates: every purpose, our own vectors, a property.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all identity_certificate::` writes
//! `rust/vectors/identity/certificate.json`.

use countersign_core::{
    encoding::hex,
    identity::{
        certificate::{Certificate, verify},
        derivation::Purpose,
    },
    keys::{KeyType, multikey},
};
use countersign_testkit::{vectors, write_vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::certificate::{
    IDENTITY, certify, derived, device, expected, facts_of, issuer, statement, trust,
};

#[test]
fn every_purpose_and_type() {
    let trust = trust(Some(IDENTITY));
    for purpose in Purpose::ALL {
        for key_type in [KeyType::Ed25519, KeyType::Secp256k1, KeyType::P256, KeyType::X25519] {
            if purpose.check(key_type).is_err() {
                continue;
            }
            let key = derived(purpose, key_type);
            let certificate = certify(statement(purpose, &key), &key);
            let read = Certificate::from_json(&certificate.to_json()).unwrap();
            assert_eq!(read, certificate);
            let facts = facts_of(&verify(read, &expected(&trust, purpose)).unwrap());
            assert_eq!(facts["possession"], key_type != KeyType::X25519);
            assert_eq!(facts["identityBound"], true);
            assert_eq!(facts["signer"]["trust"], "trusted");
        }
    }
}

#[test]
fn golden_certificates() {
    write_vectors("identity/certificate.json", all_purposes);
    for case in vectors("identity/certificate.json")["certificates"].as_array().unwrap() {
        let certificate = Certificate::from_json(&case["certificate"].to_string()).unwrap();
        let purpose = case["certificate"]["purpose"].as_str().unwrap().parse().unwrap();
        assert!(verify(certificate, &expected(&trust(Some(IDENTITY)), purpose)).is_ok());
    }
}

fn all_purposes() -> Value {
    let cases: Vec<_> = [
        (Purpose::Session, KeyType::Ed25519),
        (Purpose::Capability, KeyType::Secp256k1),
        (Purpose::Revocation, KeyType::P256),
        (Purpose::Encryption, KeyType::X25519),
    ]
    .into_iter()
    .map(|(purpose, key_type)| {
        let key = derived(purpose, key_type);
        let statement = statement(purpose, &key);
        let text = certify(statement.clone(), &key).to_json();
        json!({
            "certificate": serde_json::from_str::<Value>(&text).unwrap(),
            "statement": hex::encode(&statement.to_bytes()),
            "possessionStatement": hex::encode(&statement.possession_bytes()),
            "issuerSecret": hex::encode(issuer().expose()),
            "keySecret": hex::encode(key.expose()),
            "key": multikey::encode(key.public_key()),
        })
    })
    .collect();
    json!({ "certificates": cases })
}

proptest! {
    /// A certificate reads back unchanged, and with a changed byte it does not verify.
    #[test]
    fn any_change_is_found(index in 0_usize..900, with in any::<u8>()) {
        let original = device().to_json();
        let mut bytes = original.clone().into_bytes();
        let index = index % bytes.len();
        bytes[index] = with;
        let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
        if let Ok(read) = Certificate::from_json(&text) {
            prop_assert_eq!(&Certificate::from_json(&read.to_json()).unwrap(), &read);
            let holds = verify(read, &expected(&trust(None), Purpose::Device)).is_ok();
            prop_assert_eq!(holds, Certificate::from_json(&text) == Certificate::from_json(&original));
        }
    }
}
