//! The handshake: what it gives, attacks, our own vectors, and properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all handshake::` writes
//! `rust/vectors/handshake/v1.json`; `ts/test/handshake.test.ts` checks it with other implementations.

use countersign_core::{
    Error,
    did::Purpose,
    encoding::hex,
    handshake::{Gate, Initiation, Initiator, LIFETIME, Policy, Responder, Suite},
    keys::SecretKey,
    trust::Trust,
};
use countersign_testkit::{FixedRng, own_vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::handshake::*;

#[test]
fn two_messages_open_a_session() {
    for suites in [&[Suite::Classical][..], &[Suite::Hybrid], &Suite::ALL] {
        let (alice, bob) = (alice(), bob());
        let (initiator, first) = alice.start(&bob, suites);
        let (second, established) = bob.respond(&first, &alice.document()).unwrap();
        let finished = initiator.finish(&second, &bob.document(), NOW, SKEW).unwrap();
        let facts: Value = serde_json::from_str(&finished.to_json()).unwrap();
        assert_eq!(facts["did"], bob.did);
        assert_eq!(facts["signer"]["id"], format!("{}#auth", bob.did));
        assert_eq!(facts["suite"], suites[0].as_str());
        let theirs: Value = serde_json::from_str(&established.to_json()).unwrap();
        assert_eq!(theirs["did"], alice.did);
        assert_eq!(theirs["transcript"], facts["transcript"]);
        let (mut ours, mut theirs) = (session(finished), session(established));
        assert_eq!(code(theirs.seal(b"too early", b"", NOW)), "ERR_SESSION_UNCONFIRMED");
        let hello = ours.seal(b"hello", b"", NOW).unwrap();
        assert_eq!(theirs.open(&hello, b"", NOW).unwrap(), b"hello");
        let back = theirs.seal(b"back", b"", NOW).unwrap();
        assert_eq!(ours.open(&back, b"", NOW).unwrap(), b"back");
    }
}

#[test]
fn a_key_of_this_engine_makes_the_same_messages() {
    let (alice, bob) = (alice(), bob());
    let (_, first) = alice.start(&bob, &Suite::ALL);
    let mut initiator = alice.ask(bob.did, &bob.document(), &Suite::ALL).unwrap();
    let other = initiator.sign_here(&bob.signer, SecretKey::sign);
    assert_eq!(code(other), "ERR_HANDSHAKE_SIGNATURE", "a key that was not named");
    assert_eq!(initiator.sign_here(&alice.signer, SecretKey::sign).unwrap(), first);
    assert_eq!(code(initiator.sign_here(&alice.signer, SecretKey::sign)), "ERR_HANDSHAKE_ORDER");

    let mut responder = bob.open(&first).unwrap();
    let answer = |responder: &mut Responder, key: &SecretKey| {
        responder.sign_here(bob.algorithm, key, &mut FixedRng(2), SecretKey::sign)
    };
    assert_eq!(code(answer(&mut responder, &bob.signer)), "ERR_HANDSHAKE_ORDER", "not verified");
    responder.verify(&alice.document(), NOW).unwrap();
    assert_eq!(code(answer(&mut responder, &alice.signer)), "ERR_KEY_ALGORITHM");
    let (second, established) = answer(&mut responder, &bob.signer).unwrap();
    let (theirs, also) = bob.respond(&first, &alice.document()).unwrap();
    assert_eq!((second, established.to_json()), (theirs, also.to_json()));
}

#[test]
fn identity_misbinding_is_refused() {
    // Mallory lists Bob's X25519 key as her own, and relays what Alice sends to her.
    let (alice, bob, mallory) = (alice(), bob(), mallory());
    let keys = vec![
        mallory.key(&mallory.signer, Purpose::Authentication, "auth"),
        mallory.key(&bob.agreement, Purpose::KeyAgreement, "agree"),
    ];
    let hers = Trust { keys, did: Some(mallory.did.into()), ..Trust::default() };
    let mut initiator = alice.ask(mallory.did, &hers, &Suite::ALL).unwrap();
    let first = initiator.sign(&alice.sign(&initiator.signing_input())).unwrap();
    assert_eq!(code(bob.open(&first)), "ERR_HANDSHAKE_RECIPIENT");
    // If Bob answers all the same (here: one who answers to her DID), he must sign as her.
    let policy = Policy { did: mallory.did, ..bob.policy() };
    let mut responder = Responder::open(&first, &bob.agreement, &policy).unwrap();
    responder.verify(&alice.document(), NOW).unwrap();
    let (second, _) = bob.answer(&mut responder).unwrap();
    assert_eq!(code(initiator.finish(&second, &hers, NOW, SKEW)), "ERR_HANDSHAKE_KEY");
}

#[test]
fn an_unknown_key_share_is_refused() {
    // Mallory lists Alice's signing key as her own. Bob knows Alice's DID from what she signed.
    let (alice, bob, mallory) = (alice(), bob(), mallory());
    let (_, first) = alice.start(&bob, &Suite::ALL);
    let mut responder = bob.open(&first).unwrap();
    assert_eq!(responder.peer(), alice.did);
    let keys = vec![mallory.key(&alice.signer, Purpose::Authentication, "auth")];
    let hers = Trust { keys, did: Some(mallory.did.into()), ..Trust::default() };
    let refused = responder.verify(&hers, NOW).map(drop).unwrap_err();
    assert_eq!(refused, Error::HandshakeDocument(alice.did.to_owned(), mallory.did.to_owned()));
    let pinned = Trust { did: None, ..hers };
    assert_eq!(code(responder.verify(&pinned, NOW)), "ERR_HANDSHAKE_KEY");
    assert_eq!(code(bob.answer(&mut responder)), "ERR_HANDSHAKE_ORDER");
}

#[test]
fn key_compromise_does_not_make_others() {
    // Mallory has all keys of Bob, and wants to be Alice to him: she cannot sign.
    let (alice, bob, mallory) = (alice(), bob(), mallory());
    let wanted = Initiation {
        did: alice.did,
        algorithm: mallory.algorithm,
        key: mallory.signer.public_key(),
        peer: bob.did,
        trust: &bob.document(),
        context: CONTEXT,
        suites: &Suite::ALL,
    };
    let mut initiator = Initiator::new(&wanted, NOW, &mut FixedRng(1)).unwrap();
    let first = initiator.sign(&mallory.sign(&initiator.signing_input())).unwrap();
    let mut responder = bob.open(&first).unwrap();
    assert_eq!(code(responder.verify(&alice.document(), NOW)), "ERR_HANDSHAKE_KEY");
}

#[test]
fn reflection_is_refused() {
    let (alice, bob) = (alice(), bob());
    let (initiator, first) = alice.start(&bob, &Suite::ALL);
    let finish = |message: &[u8]| initiator.finish(message, &bob.document(), NOW, SKEW);
    assert_eq!(code(finish(&first)), "ERR_HANDSHAKE_MALFORMED");
    assert_eq!(code(alice.open(&first)), "ERR_HANDSHAKE_OPEN");
    let (second, _) = bob.respond(&first, &alice.document()).unwrap();
    assert_eq!(code(bob.open(&second)), "ERR_HANDSHAKE_MALFORMED");
    let (other, _) = alice.start(&bob, &[Suite::Hybrid]);
    assert_eq!(code(other.finish(&second, &bob.document(), NOW, SKEW)), "ERR_HANDSHAKE_OPEN");
    assert!(finish(&second).is_ok());
    assert_eq!(code(alice.ask(alice.did, &alice.document(), &Suite::ALL)), "ERR_HANDSHAKE_SELF");
}

#[test]
fn a_replay_has_the_same_name_and_opens_nothing() {
    let (alice, bob) = (alice(), bob());
    let (initiator, first) = alice.start(&bob, &Suite::ALL);
    let once = |message: &[u8]| {
        let mut responder = bob.open(message).unwrap();
        let facts = responder.verify(&alice.document(), NOW).unwrap();
        (facts, bob.answer(&mut responder).unwrap())
    };
    let (facts, _) = once(&first);
    let (again, (second, replayed)) = once(&first);
    assert_eq!(facts, again);
    let facts: Value = serde_json::from_str(&facts).unwrap();
    assert_eq!(facts["until"], NOW.0 + LIFETIME + SKEW);
    // Whoever replays has no share: the session stays unconfirmed.
    let mut theirs = session(replayed);
    let (other, message) = mallory().start(&bob, &Suite::ALL);
    let (answer, _) = bob.respond(&message, &mallory().document()).unwrap();
    let mut hers = session(other.finish(&answer, &bob.document(), NOW, SKEW).unwrap());
    let forged = hers.seal(b"me", b"", NOW).unwrap();
    assert_eq!(code(theirs.open(&forged, b"", NOW)), "ERR_SESSION_OPEN");
    assert_eq!(code(theirs.seal(b"", b"", NOW)), "ERR_SESSION_UNCONFIRMED");
    assert!(initiator.finish(&second, &bob.document(), NOW, SKEW).is_ok());
}

#[test]
fn suites_cannot_be_lowered() {
    let (alice, bob) = (alice(), bob());
    let (_, first) = alice.start(&bob, &Suite::ALL);
    // The hybrid share is taken out of message 1.
    let mut cut = first.clone();
    cut.drain(3..1_220);
    cut[2] = 1;
    assert_eq!(code(bob.open(&cut)), "ERR_HANDSHAKE_OPEN");
    // The order of preference is changed.
    let mut swapped = first[..3].to_vec();
    swapped.extend(&first[1_220..1_253]);
    swapped.extend(&first[3..1_220]);
    swapped.extend(&first[1_253..]);
    assert_eq!(code(bob.open(&swapped)), "ERR_HANDSHAKE_OPEN");
    // The answer names a suite that was not on offer.
    let (initiator, first) = alice.start(&bob, &[Suite::Classical]);
    let (mut second, _) = bob.respond(&first, &alice.document()).unwrap();
    second[2] = 2;
    second.splice(3..35, [9; 1_120]);
    let finish = |message: &[u8]| code(initiator.finish(message, &bob.document(), NOW, SKEW));
    assert_eq!(finish(&second), "ERR_HANDSHAKE_SUITE");
    // Each side may ask for the hybrid.
    let policy = Policy { suites: &[Suite::Hybrid], ..bob.policy() };
    assert_eq!(code(Responder::open(&first, &bob.agreement, &policy)), "ERR_HANDSHAKE_SUITE");
    // The responder's preference decides.
    let (_, first) = alice.start(&bob, &[Suite::Classical, Suite::Hybrid]);
    let (second, _) = bob.respond(&first, &alice.document()).unwrap();
    assert_eq!(second[2], Suite::Hybrid.code());
}

#[test]
fn debug_shows_no_secret() {
    let (alice, bob) = (alice(), bob());
    let (initiator, first) = alice.start(&bob, &[Suite::Classical]);
    let mut responder = bob.open(&first).unwrap();
    responder.verify(&alice.document(), NOW).unwrap();
    let shown = format!("{initiator:?} {responder:?} {:?}", bob.answer(&mut responder).unwrap().1);
    let names = "Initiator(to did:web:bob.example, ..) Responder(asked by did:web:alice.example, ..) \
                 Established(did:web:alice.example, ..)";
    assert_eq!(shown, names);
}

#[test]
fn our_own_vectors_hold() {
    let cases = [[Suite::Classical].as_slice(), &[Suite::Hybrid], &Suite::ALL].map(case);
    let file = json!({ "format": "countersign/handshake/v1", "cases": cases });
    own_vectors("handshake/v1.json", &file);
}

fn case(suites: &[Suite]) -> Value {
    let (alice, bob) = (alice(), bob());
    let (initiator, first) = alice.start(&bob, suites);
    let (second, established) = bob.respond(&first, &alice.document()).unwrap();
    let finished = initiator.finish(&second, &bob.document(), NOW, SKEW).unwrap();
    let facts: Value = serde_json::from_str(&finished.to_json()).unwrap();
    let hello = session(finished).seal(b"hello", b"", NOW).unwrap();
    assert_eq!(session(established).open(&hello, b"", NOW).unwrap(), b"hello");
    // The initiator's generator gives its ephemeral secrets first, in the order of the suites.
    let mut drawn = vec![0; 32 * suites.len()];
    rand_core::Rng::fill_bytes(&mut FixedRng(1), &mut drawn);
    let side = |agent: &Agent| {
        json!({
            "did": agent.did,
            "algorithm": agent.algorithm.as_str(),
            "key": hex::encode(agent.signer.public_key().as_bytes()),
            "secret": hex::encode(agent.signer.expose()),
            "agreementSecret": hex::encode(agent.agreement.expose()),
        })
    };
    json!({
        "suites": suites.iter().map(|suite| suite.as_str()).collect::<Vec<_>>(),
        "context": hex::encode(CONTEXT),
        "issued": NOW.0,
        "initiator": side(&alice),
        "responder": side(&bob),
        "ephemeralSecrets": drawn.chunks(32).map(hex::encode).collect::<Vec<_>>(),
        "message1": hex::encode(&first),
        "message2": hex::encode(&second),
        "suite": facts["suite"],
        "transcript": facts["transcript"],
        "hello": hex::encode(&hello),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bit_of_message_1_can_be_flipped(at in any::<usize>(), bit in 0u8..8) {
        let (alice, bob) = (alice(), bob());
        let (_, mut first) = alice.start(&bob, &[Suite::Classical]);
        // The cookie's length is outside: it is for the gate.
        let index = at % (first.len() - 1);
        first[index] ^= 1 << bit;
        prop_assert!(bob.respond(&first, &alice.document()).is_err());
    }

    #[test]
    fn no_bit_of_message_2_can_be_flipped(at in any::<usize>(), bit in 0u8..8) {
        let (alice, bob) = (alice(), bob());
        let (initiator, first) = alice.start(&bob, &[Suite::Classical]);
        let (mut second, _) = bob.respond(&first, &alice.document()).unwrap();
        let index = at % second.len();
        second[index] ^= 1 << bit;
        prop_assert!(initiator.finish(&second, &bob.document(), NOW, SKEW).is_err());
    }

    #[test]
    fn reading_messages_never_panics(head in 0u8..4, tail in proptest::collection::vec(any::<u8>(), 0..300)) {
        let message = [&[1, head][..], &tail].concat();
        let (alice, bob) = (alice(), bob());
        let (initiator, _) = alice.start(&bob, &[Suite::Classical]);
        prop_assert!(bob.open(&message).is_err());
        prop_assert!(initiator.finish(&message, &bob.document(), NOW, SKEW).is_err());
        let _ = initiator.retry(&message);
        let _ = Gate::new(&[7; 32]).unwrap().check(&message, b"", NOW);
    }
}
