//! Sessions that stay in the engine. See `countersign_core::session`.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    session::{self, Options, Role, Session},
    time::UnixSeconds,
};

use crate::host;

/// Most sessions that may be open at once in a thread.
const MAX_SESSIONS: usize = 262_144;

thread_local! {
    static SESSIONS: RefCell<Handles<Session>> =
        const { RefCell::new(Handles::with_limit(MAX_SESSIONS)) };
}

/// Runs `use_session` on the session of an open handle.
pub(crate) fn with<T>(
    handle: u32,
    use_session: impl FnOnce(&mut Session) -> Result<T, Error>,
) -> Result<T, Error> {
    SESSIONS.with_borrow_mut(|sessions| use_session(sessions.get_mut(handle)?))
}

/// Stores a session and returns its handle.
pub(crate) fn keep(session: Session) -> Result<u32, Error> {
    SESSIONS.with_borrow_mut(|sessions| sessions.insert(session))
}

/// Whether [`keep`] has room.
pub(crate) fn check_room() -> Result<(), Error> {
    SESSIONS.with_borrow(Handles::check_room)
}

/// Closes a handle.
pub(crate) fn close(handle: u32) -> Result<bool, Error> {
    SESSIONS.with_borrow_mut(|sessions| sessions.remove(handle).map(|_| true))
}

/// Wipes every session, as `signer::forget` does.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    SESSIONS.with_borrow_mut(Handles::clear);
}

boundary! {
    fn session_create as "sessionCreate" (secret: &[u8], context: &[u8], initiator: bool, confirmed: bool, options: String, now: f64) -> u32 {
        let secret = session::secret(secret)?;
        let (role, options) = (Role::of_initiator(initiator), Options::from_json(&options)?);
        keep(Session::new(&secret, context, role, &options, confirmed, UnixSeconds::from_number(now))?)
    }

    fn session_fresh_context as "sessionFreshContext" (context: &[u8], initiator: &[u8], responder: &[u8]) -> host::Bytes {
        Ok(session::fresh_context(context, initiator, responder)?.to_vec().into())
    }

    fn session_seal as "sessionSeal" (handle: u32, associated: &[u8], plaintext: &[u8], room: u32, now: f64) -> host::Public {
        let room = usize::try_from(room).unwrap_or(usize::MAX);
        with(handle, |session| Ok(session.seal_within(room, plaintext, associated, UnixSeconds::from_number(now))?.into()))
    }

    fn session_open as "sessionOpen" (handle: u32, associated: &[u8], message: &[u8], now: f64) -> host::Bytes {
        with(handle, |session| Ok(session.open(message, associated, UnixSeconds::from_number(now))?.into()))
    }

    fn session_seal_batch as "sessionSealBatch" (handle: u32, associated: &[u8], packed: &[u8], now: f64) -> host::Public {
        with(handle, |session| Ok(session::seal_batch(session, packed, associated, UnixSeconds::from_number(now))?.into()))
    }

    fn session_open_batch as "sessionOpenBatch" (handle: u32, associated: &[u8], packed: &[u8], now: f64) -> host::Bytes {
        with(handle, |session| Ok(session::open_batch(session, packed, associated, UnixSeconds::from_number(now))?.into()))
    }

    fn session_rekey as "sessionRekey" (handle: u32, now: f64) -> bool {
        with(handle, |session| session.rekey(UnixSeconds::from_number(now)).map(|()| true))
    }

    fn session_status as "sessionStatus" (handle: u32) -> String {
        with(handle, |session| Ok(session.status().to_json()))
    }

    fn session_id as "sessionId" (handle: u32) -> String {
        with(handle, |session| Ok(session.id()))
    }

    fn session_is_over as "sessionIsOver" (handle: u32, now: f64) -> bool {
        with(handle, |session| Ok(session.is_over(UnixSeconds::from_number(now))))
    }

    fn session_close as "sessionClose" (handle: u32) -> bool {
        close(handle)
    }

    fn session_live as "sessionLive" () -> u32 {
        Ok(SESSIONS.with_borrow(|sessions| u32::try_from(sessions.len()).unwrap_or(u32::MAX)))
    }
}
