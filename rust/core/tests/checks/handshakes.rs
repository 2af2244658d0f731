//! Handshakes: one check on each side, however many keys a document holds.

use countersign_core::{
    handshake::{
        Suite,
        sage::{Incoming, Initiator, Opening, Responder, SKEW},
    },
    keys::{KeyType, SecretKey},
    session::sage::Limits,
    time::rfc3339,
    trust::{MAX_KEYS, Trust},
};
use countersign_testkit::{
    FixedRng,
    keys::{pinned, secret_of},
    records::{sign_as_sage, sign_document},
};

use super::{
    actors::strangers,
    agents::{self, Agent, alice, bob},
    costs::{Made, Row, made, row},
};

pub const ROWS: &[Row] = &[
    row("Handshake.respond", "1 signature check", respond),
    row("Handshake.Pending#finish", "1 signature check", finish),
    row("Sage.Handshake.respond", "16 signature checks", sage_respond),
    row("Sage.Handshake.Pending#finish", "16 signature checks", sage_finish),
];

/// As many keys as a document may have, of which the last is the one that signs.
fn many(agent: &Agent) -> Trust {
    let mut trust = strangers();
    for key in &mut trust.keys {
        key.controller = Some(agent.did.into());
    }
    trust.keys.truncate(MAX_KEYS - 2);
    trust.keys.extend(agent.document().keys);
    Trust { did: Some(agent.did.into()), ..trust }
}

fn respond() -> Made {
    let (alice, bob) = (alice(), bob());
    let (_, first) = alice.start(&bob, &Suite::ALL);
    made(|| assert!(bob.open(&first).unwrap().verify(&many(&alice), agents::NOW).is_ok()))
}

fn finish() -> Made {
    let (alice, bob) = (alice(), bob());
    let (initiator, first) = alice.start(&bob, &Suite::ALL);
    let (second, _) = bob.respond(&first, &many(&alice)).unwrap();
    let finish = || initiator.finish(&second, &many(&bob), agents::NOW, agents::SKEW);
    made(|| assert!(finish().is_ok()))
}

const TIME: &str = "2025-10-19T13:00:00Z";
const CONTEXT: &str = "context";
const ASKS: &str = "did:sage:ethereum:0xa";
const ANSWERS: &str = "did:sage:ethereum:0xb";

fn sage_sides() -> (Initiator, Vec<u8>, SecretKey) {
    let kem = secret_of(KeyType::X25519, 9);
    let opening = Opening {
        context: CONTEXT,
        did: ASKS,
        peer: ANSWERS,
        trust: &pinned([kem.public_key()]),
        ts: TIME,
    };
    let initiator = Initiator::start(&opening, &mut FixedRng(1)).unwrap();
    let signature = sage_signature(1, initiator.payload().as_bytes());
    (initiator, signature, kem)
}

/// As many keys as are tried, of which the last is that of the seed.
fn crowd(seed: u8) -> Trust {
    let strangers = (100..115).map(|fill| secret_of(KeyType::Secp256k1, fill));
    let keys: Vec<_> = strangers.chain([secret_of(KeyType::Secp256k1, seed)]).collect();
    pinned(keys.iter().map(SecretKey::public_key))
}

/// A signature of 65 bytes, from which the key is recovered.
fn sage_signature(seed: u8, message: &[u8]) -> Vec<u8> {
    sign_as_sage(message, &secret_of(KeyType::Secp256k1, seed))
}

fn accept(payload: &str, signature: &[u8], kem: &SecretKey) -> Responder {
    let trust = crowd(1);
    let incoming = Incoming {
        did: ANSWERS,
        peer: ASKS,
        trust: &trust,
        context: CONTEXT,
        payload,
        signature,
        ts: TIME,
        skew: SKEW,
    };
    Responder::accept(&incoming, kem, &mut FixedRng(2)).unwrap()
}

fn sage_respond() -> Made {
    let (initiator, signature, kem) = sage_sides();
    made(|| accept(&initiator.payload(), &signature, &kem))
}

fn sage_finish() -> Made {
    let (initiator, signature, kem) = sage_sides();
    let responder = accept(&initiator.payload(), &signature, &kem);
    let key = secret_of(KeyType::Secp256k1, 2);
    let reply = sign_document(responder.unsigned(key.public_key()).unwrap(), &key);
    let now = rfc3339::parse(TIME).unwrap();
    let finish = || initiator.finish(&reply, &crowd(2), (now, SKEW), Limits::default());
    made(|| assert!(finish().is_ok()))
}
