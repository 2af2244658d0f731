//! Sessions put away and resumed.
//!
//! `COUNTERSIGN_WRITE_VECTORS=1 cargo test -p countersign-core --test all session_ticket::` writes
//! `rust/vectors/session/resume.json`; `ts/test/sessionTickets.test.ts` checks it with other implementations.

use countersign_core::{
    encoding::hex,
    session::{self, Options, RESUME_LEN, Resumption, Role, Session, Ticket, answer, check_hello},
    time::UnixSeconds,
};
use countersign_testkit::{outcomes::code, own_vectors};
use proptest::prelude::*;
use serde_json::{Value, json};

const NOW: UnixSeconds = UnixSeconds(1_760_000_000);
const KEY: [u8; 32] = [3; 32];

fn at(seconds: u64) -> UnixSeconds {
    UnixSeconds(NOW.0 + seconds)
}

fn pair(secret: u8) -> (Session, Session) {
    let start =
        |role| Session::new(&[secret; 32], b"", role, &Options::default(), true, NOW).unwrap();
    (start(Role::Initiator), start(Role::Responder))
}

fn export(session: &Session, note: &[u8]) -> Vec<u8> {
    session.export(&KEY, note, 3600, &[5; 24], NOW).unwrap()
}

fn open(ticket: &[u8]) -> Ticket {
    Ticket::open(&KEY, ticket, NOW).unwrap()
}

/// The tickets of a session that was used: the initiator sent through two epochs.
fn tickets() -> (Vec<u8>, Vec<u8>) {
    let (mut a, mut b) = pair(7);
    for _ in 0..2 {
        b.open(&a.seal(b"old", b"", NOW).unwrap(), b"", NOW).unwrap();
        a.rekey(NOW).unwrap();
    }
    (export(&a, b"did:web:b.example"), export(&b, b"did:web:a.example"))
}

fn resumed(starter: &[u8], answerer: &[u8]) -> (Session, Session) {
    let start = Resumption::start(open(starter), &[1; 32]);
    let options = Options::default();
    let (answering, message) =
        answer(&open(answerer), start.hello(), &[2; 32], &options, at(5)).unwrap();
    (start.finish(&message, &options, at(5)).unwrap(), answering)
}

#[test]
fn either_side_resumes() {
    let (a, b) = tickets();
    for (starter, answerer) in [(&a, &b), (&b, &a)] {
        let (mut one, mut two) = resumed(starter, answerer);
        assert_eq!(one.id(), two.id());
        assert_eq!(two.seal(b"m", b"", NOW).unwrap_err().code(), "ERR_SESSION_UNCONFIRMED");
        for _ in 0..3 {
            let message = one.seal(b"new", b"", at(9)).unwrap();
            assert_eq!(message[2..6], 3_u32.to_be_bytes(), "an epoch that nobody used");
            assert_eq!(two.open(&message, b"", at(9)).unwrap(), b"new");
            let message = two.seal(b"back", b"", at(9)).unwrap();
            assert_eq!(one.open(&message, b"", at(9)).unwrap(), b"back");
            one.rekey(at(9)).unwrap();
            two.open(&one.seal(b"", b"", at(9)).unwrap(), b"", at(9)).unwrap();
            let (again, other) = resumed(starter, answerer);
            (one, two) = (again, other);
        }
    }
}

#[test]
fn both_sides_bring_fresh_keys() {
    let (a, b) = tickets();
    let ids: Vec<_> = [(1, 2), (1, 3), (4, 2)]
        .map(|(ours, theirs)| {
            let start = Resumption::start(open(&a), &[ours; 32]);
            let made = answer(&open(&b), start.hello(), &[theirs; 32], &Options::default(), NOW);
            made.unwrap().0.id()
        })
        .into();
    assert!(ids[0] != ids[1] && ids[0] != ids[2] && ids[1] != ids[2]);
    assert!(!ids.contains(&pair(7).0.id()));
}

#[test]
fn a_ticket_tells_its_facts() {
    let (a, b) = tickets();
    let (a, b) = (open(&a), open(&b));
    assert_eq!(a.facts().note, b"did:web:b.example");
    assert_eq!(a.facts().id, b.facts().id);
    assert_eq!((a.facts().role, b.facts().role), (Role::Initiator, Role::Responder));
    assert_eq!((a.facts().epoch, b.facts().epoch), (2, 1));
    assert_ne!(a.facts().once().mark(), b.facts().once().mark());
    assert_eq!(a.facts().expires, at(3600));
    assert!(!format!("{a:?}").contains("resumption"));
    assert!(a.facts().to_json().contains(&a.facts().once().mark()));
    // It is this side's own, and takes no sender's share.
    assert!(!a.facts().to_json().contains("sender"));
}

#[test]
fn tickets_are_refused() {
    let (a, _) = tickets();
    let changed = |at: usize| {
        let mut ticket = a.clone();
        ticket[at] ^= 1;
        ticket
    };
    let rows: [(&str, Vec<u8>, &str); 9] = [
        ("empty", vec![], "ERR_SESSION_TICKET_VERSION"),
        ("version", changed(0), "ERR_SESSION_TICKET_VERSION"),
        ("too short", a[..101].to_vec(), "ERR_SESSION_TICKET_VERSION"),
        ("too long", [a.as_slice(), &[0; 1024]].concat(), "ERR_SESSION_TICKET_VERSION"),
        ("cut", a[..a.len() - 1].to_vec(), "ERR_SESSION_TICKET"),
        ("longer", [a.as_slice(), &[0]].concat(), "ERR_SESSION_TICKET"),
        ("nonce", changed(1), "ERR_SESSION_TICKET"),
        ("body", changed(30), "ERR_SESSION_TICKET"),
        ("tag", changed(a.len() - 1), "ERR_SESSION_TICKET"),
    ];
    for (name, ticket, expected) in rows {
        assert_eq!(code(Ticket::open(&KEY, &ticket, NOW)), expected, "{name}");
    }
    assert_eq!(code(Ticket::open(&[4; 32], &a, NOW)), "ERR_SESSION_TICKET");
    assert!(Ticket::open(&KEY, &a, at(3599)).is_ok());
    assert_eq!(code(Ticket::open(&KEY, &a, at(3600))), "ERR_SESSION_TICKET_EXPIRED");
}

#[test]
fn a_ticket_never_outlives_its_session() {
    let options = Options { max_seconds: 100, ..Options::default() };
    let start =
        |confirmed| Session::new(&[7; 32], b"", Role::Responder, &options, confirmed, NOW).unwrap();
    let ticket = start(true).export(&KEY, b"", u64::MAX, &[5; 24], at(50)).unwrap();
    assert_eq!(open(&ticket).facts().expires, at(100));
    let late = start(true).export(&KEY, b"", 10, &[5; 24], at(100));
    assert_eq!(code(late), "ERR_SESSION_EXPIRED");
    let unconfirmed = start(false).export(&KEY, b"", 10, &[5; 24], NOW);
    assert_eq!(code(unconfirmed), "ERR_SESSION_UNCONFIRMED");
    let note = vec![0; session::MAX_NOTE + 1];
    assert_eq!(code(start(true).export(&KEY, &note, 10, &[5; 24], NOW)), "ERR_LIMIT_EXCEEDED");
    let most = start(true).export(&KEY, &note[1..], 10, &[5; 24], NOW).unwrap();
    assert_eq!(open(&most).facts().note.len(), session::MAX_NOTE);
}

#[test]
fn age_goes_on() {
    let (a, b) = tickets();
    let (mut one, _) = resumed(&a, &b);
    assert_eq!(one.status().created, NOW);
    assert!(one.seal(b"", b"", at(3600)).is_ok());
    assert_eq!(code(one.seal(b"", b"", at(86_400))), "ERR_SESSION_EXPIRED");
}

#[test]
fn messages_of_resumption_are_refused() {
    let (a, b) = tickets();
    let (other, _) = pair(8);
    let other = export(&other, b"");
    let start = Resumption::start(open(&a), &[1; 32]);
    let hello = start.hello().to_vec();
    assert_eq!(session::resumed_id(&hello), Ok(pair(7).0.id()));
    assert_eq!(code(session::resumed_id(&a)), "ERR_SESSION_RESUME_MALFORMED");
    let options = Options::default();
    let (_, good) = answer(&open(&b), &hello, &[2; 32], &options, NOW).unwrap();
    let changed = |message: &[u8], at: usize| {
        let mut message = message.to_vec();
        message[at] ^= 3;
        message
    };
    let hellos: [(&str, &[u8], Vec<u8>, &str); 9] = [
        ("empty", &b, vec![], "ERR_SESSION_RESUME_MALFORMED"),
        ("cut", &b, hello[..RESUME_LEN - 1].to_vec(), "ERR_SESSION_RESUME_MALFORMED"),
        ("version", &b, changed(&hello, 0), "ERR_SESSION_RESUME_MALFORMED"),
        ("answer", &b, good.to_vec(), "ERR_SESSION_RESUME_MALFORMED"),
        ("reflected", &a, hello.clone(), "ERR_SESSION_RESUME_OTHER"),
        ("of another session", &other, hello.clone(), "ERR_SESSION_RESUME_OTHER"),
        ("epoch", &b, changed(&hello, 12), "ERR_SESSION_RESUME"),
        ("random", &b, changed(&hello, 20), "ERR_SESSION_RESUME"),
        ("tag", &b, changed(&hello, 78), "ERR_SESSION_RESUME"),
    ];
    for (name, ticket, hello, expected) in hellos {
        assert_eq!(code(check_hello(&open(ticket), &hello, NOW)), expected, "{name}");
        let answered = answer(&open(ticket), &hello, &[2; 32], &options, NOW);
        assert_eq!(code(answered), expected, "{name}");
    }
    assert_eq!(code(check_hello(&open(&b), &hello, at(3600))), "ERR_SESSION_TICKET_EXPIRED");
    let other_start = Resumption::start(open(&a), &[9; 32]);
    let (_, to_other) = answer(&open(&b), other_start.hello(), &[2; 32], &options, NOW).unwrap();
    let answers: [(&str, Vec<u8>, &str); 5] = [
        ("hello", hello.clone(), "ERR_SESSION_RESUME_MALFORMED"),
        ("to another hello", to_other.to_vec(), "ERR_SESSION_RESUME"),
        ("role", changed(&good, 2), "ERR_SESSION_RESUME_OTHER"),
        ("id", changed(&good, 3), "ERR_SESSION_RESUME_OTHER"),
        ("tag", changed(&good, 50), "ERR_SESSION_RESUME"),
    ];
    for (name, answer, expected) in answers {
        assert_eq!(code(start.finish(&answer, &options, NOW)), expected, "{name}");
    }
    start.finish(&good, &options, NOW).unwrap();
}

#[test]
fn old_messages_do_not_open_in_a_resumed_session() {
    let (mut a, b) = pair(7);
    let old: Vec<_> = (0..3)
        .map(|_| {
            a.rekey(NOW).unwrap();
            a.seal(b"old", b"", NOW).unwrap()
        })
        .collect();
    let (_, mut two) = resumed(&export(&a, b""), &export(&b, b""));
    for message in &old {
        assert_eq!(code(two.open(message, b"", NOW)), "ERR_SESSION_EPOCH");
    }
}

proptest! {
    #[test]
    fn nothing_made_up_is_a_ticket_or_message(bytes: Vec<u8>, key: [u8; 32]) {
        prop_assert!(Ticket::open(&key, &bytes, NOW).is_err());
        let (a, b) = tickets();
        prop_assert!(check_hello(&open(&b), &bytes, NOW).is_err());
        let start = Resumption::start(open(&a), &[1; 32]);
        prop_assert!(start.finish(&bytes, &Options::default(), NOW).is_err());
    }
}

/// Both tickets of a session, the two messages, and one message of the session that comes of them.
fn resumption(fill: u8) -> Value {
    let (mut a, mut b) = pair(fill);
    a.rekey(NOW).unwrap();
    b.open(&a.seal(b"old", b"", NOW).unwrap(), b"", NOW).unwrap();
    let (ticket, other) = (export(&a, b"did:web:b.example"), export(&b, b""));
    let start = Resumption::start(open(&ticket), &[1; 32]);
    let options = Options::default();
    let (mut two, answer) = answer(&open(&other), start.hello(), &[2; 32], &options, NOW).unwrap();
    let mut one = start.finish(&answer, &options, NOW).unwrap();
    let message = one.seal(b"new", b"", NOW).unwrap();
    assert_eq!(two.open(&message, b"", NOW).unwrap(), b"new");
    json!({
        "secret": hex::encode(&[fill; 32]),
        "now": NOW.0,
        "key": hex::encode(&KEY),
        "oldId": a.id(),
        "initiatorTicket": hex::encode(&ticket),
        "responderTicket": hex::encode(&other),
        "note": hex::encode(b"did:web:b.example"),
        "hello": hex::encode(start.hello()),
        "answer": hex::encode(&answer),
        "newId": one.id(),
        "message": hex::encode(&message),
        "plaintext": hex::encode(b"new"),
    })
}

#[test]
fn our_vectors() {
    let made = json!({ "resumptions": [resumption(7), resumption(8)] });
    own_vectors("session/resume.json", &made);
}
