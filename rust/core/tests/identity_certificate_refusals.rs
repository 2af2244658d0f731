//! Key certificates: refusals, each with its code.

use countersign_core::{
    Error,
    identity::{
        certificate::{Certificate, Expected, Statement, verify},
        derivation::Purpose,
    },
    keys::{Algorithm, KeyType},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use serde_json::{Value, json};

use crate::support::certificate::{IDENTITY, derived, device, expected, issuer, statement, trust};

#[test]
fn refuses_what_was_not_expected() {
    let trust = trust(Some(IDENTITY));
    let good = expected(&trust, Purpose::Device);
    let other_key = issuer().public_key().clone();
    let (stranger, mallory) = (Trust::default(), self::trust(Some("did:web:mallory.example")));
    let revoked = Trust {
        keys: vec![TrustedKey { revoked: true, ..trust.keys[0].clone() }],
        allow_embedded_key: true,
        did: None,
    };
    let cases = [
        (
            "another purpose",
            Expected { purpose: Purpose::Session, ..good },
            Error::CertificatePurpose(Purpose::Session.as_str(), good.purpose.as_str()),
        ),
        (
            "another key",
            Expected { key: Some(&other_key), ..good },
            Error::CertificateSubject("another key"),
        ),
        (
            "another context",
            Expected { context: Some("other"), ..good },
            Error::CertificateSubject("another context"),
        ),
        (
            "too early",
            Expected { now: UnixSeconds(1_759_999_939), ..good },
            Error::CertificateNotYet(1_760_000_000),
        ),
        (
            "too late",
            Expected { now: UnixSeconds(1_760_086_460), ..good },
            Error::CertificateExpired(1_760_086_400),
        ),
        ("no trust", Expected { trust: &stranger, ..good }, Error::CertificateIssuer),
        (
            "a key of another identity",
            Expected { trust: &mallory, ..good },
            Error::CertificateIdentity,
        ),
        ("a revoked key", Expected { trust: &revoked, ..good }, Error::CertificateIssuer),
    ];
    for (name, expected, error) in cases {
        assert_eq!(verify(device(), &expected).unwrap_err(), error, "{name}");
    }
    assert!(verify(device(), &Expected { now: UnixSeconds(1_759_999_940), ..good }).is_ok());
    assert!(verify(device(), &Expected { now: UnixSeconds(1_760_086_459), ..good }).is_ok());
}

#[test]
fn refuses_forms_and_changes() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change, &str); 18] = [
        (
            "another version",
            |certificate| certificate["type"] = "countersign/key-certificate/v2".into(),
            "ERR_CERTIFICATE_VERSION",
        ),
        (
            "an extra member",
            |certificate| certificate["extra"] = 1.into(),
            "ERR_CERTIFICATE_MALFORMED",
        ),
        (
            "no identity",
            |certificate| certificate["identity"] = "".into(),
            "ERR_CERTIFICATE_MALFORMED",
        ),
        (
            "another identity",
            |certificate| certificate["identity"] = "did:web:agent.exbmple".into(),
            "ERR_CERTIFICATE_SIGNATURE",
        ),
        (
            "another purpose",
            |certificate| certificate["purpose"] = "capability".into(),
            "ERR_CERTIFICATE_SIGNATURE",
        ),
        (
            "an unknown purpose",
            |certificate| certificate["purpose"] = "root".into(),
            "ERR_DERIVATION_PURPOSE",
        ),
        (
            "a purpose of another type",
            |certificate| certificate["purpose"] = "encryption".into(),
            "ERR_DERIVATION_PURPOSE",
        ),
        (
            "another context",
            |certificate| certificate["context"] = "other".into(),
            "ERR_CERTIFICATE_SIGNATURE",
        ),
        (
            "another key",
            |certificate| certificate["key"] = certificate["issuer"].clone(),
            "ERR_CERTIFICATE_SIGNATURE",
        ),
        (
            "another time",
            |certificate| certificate["notAfter"] = 1_760_086_401.into(),
            "ERR_CERTIFICATE_SIGNATURE",
        ),
        (
            "an end before the start",
            |certificate| certificate["notAfter"] = 1.into(),
            "ERR_CERTIFICATE_MALFORMED",
        ),
        (
            "a time that is a fraction",
            |certificate| certificate["notAfter"] = 1.5.into(),
            "ERR_CERTIFICATE_MALFORMED",
        ),
        (
            "an algorithm of another key",
            |certificate| certificate["algorithm"] = "ecdsa-p256-sha256".into(),
            "ERR_KEY_ALGORITHM",
        ),
        (
            "an unknown algorithm",
            |certificate| certificate["algorithm"] = "none".into(),
            "ERR_KEY_ALGORITHM_UNKNOWN",
        ),
        (
            "no proof of possession",
            |certificate| drop(certificate.as_object_mut().unwrap().remove("possession")),
            "ERR_CERTIFICATE_MALFORMED",
        ),
        (
            "a short signature",
            |certificate| certificate["signature"] = "AAAA".into(),
            "ERR_BYTES_LENGTH",
        ),
        (
            "signatures swapped",
            |certificate| {
                let signature = certificate["signature"].take();
                certificate["signature"] = certificate["possession"].take();
                certificate["possession"] = signature;
            },
            "ERR_CERTIFICATE_SIGNATURE",
        ),
        (
            "possession by the issuer",
            |certificate| certificate["possession"] = certificate["signature"].clone(),
            "ERR_CERTIFICATE_SIGNATURE",
        ),
    ];
    let trust = trust(None);
    for (name, change, code) in cases {
        let mut value: Value = serde_json::from_str(&device().to_json()).unwrap();
        change(&mut value);
        let outcome = Certificate::from_json(&value.to_string()).and_then(|read| {
            let purpose =
                if name == "another purpose" { Purpose::Capability } else { Purpose::Device };
            verify(read, &expected(&trust, purpose))
        });
        assert_eq!(outcome.unwrap_err().code(), code, "{name}");
    }
}

/// An identity cannot claim a key that somebody else holds.
#[test]
fn a_key_must_agree() {
    let key = derived(Purpose::Device, KeyType::P256);
    let statement = statement(Purpose::Device, &key);
    let signature = issuer().sign(Algorithm::Ed25519, &statement.to_bytes()).unwrap();
    for possession in [&[][..], &[0; 64], &signature] {
        let error = statement.clone().attach(&signature, possession).unwrap_err();
        assert_eq!(error, Error::CertificateSignature);
    }
    let text = json!({ "type": "countersign/key-certificate/v1" }).to_string();
    assert_eq!(Statement::from_json(&text).unwrap_err().code(), "ERR_CERTIFICATE_MALFORMED");
}
