//! See `countersign_core::session::sage`. Sessions stay in the engine.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    keys::PublicKey,
    sage_key_store::sealed_box,
    session::sage::{Limits, SageSession, Shared},
    time::UnixSeconds,
};

use crate::{host, random, signer};

thread_local! {
    static SESSIONS: RefCell<Handles<SageSession>> = const { RefCell::new(Handles::new()) };
}

fn with<T>(
    handle: u32,
    use_session: impl FnOnce(&mut SageSession) -> Result<T, Error>,
) -> Result<T, Error> {
    SESSIONS.with_borrow_mut(|sessions| use_session(sessions.get_mut(handle)?))
}

/// Stores a session and returns its handle.
pub(crate) fn keep(session: SageSession) -> Result<u32, Error> {
    SESSIONS.with_borrow_mut(|sessions| sessions.insert(session))
}

/// Wipes every session, as `signer::forget` does keys.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    SESSIONS.with_borrow_mut(Handles::clear);
}

/// The longest life and idle time in seconds, and the most messages; 0 for no limit.
pub(crate) fn limits(max_age: f64, idle: f64, max_messages: f64) -> Result<Limits, Error> {
    let seconds = |value| UnixSeconds::from_number(value).0;
    Limits::from_parts(seconds(max_age), seconds(idle), max_messages)
}

/// Exactly 32 bytes.
pub(crate) fn to_array<'a>(what: &'static str, bytes: &'a [u8]) -> Result<&'a [u8; 32], Error> {
    bytes.try_into().map_err(|_| Error::BytesLength(what, 32, bytes.len()))
}

boundary! {
    fn session_sage_single as "sessionSageSingle" (id: String, seed: &[u8], max_age: f64, idle: f64, max_messages: f64, now: f64) -> u32 {
        let limits = limits(max_age, idle, max_messages)?;
        keep(SageSession::single(&id, seed, limits, UnixSeconds::from_number(now))?)
    }

    fn session_sage_shared as "sessionSageShared" (secret: &[u8], context: String, label: String, a: &[u8], b: &[u8], max_age: f64, idle: f64, max_messages: f64, now: f64) -> u32 {
        let ephemerals = [to_array("ephemeral key", a)?, to_array("ephemeral key", b)?];
        let secret = to_array("shared secret", secret)?;
        let shared = Shared { secret, context: &context, label: &label, ephemerals };
        let limits = limits(max_age, idle, max_messages)?;
        keep(SageSession::from_shared(&shared, limits, UnixSeconds::from_number(now))?)
    }

    fn session_sage_agree as "sessionSageAgree" (handle: u32, peer: &[u8], context: String, label: String, max_age: f64, idle: f64, max_messages: f64, now: f64) -> u32 {
        let peer = PublicKey::from_tagged(peer)?;
        let (own, secret) = signer::with(handle, |key| Ok((key.public_key().clone(), sealed_box::shared_secret(key, &peer)?)))?;
        let ephemerals = [to_array("ephemeral key", own.as_bytes())?, to_array("ephemeral key", peer.as_bytes())?];
        let shared = Shared { secret: &secret, context: &context, label: &label, ephemerals };
        let limits = limits(max_age, idle, max_messages)?;
        keep(SageSession::from_shared(&shared, limits, UnixSeconds::from_number(now))?)
    }

    fn session_sage_directional as "sessionSageDirectional" (exporter: &[u8], label: String, initiator: bool, max_age: f64, idle: f64, max_messages: f64, now: f64) -> u32 {
        let limits = limits(max_age, idle, max_messages)?;
        keep(SageSession::directional(exporter, &label, initiator, limits, UnixSeconds::from_number(now))?)
    }

    fn session_sage_describe as "sessionSageDescribe" (handle: u32) -> String {
        with(handle, |session| Ok(session.describe()))
    }

    fn session_sage_seal as "sessionSageSeal" (handle: u32, associated: &[u8], plaintext: &[u8], now: f64) -> host::Public {
        let mut rng = random::system()?;
        with(handle, |session| Ok(session.seal(associated, plaintext, &mut rng, UnixSeconds::from_number(now))?.into()))
    }

    fn session_sage_open as "sessionSageOpen" (handle: u32, associated: &[u8], wire: &[u8], now: f64) -> host::Bytes {
        with(handle, |session| Ok(session.open(associated, wire, UnixSeconds::from_number(now))?.to_vec().into()))
    }

    fn session_sage_sign_covered as "sessionSageSignCovered" (handle: u32, covered: &[u8], now: f64) -> host::Bytes {
        with(handle, |session| Ok(session.sign_covered(covered, UnixSeconds::from_number(now))?.to_vec().into()))
    }

    fn session_sage_verify_covered as "sessionSageVerifyCovered" (handle: u32, covered: &[u8], tag: &[u8], now: f64) -> bool {
        with(handle, |session| session.verify_covered(covered, tag, UnixSeconds::from_number(now)).map(|()| true))
    }

    fn session_sage_close as "sessionSageClose" (handle: u32) -> bool {
        SESSIONS.with_borrow_mut(|sessions| sessions.remove(handle).map(|_| true))
    }
}
