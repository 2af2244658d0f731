//! Sessions that are exported and resumed. See `countersign_core::session`, its `ticket` and its `resume`.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    session::{self, Options, Resumption, Ticket},
    time::UnixSeconds,
};
use rand_core::Rng;
use zeroize::Zeroizing;

use crate::{host, random};

type Key = Zeroizing<[u8; 32]>;

thread_local! {
    static KEYS: RefCell<Handles<Key>> = const { RefCell::new(Handles::new()) };
    static RESUMPTIONS: RefCell<Handles<Resumption>> = const { RefCell::new(Handles::new()) };
}

/// Wipes every key and resumption, as `signer::forget` does.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    KEYS.with_borrow_mut(Handles::clear);
    RESUMPTIONS.with_borrow_mut(Handles::clear);
}

fn with_key<T>(handle: u32, use_key: impl FnOnce(&Key) -> Result<T, Error>) -> Result<T, Error> {
    KEYS.with_borrow(|keys| use_key(keys.get(handle)?))
}

fn open(key: u32, ticket: &[u8], now: f64) -> Result<Ticket, Error> {
    with_key(key, |key| Ticket::open(key, ticket, UnixSeconds::from_number(now)))
}

/// Opens a ticket that is to be marked as used. What is wrong with the options must show before that, and that there is
/// no room.
fn usable(key: u32, ticket: &[u8], options: &str, now: f64) -> Result<Ticket, Error> {
    Options::from_json(options)?;
    open(key, ticket, now)
}

fn fresh<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    random::system()?.fill_bytes(&mut bytes);
    Ok(bytes)
}

/// Exports a session as a ticket, and closes its handle.
fn export(handle: u32, key: u32, note: &[u8], seconds: f64, now: f64) -> Result<Vec<u8>, Error> {
    let (UnixSeconds(seconds), now) =
        (UnixSeconds::from_number(seconds), UnixSeconds::from_number(now));
    let nonce = fresh()?;
    let put_away = |key: &Key| {
        crate::session::with(handle, |session| session.export(key, note, seconds, &nonce, now))
    };
    let ticket = with_key(key, put_away)?;
    crate::session::close(handle)?;
    Ok(ticket)
}

/// The session of an answer; the resumption ends with it.
fn finish(handle: u32, answer: &[u8], options: &str, now: f64) -> Result<u32, Error> {
    let options = Options::from_json(options)?;
    RESUMPTIONS.with_borrow_mut(|open| {
        let session = open.get(handle)?.finish(answer, &options, UnixSeconds::from_number(now))?;
        let session = crate::session::keep(session)?;
        open.remove(handle)?;
        Ok(session)
    })
}

/// Handle of the new session (4 bytes, big endian), then the answer.
fn answer(
    key: u32,
    ticket: &[u8],
    hello: &[u8],
    options: &str,
    now: f64,
) -> Result<Vec<u8>, Error> {
    let (ticket, options) = (open(key, ticket, now)?, Options::from_json(options)?);
    let now = UnixSeconds::from_number(now);
    let (session, answer) = session::answer(&ticket, hello, &fresh()?, &options, now)?;
    let handle = crate::session::keep(session)?;
    Ok([handle.to_be_bytes().as_slice(), &answer].concat())
}

boundary! {
    fn session_ticket_key_generate as "sessionTicketKeyGenerate" () -> u32 {
        let key = Zeroizing::new(fresh()?);
        KEYS.with_borrow_mut(|keys| keys.insert(key))
    }

    fn session_ticket_key_import as "sessionTicketKeyImport" (key: &[u8]) -> u32 {
        let key = session::secret(key)?;
        KEYS.with_borrow_mut(|keys| keys.insert(key))
    }

    fn session_ticket_key_close as "sessionTicketKeyClose" (handle: u32) -> bool {
        KEYS.with_borrow_mut(|keys| keys.remove(handle).map(|_| true))
    }

    fn session_export as "sessionExport" (handle: u32, key: u32, note: &[u8], seconds: f64, now: f64) -> host::Bytes {
        Ok(export(handle, key, note, seconds, now)?.into())
    }

    fn session_ticket_facts as "sessionTicketFacts" (key: u32, ticket: &[u8], options: String, now: f64) -> String {
        let ticket = usable(key, ticket, &options, now)?;
        RESUMPTIONS.with_borrow(Handles::check_room)?;
        Ok(ticket.facts().to_json())
    }

    fn session_resume_start as "sessionResumeStart" (key: u32, ticket: &[u8], now: f64) -> u32 {
        let resumption = Resumption::start(open(key, ticket, now)?, &fresh()?);
        RESUMPTIONS.with_borrow_mut(|open| open.insert(resumption))
    }

    fn session_resume_hello as "sessionResumeHello" (handle: u32) -> host::Bytes {
        RESUMPTIONS.with_borrow(|open| Ok(open.get(handle)?.hello().to_vec().into()))
    }

    fn session_resume_finish as "sessionResumeFinish" (handle: u32, answer: &[u8], options: String, now: f64) -> u32 {
        finish(handle, answer, &options, now)
    }

    fn session_resume_close as "sessionResumeClose" (handle: u32) -> bool {
        RESUMPTIONS.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }

    fn session_resume_id as "sessionResumeId" (message: &[u8]) -> String {
        session::resumed_id(message)
    }

    fn session_resume_check as "sessionResumeCheck" (key: u32, ticket: &[u8], hello: &[u8], options: String, now: f64) -> String {
        let ticket = usable(key, ticket, &options, now)?;
        session::check_hello(&ticket, hello, UnixSeconds::from_number(now))?;
        crate::session::check_room()?;
        Ok(ticket.facts().to_json())
    }

    fn session_resume_answer as "sessionResumeAnswer" (key: u32, ticket: &[u8], hello: &[u8], options: String, now: f64) -> host::Bytes {
        Ok(answer(key, ticket, hello, &options, now)?.into())
    }
}
