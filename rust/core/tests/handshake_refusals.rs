//! The handshake: what each side refuses, by name.

use countersign_core::{
    Error,
    did::Purpose,
    handshake::{
        Gate, Initiation, Initiator, LIFETIME, MAX_CONTEXT, MAX_MESSAGE, Policy, Responder, Suite,
    },
    keys::Algorithm,
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};
use countersign_testkit::{FixedRng, text_frames};

use crate::support::handshake::*;

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

/// To find the document may take longer than the message is good for, and than a mark of it stays.
#[test]
fn the_time_is_checked_again_with_the_signature() {
    let (alice, bob) = (alice(), bob());
    let (_, first) = alice.start(&bob, &[Suite::Classical]);
    let end = NOW.0 + LIFETIME + SKEW;
    let verify = |now| bob.open(&first).unwrap().verify(&alice.document(), UnixSeconds(now));
    let rows = [
        ("at once", NOW.0, "accepted"),
        ("last second", end - 1, "accepted"),
        ("over", end, "ERR_HANDSHAKE_EXPIRED"),
        ("clock set back", NOW.0 - SKEW - 1, "ERR_HANDSHAKE_NOT_YET"),
    ];
    for (name, now, want) in rows {
        assert_eq!(code(verify(now)), want, "{name}");
    }
    assert!(verify(NOW.0).unwrap().contains(&format!("\"until\":{end}")));
    let mut late = bob.open(&first).unwrap();
    late.verify(&alice.document(), UnixSeconds(end)).unwrap_err();
    assert_eq!(code(bob.answer(&mut late)), "ERR_HANDSHAKE_ORDER");
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
        (
            "names of suites",
            code(Suite::read_list(&text_frames(&["X25519", "X25519"].map(str::to_owned)))),
            "ERR_HANDSHAKE_SUITE",
        ),
        ("no name", code(Suite::read_list(&[])), "ERR_HANDSHAKE_SUITE"),
    ];
    for (name, got, want) in rows {
        assert_eq!(got, want, "{name}");
    }
    let unknown = "x".parse::<Suite>().unwrap_err();
    assert_eq!(unknown, Error::HandshakeSuite("none is called \"x\"".into()));
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
fn a_cookie_admits_the_message_that_it_was_given_for() {
    let (alice, bob) = (alice(), bob());
    let (initiator, first) = alice.start(&bob, &[Suite::Classical]);
    let (gate, other) = (Gate::new(&[7; 32]).unwrap(), Gate::new(&[8; 32]).unwrap());
    let asked = gate.check(&first, b"203.0.113.5:1", NOW).unwrap().unwrap();
    assert_eq!(asked.len(), 42);
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
    ];
    for (name, got, want) in rows {
        assert_eq!(got, want, "{name}");
    }
    let (second, _) = bob.respond(&again, &alice.document()).unwrap();
    assert!(initiator.finish(&second, &bob.document(), NOW, SKEW).is_ok());
}

#[test]
fn an_initiator_that_is_asked_for_a_cookie_retries() {
    let (alice, bob) = (alice(), bob());
    let (initiator, first) = alice.start(&bob, &[Suite::Classical]);
    let gate = Gate::new(&[7; 32]).unwrap();
    let asked = gate.check(&first, b"203.0.113.5:1", NOW).unwrap().unwrap();
    let finished = initiator.finish(&asked, &bob.document(), NOW, SKEW);
    assert_eq!(code(finished), "ERR_HANDSHAKE_COOKIE_ASKED");
    let long = [asked.as_slice(), &[0]].concat();
    assert_eq!(code(initiator.retry(&asked[..41])), "ERR_HANDSHAKE_MALFORMED", "truncated");
    assert_eq!(code(initiator.retry(&long)), "ERR_HANDSHAKE_MALFORMED", "extended");
}
