//! The handshake: attacks, rejections by name, our own vectors, and properties.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test handshake` writes
//! `rust/vectors/handshake/v1.json`; `ts/test/node/handshake.test.ts` checks it with other implementations.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

use std::fs;

use countersign_core::{
    Error,
    encoding::hex,
    handshake::{
        Established, Gate, Initiation, Initiator, LIFETIME, MAX_CONTEXT, MAX_MESSAGE, Policy,
        Responder, Suite,
    },
    keys::{Algorithm, KeyType, SecretKey},
    session::{Options, Session},
    time::UnixSeconds,
    trust::{Purpose, Trust, TrustedKey},
};
use countersign_testkit::{FixedRng, vector_path, vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

const NOW: UnixSeconds = UnixSeconds(1_760_000_000);
const CONTEXT: &[u8] = b"orders/1";
const SKEW: u64 = 60;

/// An agent: a DID, a key that signs, and one that agrees.
struct Agent {
    did: &'static str,
    algorithm: Algorithm,
    signer: SecretKey,
    agreement: SecretKey,
}

fn agent(did: &'static str, algorithm: Algorithm, fill: u8) -> Agent {
    Agent {
        did,
        algorithm,
        signer: SecretKey::from_bytes(algorithm.key_type(), &[fill; 32]).unwrap(),
        agreement: SecretKey::from_bytes(KeyType::X25519, &[fill + 1; 32]).unwrap(),
    }
}

fn alice() -> Agent {
    agent("did:web:alice.example", Algorithm::Ed25519, 1)
}

fn bob() -> Agent {
    agent("did:web:bob.example", Algorithm::P256Sha256, 3)
}

fn mallory() -> Agent {
    agent("did:web:mallory.example", Algorithm::Ed25519, 5)
}

impl Agent {
    fn key(&self, secret: &SecretKey, purpose: Purpose, name: &str) -> TrustedKey {
        TrustedKey {
            id: Some(format!("{}#{name}", self.did)),
            controller: Some(self.did.into()),
            purposes: Some(vec![purpose]),
            ..TrustedKey::pinned(secret.public_key().clone())
        }
    }

    /// Its DID document, resolved.
    fn document(&self) -> Trust {
        let keys = vec![
            self.key(&self.signer, Purpose::Authentication, "auth"),
            self.key(&self.agreement, Purpose::KeyAgreement, "agree"),
        ];
        Trust { keys, did: Some(self.did.into()), ..Trust::default() }
    }

    fn ask(&self, peer: &str, trust: &Trust, suites: &[Suite]) -> Result<Initiator, Error> {
        let wanted = Initiation {
            did: self.did,
            algorithm: self.algorithm,
            key: self.signer.public_key(),
            peer,
            trust,
            context: CONTEXT,
            suites,
        };
        Initiator::new(&wanted, NOW, &mut FixedRng(1))
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.signer.sign(self.algorithm, message).unwrap()
    }

    fn start(&self, peer: &Agent, suites: &[Suite]) -> (Initiator, Vec<u8>) {
        let mut initiator = self.ask(peer.did, &peer.document(), suites).unwrap();
        let message = initiator.sign(&self.sign(&initiator.signing_input())).unwrap();
        (initiator, message)
    }

    fn policy(&self) -> Policy<'_> {
        Policy { did: self.did, context: CONTEXT, suites: &Suite::ALL, now: NOW, skew: SKEW }
    }

    fn open(&self, message: &[u8]) -> Result<Responder, Error> {
        Responder::open(message, &self.agreement, &self.policy())
    }

    fn answer(&self, responder: &mut Responder) -> Result<(Vec<u8>, Established), Error> {
        let key = self.signer.public_key().clone();
        let input = responder.signing_input(self.algorithm, key, &mut FixedRng(2))?;
        responder.sign(&self.sign(&input))
    }

    fn respond(&self, message: &[u8], peer: &Trust) -> Result<(Vec<u8>, Established), Error> {
        let mut responder = self.open(message)?;
        responder.verify(peer, NOW)?;
        self.answer(&mut responder)
    }
}

fn session(established: Established) -> Session {
    established.into_session(&Options::default(), NOW).unwrap()
}

fn code<T>(outcome: Result<T, Error>) -> &'static str {
    outcome.err().map_or("accepted", |error| error.code())
}

#[test]
fn two_messages_open_a_session() {
    for suites in [&[Suite::Classical][..], &[Suite::Hybrid], &Suite::ALL] {
        let (alice, bob) = (alice(), bob());
        let (initiator, first) = alice.start(&bob, suites);
        let (second, established) = bob.respond(&first, &alice.document()).unwrap();
        let finished = initiator.finish(&second, &bob.document(), NOW, SKEW).unwrap();
        let facts: Value = serde_json::from_str(&finished.to_json()).unwrap();
        assert_eq!(facts["did"], bob.did);
        assert_eq!(facts["keyId"], format!("{}#auth", bob.did));
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
    assert_eq!(code(responder.verify(&hers, NOW)), "ERR_HANDSHAKE_DOCUMENT");
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
fn what_a_responder_refuses() {
    let (alice, bob) = (alice(), bob());
    let (_, first) = alice.start(&bob, &[Suite::Classical]);
    let with = |policy: Policy<'_>| code(Responder::open(&first, &bob.agreement, &policy));
    let at = |now| with(Policy { now: UnixSeconds(now), ..bob.policy() });
    let changed = |at: usize, byte: u8| {
        let mut message = first.clone();
        message[at] = byte;
        code(bob.open(&message))
    };
    let low = |from: usize| {
        let mut message = first.clone();
        message[from..from + 32].fill(0);
        code(bob.open(&message))
    };
    let grown = [first.as_slice(), &[0]].concat();
    let end = NOW.0 + LIFETIME + SKEW;
    let rows = [
        ("as it is", with(bob.policy()), "accepted"),
        ("another DID", with(Policy { did: alice.did, ..bob.policy() }), "ERR_HANDSHAKE_RECIPIENT"),
        ("no DID", with(Policy { did: "bob", ..bob.policy() }), "ERR_HANDSHAKE_MALFORMED"),
        (
            "another context",
            with(Policy { context: b"orders/2", ..bob.policy() }),
            "ERR_HANDSHAKE_CONTEXT",
        ),
        ("last second", at(end - 1), "accepted"),
        ("expired", at(end), "ERR_HANDSHAKE_EXPIRED"),
        ("clock behind", at(NOW.0 - SKEW), "accepted"),
        ("future", at(NOW.0 - SKEW - 1), "ERR_HANDSHAKE_NOT_YET"),
        ("another key", code(alice.open(&first)), "ERR_HANDSHAKE_OPEN"),
        ("version", changed(0, 2), "ERR_HANDSHAKE_VERSION"),
        ("step", changed(1, 2), "ERR_HANDSHAKE_MALFORMED"),
        ("unknown step", changed(1, 9), "ERR_HANDSHAKE_MALFORMED"),
        ("no suite", changed(2, 0), "ERR_HANDSHAKE_MALFORMED"),
        ("unknown suite", changed(3, 7), "ERR_HANDSHAKE_SUITE"),
        ("share of low order", low(4), "ERR_KEY_SMALL_ORDER"),
        ("enc of low order", low(36), "ERR_KEY_SMALL_ORDER"),
        ("share", changed(5, first[5] ^ 1), "ERR_HANDSHAKE_OPEN"),
        ("enc", changed(37, first[37] ^ 1), "ERR_HANDSHAKE_OPEN"),
        ("box", changed(80, first[80] ^ 1), "ERR_HANDSHAKE_OPEN"),
        ("extended", code(bob.open(&grown)), "ERR_HANDSHAKE_MALFORMED"),
        ("empty", code(bob.open(&[])), "ERR_HANDSHAKE_MALFORMED"),
        ("huge", code(bob.open(&vec![1; MAX_MESSAGE + 1])), "ERR_LIMIT_EXCEEDED"),
    ];
    for (name, got, want) in rows {
        assert_eq!(got, want, "{name}");
    }
    for length in 0..first.len() {
        assert_ne!(code(bob.open(&first[..length])), "accepted", "{length}");
    }
}

#[test]
fn what_an_initiator_refuses() {
    let (alice, bob, mallory) = (alice(), bob(), mallory());
    let (initiator, first) = alice.start(&bob, &[Suite::Classical]);
    let (second, _) = bob.respond(&first, &alice.document()).unwrap();
    let finish = |message: &[u8], trust: &Trust, now: u64| {
        code(initiator.finish(message, trust, UnixSeconds(now), SKEW))
    };
    let end = NOW.0 + LIFETIME + SKEW;
    let only =
        |purpose| Trust { keys: vec![bob.key(&bob.signer, purpose, "auth")], ..bob.document() };
    let mut revoked = bob.document();
    revoked.keys[0].revoked = true;
    let mut expired = bob.document();
    expired.keys[0].expires = Some(NOW);
    let mut other = bob.document();
    other.keys[0].algorithm = Some(Algorithm::Ed25519);
    let changed = |at: usize, byte: u8| {
        let mut message = second.clone();
        message[at] = byte;
        finish(&message, &bob.document(), NOW.0)
    };
    let mut low = second.clone();
    low[3..35].fill(0);
    let self_asserted = Trust { allow_embedded_key: true, ..Trust::default() };
    let rows = [
        ("too late", finish(&second, &bob.document(), end), "ERR_HANDSHAKE_EXPIRED"),
        ("another document", finish(&second, &mallory.document(), NOW.0), "ERR_HANDSHAKE_DOCUMENT"),
        ("no document", finish(&second, &Trust::default(), NOW.0), "ERR_HANDSHAKE_KEY"),
        ("embedded key", finish(&second, &self_asserted, NOW.0), "ERR_HANDSHAKE_KEY"),
        (
            "key for assertions",
            finish(&second, &only(Purpose::AssertionMethod), NOW.0),
            "ERR_HANDSHAKE_KEY",
        ),
        (
            "key for authentication",
            finish(&second, &only(Purpose::Authentication), NOW.0),
            "accepted",
        ),
        ("revoked key", finish(&second, &revoked, NOW.0), "ERR_HANDSHAKE_KEY"),
        ("expired key", finish(&second, &expired, NOW.0), "ERR_HANDSHAKE_KEY"),
        ("key of another algorithm", finish(&second, &other, NOW.0), "ERR_HANDSHAKE_KEY"),
        ("version", changed(0, 2), "ERR_HANDSHAKE_VERSION"),
        ("step", changed(1, 1), "ERR_HANDSHAKE_MALFORMED"),
        ("enc", changed(4, second[4] ^ 1), "ERR_HANDSHAKE_OPEN"),
        ("enc of low order", finish(&low, &bob.document(), NOW.0), "ERR_KEY_SMALL_ORDER"),
        ("box", changed(50, second[50] ^ 1), "ERR_HANDSHAKE_OPEN"),
        (
            "extended",
            finish(&[second.as_slice(), &[0]].concat(), &bob.document(), NOW.0),
            "ERR_HANDSHAKE_MALFORMED",
        ),
        ("as it is", finish(&second, &bob.document(), end - 1), "accepted"),
    ];
    for (name, got, want) in rows {
        assert_eq!(got, want, "{name}");
    }
    for length in 0..second.len() {
        assert_ne!(finish(&second[..length], &bob.document(), NOW.0), "accepted", "{length}");
    }
}

#[test]
fn another_agent_cannot_answer() {
    // Mallory got Bob's X25519 key, but not the one with which he signs.
    let (alice, bob, mallory) = (alice(), bob(), mallory());
    let (initiator, first) = alice.start(&bob, &Suite::ALL);
    let open = || {
        let mut responder = bob.open(&first).unwrap();
        responder.verify(&alice.document(), NOW).unwrap();
        responder
    };
    let (second, _) = mallory.answer(&mut open()).unwrap();
    let finish = |message: &[u8]| code(initiator.finish(message, &bob.document(), NOW, SKEW));
    assert_eq!(finish(&second), "ERR_HANDSHAKE_KEY");
    let mut responder = open();
    let key = bob.signer.public_key().clone();
    let input = responder.signing_input(bob.algorithm, key, &mut FixedRng(2)).unwrap();
    assert_eq!(code(responder.sign(&mallory.sign(&input))), "ERR_HANDSHAKE_SIGNATURE");
}

#[test]
fn what_cannot_start() {
    let (alice, bob) = (alice(), bob());
    let ask = |peer: &str, trust: &Trust, suites: &[Suite]| code(alice.ask(peer, trust, suites));
    let only = |keys: Vec<TrustedKey>| Trust { keys, ..bob.document() };
    let rows = [
        (
            "another document",
            ask(bob.did, &mallory().document(), &Suite::ALL),
            "ERR_HANDSHAKE_DOCUMENT",
        ),
        (
            "no key agreement",
            ask(
                bob.did,
                &only(vec![bob.key(&bob.signer, Purpose::Authentication, "auth")]),
                &Suite::ALL,
            ),
            "ERR_HANDSHAKE_KEY",
        ),
        (
            "X25519 for another use",
            ask(
                bob.did,
                &only(vec![bob.key(&bob.agreement, Purpose::Authentication, "auth")]),
                &Suite::ALL,
            ),
            "ERR_HANDSHAKE_KEY",
        ),
        (
            "key of another DID",
            ask(
                bob.did,
                &only(vec![mallory().key(&bob.agreement, Purpose::KeyAgreement, "a")]),
                &Suite::ALL,
            ),
            "ERR_HANDSHAKE_KEY",
        ),
        ("no suite", ask(bob.did, &bob.document(), &[]), "ERR_HANDSHAKE_SUITE"),
        (
            "a suite twice",
            ask(bob.did, &bob.document(), &[Suite::Hybrid; 2]),
            "ERR_HANDSHAKE_MALFORMED",
        ),
        (
            "DID not canonical",
            ask("DID:web:bob.example", &bob.document(), &Suite::ALL),
            "ERR_HANDSHAKE_MALFORMED",
        ),
        ("names of suites", code(Suite::read_list("X25519 X25519")), "ERR_HANDSHAKE_SUITE"),
        ("no name", code(Suite::read_list("")), "ERR_HANDSHAKE_SUITE"),
    ];
    for (name, got, want) in rows {
        assert_eq!(got, want, "{name}");
    }
    let long = vec![0; MAX_CONTEXT + 1];
    let wanted = Initiation {
        did: alice.did,
        algorithm: alice.algorithm,
        key: alice.signer.public_key(),
        peer: bob.did,
        trust: &bob.document(),
        context: &long,
        suites: &Suite::ALL,
    };
    let start = |wanted: &Initiation<'_>| code(Initiator::new(wanted, NOW, &mut FixedRng(1)));
    assert_eq!(start(&wanted), "ERR_LIMIT_EXCEEDED");
    let wrong = Initiation { context: CONTEXT, algorithm: Algorithm::P256Sha256, ..wanted };
    assert_eq!(start(&wrong), "ERR_KEY_ALGORITHM");
    let mut initiator = alice.ask(bob.did, &bob.document(), &Suite::ALL).unwrap();
    assert_eq!(code(initiator.sign(&[0; 64])), "ERR_HANDSHAKE_SIGNATURE");
    assert_eq!(code(initiator.finish(&[], &bob.document(), NOW, SKEW)), "ERR_HANDSHAKE_ORDER");
    assert_eq!(code(initiator.retry(&[])), "ERR_HANDSHAKE_ORDER");
    let signature = alice.sign(&initiator.signing_input());
    assert!(initiator.sign(&signature).is_ok());
    assert_eq!(code(initiator.sign(&signature)), "ERR_HANDSHAKE_ORDER");
}

#[test]
fn cookies() {
    let (alice, bob) = (alice(), bob());
    let (initiator, first) = alice.start(&bob, &[Suite::Classical]);
    let (gate, other) = (Gate::new(&[7; 32]).unwrap(), Gate::new(&[8; 32]).unwrap());
    let asked = gate.check(&first, b"203.0.113.5:1", NOW).unwrap().unwrap();
    assert_eq!(asked.len(), 42);
    assert_eq!(
        code(initiator.finish(&asked, &bob.document(), NOW, SKEW)),
        "ERR_HANDSHAKE_COOKIE_ASKED"
    );
    let again = initiator.retry(&asked).unwrap();
    let check = |gate: &Gate, message: &[u8], address: &[u8], now: u64| {
        let admitted = gate.check(message, address, UnixSeconds(now));
        admitted.map_or_else(
            |error| error.code(),
            |reply| if reply.is_some() { "asked" } else { "admitted" },
        )
    };
    let mut changed = again.clone();
    changed[60] ^= 1;
    let mut forged = again.clone();
    *forged.last_mut().unwrap() ^= 1;
    let address = b"203.0.113.5:1";
    let rows = [
        ("good", check(&gate, &again, address, NOW.0), "admitted"),
        ("good, later", check(&gate, &again, address, NOW.0 + 119), "admitted"),
        ("old", check(&gate, &again, address, NOW.0 + 120), "asked"),
        ("from the future", check(&gate, &again, address, NOW.0 - 1), "asked"),
        ("another address", check(&gate, &again, b"203.0.113.5:2", NOW.0), "ERR_HANDSHAKE_COOKIE"),
        ("another server", check(&other, &again, address, NOW.0), "ERR_HANDSHAKE_COOKIE"),
        ("another message", check(&gate, &changed, address, NOW.0), "ERR_HANDSHAKE_COOKIE"),
        ("forged", check(&gate, &forged, address, NOW.0), "ERR_HANDSHAKE_COOKIE"),
        ("none", check(&gate, &first, address, NOW.0), "asked"),
        (
            "truncated",
            check(&gate, &again[..again.len() - 1], address, NOW.0),
            "ERR_HANDSHAKE_MALFORMED",
        ),
        ("long address", check(&gate, &again, &[0; 257], NOW.0), "ERR_LIMIT_EXCEEDED"),
        ("a short key", code(Gate::new(&[7; 31])), "ERR_BYTES_LENGTH"),
        ("truncated message 3", code(initiator.retry(&asked[..41])), "ERR_HANDSHAKE_MALFORMED"),
        (
            "extended message 3",
            code(initiator.retry(&[asked.as_slice(), &[0]].concat())),
            "ERR_HANDSHAKE_MALFORMED",
        ),
    ];
    for (name, got, want) in rows {
        assert_eq!(got, want, "{name}");
    }
    let (second, _) = bob.respond(&again, &alice.document()).unwrap();
    assert!(initiator.finish(&second, &bob.document(), NOW, SKEW).is_ok());
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
fn own_vectors() {
    let cases = [[Suite::Classical].as_slice(), &[Suite::Hybrid], &Suite::ALL].map(case);
    let path = vector_path("handshake/v1.json");
    let file = json!({ "format": "countersign/handshake/v1", "cases": cases });
    if std::env::var_os("COUNTERSIGN_WRITE_VECTORS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("{}\n", serde_json::to_string_pretty(&file).unwrap())).unwrap();
    }
    assert_eq!(vectors("handshake/v1.json"), file);
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
    fn reading_never_panics(head in 0u8..4, tail in proptest::collection::vec(any::<u8>(), 0..300)) {
        let message = [&[1, head][..], &tail].concat();
        let (alice, bob) = (alice(), bob());
        let (initiator, _) = alice.start(&bob, &[Suite::Classical]);
        prop_assert!(bob.open(&message).is_err());
        prop_assert!(initiator.finish(&message, &bob.document(), NOW, SKEW).is_err());
        let _ = initiator.retry(&message);
        let _ = Gate::new(&[7; 32]).unwrap().check(&message, b"", NOW);
    }
}
