//! A refused message changes nothing: every field of a session, keys included, is the same before and after.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code")]

use proptest::prelude::*;

use super::{HEADER_LEN, Options, Role, Session};
use crate::time::UnixSeconds;

const NOW: UnixSeconds = UnixSeconds(1_760_000_000);

fn pair(options: Options) -> (Session, Session) {
    let start = |role| Session::new(&[7; 32], b"test", role, &options, true, NOW).unwrap();
    (start(Role::Initiator), start(Role::Responder))
}

/// Two sessions in the middle of their life, and the messages so far.
fn in_use(options: Options) -> (Session, Session, Vec<Vec<u8>>) {
    let (mut a, mut b) = pair(options);
    let messages: Vec<_> = (0..9).map(|n| a.seal(&[n; 20], b"aad", NOW).unwrap()).collect();
    for message in &messages {
        b.open(message, b"aad", NOW).unwrap();
    }
    (a, b, messages)
}

proptest! {
    #[test]
    fn by_forged_and_replayed_messages(
        ordered: bool,
        which in 0_usize..12,
        index: usize,
        mask in 1_u8..=255,
        cut: usize,
        later in 0_u64..300,
    ) {
        let options = Options { ordered, rekey_messages: 4, ..Options::default() };
        let (mut a, mut b, old) = in_use(options);
        let fresh: Vec<_> = (0..12).map(|n| a.seal(&[n; 20], b"aad", NOW).unwrap()).collect();
        let mut forged = fresh[which].clone();
        let index = index % forged.len();
        forged[index] ^= mask;
        let before = b.clone();
        let now = UnixSeconds(NOW.0 + later);
        let cut = cut % fresh[which].len();
        let mut own = forged.clone();
        prop_assert!(b.open_in_place(&mut own, b"aad", now).is_err());
        prop_assert!(b.open(&forged, b"aad", now).is_err());
        prop_assert!(b.open(&fresh[which][..cut], b"aad", now).is_err());
        prop_assert!(b.open(&fresh[which], b"other", now).is_err());
        prop_assert!(a.open(&fresh[which], b"aad", now).is_err());
        for message in &old {
            prop_assert!(b.open(message, b"aad", now).is_err());
        }
        prop_assert_eq!(&b, &before);
        b.open(&fresh[0], b"aad", now).unwrap();
    }
}

#[test]
fn by_a_message_that_cannot_be_sealed() {
    let (mut a, _, _) =
        in_use(Options { max_messages: 9, rekey_messages: 9, ..Options::default() });
    let before = a.clone();
    a.seal(b"x", b"", NOW).unwrap_err();
    a.seal(b"x", b"", UnixSeconds(u64::MAX)).unwrap_err();
    assert_eq!(a, before);
    a.options.max_messages = 10;
    let before = a.clone();
    a.seal_into(b"x", b"", &mut [0; 30], NOW).unwrap_err();
    assert_eq!(a, before, "nor its epoch");
    a.seal(b"x", b"", NOW).unwrap();
    assert_eq!(a.sending.epoch, 1);
}

#[test]
fn by_padding_that_is_none() {
    let (mut a, mut b) = pair(Options::default());
    for content in [&[0_u8; 8][..], &[], &[0x80, 1], &[1, 2, 3]] {
        let mut content = content.to_vec();
        let (header, tag) = a.sending.seal(true, b"", &mut content, 0).unwrap();
        let message = [&header.write()[..], &content, &tag].concat();
        let before = b.clone();
        let mut own = message.clone();
        let error = b.open_in_place(&mut own, b"", NOW).unwrap_err();
        assert_eq!(error.code(), "ERR_SESSION_OPEN");
        assert!(own[HEADER_LEN..HEADER_LEN + content.len()].iter().all(|byte| *byte == 0));
        assert_eq!(b, before);
    }
}

#[test]
fn counters_end_and_never_wrap() {
    let (mut a, mut b) = pair(Options { rekey_messages: u64::MAX, ..Options::default() });
    a.sending.sequence = u64::MAX - 1;
    let last = a.seal(b"x", b"", NOW).unwrap();
    assert_eq!(b.open(&last, b"", NOW).unwrap(), b"x");
    let before = (a.clone(), b.clone());
    assert_eq!(a.seal(b"x", b"", NOW).unwrap_err().code(), "ERR_SESSION_EXHAUSTED");
    assert_eq!(b.open(&last, b"", NOW).unwrap_err().code(), "ERR_SESSION_REPLAYED");
    assert_eq!((&a, &b), (&before.0, &before.1));

    let (mut a, _) = pair(Options::default());
    a.sending.epoch = u32::MAX;
    let before = a.clone();
    assert_eq!(a.rekey(NOW).unwrap_err().code(), "ERR_SESSION_EXHAUSTED");
    assert_eq!(a, before);
    a.seal(b"x", b"", NOW).unwrap();
    a.sending.sequence += a.options.rekey_messages;
    assert_eq!(a.seal(b"x", b"", NOW).unwrap_err().code(), "ERR_SESSION_EXHAUSTED");
}

#[test]
fn an_epoch_leaves_nothing_of_the_one_before() {
    let (mut a, mut b, _) = in_use(Options::default());
    let (first, chain) = (a.sending.keys.clone(), a.source.chains().initiator);
    a.rekey(NOW).unwrap();
    assert_ne!(a.sending.keys, first);
    assert_ne!(a.source.chains().initiator, chain);
    assert!(matches!(a.source, super::keys::Source::Chains(_)), "the root is gone");
    for _ in 0..2 {
        b.open(&a.seal(b"x", b"", NOW).unwrap(), b"", NOW).unwrap();
        a.rekey(NOW).unwrap();
    }
    let epochs = [Some(&b.receiving.current), b.receiving.previous.as_deref()];
    assert!(epochs.into_iter().flatten().all(|epoch| epoch.keys != first));
}

#[test]
fn a_session_is_small() {
    assert!(size_of::<Session>() < 700, "{}", size_of::<Session>());
}
