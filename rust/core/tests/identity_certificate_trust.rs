//! Key certificates: whose key the issuer has, and how the certified key is listed.

use countersign_core::{
    Error, did,
    identity::{
        certificate::{Statement, verify},
        derivation::Purpose,
    },
    keys::{KeyType, SecretKey},
    trust::{Trust, TrustedKey},
};
use serde_json::json;

use crate::support::certificate::{
    IDENTITY, NOW, certify, derived, device, expected, facts_of, issuer, statement, trust,
};

#[test]
fn says_whose_key_it_could_not_know() {
    let facts = facts_of(&verify(device(), &expected(&trust(None), Purpose::Device)).unwrap());
    assert_eq!(facts["identityBound"], false);
    let open = Trust { allow_embedded_key: true, ..Trust::default() };
    let facts = facts_of(&verify(device(), &expected(&open, Purpose::Device)).unwrap());
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
        found.map(|proven| facts_of(&proven)["identityBound"] == true)
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
        found.map(|proven| facts_of(&proven)["identityBound"] == true)
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
        let want = Error::CertificateSubject("a key that the trust input rules out");
        assert_eq!(judge(change), Err(want), "{name}");
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
