//! SAGE's handshake: upstream's transcripts byte for byte, and what ours refuses.

use std::collections::VecDeque;

use countersign_core::{
    Error,
    encoding::{base64url, hex},
    handshake::sage::{
        Incoming, Initiator, Opening, Reply, Request, Responder, SKEW, Transcript, ack_tag,
        combine, export_context, info,
    },
    keys::{KeyType, PublicKey},
    session::sage::Limits,
    time::rfc3339,
};
use countersign_testkit::{FixedRng, cases_of, keys::pinned, records::sign_as_sage};
use proptest::prelude::*;
use rand_core::{TryCryptoRng, TryRng};
use serde_json::Value;

use crate::support::{
    handshake_sage::{NOW, TS, ask, finish, incoming, parties, reply_of, secret},
    sage_vectors::{bytes, text},
};

/// Gives recorded bytes, then noise.
struct Recorded(pub VecDeque<Vec<u8>>, FixedRng);

impl TryRng for Recorded {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.1.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.1.try_next_u64()
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Self::Error> {
        match self.0.pop_front() {
            Some(bytes) => dst.copy_from_slice(&bytes),
            None => self.1.try_fill_bytes(dst)?,
        }
        Ok(())
    }
}

impl TryCryptoRng for Recorded {}

fn array(case: &Value, name: &str) -> [u8; 32] {
    bytes(case, name).try_into().unwrap()
}

#[test]
fn names_secrets_and_tags_are_upstreams() {
    for case in cases_of("sage/hpke.json", "info") {
        let (ctx, init, resp) =
            (text(&case, "ctx_id"), text(&case, "init_did"), text(&case, "resp_did"));
        assert_eq!(info(ctx, init, resp).unwrap(), text(&case, "info"));
        assert_eq!(export_context(ctx).unwrap(), text(&case, "export_ctx"));
    }
    for case in cases_of("sage/hpke.json", "combine") {
        let made =
            combine(&array(&case, "exporter"), &array(&case, "ss_e2e"), text(&case, "export_ctx"));
        assert_eq!(hex::encode(made.as_ref()), text(&case, "combined"));
    }
    for case in cases_of("sage/hpke.json", "ack_tag") {
        let bind = |at: usize| hex::decode(case["binds"][at].as_str().unwrap()).unwrap();
        let words = |at| String::from_utf8(bind(at)).unwrap();
        let keys = |at| <[u8; 32]>::try_from(bind(at)).unwrap();
        let transcript = Transcript {
            info: &words(0),
            export_context: &words(1),
            enc: &keys(2),
            eph_c: &keys(3),
            eph_s: &keys(4),
            initiator: &words(5),
            responder: &words(6),
            context: text(&case, "ctx_id"),
            nonce: text(&case, "nonce"),
            kid: text(&case, "kid"),
        };
        let tag = ack_tag(&array(&case, "seed"), &transcript).unwrap();
        assert_eq!(hex::encode(&tag), text(&case, "tag"));
        let split = Transcript { initiator: "a\0b", ..transcript };
        assert_eq!(ack_tag(&[0; 32], &split).unwrap_err(), Error::HandshakeSageAmbiguous);
    }
    assert_eq!(info("c|init=x", "a", "b").unwrap_err(), Error::HandshakeSageAmbiguous);
    assert_eq!(info("c", "a\n", "b").unwrap_err(), Error::HandshakeSageAmbiguous);
}

/// The signing key of a side of a transcript, and its public half.
fn identity(case: &Value, side: &str) -> Option<PublicKey> {
    let curve = case[format!("{side}_secp256k1")].as_str();
    let ed = case[format!("{side}_ed25519_seed")].as_str();
    let (kind, text) =
        curve.map(|key| (KeyType::Secp256k1, key)).or(ed.map(|key| (KeyType::Ed25519, key)))?;
    Some(secret(kind, &hex::decode(text).unwrap()).public_key().clone())
}

#[test]
fn transcripts_of_upstream_are_judged() {
    let mut whole = 0;
    for case in cases_of("sage/hpke.json", "handshake") {
        let request = &case["request"];
        let payload = text(request, "payload");
        let Ok(read) = Request::from_json(payload) else { panic!("{payload}") };
        let now = rfc3339::parse(&read.ts).unwrap();
        let Some(client) = identity(&case, "client") else { continue };
        let client = pinned([&client]);
        let kem = secret(KeyType::X25519, &bytes(&case, "kem_private"));
        let incoming = Incoming {
            did: text(&case, "server_did"),
            peer: text(request, "did"),
            trust: &client,
            context: text(request, "context_id"),
            payload,
            signature: &bytes(request, "signature"),
            ts: &read.ts,
            skew: SKEW,
        };
        let for_us = text(&case, "server_did") == read.resp_did;
        let accepted = Responder::accept(&incoming, &kem, &mut FixedRng(1));
        assert_eq!(
            accepted.is_ok(),
            for_us && !text(&case, "name").contains("flipped"),
            "{}",
            case["name"]
        );
        if case["ephC_private"].is_null() {
            continue;
        }
        let asked = Initiator::resume(
            text(&case, "ctx_id"),
            payload,
            secret(KeyType::X25519, &bytes(&case, "ephC_private")),
            &array(&case, "hpke_exporter"),
        )
        .unwrap();
        let server = identity(&case, "server").unwrap();
        let done = asked.finish(
            text(&case, "response_data"),
            &pinned([&server]),
            (now, SKEW),
            Limits::default(),
        );
        let good = case["error"].is_null() && case["ours"]["verdict"] != "reject";
        assert_eq!(done.is_ok(), good, "{} {done:?}", case["name"]);
        let Ok(mut session) = done else { continue };
        assert_eq!(session.id(), text(&case, "session_id"));
        assert_eq!(
            *session.open(&[], &bytes(&case, "s2c_wire"), now).unwrap(),
            text(&case, "s2c_decrypted").as_bytes()
        );
        whole += 1;
    }
    assert_eq!(whole, 1);
}

/// The recorded randomness makes the recorded request, and the recorded reply.
#[test]
fn messages_are_upstreams_byte_for_byte() {
    let case = &cases_of("sage/hpke.json", "handshake")[0];
    let sent = Request::from_json(text(&case["request"], "payload")).unwrap();
    let kem = secret(KeyType::X25519, &bytes(case, "kem_private"));
    let uuid = |text: &str| hex::decode(&text.replace('-', "")).unwrap();
    let drawn = [bytes(case, "encap_seed_ikmE"), bytes(case, "ephC_private"), uuid(&sent.nonce)];
    let opening = Opening {
        context: text(case, "ctx_id"),
        did: text(case, "client_did"),
        peer: text(case, "server_did"),
        trust: &pinned([kem.public_key()]),
        ts: &sent.ts,
    };
    let asked = Initiator::start(&opening, &mut Recorded(drawn.into(), FixedRng(0))).unwrap();
    assert_eq!(asked.payload(), text(&case["request"], "payload"));
    let (reply, signature) = Reply::from_json(text(case, "response_data")).unwrap();
    assert_eq!(reply.signing_input(), text(case, "response_signed_envelope"));
    assert_eq!(reply.to_json(&signature), text(case, "response_data"));
    let drawn = [bytes(case, "ephS_private"), uuid(reply.kid.strip_prefix("kid-").unwrap())];
    let client = pinned([&identity(case, "client").unwrap()]);
    let payload = asked.payload();
    let incoming = Incoming {
        did: opening.peer,
        peer: opening.did,
        trust: &client,
        context: opening.context,
        payload: &payload,
        signature: &bytes(&case["request"], "signature"),
        ts: &reply.ts,
        skew: SKEW,
    };
    let made =
        Responder::accept(&incoming, &kem, &mut Recorded(drawn.into(), FixedRng(0))).unwrap();
    let server = identity(case, "server").unwrap();
    let mut unsigned = made.unsigned(&server).unwrap();
    assert_eq!(unsigned.message(), text(case, "response_signed_envelope").as_bytes());
    let made_reply = unsigned.attach(&server.to_tagged(), &signature[..64]).unwrap();
    assert_eq!(made_reply, text(case, "response_data").as_bytes());
    let mut session = made.session(Limits::default()).unwrap();
    let now = rfc3339::parse(&reply.ts).unwrap();
    assert_eq!(
        *session.open(&[], &bytes(case, "c2s_wire"), now).unwrap(),
        text(case, "c2s_decrypted").as_bytes()
    );
}

#[test]
fn two_sides_agree() {
    let parties = parties();
    let (asked, payload, signature) = ask(&parties, "did:x:server");
    let received = incoming(&parties.trust, &payload, &signature);
    let answer = Responder::accept(&received, &parties.kem, &mut FixedRng(8)).unwrap();
    let reply = reply_of(&answer, &parties.server);
    let mut ours = finish(&parties, &asked, &reply).unwrap();
    let mut theirs = answer.session(Limits::default()).unwrap();
    assert_eq!(ours.id(), theirs.id());
    let wire = ours.seal(&[], b"hello", &mut FixedRng(9), NOW).unwrap();
    assert_eq!(*theirs.open(&[], &wire, NOW).unwrap(), b"hello");
    assert!(theirs.describe().contains("key confirmation by the initiator"));
    assert!(ours.describe().contains("possession of the X25519 key by the DID"));
    // The mark ends with the first second at which the request is refused.
    assert!(answer.replay().contains(&format!("\"until\":{}", NOW.0 + SKEW)));
    assert!(!format!("{asked:?}{answer:?}").contains("exporter"));
}

#[test]
fn the_mark_of_a_request_is_of_sender_context_and_nonce() {
    let parties = parties();
    let mark = |from: &str, context: &str, draw: u64| {
        let trust = &pinned([parties.kem.public_key()]);
        let opening = Opening { context, did: from, peer: "did:x:server", trust, ts: TS };
        let payload = Initiator::start(&opening, &mut FixedRng(draw)).unwrap().payload();
        let signature = sign_as_sage(payload.as_bytes(), &parties.client);
        let received = incoming(&parties.trust, &payload, &signature);
        let received = Incoming { peer: from, context, ..received };
        Responder::accept(&received, &parties.kem, &mut FixedRng(8)).unwrap().replay()
    };
    let first = mark("did:x:client", "ctx", 7);
    assert_eq!(mark("did:x:client", "ctx", 7), first);
    assert_ne!(mark("did:x:other", "ctx", 7), first);
    assert_ne!(mark("did:x:client", "ctx-2", 7), first);
    assert_ne!(mark("did:x:client", "ctx", 9), first);
}

#[test]
fn requests_that_are_refused() {
    let parties = parties();
    let (_, payload, signature) = ask(&parties, "did:x:server");
    let good = incoming(&parties.trust, &payload, &signature);
    let code = |received: &Incoming<'_>| {
        Responder::accept(received, &parties.kem, &mut FixedRng(8))
            .map_or_else(|error| error.code(), |_| "ok")
    };
    let signed = |payload: &str| sign_as_sage(payload.as_bytes(), &parties.client);
    assert_eq!(code(&good), "ok");
    assert_eq!(code(&Incoming { did: "did:x:other", ..good }), "ERR_HANDSHAKE_SAGE_IDENTITY");
    assert_eq!(code(&Incoming { peer: "did:x:other", ..good }), "ERR_HANDSHAKE_SAGE_IDENTITY");
    assert_eq!(code(&Incoming { context: "ctx2", ..good }), "ERR_HANDSHAKE_SAGE_CONTEXT");
    assert_eq!(code(&Incoming { context: "", ..good }), "ERR_HANDSHAKE_SAGE_MALFORMED");
    assert_eq!(
        code(&Incoming { trust: &pinned([parties.server.public_key()]), ..good }),
        "ERR_HANDSHAKE_SAGE_SIGNATURE"
    );
    for (ts, want) in [
        ("2025-10-19T12:36:55Z", "ok"),
        ("2025-10-19T12:36:56Z", "ERR_HANDSHAKE_SAGE_TIME"),
        ("2025-10-19T12:32:56Z", "ok"),
        ("2025-10-19T12:32:55Z", "ERR_HANDSHAKE_SAGE_TIME"),
    ] {
        assert_eq!(code(&Incoming { ts, ..good }), want, "{ts}");
    }
    let table = [
        (r#""nonce":""#, r#""nonce":"|"#, "ERR_HANDSHAKE_SAGE_AMBIGUOUS"),
        (r#""enc":""#, r#""enc":"AAAA"#, "ERR_HANDSHAKE_SAGE_MALFORMED"),
        (r#"{"enc""#, r#"{"more":"","enc""#, "ERR_HANDSHAKE_SAGE_MALFORMED"),
        (r#""ts":""#, r#""ts":"x"#, "ERR_HANDSHAKE_SAGE_MALFORMED"),
        (r#"{"enc""#, r#"{"ts":"","enc""#, "ERR_JSON_DUPLICATE"),
        (r#"|ctx=ctx""#, r#"|ctx=ctx2""#, "ERR_HANDSHAKE_SAGE_CONTEXT"),
    ];
    for (from, to, want) in table {
        let changed = payload.replace(from, to);
        let signature = signed(&changed);
        assert_eq!(
            code(&Incoming { payload: &changed, signature: &signature, ..good }),
            want,
            "{to}"
        );
    }
    let zero =
        Request { enc: base64url::encode(&[0; 32]), ..Request::from_json(&payload).unwrap() };
    let zero = zero.to_json();
    assert_eq!(
        code(&Incoming { payload: &zero, signature: &signed(&zero), ..good }),
        "ERR_KEY_SMALL_ORDER"
    );
    let flipped = [&signature[..63], &[signature[63] ^ 1]].concat();
    assert_eq!(code(&Incoming { signature: &flipped, ..good }), "ERR_HANDSHAKE_SAGE_SIGNATURE");
}

#[test]
fn replies_that_are_refused_change_nothing() {
    let parties = parties();
    let (asked, payload, signature) = ask(&parties, "did:x:server");
    let received = incoming(&parties.trust, &payload, &signature);
    let answer = Responder::accept(&received, &parties.kem, &mut FixedRng(8)).unwrap();
    let good = reply_of(&answer, &parties.server);
    let (reply, _) = Reply::from_json(&good).unwrap();
    let other = base64url::encode(&[9; 32]);
    let changes: [(Reply, &str); 10] = [
        (Reply { v: "v2".into(), ..reply.clone() }, "ERR_HANDSHAKE_SAGE_MALFORMED"),
        (Reply { task: "hpke/x".into(), ..reply.clone() }, "ERR_HANDSHAKE_SAGE_MALFORMED"),
        (Reply { ctx: "ctx2".into(), ..reply.clone() }, "ERR_HANDSHAKE_SAGE_CONTEXT"),
        (Reply { enc: other.clone(), ..reply.clone() }, "ERR_HANDSHAKE_SAGE_CONTEXT"),
        (Reply { eph_c: other.clone(), ..reply.clone() }, "ERR_HANDSHAKE_SAGE_CONTEXT"),
        (Reply { info_hash: other.clone(), ..reply.clone() }, "ERR_HANDSHAKE_SAGE_CONTEXT"),
        (Reply { eph_s: other.clone(), ..reply.clone() }, "ERR_HANDSHAKE_SAGE_ACK"),
        (Reply { kid: "kid-2".into(), ..reply.clone() }, "ERR_HANDSHAKE_SAGE_ACK"),
        (Reply { ts: "2025-10-19T12:31:56Z".into(), ..reply.clone() }, "ERR_HANDSHAKE_SAGE_TIME"),
        (Reply { eph_s: base64url::encode(&[0; 32]), ..reply.clone() }, "ERR_KEY_SMALL_ORDER"),
    ];
    for (changed, want) in changes {
        let text =
            changed.to_json(&sign_as_sage(changed.signing_input().as_bytes(), &parties.server));
        assert_eq!(finish(&parties, &asked, &text).unwrap_err().code(), want, "{changed:?}");
    }
    let told = |changed: Reply| {
        let signature = sign_as_sage(changed.signing_input().as_bytes(), &parties.server);
        finish(&parties, &asked, &changed.to_json(&signature)).unwrap_err()
    };
    let of = |other: Reply, member| assert_eq!(told(other), Error::HandshakeSageContext(member));
    of(Reply { ctx: "ctx2".into(), ..reply.clone() }, "ctx");
    of(Reply { enc: other.clone(), ..reply.clone() }, "enc");
    let unsigned = reply.to_json(&[7; 65]);
    assert_eq!(finish(&parties, &asked, &unsigned).unwrap_err(), Error::HandshakeSageSignature);
    finish(&parties, &asked, &good).unwrap();
}

proptest! {
    #[test]
    fn noise_is_no_message(noise in ".{0,200}") {
        prop_assert!(Request::from_json(&noise).is_err());
        prop_assert!(Reply::from_json(&noise).is_err());
    }
}
