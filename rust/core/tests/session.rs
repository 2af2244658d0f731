//! Sessions: what opens, what is refused, and that nobody else can make it.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all session::` writes
//! `rust/vectors/session/v1.json`; `ts/test/session.test.ts` checks it with other implementations.

use countersign_core::{
    encoding::hex,
    session::{self, Options, Role, Session, fresh_context},
};
use countersign_testkit::{outcomes::code, own_vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::session::{NOW, at, pair, pair_with};

fn ordered() -> Options {
    Options { ordered: true, ..Options::default() }
}

#[test]
fn both_directions() {
    let (mut a, mut b) = pair();
    assert_eq!(a.id(), b.id());
    assert_eq!(a.id().len(), 16);
    for round in 0_u8..200 {
        let text = vec![round; usize::from(round) * 3];
        let message = a.seal(&text, b"to b", NOW).unwrap();
        assert_eq!(message.len(), text.len() + session::OVERHEAD);
        assert_eq!(b.open(&message, b"to b", NOW).unwrap(), text);
        let answer = b.seal(&text, b"", NOW).unwrap();
        assert_ne!(answer, message);
        assert_eq!(a.open(&answer, b"", NOW).unwrap(), text);
    }
    let status = a.status();
    assert_eq!((status.sent.1, status.received.1), (200, 200));
    assert_eq!(status.sent.2, (0..200).map(|round| round * 3).sum::<u64>());
}

#[test]
fn refusals() {
    let (mut a, mut b) = pair();
    let good = a.seal(b"hello", b"aad", NOW).unwrap();
    let change = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut message = good.clone();
        change(&mut message);
        message
    };
    let epoch = |epoch: u32| change(&|m| m[2..6].copy_from_slice(&epoch.to_be_bytes()));
    let sequence = |number: u64| change(&|m| m[6..14].copy_from_slice(&number.to_be_bytes()));
    let rows: [(&str, Vec<u8>, &str); 17] = [
        ("empty", vec![], "ERR_SESSION_LENGTH"),
        ("half a header", good[..7].to_vec(), "ERR_SESSION_LENGTH"),
        ("no tag", good[..29].to_vec(), "ERR_SESSION_LENGTH"),
        ("a byte short", good[..good.len() - 1].to_vec(), "ERR_SESSION_OPEN"),
        ("a byte long", change(&|m| m.push(0)), "ERR_SESSION_OPEN"),
        ("version 0", change(&|m| m[0] = 0), "ERR_SESSION_VERSION"),
        ("version 2", change(&|m| m[0] = 2), "ERR_SESSION_VERSION"),
        ("unknown flag", change(&|m| m[1] = 2), "ERR_SESSION_VERSION"),
        ("flag of padding", change(&|m| m[1] = 1), "ERR_SESSION_OPEN"),
        ("next epoch", epoch(1), "ERR_SESSION_OPEN"),
        ("8 epochs ahead", epoch(8), "ERR_SESSION_OPEN"),
        ("9 epochs ahead", epoch(9), "ERR_SESSION_EPOCH"),
        ("last epoch", epoch(u32::MAX), "ERR_SESSION_EPOCH"),
        ("another sequence", sequence(1), "ERR_SESSION_OPEN"),
        ("last sequence but one", sequence(u64::MAX - 1), "ERR_SESSION_OPEN"),
        ("counter overflow", sequence(u64::MAX), "ERR_SESSION_EPOCH"),
        ("oversize", vec![1; session::MAX_PLAINTEXT + 65_600 + 30], "ERR_SESSION_SIZE"),
    ];
    let before = b.status();
    for (name, message, expected) in rows {
        assert_eq!(code(b.open(&message, b"aad", NOW)), expected, "{name}");
    }
    assert_eq!(code(b.open(&good, b"aa", NOW)), "ERR_SESSION_OPEN");
    assert_eq!(code(b.open(&good, b"", NOW)), "ERR_SESSION_OPEN");
    assert_eq!(code(a.open(&good, b"aad", NOW)), "ERR_SESSION_OPEN", "reflected");
    assert_eq!(b.status(), before);
    assert_eq!(b.open(&good, b"aad", NOW).unwrap(), b"hello");
    assert_eq!(code(b.open(&good, b"aad", NOW)), "ERR_SESSION_REPLAYED");
}

/// A kept secret: what one side sends anew makes other keys, whatever the other side repeats.
#[test]
fn fresh_bytes_make_another_session() {
    let [a, b, c] = [[1; 32], [2; 32], [3; 32]];
    let first = |context: &[u8], ours: &[u8], theirs: &[u8]| {
        let context = fresh_context(context, ours, theirs).unwrap();
        let options = Options::default();
        let mut session =
            Session::new(&[7; 32], &context, Role::Initiator, &options, true, at(0)).unwrap();
        (session.id(), session.seal(b"same", b"", at(0)).unwrap())
    };
    let one = first(b"x", &a, &b);
    assert_eq!(one, first(b"x", &a, &b));
    for other in [first(b"x", &c, &b), first(b"x", &a, &c), first(b"x", &b, &a), first(b"", &a, &b)]
    {
        assert_ne!(one.0, other.0);
        assert_ne!(one.1, other.1);
    }
    let rows = [
        (fresh_context(b"", &a[1..], &b), "ERR_BYTES_LENGTH"),
        (fresh_context(b"", &a, &[0; 33]), "ERR_BYTES_LENGTH"),
        (fresh_context(&[0; 4097], &a, &b), "ERR_LIMIT_EXCEEDED"),
    ];
    for (got, want) in rows {
        assert_eq!(code(got), want);
    }
}

#[test]
fn sizes() {
    let (mut a, mut b) = pair();
    let most = vec![5; session::MAX_PLAINTEXT];
    let message = a.seal(&most, b"", NOW).unwrap();
    assert_eq!(b.open(&message, b"", NOW).unwrap(), most);
    assert_eq!(code(a.seal(&[most, vec![0]].concat(), b"", NOW)), "ERR_SESSION_SIZE");
    let mut over = a.seal(b"", b"", NOW).unwrap();
    over.resize(session::MAX_PLAINTEXT + session::OVERHEAD + 65_537, 0);
    assert_eq!(code(b.open(&over, b"", NOW)), "ERR_SESSION_SIZE");
    let long = vec![0; session::MAX_CONTEXT + 1];
    let refused = Session::new(&[0; 32], &long, Role::Initiator, &Options::default(), true, NOW);
    assert_eq!(code(refused), "ERR_LIMIT_EXCEEDED");
}

#[test]
fn another_session_does_not_open() {
    let open = |secret, context: &[u8], role| {
        let message = pair().0.seal(b"x", b"", NOW).unwrap();
        let options = Options::default();
        let mut other = Session::new(&secret, context, role, &options, true, NOW).unwrap();
        other.open(&message, b"", NOW)
    };
    assert_eq!(open([7; 32], b"test", Role::Responder).unwrap(), b"x");
    assert_eq!(code(open([7; 32], b"test", Role::Initiator)), "ERR_SESSION_OPEN");
    assert_eq!(code(open([7; 32], b"test\0", Role::Responder)), "ERR_SESSION_OPEN");
    assert_eq!(code(open([7; 32], b"", Role::Responder)), "ERR_SESSION_OPEN");
    assert_eq!(code(open([8; 32], b"test", Role::Responder)), "ERR_SESSION_OPEN");
}

#[test]
fn window() {
    let (mut a, mut b) = pair();
    let messages: Vec<_> = (0..2100).map(|_| a.seal(b"m", b"", NOW).unwrap()).collect();
    let mut open = |number: usize| b.open(&messages[number], b"", NOW).map_err(|e| e.code());
    for number in [1, 0, 5, 3, 1026] {
        assert!(open(number).is_ok(), "{number}");
    }
    assert_eq!(open(2), Err("ERR_SESSION_OLD"));
    assert_eq!(open(3), Err("ERR_SESSION_REPLAYED"), "the last one inside");
    assert!(open(4).is_ok());
    assert_eq!(open(1026), Err("ERR_SESSION_REPLAYED"));
    assert!(open(1025).is_ok());
    assert!(open(2099).is_ok());
    assert_eq!(open(1025), Err("ERR_SESSION_OLD"));
    for number in (1076..2099).rev() {
        assert!(open(number).is_ok(), "{number}");
        assert_eq!(open(number), Err("ERR_SESSION_REPLAYED"));
    }
}

#[test]
fn strict_order() {
    let (mut a, mut b) = pair_with(Options { rekey_messages: 2, ..ordered() }, ordered());
    let messages: Vec<_> = (0..6).map(|_| a.seal(b"m", b"", NOW).unwrap()).collect();
    let mut open = |number: usize| b.open(&messages[number], b"", NOW).map_err(|e| e.code());
    assert_eq!(open(1), Err("ERR_SESSION_ORDER"));
    assert!(open(0).is_ok());
    assert_eq!(open(0), Err("ERR_SESSION_REPLAYED"));
    assert_eq!(open(2), Err("ERR_SESSION_ORDER"), "a gap at the end of an epoch shows");
    for number in 1..6 {
        assert!(open(number).is_ok());
    }
    assert_eq!(open(3), Err("ERR_SESSION_REPLAYED"));
    assert_eq!(b.status().received.0, 2);
}

#[test]
fn an_unconfirmed_responder_is_silent() {
    let options = Options::default();
    let (mut a, _) = pair();
    let mut b = Session::new(&[7; 32], b"test", Role::Responder, &options, false, NOW).unwrap();
    assert_eq!(code(b.seal(b"m", b"", NOW)), "ERR_SESSION_UNCONFIRMED");
    assert_eq!(code(b.open(&[9; 64], b"", NOW)), "ERR_SESSION_VERSION");
    assert_eq!(code(b.seal(b"m", b"", NOW)), "ERR_SESSION_UNCONFIRMED");
    b.open(&a.seal(b"", b"", NOW).unwrap(), b"", NOW).unwrap();
    a.open(&b.seal(b"m", b"", NOW).unwrap(), b"", NOW).unwrap();
}

#[test]
fn padding_hides_the_length() {
    let (mut a, mut b) =
        pair_with(Options { padding: 64, ..Options::default() }, Options::default());
    for length in [0_usize, 1, 62, 63, 64, 127, 128] {
        let message = a.seal(&vec![0; length], b"", NOW).unwrap();
        assert_eq!(message.len(), (length + 1).next_multiple_of(64) + session::OVERHEAD);
        assert_eq!(b.open(&message, b"", NOW).unwrap(), vec![0; length]);
    }
}

#[test]
fn options_are_checked() {
    let none = Options::default();
    let padded = Options { padding: session::MAX_PADDING + 1, ..none };
    let refused = Session::new(&[0; 32], b"", Role::Initiator, &padded, true, NOW);
    assert_eq!(code(refused), "ERR_SESSION_OPTIONS");
    let rows = [
        Options { rekey_messages: 0, ..none },
        Options { rekey_seconds: 0, ..none },
        Options { max_seconds: 0, ..none },
        Options { max_idle_seconds: 0, ..none },
        Options { max_messages: 0, ..none },
        Options { max_bytes: 0, ..none },
    ];
    for options in rows {
        let refused = Session::new(&[0; 32], b"", Role::Initiator, &options, true, NOW);
        assert_eq!(code(refused), "ERR_ARGUMENT");
    }
    let read = |options: Value| Options::from_json(&options.to_string());
    let good = json!({ "ordered": true, "padding": 16, "rekeyMessages": 1, "rekeySeconds": 2,
        "maxSeconds": 3, "maxIdleSeconds": 4, "maxMessages": 5, "maxBytes": null });
    assert_eq!(
        read(good).unwrap(),
        Options {
            ordered: true,
            padding: 16,
            rekey_messages: 1,
            rekey_seconds: 2,
            max_seconds: 3,
            max_idle_seconds: 4,
            max_messages: 5,
            max_bytes: u64::MAX,
        }
    );
    assert_eq!(code(read(json!({ "maxSeconds": 0 }))), "ERR_ARGUMENT");
    for bad in [json!(0.5), json!(-1)] {
        assert_eq!(code(read(json!({ "maxSeconds": bad }))), "ERR_ARGUMENT");
    }
    for bad in [json!("1"), json!(true)] {
        assert_eq!(code(read(json!({ "maxSeconds": bad }))), "ERR_POLICY_MALFORMED");
    }
    assert_eq!(code(read(json!({ "padding": null }))), "ERR_POLICY_MALFORMED");
    assert_eq!(code(read(json!({ "padding": 1_u64 << 40 }))), "ERR_SESSION_OPTIONS");
    assert_eq!(code(read(json!({ "maxMinutes": 1 }))), "ERR_POLICY_MALFORMED");
    assert_eq!(Options::from_json(""), Ok(none));
    assert_eq!(read(json!({})), Ok(none));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_order_opens_each_once(
        order in Just((0..40_usize).collect::<Vec<_>>()).prop_shuffle(),
        rekey in 15_u64..50,
        padding in 0_u32..40,
        associated: Vec<u8>,
    ) {
        let options = Options { rekey_messages: rekey, padding, ..Options::default() };
        let (mut a, mut b) = pair_with(options, Options::default());
        let messages: Vec<_> = (0..40_u8).map(|n| a.seal(&[n], &associated, NOW).unwrap()).collect();
        for number in order {
            let opened = b.open(&messages[number], &associated, NOW);
            match opened {
                Ok(text) => prop_assert_eq!(usize::from(text[0]), number),
                // With three epochs, one of the first may come after the third began.
                Err(error) => prop_assert_eq!((error.code(), rekey < 20), ("ERR_SESSION_EPOCH", true)),
            }
            prop_assert!(b.open(&messages[number], &associated, NOW).is_err());
        }
    }

    #[test]
    fn nothing_made_up_opens(message: Vec<u8>, associated: Vec<u8>) {
        let (_, mut b) = pair();
        let before = b.status();
        prop_assert!(b.open(&message, &associated, NOW).is_err());
        prop_assert_eq!(b.status(), before);
        let _ = session::open_batch(&mut b, &message, &associated, NOW);
        prop_assert_eq!(b.status(), pair().1.status());
    }
}

/// A conversation: both directions, two epochs each, with and without padding and associated data.
fn conversation(fill: u8, context: &[u8], padding: u32) -> Value {
    let options = Options { padding, ..Options::default() };
    let start = |role| Session::new(&[fill; 32], context, role, &options, true, NOW).unwrap();
    let (mut a, mut b) = (start(Role::Initiator), start(Role::Responder));
    let steps = [(0, "", 0), (0, "aad", 1), (1, "", 33), (0, "", 64), (1, "long", 300)];
    let mut messages = vec![];
    for (at, (who, associated, length)) in steps.into_iter().chain(steps).enumerate() {
        let (sender, receiver) = if who == 0 { (&mut a, &mut b) } else { (&mut b, &mut a) };
        if at == steps.len() {
            sender.rekey(NOW).unwrap();
            receiver.rekey(NOW).unwrap();
        }
        let associated = associated.repeat(if associated == "long" { 100 } else { 1 });
        let plaintext: Vec<_> = (0..length).map(|n| u8::try_from(n % 251).unwrap()).collect();
        let message = sender.seal(&plaintext, associated.as_bytes(), NOW).unwrap();
        assert_eq!(receiver.open(&message, associated.as_bytes(), NOW).unwrap(), plaintext);
        messages.push(json!({
            "from": if who == 0 { "initiator" } else { "responder" },
            "associatedData": hex::encode(associated.as_bytes()),
            "plaintext": hex::encode(&plaintext),
            "message": hex::encode(&message),
        }));
    }
    json!({
        "secret": hex::encode(&[fill; 32]),
        "context": hex::encode(context),
        "padding": padding,
        "id": a.id(),
        "messages": messages,
    })
}

#[test]
fn our_vectors() {
    let cases = [
        conversation(1, b"", 0),
        conversation(2, b"two agents", 0),
        conversation(3, &[0xab; 600], 32),
    ];
    own_vectors("session/v1.json", &json!({ "sessions": cases }));
}
