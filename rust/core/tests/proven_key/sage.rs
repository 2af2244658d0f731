//! Who signed, in the formats of SAGE: a message, a proof of possession, the start of a handshake.

use countersign_core::{
    guard,
    handshake::sage::{Incoming, Initiator, Opening, Responder},
    keys::{Algorithm, KeyType, SecretKey, sage_data::StoredKey},
    pop,
    session::sage::Limits,
    trust::Trust,
};
use countersign_testkit::{
    FixedRng,
    keys::{pinned, secret, secret_of, sign},
};
use serde_json::{Value, json};

use super::{NOW, read, receipts::AGENT};

pub(crate) fn message(trust: &Trust) -> Value {
    let message = json!({ "agentDid": AGENT, "messageId": "m", "nonce": "n", "body": "b",
        "timestamp": "2025-10-09T08:53:20Z" });
    let message = guard::sage::Message::from_json(&message.to_string()).unwrap();
    let signature = sign(&secret(1), message.base().unwrap().as_bytes());
    read(&message.verify(trust, &signature, message.sent(), 300).unwrap())
}

pub(crate) fn proof(trust: &Trust) -> Value {
    let stored = StoredKey::of(secret(1).public_key()).unwrap();
    let unsigned = pop::sage::unsigned(AGENT, &stored, Algorithm::Ed25519).unwrap();
    let proof = unsigned.sign(&secret(1), SecretKey::sign).unwrap();
    let expected = pop::sage::Expected { did: AGENT, trust, stored: None, now: NOW };
    read(&pop::sage::verify_trusted(&proof, &expected).unwrap())
}

pub(crate) fn responder(trust: &Trust) -> Value {
    let kem = secret_of(KeyType::X25519, 3);
    let (ts, context, peer) = ("2025-10-09T08:53:20Z", "c", "did:web:server.example");
    let own = pinned([kem.public_key()]);
    let opening = Opening { context, did: AGENT, peer, trust: &own, ts };
    let payload = Initiator::start(&opening, &mut FixedRng(1)).unwrap().payload();
    let signature = &sign(&secret(1), payload.as_bytes());
    let (did, peer, payload) = (peer, AGENT, payload.as_str());
    let incoming = Incoming { did, peer, trust, context, payload, signature, ts, skew: 60 };
    let answer = Responder::accept(&incoming, &kem, &mut FixedRng(2)).unwrap();
    read(&answer.session(Limits::default()).unwrap().describe())
}
