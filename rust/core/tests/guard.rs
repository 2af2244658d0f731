//! The message guard, compared with a simple model, and SAGE's signed messages.

use std::collections::BTreeSet;

use countersign_core::{
    Error,
    guard::{Guard, Message, Policy, WINDOW},
    time::UnixSeconds,
};
use countersign_testkit::{cases_of, outcomes::code};
use proptest::prelude::*;

use crate::support::guard::NOW;

const POLICY: Policy =
    Policy { skew: 30, ordered: false, sessions: 80, marks: 800, since: UnixSeconds(0) };

const MESSAGE: Message<'static> = Message {
    peer: "did:x:a",
    session: "s",
    sent: UnixSeconds(NOW),
    sequence: None,
    nonce: None,
    content: None,
};

fn numbered(number: u64) -> Message<'static> {
    Message { sequence: Some(number), ..MESSAGE }
}

#[test]
fn each_check_has_its_code() {
    let mut guard = Guard::new(Policy { since: UnixSeconds(NOW - 20), ..POLICY });
    let mut check = |message: &Message<'_>| code(guard.check(message, UnixSeconds(NOW)));
    let nonce = |nonce| Message { nonce: Some(nonce), ..MESSAGE };
    let at = |sent: u64| Message { sent: UnixSeconds(sent), nonce: Some("t"), ..MESSAGE };
    let long = "x".repeat(3_000);
    let table: [(&str, Message<'_>, &str); 17] = [
        ("nothing to know it by", MESSAGE, "ERR_GUARD_EMPTY"),
        ("empty nonce", nonce(""), "ERR_GUARD_EMPTY"),
        ("no peer", Message { peer: "", ..nonce("n") }, "ERR_GUARD_EMPTY"),
        ("long nonce", nonce(&long), "ERR_LIMIT_EXCEEDED"),
        ("long session", Message { session: &long, ..nonce("n") }, "ERR_LIMIT_EXCEEDED"),
        ("future", at(NOW + 31), "ERR_GUARD_NOT_YET"),
        ("old", at(NOW - 30), "ERR_GUARD_BEFORE_START"),
        ("before the guard", at(NOW - 21), "ERR_GUARD_BEFORE_START"),
        ("still", at(NOW - 20), "ok"),
        ("nonce", nonce("n"), "ok"),
        (
            "nonce again, with a number",
            Message { sequence: Some(5), ..nonce("n") },
            "ERR_GUARD_REPLAY",
        ),
        ("the number was not used up", numbered(5), "ok"),
        ("number again", numbered(5), "ERR_GUARD_REPLAY"),
        ("other session", Message { session: "s2", ..nonce("n") }, "ok"),
        ("other peer", Message { peer: "did:x:b", ..nonce("n") }, "ok"),
        ("content", Message { content: Some(b"n"), ..MESSAGE }, "ok"),
        ("content again", Message { content: Some(b"n"), ..nonce("n2") }, "ERR_GUARD_DUPLICATE"),
    ];
    for (what, message, want) in table {
        assert_eq!(check(&message), want, "{what}");
    }
    let mut guard = Guard::new(POLICY);
    let old = Message { sent: UnixSeconds(NOW - 30), ..numbered(1) };
    assert_eq!(code(guard.check(&old, UnixSeconds(NOW))), "ERR_GUARD_EXPIRED");
    // Time does not run back: a message whose mark was forgotten is still refused.
    assert_eq!(code(guard.check(&old, UnixSeconds(NOW - 10))), "ERR_GUARD_EXPIRED");
}

#[test]
fn a_look_marks_nothing_and_says_the_same() {
    let mut guard = Guard::new(POLICY);
    let message = Message { sequence: Some(1), nonce: Some("n"), content: Some(b"c"), ..MESSAGE };
    for _ in 0..3 {
        assert_eq!(code(guard.peek(&message, UnixSeconds(NOW))), "ok");
        assert_eq!(guard.counts(), (0, 0));
    }
    assert_eq!(code(guard.check(&message, UnixSeconds(NOW))), "ok");
    assert_eq!(code(guard.peek(&message, UnixSeconds(NOW))), "ERR_GUARD_REPLAY");
    let late = Message { nonce: Some("late"), ..MESSAGE };
    assert_eq!(code(guard.peek(&late, UnixSeconds(NOW + 30))), "ERR_GUARD_EXPIRED");
}

#[test]
fn a_live_message_is_never_forgotten() {
    let mut guard = Guard::new(POLICY);
    let names: Vec<String> = (0..11).map(|n| format!("s{n}")).collect();
    let mut in_session = |name: &str, sent: u64, now: u64| {
        let message = Message { session: name, sent: UnixSeconds(sent), ..numbered(1) };
        code(guard.check(&message, UnixSeconds(now)))
    };
    // An eighth of 80 sessions belongs to one peer.
    for name in &names[..10] {
        assert_eq!(in_session(name, NOW, NOW), "ok");
    }
    assert_eq!(in_session(&names[10], NOW, NOW + 29), "ERR_GUARD_FULL");
    assert_eq!(in_session(&names[0], NOW, NOW + 29), "ERR_GUARD_REPLAY");
    // All sessions are over, so the oldest is forgotten.
    assert_eq!(in_session(&names[10], NOW + 30, NOW + 30), "ok");
    assert_eq!(guard.counts().0, 10);

    let mut guard = Guard::new(POLICY);
    let nonces: Vec<String> = (0..101).map(|n| format!("n{n}")).collect();
    let mut check = |nonce: &str, sent: u64, now: u64| {
        let message = Message { nonce: Some(nonce), sent: UnixSeconds(sent), ..MESSAGE };
        code(guard.check(&message, UnixSeconds(now)))
    };
    for nonce in &nonces[..100] {
        assert_eq!(check(nonce, NOW, NOW), "ok");
    }
    assert_eq!(check(&nonces[100], NOW, NOW + 29), "ERR_GUARD_FULL");
    assert_eq!(check(&nonces[3], NOW, NOW + 29), "ERR_GUARD_REPLAY");
    assert_eq!(check(&nonces[3], NOW, NOW + 30), "ERR_GUARD_EXPIRED");
    assert_eq!(check(&nonces[3], NOW + 30, NOW + 30), "ok");
    assert_eq!(guard.counts().1, 1);
}

#[test]
fn a_clock_ahead_shuts_out_nothing() {
    let mut guard = Guard::new(Policy { ordered: true, ..POLICY });
    let mut check = |number, sent: u64, now: u64| {
        let message = Message { sent: UnixSeconds(sent), ..numbered(number) };
        code(guard.check(&message, UnixSeconds(now)))
    };
    assert_eq!(check(1, NOW + 30, NOW), "ok");
    assert_eq!(check(2, NOW + 1, NOW + 1), "ok");
    assert_eq!(check(3, NOW, NOW + 1), "ERR_GUARD_ORDER");
    assert_eq!(check(2, NOW + 2, NOW + 2), "ERR_GUARD_SEQUENCE");
    assert_eq!(check(3, NOW + 2, NOW + 2), "ok");
    let mut refused = |number, sent: u64| {
        let message = Message { sent: UnixSeconds(sent), ..numbered(number) };
        guard.check(&message, UnixSeconds(NOW + 2)).map(drop).unwrap_err()
    };
    assert_eq!(refused(4, NOW + 1), Error::GuardOrder(NOW + 2, NOW + 1));
    assert_eq!(refused(2, NOW + 2), Error::GuardSequence("2 is not above 3".to_owned()));
}

#[test]
fn a_small_guard_has_room_for_a_message() {
    let message = Message { nonce: Some("n"), content: Some(b"c"), ..MESSAGE };
    for marks in 2..=16 {
        let mut guard = Guard::new(Policy { marks, sessions: 1, ..POLICY });
        assert_eq!(code(guard.check(&message, UnixSeconds(NOW))), "ok", "{marks}");
        assert_eq!(code(guard.check(&message, UnixSeconds(NOW))), "ERR_GUARD_REPLAY", "{marks}");
    }
}

#[test]
fn numbers_at_the_end_of_the_range() {
    let mut guard = Guard::new(POLICY);
    let mut check = |number| code(guard.check(&numbered(number), UnixSeconds(NOW)));
    let table = [
        (0, "ok"),
        (u64::MAX, "ok"),
        (u64::MAX, "ERR_GUARD_REPLAY"),
        (0, "ERR_GUARD_SEQUENCE"),
        (u64::MAX - WINDOW, "ERR_GUARD_SEQUENCE"),
        (u64::MAX - WINDOW + 1, "ok"),
        (u64::MAX - WINDOW + 1, "ERR_GUARD_REPLAY"),
    ];
    for (number, want) in table {
        assert_eq!(check(number), want, "{number}");
    }
}

#[test]
fn order_is_upstreams() {
    for case in cases_of("sage/message.json", "order_manager") {
        let mut guard = Guard::new(Policy { ordered: true, ..POLICY });
        for step in case["steps"].as_array().unwrap() {
            let Some(offset) = step["t_offset_s"].as_i64() else { continue };
            let sent = NOW.saturating_add_signed(offset);
            let session = step["session"].as_str().unwrap();
            let number = step["seq"].as_str().unwrap().parse().unwrap();
            let message = Message { session, sent: UnixSeconds(sent), ..numbered(number) };
            // Each step at its own time, and never back.
            let good = guard.check(&message, UnixSeconds(sent)).is_ok();
            let past = offset < 0;
            assert_eq!(good, step["accept"] == true && !past, "{step}");
        }
    }
}

#[test]
fn the_mark_of_a_message_is_of_all_that_makes_it_new() {
    let message = Message { sequence: Some(1), nonce: Some("n"), content: Some(b"c"), ..MESSAGE };
    let others = [
        Message { peer: "did:x:b", ..message },
        Message { session: "other", ..message },
        Message { sequence: Some(2), ..message },
        Message { sequence: None, ..message },
        Message { nonce: Some("1"), ..message },
        Message { nonce: None, ..message },
        Message { content: Some(b"d"), ..message },
        Message { content: None, ..message },
    ];
    let replay = |message: &Message<'_>| {
        message.replay(UnixSeconds(NOW)).parse::<serde_json::Value>().unwrap()
    };
    let mark = |message: &Message<'_>| replay(message)["mark"].to_string();
    let marks: BTreeSet<String> = others.iter().map(mark).chain([mark(&message)]).collect();
    assert_eq!(marks.len(), others.len() + 1);
    // The guard itself judges when the message was sent.
    assert_eq!(mark(&Message { sent: UnixSeconds(1), ..message }), mark(&message));
    assert_eq!(replay(&message)["until"], NOW);
}

proptest! {
    /// Whatever comes, and in whatever order, nothing is accepted twice.
    #[test]
    fn nothing_passes_twice(
        ordered in any::<bool>(),
        steps in prop::collection::vec((0_u64..40, 0_u64..60, 0_usize..2, 0_u64..50), 1..200),
    ) {
        let mut guard = Guard::new(Policy { ordered, sessions: 16, marks: 64, ..POLICY });
        let mut passed = BTreeSet::new();
        let mut highest = [None; 2];
        let mut now = NOW;
        for (number, ahead, session, back) in steps {
            now += ahead / 20;
            let name = session.to_string();
            let nonce = format!("{number}-{back}");
            let message = Message { session: &name, sent: UnixSeconds(now + 25 - back), nonce: Some(&nonce), ..numbered(number) };
            if guard.check(&message, UnixSeconds(now)).is_ok() {
                prop_assert!(passed.insert((session, nonce.clone(), message.sent)));
                let last = &mut highest[session];
                if ordered {
                    prop_assert!(last.is_none_or(|last| number > last));
                }
                *last = (*last).max(Some(number));
            }
            let (sessions, marks) = guard.counts();
            prop_assert!(sessions <= 16 && marks <= 64);
        }
    }

    /// The window against a set of all numbers.
    #[test]
    fn the_window_is_a_set(numbers in prop::collection::vec(0_u64..4_000, 1..400)) {
        let mut guard = Guard::new(POLICY);
        let mut seen = BTreeSet::new();
        for number in numbers {
            let highest = seen.last().copied();
            let fits = highest.is_none_or(|highest| number > highest || highest - number < WINDOW);
            let good = guard.check(&numbered(number), UnixSeconds(NOW)).is_ok();
            prop_assert_eq!(good, fits && !seen.contains(&number));
            seen.insert(number);
        }
    }
}
