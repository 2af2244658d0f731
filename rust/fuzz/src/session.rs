//! Sessions: a sealed message opens. Any other bytes are refused and leave the session as it was.

use countersign_core::{
    session::{
        self, MAX_PLAINTEXT, Options, Resumption, Role, Session, Status, Ticket, open_batch,
        seal_batch,
    },
    time::UnixSeconds,
};

use crate::Target;

const NOW: UnixSeconds = UnixSeconds(1_760_000_000);
const KEY: [u8; 32] = [3; 32];

pub(crate) const SESSION: Target = Target {
    name: "session",
    run: run_wire,
    seeds: &[
        &[
            1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
            9, 9, 9,
        ],
        &[
            1, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 4, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
            9, 9, 9,
        ],
    ],
};

pub(crate) const SESSION_BATCH: Target = Target {
    name: "session_batch",
    run: run_batch,
    seeds: &[b"\0\0\0\x01x\0\0\0\0\0\0\0\x03xyz", b"\0\0\0\x02\x01\0"],
};

pub(crate) const SESSION_TICKET: Target = Target {
    name: "session_ticket",
    run: run_ticket,
    seeds: &[&[1; 102], &[1, 0x10, 1, 7, 7, 7], &[1, 0x11, 2, 7, 7, 7]],
};

fn start(role: Role, options: &Options) -> Option<Session> {
    Session::new(&[7; 32], b"fuzz", role, options, true, NOW).ok()
}

/// Runs `try_open` and asserts that the session is as it was before.
fn unchanged(session: &mut Session, try_open: impl FnOnce(&mut Session)) {
    let before: Status = session.status();
    try_open(session);
    assert_eq!(session.status(), before);
}

fn run_wire(data: &[u8]) {
    for ordered in [false, true] {
        let options = Options { ordered, ..Options::default() };
        let Some(mut b) = start(Role::Responder, &options) else { return };
        unchanged(&mut b, |b| assert!(b.open(data, b"", NOW).is_err()));
        let (key, rest) = data.split_at(data.len().min(5));
        let padding = key.first().copied().unwrap_or_default().into();
        let Some(mut a) = start(Role::Initiator, &Options { padding, ..options }) else { return };
        if let Ok(message) = a.seal(rest, key, NOW) {
            assert!(rest.len() <= MAX_PLAINTEXT);
            let mut forged = message.clone();
            let index = data.len() % forged.len();
            if let Some(byte) = forged.get_mut(index) {
                *byte ^= 1;
            }
            unchanged(&mut b, |b| assert!(b.open(&forged, key, NOW).is_err()));
            assert_eq!(b.open(&message, key, NOW).as_deref(), Ok(rest));
            unchanged(&mut b, |b| assert!(b.open(&message, key, NOW).is_err()));
        }
    }
    if let Ok(text) = core::str::from_utf8(data) {
        let _ = Options::from_json(text);
    }
}

fn run_batch(data: &[u8]) {
    let (Some(mut a), Some(mut b)) =
        (start(Role::Initiator, &Options::default()), start(Role::Responder, &Options::default()))
    else {
        return;
    };
    unchanged(&mut b, |b| {
        let _ = open_batch(b, data, b"", NOW);
    });
    if let Ok(sealed) = seal_batch(&mut a, data, b"", NOW) {
        let opened = open_batch(&mut b, &sealed, b"", NOW);
        assert!(opened.is_ok());
        assert_eq!(a.status().sent.1, b.status().received.1);
    }
}

fn run_ticket(data: &[u8]) {
    assert!(Ticket::open(&KEY, data, NOW).is_err());
    let Some(session) = start(Role::Responder, &Options::default()) else { return };
    let note = data.get(..data.len().min(session::MAX_NOTE)).unwrap_or_default();
    let Ok(ticket) = session.export(&KEY, note, 60, &[5; 24], NOW) else { return };
    let Ok(ticket) = Ticket::open(&KEY, &ticket, NOW) else { panic!("an own ticket opens") };
    assert_eq!(ticket.facts().note, note);
    assert!(session::check_hello(&ticket, data, NOW).is_err());
    let resumption = Resumption::start(ticket, &[1; 32]);
    assert!(resumption.finish(data, &Options::default(), NOW).is_err());
}
