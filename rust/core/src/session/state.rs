//! A session: both halves, its limits, and when it was used.

use core::ops::Range;

use zeroize::{Zeroize, Zeroizing};

use super::{
    cipher::Content,
    keys::{self, Source},
    options::Options,
    receive::Receiving,
    role::Role,
    send::Sending,
    status::Status,
    wire::{self, HEADER_LEN, Header, OVERHEAD, TAG_LEN},
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

    /// Length of the message for a plaintext.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_SIZE` over [`wire::MAX_PLAINTEXT`].
    pub fn sealed_len(&self, plaintext: usize) -> Result<usize, Error> {
        Ok(wire::content_len(plaintext, self.options.padding)? + OVERHEAD)
    }

    /// Seals the plaintext that stands in `buffer` from [`HEADER_LEN`] on. The message is at the start
    /// of the buffer; the result is its length. It allocates only for the first message of an epoch.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_UNCONFIRMED`; `ERR_SESSION_EXPIRED`, `ERR_SESSION_IDLE`, `ERR_SESSION_MESSAGES`,
    /// `ERR_SESSION_BYTES` over a limit; `ERR_SESSION_EXHAUSTED`; `ERR_SESSION_SIZE`;
    /// `ERR_SESSION_BUFFER` if the message does not fit.
    pub fn seal_in_place(
        &mut self,
        buffer: &mut [u8],
        plaintext: usize,
        associated: &[u8],
        now: UnixSeconds,
    ) -> Result<usize, Error> {
        let length = self.sealed_len(plaintext)?;
        self.check_sending(1, plaintext, now)?;
        let got = buffer.len();
        let message = buffer.get_mut(..length);
        let message = message.ok_or_else(|| Error::SessionBuffer(length, got))?;
        self.rekey_if_due(now)?;
        let (head, rest) = message.split_at_mut(HEADER_LEN);
        let (content, end) = rest.split_at_mut(length - OVERHEAD);
        let padded = self.options.padding != 0;
        if padded {
            wire::pad(content, plaintext);
        }
        let (header, tag) = self.sending.seal(padded, associated, content, plaintext)?;
        head.copy_from_slice(&header.write());
        end.copy_from_slice(&tag);
        self.used = self.used.max(now.0);
        Ok(length)
    }

    /// As [`Session::seal_in_place`], from another buffer.
    ///
    /// # Errors
    ///
    /// As [`Session::seal_in_place`].
    pub fn seal_into(
        &mut self,
        plaintext: &[u8],
        associated: &[u8],
        output: &mut [u8],
        now: UnixSeconds,
    ) -> Result<usize, Error> {
        let (want, got) = (self.sealed_len(plaintext.len())?, output.len());
        if got < want {
            return Err(Error::SessionBuffer(want, got));
        }
        self.check_sending(1, plaintext.len(), now)?;
        if let Some(place) = output.get_mut(HEADER_LEN..HEADER_LEN + plaintext.len()) {
            place.copy_from_slice(plaintext);
        }
        self.seal_in_place(output, plaintext.len(), associated, now)
    }

    /// The message for a plaintext. `associated` is authenticated, but not part of the message.
    ///
    /// # Errors
    ///
    /// As [`Session::seal_in_place`].
    pub fn seal(
        &mut self,
        plaintext: &[u8],
        associated: &[u8],
        now: UnixSeconds,
    ) -> Result<Vec<u8>, Error> {
        self.seal_within(usize::MAX, plaintext, associated, now)
    }

    /// As [`Session::seal`], if the message has at most `room` bytes.
    ///
    /// # Errors
    ///
    /// As [`Session::seal_in_place`].
    pub fn seal_within(
        &mut self,
        room: usize,
        plaintext: &[u8],
        associated: &[u8],
        now: UnixSeconds,
    ) -> Result<Vec<u8>, Error> {
        let mut message = vec![0; self.sealed_len(plaintext.len())?.min(room)];
        self.seal_into(plaintext, associated, &mut message, now)?;
        Ok(message)
    }

    /// Opens a message in place, and gives where its plaintext is. It allocates only for the first
    /// message of an epoch.
    ///
    /// # Errors
    ///
    /// `ERR_SESSION_LENGTH`, `ERR_SESSION_SIZE`, `ERR_SESSION_VERSION`; `ERR_SESSION_EXPIRED`, `ERR_SESSION_IDLE`,
    /// `ERR_SESSION_MESSAGES`, `ERR_SESSION_BYTES` over a limit; `ERR_SESSION_EPOCH`, `ERR_SESSION_OLD`,
    /// `ERR_SESSION_REPLAYED`, `ERR_SESSION_ORDER`; `ERR_SESSION_OPEN` if the tag does not hold.
    pub fn open_in_place(
        &mut self,
        message: &mut [u8],
        associated: &[u8],
        now: UnixSeconds,
    ) -> Result<Range<usize>, Error> {
        let header = self.check_receiving(message, now)?;
        let got = message.len();
        let (sealed, tag) =
            message.split_last_chunk_mut().ok_or_else(|| Error::SessionLength(got))?;
        let content = Content::Here(sealed.get_mut(HEADER_LEN..).unwrap_or_default());
        let length = self.take(header, associated, content, tag, now)?;
        Ok(HEADER_LEN..HEADER_LEN + length)
    }

    /// Opens a message into another buffer, and gives the length of the plaintext. The buffer
    /// must have room for the content, padding included.
    ///
    /// # Errors
    ///
    /// As [`Session::open_in_place`]; `ERR_SESSION_BUFFER` if the content does not fit.
    pub fn open_into(
        &mut self,
        message: &[u8],
        associated: &[u8],
        output: &mut [u8],
        now: UnixSeconds,
    ) -> Result<usize, Error> {
        let header = self.check_receiving(message, now)?;
        let (want, got) = (message.len() - OVERHEAD, output.len());
        let output = output.get_mut(..want).ok_or_else(|| Error::SessionBuffer(want, got))?;
        let (sealed, tag) = message.split_last_chunk().ok_or_else(|| Error::SessionLength(got))?;
        let content = Content::From(sealed.get(HEADER_LEN..).unwrap_or_default(), output);
        self.take(header, associated, content, tag, now)
    }

    /// The plaintext of a message.
    ///
    /// # Errors
    ///
    /// As [`Session::open_in_place`].
    pub fn open(
        &mut self,
        message: &[u8],
        associated: &[u8],
        now: UnixSeconds,
    ) -> Result<Vec<u8>, Error> {
        self.check_receiving(message, now)?;
        let mut plaintext = vec![0; message.len() - OVERHEAD];
        let length = self.open_into(message, associated, &mut plaintext, now)?;
        plaintext.truncate(length);
        Ok(plaintext)
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

    /// Refuses if `messages` of `bytes` together may not be sealed now.
    pub(super) fn check_sending(
        &self,
        messages: u64,
        bytes: usize,
        now: UnixSeconds,
    ) -> Result<(), Error> {
        if !self.confirmed {
            return Err(Error::SessionUnconfirmed);
        }
        self.check_time(now)?;
        self.sending.check(&self.options, messages, u64::try_from(bytes).unwrap_or(u64::MAX))
    }

    fn check_time(&self, UnixSeconds(now): UnixSeconds) -> Result<(), Error> {
        if now.saturating_sub(self.created) >= self.options.max_seconds {
            return Err(Error::SessionExpired);
        }
        if now.saturating_sub(self.used) >= self.options.max_idle_seconds {
            return Err(Error::SessionIdle);
        }
        Ok(())
    }

    fn rekey_if_due(&mut self, now: UnixSeconds) -> Result<(), Error> {
        if self.sending.is_due(&self.options, now.0) { self.advance(now) } else { Ok(()) }
    }

    fn advance(&mut self, UnixSeconds(now): UnixSeconds) -> Result<(), Error> {
        let mut chains = self.source.chains();
        self.sending.advance(&mut chains, self.role, now)?;
        self.source = Source::Chains(chains);
        Ok(())
    }

    fn check_receiving(&self, message: &[u8], now: UnixSeconds) -> Result<Header, Error> {
        let header = Header::read(message)?;
        self.check_time(now)?;
        self.receiving.check(&self.options, header, now.0)?;
        let bytes = u64::try_from(message.len() - OVERHEAD).unwrap_or(u64::MAX);
        let end = self.receiving.bytes.checked_add(bytes);
        // The length of padded content is not that of its plaintext, which is not known yet.
        if !header.padded && end.is_none_or(|end| end > self.options.max_bytes) {
            return Err(Error::SessionBytes(self.options.max_bytes));
        }
        Ok(header)
    }

    /// Opens content whose header was checked, records it, and gives the length of its plaintext.
    fn take(
        &mut self,
        header: Header,
        associated: &[u8],
        mut content: Content<'_>,
        tag: &[u8; TAG_LEN],
        now: UnixSeconds,
    ) -> Result<usize, Error> {
        let advance =
            self.receiving.open(&self.source, self.role, header, associated, &mut content, tag)?;
        let content = content.plaintext();
        let length = if header.padded { wire::unpad(content) } else { Some(content.len()) };
        let bytes = length.and_then(|length| u64::try_from(length).ok());
        let fits =
            |bytes: &u64| self.receiving.bytes.saturating_add(*bytes) <= self.options.max_bytes;
        let (Some(length), Some(bytes)) = (length, bytes.filter(fits)) else {
            content.zeroize();
            return Err(Error::SessionOpen);
        };
        let Self { receiving, source, options, .. } = self;
        receiving.commit(source, options, header, advance, bytes, now.0);
        self.confirmed = true;
        self.used = self.used.max(now.0);
        Ok(length)
    }
}

#[cfg(not(test))]
impl core::fmt::Debug for Session {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Session").field("status", &self.status()).finish_non_exhaustive()
    }
}
