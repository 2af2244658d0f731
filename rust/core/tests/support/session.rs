//! Two sides of a session.

use countersign_core::{
    session::{Options, Role, Session},
    time::UnixSeconds,
};

pub const NOW: UnixSeconds = UnixSeconds(1_760_000_000);

pub fn at(seconds: u64) -> UnixSeconds {
    UnixSeconds(NOW.0 + seconds)
}

pub fn pair_with(initiator: Options, responder: Options) -> (Session, Session) {
    let start = |role, options| Session::new(&[7; 32], b"test", role, &options, true, NOW).unwrap();
    (start(Role::Initiator, initiator), start(Role::Responder, responder))
}

pub fn pair() -> (Session, Session) {
    pair_with(Options::default(), Options::default())
}
