//! Key certificates: our own vectors, rejections, a property.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1` writes `rust/vectors/identity/certificate.json`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::fs;

use countersign_core::{
    Error, did,
    encoding::hex,
    identity::{
        certificate::{Certificate, Expected, Statement, verify},
        derivation::{Purpose, derive},
    },
    keys::{Algorithm, KeyType, SecretKey, multikey},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{vector_path, vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

const IDENTITY: &str = "did:web:agent.example";
const NOW: UnixSeconds = UnixSeconds(1_760_000_100);

fn issuer() -> SecretKey {
    SecretKey::from_bytes(KeyType::Ed25519, &[1; 32]).unwrap()
}

fn derived(purpose: Purpose, key_type: KeyType) -> SecretKey {
    derive(&[2; 32], purpose, "context", key_type).unwrap()
}

fn statement(purpose: Purpose, key: &SecretKey) -> Statement {
    Statement {
        identity: IDENTITY.into(),
        issuer: issuer().public_key().clone(),
        algorithm: Algorithm::Ed25519,
        purpose,
        context: "context".into(),
        key: key.public_key().clone(),
        not_before: UnixSeconds(1_760_000_000),
        not_after: UnixSeconds(1_760_086_400),
    }
}

fn certify(statement: Statement, key: &SecretKey) -> Certificate {
    let signature = issuer().sign(statement.algorithm, &statement.to_bytes().unwrap()).unwrap();
    let possession = key
        .key_type()
        .default_algorithm()
        .map(|algorithm| key.sign(algorithm, &statement.possession_bytes().unwrap()).unwrap());
    statement.attach(&signature, &possession.unwrap_or_default()).unwrap()
}

fn trust(controller: Option<&str>) -> Trust {
    let key = TrustedKey {
        controller: controller.map(str::to_owned),
        ..TrustedKey::pinned(issuer().public_key().clone())
    };
    Trust { keys: vec![key], ..Trust::default() }
}

fn expected(trust: &Trust, purpose: Purpose) -> Expected<'_> {
    Expected { trust, purpose, key: None, context: None, now: NOW, skew: 60 }
}

fn device() -> Certificate {
    let key = derived(Purpose::Device, KeyType::Ed25519);
    certify(statement(Purpose::Device, &key), &key)
}

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
            let facts = verify(read, &expected(&trust, purpose)).unwrap().to_json();
            assert_eq!(facts["possession"], key_type != KeyType::X25519);
            assert_eq!(facts["identityBound"], true);
            assert_eq!(facts["signer"]["trust"], "trusted");
        }
    }
}

#[test]
fn says_whose_key_it_could_not_know() {
    let facts = verify(device(), &expected(&trust(None), Purpose::Device)).unwrap().to_json();
    assert_eq!(facts["identityBound"], false);
    let open = Trust { allow_embedded_key: true, ..Trust::default() };
    let facts = verify(device(), &expected(&open, Purpose::Device)).unwrap().to_json();
    assert_eq!(
        (&facts["signer"]["trust"], &facts["identityBound"]),
        (&json!("self-asserted"), &json!(false))
    );
}

#[test]
fn one_rule_says_whose_a_key_is() {
    let named = |id: &str| {
        let key =
            TrustedKey { id: Some(id.into()), ..TrustedKey::pinned(issuer().public_key().clone()) };
        Trust { keys: vec![key], ..Trust::default() }
    };
    let judge = |trust: &Trust| {
        let found = verify(device(), &expected(trust, Purpose::Device));
        found.map(|proven| proven.to_json()["identityBound"] == true)
    };
    assert_eq!(judge(&named(&format!("{IDENTITY}#k"))), Ok(true), "by its name");
    let other = named("did:web:other.example#k");
    assert_eq!(judge(&other), Err(Error::CertificateIdentity));
    assert_eq!(judge(&named("work key")), Ok(false), "a name that is no DID");
    // A document beside a pinned key says nothing about that key.
    let beside = Trust { did: Some(IDENTITY.into()), ..trust(None) };
    assert_eq!(judge(&beside), Ok(false));
}

#[test]
fn a_did_that_is_a_key_is_that_key() {
    let key = derived(Purpose::Device, KeyType::Ed25519);
    let judge = |identity: &SecretKey, trust: &Trust| {
        let identity = did::key::from_public_key(identity.public_key()).unwrap().to_string();
        let named = Statement { identity, ..statement(Purpose::Device, &key) };
        let found = verify(certify(named, &key), &expected(trust, Purpose::Device));
        found.map(|proven| proven.to_json()["identityBound"] == true)
    };
    let open = Trust { allow_embedded_key: true, ..Trust::default() };
    for trust in [trust(None), open] {
        assert_eq!(judge(&issuer(), &trust), Ok(true));
        assert_eq!(judge(&key, &trust), Err(Error::CertificateIdentity));
    }
}

/// How a key is listed.
type Listing = fn(&mut TrustedKey);

#[test]
fn the_certified_key_holds_as_it_is_listed_or_not_at_all() {
    let key = derived(Purpose::Device, KeyType::Ed25519);
    let judge = |change: Listing| {
        let mut listed = TrustedKey::pinned(key.public_key().clone());
        change(&mut listed);
        let mut trust = trust(Some(IDENTITY));
        trust.keys.push(listed);
        verify(device(), &expected(&trust, Purpose::Device)).map(drop)
    };
    let refused: [(&str, Listing); 4] = [
        ("revoked", |key| key.revoked = true),
        ("expired", |key| key.expires = Some(NOW)),
        ("for another purpose", |key| key.purposes = Some(vec![did::Purpose::KeyAgreement])),
        ("of another", |key| key.controller = Some("did:web:other.example".into())),
    ];
    for (name, change) in refused {
        assert_eq!(judge(change), Err(Error::CertificateSubject), "{name}");
    }
    let holds: [(&str, Listing); 3] = [
        ("as it is", |_| {}),
        ("for this", |key| key.purposes = Some(vec![did::Purpose::Authentication])),
        ("of the identity", |key| key.controller = Some(IDENTITY.into())),
    ];
    for (name, change) in holds {
        assert_eq!(judge(change), Ok(()), "{name}");
    }
}

#[test]
fn a_key_for_agreement_is_held_to_what_it_is_listed_for() {
    let key = derived(Purpose::Session, KeyType::X25519);
    let certificate = || certify(statement(Purpose::Session, &key), &key);
    for (listed, want) in [
        (did::Purpose::KeyAgreement, Ok(())),
        (did::Purpose::Authentication, Err("ERR_CERTIFICATE_SUBJECT")),
    ] {
        let mut trust = trust(Some(IDENTITY));
        let entry = TrustedKey::pinned(key.public_key().clone());
        trust.keys.push(TrustedKey { purposes: Some(vec![listed]), ..entry });
        let judged = verify(certificate(), &expected(&trust, Purpose::Session));
        assert_eq!(judged.map(drop).map_err(|error| error.code()), want, "{listed:?}");
    }
}

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
        ("another key", Expected { key: Some(&other_key), ..good }, Error::CertificateSubject),
        ("another context", Expected { context: Some("other"), ..good }, Error::CertificateSubject),
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
    let signature = issuer().sign(Algorithm::Ed25519, &statement.to_bytes().unwrap()).unwrap();
    for possession in [&[][..], &[0; 64], &signature] {
        let error = statement.clone().attach(&signature, possession).unwrap_err();
        assert_eq!(error, Error::CertificateSignature);
    }
    let text = json!({ "type": "countersign/key-certificate/v1" }).to_string();
    assert_eq!(Statement::from_json(&text).unwrap_err().code(), "ERR_CERTIFICATE_MALFORMED");
}

#[test]
fn golden_certificates() {
    if std::env::var_os("COUNTERSIGN_WRITE_VECTORS").is_some() {
        fs::create_dir_all(vector_path("identity")).unwrap();
        fs::write(vector_path("identity/certificate.json"), written()).unwrap();
    }
    for case in vectors("identity/certificate.json")["certificates"].as_array().unwrap() {
        let certificate = Certificate::from_json(&case["certificate"].to_string()).unwrap();
        let purpose = case["certificate"]["purpose"].as_str().unwrap().parse().unwrap();
        assert!(verify(certificate, &expected(&trust(Some(IDENTITY)), purpose)).is_ok());
    }
}

fn written() -> String {
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
            "statement": hex::encode(&statement.to_bytes().unwrap()),
            "possessionStatement": hex::encode(&statement.possession_bytes().unwrap()),
            "issuerSecret": hex::encode(issuer().expose()),
            "keySecret": hex::encode(key.expose()),
            "key": multikey::encode(key.public_key()),
        })
    })
    .collect();
    format!("{:#}\n", json!({ "certificates": cases }))
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
