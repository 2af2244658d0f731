//! A challenge, and the proof that answers it.

use countersign_core::{
    keys::{Algorithm, SecretKey},
    pop::{Challenge, Expected, Proof, Statement},
    time::UnixSeconds,
    trust::Trust,
    unsigned::Unsigned,
};
use countersign_testkit::records::sign_document;

pub const DID: &str = "did:web:agent.example";

pub const AUDIENCE: &str = "https://registry.example/agents";

pub const ISSUED: UnixSeconds = UnixSeconds(1_760_000_000);

pub const NOW: UnixSeconds = UnixSeconds(1_760_000_010);

pub const EXPIRES: UnixSeconds = UnixSeconds(1_760_000_300);

pub fn challenge(ephemeral: Option<&SecretKey>) -> Challenge {
    let ephemeral = ephemeral.map(|secret| secret.public_key().clone());
    Challenge::new(AUDIENCE, &[7; 16], ISSUED, EXPIRES, ephemeral).unwrap()
}

pub fn prove(secret: &SecretKey, algorithm: Algorithm, challenge: &Challenge) -> Proof {
    let key = secret.public_key().clone();
    let statement = Statement::new(DID, algorithm, key, challenge, NOW).unwrap();
    read(statement.into_unsigned().unwrap(), secret)
}

pub fn prove_agreement(identity: &SecretKey, key: &SecretKey, challenge: &Challenge) -> Proof {
    let public = |secret: &SecretKey| secret.public_key().clone();
    let algorithm = Algorithm::Ed25519;
    let statement =
        Statement::for_agreement(DID, algorithm, public(identity), public(key), challenge, NOW)
            .unwrap();
    read(statement.into_unsigned_agreement(key).unwrap(), identity)
}

/// The proof that `secret` signs.
pub fn read(unsigned: Unsigned, secret: &SecretKey) -> Proof {
    Proof::from_json(&sign_document(unsigned, secret)).unwrap()
}

pub fn expected<'a>(trust: &'a Trust, challenge: &'a Challenge) -> Expected<'a> {
    Expected { did: DID, trust, challenge, now: NOW, skew: 60 }
}

/// As [`prove`], for another DID.
pub fn prove_as(did: &str, secret: &SecretKey, challenge: &Challenge) -> Proof {
    let (algorithm, key) = (Algorithm::Ed25519, secret.public_key().clone());
    let statement = Statement::new(did, algorithm, key, challenge, NOW).unwrap();
    read(statement.into_unsigned().unwrap(), secret)
}
