//! Epochs, windows and limits of a session.

use countersign_core::{
    session::{self, Options},
    time::UnixSeconds,
};
use countersign_testkit::outcomes::code;

use crate::support::session::{NOW, at, pair, pair_with};

#[test]
fn rekey_by_count_and_age() {
    let options = Options { rekey_messages: 3, rekey_seconds: 50, ..Options::default() };
    let (mut a, mut b) = pair_with(options, Options::default());
    let mut epochs = vec![];
    for second in [0, 0, 0, 0, 49, 99, 100, 160] {
        let message = a.seal(b"m", b"", at(second)).unwrap();
        epochs.push(message[5]);
        b.open(&message, b"", at(second)).unwrap();
    }
    assert_eq!(epochs, [0, 0, 0, 1, 1, 2, 2, 3]);
    assert_eq!((a.status().sent.0, b.status().received.0, b.status().sent.0), (3, 3, 0));
    // The other direction has its own epochs, from the same chains.
    a.open(&b.seal(b"m", b"", at(160)).unwrap(), b"", at(160)).unwrap();
    b.rekey(at(160)).unwrap();
    a.open(&b.seal(b"m", b"", at(160)).unwrap(), b"", at(160)).unwrap();
    assert_eq!(a.status().received.0, 1);
}

#[test]
fn late_messages_of_the_epoch_before() {
    let (mut a, mut b) =
        pair_with(Options { rekey_messages: 2, ..Options::default() }, Options::default());
    let messages: Vec<_> = (0..12).map(|_| a.seal(b"m", b"", NOW).unwrap()).collect();
    let mut open = |n: usize, time| b.open(&messages[n], b"", at(time)).map_err(|e| e.code());
    assert!(open(0, 0).is_ok());
    assert!(open(2, 0).is_ok(), "epoch 1");
    assert!(open(1, 0).is_ok(), "late");
    assert_eq!(open(1, 0), Err("ERR_SESSION_REPLAYED"));
    assert_eq!(open(0, 0), Err("ERR_SESSION_REPLAYED"));
    assert!(open(8, 0).is_ok(), "epoch 4, over two that were never seen");
    assert!(open(7, 0).is_ok(), "epoch 3");
    assert_eq!(open(3, 0), Err("ERR_SESSION_EPOCH"), "epoch 1 is over");
    assert_eq!(open(6, session::KEEP_PREVIOUS), Err("ERR_SESSION_EPOCH"));
    assert!(open(6, session::KEEP_PREVIOUS - 1).is_ok());
    assert!(open(10, 0).is_ok(), "epoch 5");
    assert_eq!(open(6, 0), Err("ERR_SESSION_EPOCH"));
}

#[test]
fn epochs_ahead_are_bounded() {
    let (mut a, mut b) = pair();
    for _ in 0..session::MAX_AHEAD {
        a.rekey(NOW).unwrap();
    }
    let ahead = a.seal(b"m", b"", NOW).unwrap();
    a.rekey(NOW).unwrap();
    let too_far = a.seal(b"m", b"", NOW).unwrap();
    assert_eq!(code(b.open(&too_far, b"", NOW)), "ERR_SESSION_EPOCH");
    b.open(&ahead, b"", NOW).unwrap();
    b.open(&too_far, b"", NOW).unwrap();
    assert_eq!(b.status().received.0, session::MAX_AHEAD + 1);
}

#[test]
fn limits() {
    let none = Options::default();
    let rows: [(&str, Options, u64, &str); 5] = [
        ("age", Options { max_seconds: 10, ..none }, 10, "ERR_SESSION_EXPIRED"),
        ("idle", Options { max_idle_seconds: 5, ..none }, 5, "ERR_SESSION_IDLE"),
        ("messages", Options { max_messages: 1, ..none }, 0, "ERR_SESSION_MESSAGES"),
        ("bytes", Options { max_bytes: 9, ..none }, 0, "ERR_SESSION_BYTES"),
        ("padded bytes", Options { max_bytes: 9, padding: 64, ..none }, 0, "ERR_SESSION_BYTES"),
    ];
    for (name, options, later, expected) in rows {
        let (mut a, mut b) = pair_with(options, options);
        let (mut free, _) = pair_with(Options { padding: 0, ..none }, none);
        b.open(&a.seal(b"12345", b"", NOW).unwrap(), b"", NOW).unwrap();
        free.seal(b"12345", b"", NOW).unwrap();
        assert_eq!(code(a.seal(b"12345", b"", at(later))), expected, "{name}, seal");
        let message = free.seal(b"12345", b"", at(later)).unwrap();
        assert_eq!(code(b.open(&message, b"", at(later))), expected, "{name}, open");
    }
    let (a, _) = pair_with(Options { max_seconds: 10, ..none }, none);
    assert!(!a.is_over(at(9)) && a.is_over(at(10)));
    // A clock that goes back ends nothing.
    assert!(!a.is_over(UnixSeconds(0)));
}

#[test]
fn idle_counts_from_the_last_good_message() {
    let options = Options { max_idle_seconds: 10, ..Options::default() };
    let (mut a, mut b) = pair_with(options, options);
    for second in [9, 18, 27] {
        b.open(&a.seal(b"m", b"", at(second)).unwrap(), b"", at(second)).unwrap();
    }
    assert_eq!(code(b.open(&[9; 40], b"", at(36))), "ERR_SESSION_VERSION");
    assert_eq!(code(a.seal(b"m", b"", at(37))), "ERR_SESSION_IDLE");
    assert_eq!(code(b.seal(b"m", b"", at(37))), "ERR_SESSION_IDLE");
}
