//! Two sides that stored a session resume it, in two messages.
//!
//! Either side may start; each has a [`Ticket`]. Nothing of the old session is continued:
//! the keys are new, from the resumption secret and random bytes of both sides, and the
//! epoch is one that neither has used. The side that starts is the initiator of the new session.
//!
//! ```text
//! hello  = 0x01 ‖ 0x10 ‖ role (1) ‖ id (8) ‖ u32be(epoch) ‖ random (32) ‖ tag (32)       79 bytes
//! answer = 0x01 ‖ 0x11 ‖ role (1) ‖ id (8) ‖ u32be(epoch) ‖ random (32) ‖ tag (32)
//! auth   = HKDF-Expand(resumption, "countersign/session-resume-auth/v1", 32)
//! tag    = HMAC-SHA-256(auth, hello without its tag)
//!        = HMAC-SHA-256(auth, hello ‖ answer without its tag)
//! secret  = HKDF-Extract(salt = random of hello ‖ random of answer, resumption)
//! context = "countersign/session-resumed/v1" ‖ hello ‖ answer
//! ```
//!
//! `role` is the sender's in the old session, `epoch` the highest that it used there. The new
//! session is that of [`crate::session`] with this secret and context; its first epoch has the
//! number `1 + max(epoch, epoch)` instead of 0. Its age counts from the start of the old one.
//!
//! The answer proves to the starter that the peer has the secret now. The answerer has that proof of
//! the starter only with the first message: until then its session is unconfirmed. A hello is checked
//! before the answerer's ticket is marked as used, so a forged hello uses up nothing.
//!
//! Not given: forward secrecy against somebody who gets a ticket and its key later, and
//! has recorded hello and answer. Where that matters, make a new handshake.

use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::Zeroizing;

use super::{
    options::Options,
    role::Role,
    state::{Session, Start},
    ticket::{Ticket, role_byte},
};
use crate::{
    Error,
    encoding::hex,
    hazmat::hmac::{self, TAG_LEN},
    label,
    time::UnixSeconds,
};

/// Length in bytes of hello and answer.
pub const RESUME_LEN: usize = SIGNED_LEN + TAG_LEN;
/// Length in bytes of the random part.
const RANDOM_LEN: usize = 32;
const SIGNED_LEN: usize = 15 + RANDOM_LEN;

const VERSION: u8 = 1;
const HELLO: u8 = 0x10;
const ANSWER: u8 = 0x11;

/// The side that started, and waits for the answer.
#[derive(Debug)]
pub struct Resumption {
    ticket: Ticket,
    hello: [u8; RESUME_LEN],
}

impl Resumption {
    /// Starts. The ticket must have been marked as used; `random` must be fresh.
    #[must_use]
    pub fn start(ticket: Ticket, random: &[u8; RANDOM_LEN]) -> Self {
        let signed = compose(HELLO, &ticket, random);
        let hello = with_tag(signed, auth_tag(&ticket, &[&signed]));
        Self { ticket, hello }
    }

    /// The message for the peer.
    #[must_use]
    pub const fn hello(&self) -> &[u8; RESUME_LEN] {
        &self.hello
    }

    /// The new session, from the peer's answer.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_RESUME_MALFORMED`, `ERR_SESSION_RESUME_OTHER` for an answer to another; `ERR_SESSION_RESUME`
    /// if its tag does not hold; `ERR_SESSION_TICKET_EXPIRED`; `ERR_SESSION_EXHAUSTED`; `ERR_SESSION_OPTIONS`.
    pub fn finish(
        &self,
        answer: &[u8],
        options: &Options,
        now: UnixSeconds,
    ) -> Result<Session, Error> {
        let answer = Part::read(answer, ANSWER, &self.ticket, now)?;
        answer.check(auth_tag(&self.ticket, &[&self.hello, answer.signed_part()]))?;
        let hello = Part { bytes: &self.hello };
        session(&self.ticket, hello, answer, Role::Initiator, options, now)
    }
}

/// Checks that `hello` is of the peer of this ticket. Mark the ticket as used after that, and not before.
///
/// # Errors
///
/// As [`Resumption::finish`].
pub fn check_hello(ticket: &Ticket, hello: &[u8], now: UnixSeconds) -> Result<(), Error> {
    let hello = Part::read(hello, HELLO, ticket, now)?;
    hello.check(auth_tag(ticket, &[hello.signed_part()]))
}

/// The new session and the answer to `hello`. The ticket must have been marked as used; `random` must be fresh.
///
/// # Errors
///
/// As [`Resumption::finish`].
pub fn answer(
    ticket: &Ticket,
    hello: &[u8],
    random: &[u8; RANDOM_LEN],
    options: &Options,
    now: UnixSeconds,
) -> Result<(Session, [u8; RESUME_LEN]), Error> {
    check_hello(ticket, hello, now)?;
    let hello = Part::read(hello, HELLO, ticket, now)?;
    let signed = compose(ANSWER, ticket, random);
    let answer = with_tag(signed, auth_tag(ticket, &[hello.bytes, &signed]));
    let part = Part { bytes: &answer };
    Ok((session(ticket, hello, part, Role::Responder, options, now)?, answer))
}

/// Name of the session that a hello or an answer is about, as its sender states it. It says which ticket to use.
///
/// # Errors
///
/// `ERR_SESSION_RESUME_MALFORMED`.
pub fn resumed_id(message: &[u8]) -> Result<String, Error> {
    let message: &[u8; RESUME_LEN] =
        message.try_into().map_err(|_| Error::SessionResumeMalformed)?;
    let [VERSION, HELLO | ANSWER, _, rest @ ..] = message else {
        return Err(Error::SessionResumeMalformed);
    };
    Ok(hex::encode(rest.first_chunk::<8>().unwrap_or(&[0; 8])))
}

/// A hello or answer of the right length.
#[derive(Clone, Copy)]
struct Part<'a> {
    bytes: &'a [u8; RESUME_LEN],
}

impl<'a> Part<'a> {
    /// Reads what the peer of `ticket` would send.
    fn read(bytes: &'a [u8], kind: u8, ticket: &Ticket, now: UnixSeconds) -> Result<Self, Error> {
        let part = Self { bytes: bytes.try_into().map_err(|_| Error::SessionResumeMalformed)? };
        let [version, sort, role, id @ ..] = part.bytes;
        if (*version, *sort) != (VERSION, kind) {
            return Err(Error::SessionResumeMalformed);
        }
        let facts = ticket.facts();
        if *role != role_byte(facts.role.other()) || !id.starts_with(&facts.id) {
            return Err(Error::SessionResumeOther);
        }
        if facts.expires <= now {
            return Err(Error::SessionTicketExpired(facts.expires.0));
        }
        Ok(part)
    }

    fn signed_part(self) -> &'a [u8] {
        self.bytes.get(..SIGNED_LEN).unwrap_or_default()
    }

    fn check(self, tag: Zeroizing<[u8; TAG_LEN]>) -> Result<(), Error> {
        use subtle::ConstantTimeEq;
        let received = self.bytes.get(SIGNED_LEN..).unwrap_or_default();
        if bool::from(tag.as_slice().ct_eq(received)) { Ok(()) } else { Err(Error::SessionResume) }
    }

    fn epoch(self) -> u32 {
        let epoch = self.bytes.get(11..).and_then(<[u8]>::first_chunk);
        epoch.map_or(u32::MAX, |epoch| u32::from_be_bytes(*epoch))
    }

    fn random(self) -> &'a [u8] {
        self.bytes.get(15..SIGNED_LEN).unwrap_or_default()
    }
}

/// A hello or an answer without its tag.
fn compose(kind: u8, ticket: &Ticket, random: &[u8; RANDOM_LEN]) -> [u8; SIGNED_LEN] {
    let facts = ticket.facts();
    let head = [VERSION, kind, role_byte(facts.role)];
    let epoch = facts.epoch.to_be_bytes();
    let parts = head.into_iter().chain(facts.id).chain(epoch).chain(*random);
    let mut signed = [0; SIGNED_LEN];
    signed.iter_mut().zip(parts).for_each(|(to, byte)| *to = byte);
    signed
}

fn with_tag(signed: [u8; SIGNED_LEN], tag: Zeroizing<[u8; TAG_LEN]>) -> [u8; RESUME_LEN] {
    let mut whole = [0; RESUME_LEN];
    whole.iter_mut().zip(signed.into_iter().chain(*tag)).for_each(|(to, byte)| *to = byte);
    whole
}

fn auth_tag(ticket: &Ticket, parts: &[&[u8]]) -> Zeroizing<[u8; TAG_LEN]> {
    let mut auth = Zeroizing::new([0; 32]);
    // Fails only for a key under 32 bytes or an output over 255 blocks.
    if let Ok(hkdf) = Hkdf::<Sha256>::from_prk(&*ticket.resumption) {
        let _ = hkdf.expand(label::SESSION_RESUME_AUTH.as_bytes(), auth.as_mut());
    }
    Zeroizing::new(hmac::tag(auth.as_ref(), &parts.concat()))
}

fn session(
    ticket: &Ticket,
    hello: Part<'_>,
    answer: Part<'_>,
    role: Role,
    options: &Options,
    now: UnixSeconds,
) -> Result<Session, Error> {
    let salt = [hello.random(), answer.random()].concat();
    let (secret, _) = Hkdf::<Sha256>::extract(Some(&salt), &*ticket.resumption);
    let secret = Zeroizing::new(secret.into());
    let context = [label::SESSION_RESUMED.as_bytes(), hello.bytes, answer.bytes].concat();
    let used = hello.epoch().max(answer.epoch());
    let start = Start {
        created: ticket.facts.created,
        epoch: used.checked_add(1).ok_or(Error::SessionExhausted)?,
        confirmed: role == Role::Initiator,
    };
    Session::start(&secret, &context, role, options, start, now)
}
