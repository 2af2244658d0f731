//! The claims inside the messages of a handshake. A message opens only if it was encrypted, so the
//! target encrypts its input: the claims are any bytes that the other side could have sent.

use countersign_core::{
    Error,
    handshake::{Policy, Responder, Suite},
    hpke::{Aead, Kem, Psk, RecipientKey, RecipientSecret, Setup, receiver, sender},
    keys::KeyType,
    label,
};
use countersign_testkit::{FixedRng, keys::secret_of};
use sha2::{Digest, Sha256};

use crate::{
    Target,
    handshake::{ALICE, BOB, NOW, started_with, trust_in},
};

pub(crate) const FIRST: Target = Target {
    name: "handshake_first_claims",
    run: run_first,
    seeds: &[
        b"\x00\x00\x00\x15did:web:alice.example\x00\x00\x00\x13did:web:bob.example\x00\x00\x00\x07ed25519\x00\x00\x00\x22\xed\x01\x8a\x88\xe3\xddt\x09\xf1\x95\xfdR\xdb-<\xba]r\xcag\x09\xbf\x1d\x94\x12\x1b\xf3t\x88\x01\xb4\x0fo\x5c\x00\x00\x00\x00\x00\x00\x00\x00h\xe7x\x00\x00\x00\x00@\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11",
    ],
};

pub(crate) const SECOND: Target = Target {
    name: "handshake_second_claims",
    run: run_second,
    seeds: &[
        b"\x00\x00\x00\x13did:web:bob.example\x00\x00\x00\x07ed25519\x00\x00\x00\x22\xed\x01\xedI(\xc6(\xd1\xc2\xc6\xea\xe9\x038\x90Y\x95a)Y':\x5cc\xf966\xc1F\x14\xac\x877\xd1\x00\x00\x00@\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11",
    ],
};

/// Message 1 of version 1 for one share of X25519: `01 01 01 01 ‖ share (32) ‖ enc (32) ‖ lp16(box) ‖ 00`.
const OPEN: usize = 36;
const ENC: usize = 32;

fn run_first(data: &[u8]) {
    let Ok(trust) = trust_in(ALICE, 1) else { return };
    if let Ok(mut responder) = opened(data) {
        assert!(responder.verify(&trust, NOW).is_err(), "nobody signed it");
    }
}

/// Bob reads claims of any bytes.
fn opened(claims: &[u8]) -> Result<Responder, Error> {
    let agreement = secret_of(KeyType::X25519, 4);
    let key = RecipientKey::from_raw(Kem::X25519, agreement.public_key().as_bytes())?;
    let (_, first, _) = started_with()?;
    let open = first.get(..OPEN).unwrap_or_default();
    let info = info(open);
    let setup = Setup { aead: Aead::CHACHA20_POLY1305, info: &info, psk: None };
    let (enc, mut context) = sender(&key, &setup, None, &mut FixedRng(3))?;
    let mut message = written(open, &enc, &context.seal(claims, &[])?);
    message.push(0);
    let policy = Policy { did: BOB, context: b"", suites: &Suite::ALL, now: NOW, skew: 60 };
    let read = Responder::open(&message, &agreement, &policy);
    assert_ne!(read.as_ref().err(), Some(&Error::HandshakeOpen), "the claims are reached");
    read
}

fn run_second(data: &[u8]) {
    let finished = answered(data);
    assert!(finished.is_err(), "nobody signed it");
    assert_ne!(finished.err(), Some(Error::HandshakeOpen), "the claims are reached");
}

/// Alice reads claims of any bytes in the answer to her message 1.
fn answered(claims: &[u8]) -> Result<(), Error> {
    let (initiator, first, signature) = started_with()?;
    let open = first.get(..OPEN).unwrap_or_default();
    let enc = first.get(OPEN..OPEN + ENC).unwrap_or_default();
    let agreement = secret_of(KeyType::X25519, 4);
    let asked = info(open);
    let setup = Setup { aead: Aead::CHACHA20_POLY1305, info: &asked, psk: None };
    let context = receiver(enc, RecipientSecret::X25519(&agreement), &setup, None)?;
    let key = context.export(label::HANDSHAKE_PSK.as_bytes(), 32)?;
    let statement = initiator.signing_input();
    let label = label::HANDSHAKE_TRANSCRIPT.as_bytes();
    let hash = Sha256::digest([field(label), field(&statement), field(&signature)].concat());
    let share = RecipientKey::from_raw(Kem::X25519, open.get(4..).unwrap_or_default())?;
    let info = info(&[1, 2, 1]);
    let psk = Psk::new(&key, &hash)?;
    let setup = Setup { aead: Aead::CHACHA20_POLY1305, info: &info, psk };
    let (enc, mut context) = sender(&share, &setup, None, &mut FixedRng(4))?;
    let message = written(&[1, 2, 1], &enc, &context.seal(claims, &[])?);
    initiator.finish(&message, &trust_in(BOB, 3)?, NOW, 60).map(drop)
}

/// `lp(label) ‖ lp(open part)`.
fn info(open: &[u8]) -> Vec<u8> {
    [field(label::HANDSHAKE.as_bytes()), field(open)].concat()
}

fn field(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    [&length.to_be_bytes(), bytes].concat()
}

fn written(open: &[u8], enc: &[u8], sealed: &[u8]) -> Vec<u8> {
    let length = u16::try_from(sealed.len()).unwrap_or(u16::MAX);
    [open, enc, &length.to_be_bytes(), sealed].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seeds pass every check but the last, so that mutations start from nearly valid claims.
    #[test]
    fn seeds_lack_only_the_signature() {
        for seed in FIRST.seeds {
            let trust = trust_in(ALICE, 1).unwrap_or_default();
            let refused = opened(seed).and_then(|mut responder| responder.verify(&trust, NOW));
            assert_eq!(refused.err(), Some(Error::HandshakeSignature));
        }
        for seed in SECOND.seeds {
            assert_eq!(answered(seed).err(), Some(Error::HandshakeSignature));
        }
    }
}
