//! What a session opens: the plaintext of a message. One that is refused changes nothing.

use core::ops::Range;

use zeroize::Zeroize;

use super::{
    cipher::Content,
    state::Session,
    wire::{self, HEADER_LEN, Header, OVERHEAD, TAG_LEN},
};
use crate::{Error, time::UnixSeconds};

impl Session {
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
