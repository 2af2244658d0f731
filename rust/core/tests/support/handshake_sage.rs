//! Two sides of a handshake of SAGE.

use countersign_core::{
    Error,
    handshake::sage::{Incoming, Initiator, Opening, Responder, SKEW},
    keys::{KeyType, SecretKey},
    session::sage::{Limits, SageSession},
    time::UnixSeconds,
    trust::Trust,
};
use countersign_testkit::{
    FixedRng,
    keys::pinned,
    records::{sign_as_sage, sign_document},
};

pub fn secret(key_type: KeyType, bytes: &[u8]) -> SecretKey {
    SecretKey::from_bytes(key_type, bytes).unwrap()
}

pub const TS: &str = "2025-10-19T12:34:56Z";

pub const NOW: UnixSeconds = UnixSeconds(1_760_877_296);

pub struct Parties {
    pub client: SecretKey,
    /// What the server trusts.
    pub trust: Trust,
    pub server: SecretKey,
    pub kem: SecretKey,
}

pub fn parties() -> Parties {
    let client = secret(KeyType::Ed25519, &[1; 32]);
    let (server, kem) = (secret(KeyType::Secp256k1, &[2; 32]), secret(KeyType::X25519, &[3; 32]));
    let trust = pinned([client.public_key()]);
    Parties { client, trust, server, kem }
}

pub fn reply_of(answer: &Responder, by: &SecretKey) -> String {
    sign_document(answer.unsigned(by.public_key()).unwrap(), by)
}

pub fn ask(parties: &Parties, responder: &str) -> (Initiator, String, Vec<u8>) {
    let trust = &pinned([parties.kem.public_key()]);
    let opening = Opening { context: "ctx", did: "did:x:client", peer: responder, trust, ts: TS };
    let asked = Initiator::start(&opening, &mut FixedRng(7)).unwrap();
    let payload = asked.payload();
    let signature = sign_as_sage(payload.as_bytes(), &parties.client);
    (asked, payload, signature)
}

pub fn incoming<'a>(trust: &'a Trust, payload: &'a str, signature: &'a [u8]) -> Incoming<'a> {
    Incoming {
        did: "did:x:server",
        peer: "did:x:client",
        trust,
        context: "ctx",
        payload,
        signature,
        ts: TS,
        skew: SKEW,
    }
}

pub fn finish(parties: &Parties, asked: &Initiator, reply: &str) -> Result<SageSession, Error> {
    asked.finish(reply, &pinned([parties.server.public_key()]), (NOW, SKEW), Limits::default())
}
