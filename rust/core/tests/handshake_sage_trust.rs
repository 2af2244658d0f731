//! Who is at the other side of a handshake of SAGE.

use countersign_core::{
    Error, did,
    handshake::sage::{Incoming, Initiator, Opening, Reply, Responder},
    keys::{KeyType, SecretKey},
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{
    FixedRng,
    keys::pinned,
    records::{sign_as_sage, sign_document},
};

use serde_json::Value;

use crate::support::handshake_sage::{TS, ask, finish, incoming, parties, reply_of, secret};

#[test]
fn a_did_that_is_a_key_signs_with_that_key_alone() {
    let parties = parties();
    let did = |key: &SecretKey| did::key::from_public_key(key.public_key()).unwrap().to_string();
    let (own, other) = (did(&parties.client), did(&parties.kem));
    let accept = |from: &str| {
        let trust = &pinned([parties.kem.public_key()]);
        let opening = Opening { context: "ctx", did: from, peer: "did:x:server", trust, ts: TS };
        let payload = Initiator::start(&opening, &mut FixedRng(7)).unwrap().payload();
        let signature = sign_as_sage(payload.as_bytes(), &parties.client);
        let received = incoming(&parties.trust, &payload, &signature);
        Responder::accept(&Incoming { peer: from, ..received }, &parties.kem, &mut FixedRng(8))
            .map(drop)
    };
    assert_eq!((accept(&own), accept(&other)), (Ok(()), Err(Error::HandshakeSageIdentity)));
    let answer = |server: &str| {
        let (asked, payload, signature) = ask(&parties, server);
        let received = incoming(&parties.trust, &payload, &signature);
        let received = Incoming { did: server, ..received };
        let answer = Responder::accept(&received, &parties.kem, &mut FixedRng(8)).unwrap();
        let reply = reply_of(&answer, &parties.server);
        finish(&parties, &asked, &reply).map(drop)
    };
    assert_eq!(answer(&did(&parties.server)), Ok(()));
    assert_eq!(answer(&other), Err(Error::HandshakeSageIdentity));
}

#[test]
fn the_trust_input_says_which_keys_are_the_other_sides() {
    let parties = parties();
    let (asked, payload, signature) = ask(&parties, "did:x:server");
    let strangers = pinned([parties.server.public_key(), parties.kem.public_key()]);
    let accept = |trust: &Trust| {
        let received = incoming(trust, &payload, &signature);
        Responder::accept(&received, &parties.kem, &mut FixedRng(8))
    };
    let with = |change: fn(&mut TrustedKey)| {
        let mut trust = Trust {
            keys: [strangers.keys.clone(), parties.trust.keys.clone()].concat(),
            ..Trust::default()
        };
        change(&mut trust.keys[2]);
        accept(&trust).map(drop)
    };
    assert_eq!(with(|_| ()), Ok(()));
    assert_eq!(with(|key| key.controller = Some("did:x:client".into())), Ok(()));
    let refused = Err(Error::HandshakeSageSignature);
    assert_eq!(with(|key| key.controller = Some("did:x:server".into())), refused);
    assert_eq!(with(|key| key.revoked = true), refused);
    assert_eq!(with(|key| key.purposes = Some(Vec::new())), refused);
    assert_eq!(accept(&Trust::default()).map(drop), Err(Error::HandshakeSageIdentity));

    let answer = accept(&parties.trust).unwrap();
    let reply = reply_of(&answer, &parties.server);
    let session = finish(&parties, &asked, &reply).unwrap();
    let facts: Value = serde_json::from_str(&session.describe()).unwrap();
    assert_eq!(facts["signer"]["type"], "secp256k1");
    let agree = |trust: &Trust| {
        let opening =
            Opening { context: "ctx", did: "did:x:client", peer: "did:x:server", trust, ts: TS };
        Initiator::start(&opening, &mut FixedRng(7)).map(drop).map_err(|error| error.code())
    };
    assert_eq!(agree(&strangers), Ok(()), "the first X25519 key is taken");
    assert_eq!(agree(&parties.trust), Err("ERR_KEY_TYPE_MISMATCH"));
    assert_eq!(agree(&Trust::default()), Err("ERR_HANDSHAKE_SAGE_IDENTITY"));
}

/// Mallory's DID with the server's X25519 key, relayed and signed again.
#[test]
fn identity_misbinding_fails_at_both_sides() {
    let parties = parties();
    let mallory = secret(KeyType::Ed25519, &[66; 32]);
    let (asked, payload, signature) = ask(&parties, "did:x:mallory");
    let received = incoming(&parties.trust, &payload, &signature);
    let refused = Responder::accept(&received, &parties.kem, &mut FixedRng(8)).unwrap_err();
    assert_eq!(refused, Error::HandshakeSageIdentity);
    // A server without that check answers; what it says of itself is refused here.
    let careless = Incoming { did: "did:x:mallory", ..received };
    let answer = Responder::accept(&careless, &parties.kem, &mut FixedRng(8)).unwrap();
    let unsigned = answer.unsigned(mallory.public_key()).unwrap();
    let honest = String::from_utf8(unsigned.message().to_vec())
        .unwrap()
        .replace("did:x:mallory", "did:x:server");
    let (mut reply, _) = Reply::from_json(&sign_document(unsigned, &mallory)).unwrap();
    reply.did = "did:x:server".to_owned();
    assert_eq!(reply.signing_input(), honest);
    let relayed = reply.to_json(&sign_as_sage(honest.as_bytes(), &mallory));
    assert_eq!(finish(&parties, &asked, &relayed).unwrap_err(), Error::HandshakeSageIdentity);
}
