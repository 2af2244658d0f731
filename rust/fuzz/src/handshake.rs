//! The handshake: noise is never accepted as a message.

use countersign_core::{
    Error,
    handshake::{Gate, Initiation, Initiator, Policy, Responder, Suite},
    keys::{Algorithm, KeyType, SecretKey},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    FixedRng,
    keys::{secret, secret_of},
};

use crate::Target;

pub(crate) const ALICE: &str = "did:web:alice.example";
pub(crate) const BOB: &str = "did:web:bob.example";
pub(crate) const NOW: UnixSeconds = UnixSeconds(1_760_000_000);

pub(crate) const FIRST: Target = Target {
    name: "handshake_first",
    run: run_first,
    seeds: &[
        b"\x01\x01\x01\x01iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE\x00\x14boxboxboxboxboxboxb.\x00",
        b"\x01\x01\x01\x01iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE\x00\x02bx\x28cookiecookiecookiecookiecookiecookiecook",
    ],
};

pub(crate) const SECOND: Target = Target {
    name: "handshake_second",
    run: run_second,
    seeds: &[
        b"\x01\x02\x01EEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE\x00\x14boxboxboxboxboxboxb.",
        b"\x01\x03cookiecookiecookiecookiecookiecookiecook",
    ],
};

fn run_first(data: &[u8]) {
    let agreement = secret_of(KeyType::X25519, 4);
    let policy = Policy { did: BOB, context: b"", suites: &Suite::ALL, now: NOW, skew: 60 };
    assert!(Responder::open(data, &agreement, &policy).is_err());
    let Ok(gate) = Gate::new(&[7; 32]) else { return };
    // The input holds no valid cookie, so at best the responder asks for one.
    if let Ok(answer) = gate.check(data, b"203.0.113.5", NOW) {
        assert_eq!(answer.map(|message| message.len()), Some(42));
    }
}

fn run_second(data: &[u8]) {
    let Ok(initiator) = started() else { return };
    let Ok(trust) = trust_in(BOB, 3) else { return };
    let finished = initiator.finish(data, &trust, NOW, 60);
    assert!(finished.is_err());
    let asked = finished.as_ref().is_err_and(|error| *error == Error::HandshakeCookieAsked);
    assert_eq!(initiator.retry(data).is_ok(), asked);
}

/// The signing key of a DID, and its key agreement key.
pub(crate) fn trust_in(did: &str, fill: u8) -> Result<Trust, Error> {
    let keys = [secret(fill), secret_of(KeyType::X25519, fill + 1)];
    let pinned = |key: &SecretKey| TrustedKey {
        controller: Some(did.to_owned()),
        ..TrustedKey::pinned(key.public_key().clone())
    };
    Ok(Trust { keys: keys.iter().map(pinned).collect(), ..Trust::default() })
}

/// An initiator that has sent message 1.
fn started() -> Result<Initiator, Error> {
    started_with().map(|(initiator, ..)| initiator)
}

/// The same initiator, with message 1 and its signature.
pub(crate) fn started_with() -> Result<(Initiator, Vec<u8>, Vec<u8>), Error> {
    let signer = secret(1);
    let trust = trust_in(BOB, 3)?;
    let wanted = Initiation {
        did: ALICE,
        algorithm: Algorithm::Ed25519,
        key: signer.public_key(),
        peer: BOB,
        trust: &trust,
        context: b"",
        suites: &[Suite::Classical],
    };
    let mut initiator = Initiator::new(&wanted, NOW, &mut FixedRng(1))?;
    let signature = signer.sign(Algorithm::Ed25519, &initiator.signing_input())?;
    let message = initiator.sign(&signature)?;
    Ok((initiator, message, signature))
}
