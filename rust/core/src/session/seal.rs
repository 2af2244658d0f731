//! What a session seals: a message made of a plaintext.

use super::{
    state::Session,
    wire::{self, HEADER_LEN, OVERHEAD},
};
use crate::{Error, time::UnixSeconds};

impl Session {
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

    fn rekey_if_due(&mut self, now: UnixSeconds) -> Result<(), Error> {
        if self.sending.is_due(&self.options, now.0) { self.advance(now) } else { Ok(()) }
    }
}
