//! Messages of 1 KB in a session.

use std::hint::black_box;

use countersign_core::session::{Options, Role, Session};

use crate::{Run, fixture::NOW};

const PLAINTEXT: &[u8] = &[5; 1024];
const ASSOCIATED: &[u8] = b"orders/1";

/// Messages that wait to be opened: each is opened once, or it is a replay.
const WAITING: usize = 64;

fn start(role: Role) -> Session {
    Session::new(&[7; 32], b"guard", role, &Options::default(), true, NOW).unwrap()
}

pub(crate) fn seal() -> Run {
    let mut session = start(Role::Initiator);
    Box::new(move || {
        black_box(session.seal(black_box(PLAINTEXT), ASSOCIATED, NOW).unwrap());
    })
}

pub(crate) fn open() -> Run {
    let (mut from, mut to) = (start(Role::Initiator), start(Role::Responder));
    let sealed: Vec<_> =
        (0..WAITING).map(|_| from.seal(PLAINTEXT, ASSOCIATED, NOW).unwrap()).collect();
    let mut next = 0;
    Box::new(move || {
        black_box(to.open(&sealed[next], ASSOCIATED, NOW).unwrap());
        next += 1;
    })
}
