//! A session: both halves, its limits, and when it was used.

use zeroize::Zeroizing;

use super::{
    keys::{self, Source},
    options::Options,
    receive::Receiving,
    role::Role,
    send::Sending,
    status::Status,
};
use crate::{Error, encoding::hex, time::UnixSeconds};

/// The longest context, in bytes.
pub const MAX_CONTEXT: usize = 4096;

/// Refuses a context that is too long.
pub(super) fn check_context(context: &[u8]) -> Result<(), Error> {
    if context.len() > MAX_CONTEXT {
        return Err(Error::LimitExceeded("the context", MAX_CONTEXT));
    }
    Ok(())
}

/// One side of a session. Its keys are wiped when it is dropped.
#[cfg_attr(test, derive(Clone, Debug, PartialEq))]
pub struct Session {
    pub(super) role: Role,
    pub(super) confirmed: bool,
    pub(super) id: [u8; 8],
    pub(super) options: Options,
    pub(super) source: Source,
    pub(super) sending: Sending,
    pub(super) receiving: Receiving,
    pub(super) created: u64,
    pub(super) used: u64,
}

/// How a session begins that is not new.
pub(super) struct Start {
    pub(super) created: UnixSeconds,
    pub(super) epoch: u32,
    pub(super) confirmed: bool,
}

/// The secret of a session from bytes.
///
/// # Errors
///
/// `ERR_BYTES_LENGTH` unless there are 32.
pub fn secret(bytes: &[u8]) -> Result<Zeroizing<[u8; 32]>, Error> {
    let wrong = || Error::BytesLength("session secret", 32, bytes.len());
    Ok(Zeroizing::new(bytes.try_into().map_err(|_| wrong())?))
}

impl Session {
    /// Starts a session. `confirmed` says whether the peer is known to hold the keys already; if not, this side
    /// sends nothing before the first good message.
    ///
    /// # Errors
    ///
    /// `ERR_LIMIT_EXCEEDED` for a context over [`MAX_CONTEXT`]; `ERR_SESSION_OPTIONS`.
    pub fn new(
        secret: &[u8; 32],
        context: &[u8],
        role: Role,
        options: &Options,
        confirmed: bool,
        now: UnixSeconds,
    ) -> Result<Self, Error> {
        let start = Start { created: now, epoch: 0, confirmed };
        Self::start(secret, context, role, options, start, now)
    }

    /// Starts a session with another age and first epoch than a new one has.
    pub(super) fn start(
        secret: &[u8; 32],
        context: &[u8],
        role: Role,
        options: &Options,
        Start { created, epoch, confirmed }: Start,
        UnixSeconds(now): UnixSeconds,
    ) -> Result<Self, Error> {
        let options = options.check()?;
        check_context(context)?;
        let keys::Start { root, initiator, responder, id } = keys::start(secret, context);
        let (ours, theirs) = match role {
            Role::Initiator => (initiator, responder),
            Role::Responder => (responder, initiator),
        };
        Ok(Self {
            role,
            confirmed,
            id,
            options,
            source: Source::Root(root),
            sending: Sending::new(ours, epoch, now),
            receiving: Receiving::new(theirs, epoch, now),
            created: created.0,
            used: now,
        })
    }

    /// Goes to the next epoch of what this side sends, before it is due.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_EXHAUSTED`; `ERR_SESSION_EXPIRED`, `ERR_SESSION_IDLE`.
    pub fn rekey(&mut self, now: UnixSeconds) -> Result<(), Error> {
        self.check_time(now)?;
        self.advance(now)
    }

    /// Name of the session, the same on both sides: 16 hex digits.
    #[must_use]
    pub fn id(&self) -> String {
        hex::encode(&self.id)
    }

    /// Whether a time limit is reached.
    #[must_use]
    pub fn is_over(&self, now: UnixSeconds) -> bool {
        self.check_time(now).is_err()
    }

    /// What the session shows of itself.
    #[must_use]
    pub fn status(&self) -> Status {
        let (sent, received) = (&self.sending, &self.receiving);
        Status {
            id: self.id(),
            role: self.role,
            confirmed: self.confirmed,
            created: UnixSeconds(self.created),
            used: UnixSeconds(self.used),
            sent: (sent.epoch, sent.sequence, sent.bytes),
            received: (received.epoch, received.messages, received.bytes),
        }
    }

    pub(super) fn check_time(&self, UnixSeconds(now): UnixSeconds) -> Result<(), Error> {
        if now.saturating_sub(self.created) >= self.options.max_seconds {
            return Err(Error::SessionExpired(self.options.max_seconds));
        }
        if now.saturating_sub(self.used) >= self.options.max_idle_seconds {
            return Err(Error::SessionIdle(self.options.max_idle_seconds));
        }
        Ok(())
    }

    pub(super) fn advance(&mut self, UnixSeconds(now): UnixSeconds) -> Result<(), Error> {
        let mut chains = self.source.chains();
        self.sending.advance(&mut chains, self.role, now)?;
        self.source = Source::Chains(chains);
        Ok(())
    }
}

#[cfg(not(test))]
impl core::fmt::Debug for Session {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Session").field("status", &self.status()).finish_non_exhaustive()
    }
}
