//! Certificates of an identity, and what a verifier expects of them.

use countersign_core::{
    identity::{
        certificate::{Certificate, Expected, Proven, Statement},
        derivation::{Purpose, derive},
    },
    keys::{Algorithm, KeyType, SecretKey},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use serde_json::Value;

pub(crate) const IDENTITY: &str = "did:web:agent.example";

pub(crate) const NOW: UnixSeconds = UnixSeconds(1_760_000_100);

pub(crate) fn issuer() -> SecretKey {
    SecretKey::from_bytes(KeyType::Ed25519, &[1; 32]).unwrap()
}

pub(crate) fn derived(purpose: Purpose, key_type: KeyType) -> SecretKey {
    derive(&[2; 32], purpose, "context", key_type).unwrap()
}

pub(crate) fn statement(purpose: Purpose, key: &SecretKey) -> Statement {
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

pub(crate) fn certify(statement: Statement, key: &SecretKey) -> Certificate {
    let signature = issuer().sign(statement.algorithm, &statement.to_bytes()).unwrap();
    let possession = key
        .key_type()
        .default_algorithm()
        .map(|algorithm| key.sign(algorithm, &statement.possession_bytes()).unwrap());
    statement.attach(&signature, &possession.unwrap_or_default()).unwrap()
}

pub(crate) fn trust(controller: Option<&str>) -> Trust {
    let key = TrustedKey {
        controller: controller.map(str::to_owned),
        ..TrustedKey::pinned(issuer().public_key().clone())
    };
    Trust { keys: vec![key], ..Trust::default() }
}

pub(crate) fn expected(trust: &Trust, purpose: Purpose) -> Expected<'_> {
    Expected { trust, purpose, key: None, context: None, now: NOW, skew: 60 }
}

pub(crate) fn device() -> Certificate {
    let key = derived(Purpose::Device, KeyType::Ed25519);
    certify(statement(Purpose::Device, &key), &key)
}

pub(crate) fn facts_of(proven: &Proven) -> Value {
    proven.to_json().parse().unwrap()
}
