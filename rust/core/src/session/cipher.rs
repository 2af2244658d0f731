//! One message under one key: ChaCha20-Poly1305 with the header in the associated data.

use zeroize::Zeroizing;

use super::wire::{HEADER_LEN, Header, TAG_LEN};
use crate::{Error, hazmat::chacha};

/// The key material of one direction in one epoch.
#[cfg_attr(test, derive(Clone, Debug, PartialEq))]
pub(super) struct Keys {
    pub(super) key: Zeroizing<[u8; 32]>,
    pub(super) iv: Zeroizing<[u8; 12]>,
}

/// What is opened: in place, or from one place into another of the same length.
pub(super) enum Content<'a> {
    Here(&'a mut [u8]),
    From(&'a [u8], &'a mut [u8]),
}

impl<'a> Content<'a> {
    /// Where the plaintext stands.
    pub(super) fn plaintext(self) -> &'a mut [u8] {
        match self {
            Self::Here(content) | Self::From(_, content) => content,
        }
    }
}

/// Associated data up to this length, with the header, is put together without an allocation.
const ON_STACK: usize = 256;

impl Keys {
    /// Encrypts `content` where it stands and gives the tag.
    pub(super) fn seal(
        &self,
        header: Header,
        associated: &[u8],
        content: &mut [u8],
    ) -> Result<[u8; TAG_LEN], Error> {
        let nonce = self.nonce(header.sequence);
        let tag =
            with_header(header, associated, |aad| chacha::seal(&self.key, &nonce, aad, content));
        // Only a wrong length can fail, and it was checked before.
        tag.ok_or_else(|| Error::SessionSize(super::MAX_PLAINTEXT))
    }

    /// Decrypts `content` if `tag` holds; else memory stays as it is.
    pub(super) fn open(
        &self,
        header: Header,
        associated: &[u8],
        content: &mut Content<'_>,
        tag: &[u8; TAG_LEN],
    ) -> Result<(), Error> {
        let nonce = self.nonce(header.sequence);
        let open = |aad: &[u8]| match content {
            Content::Here(content) => chacha::open(&self.key, &nonce, aad, content, tag),
            Content::From(sealed, content) => {
                chacha::open_to(&self.key, &nonce, aad, sealed, content, tag)
            }
        };
        if with_header(header, associated, open) { Ok(()) } else { Err(Error::SessionOpen) }
    }

    fn nonce(&self, sequence: u64) -> [u8; 12] {
        let [a, b, c, d, rest @ ..] = *self.iv;
        let [e, f, g, h, i, j, k, l] = (u64::from_be_bytes(rest) ^ sequence).to_be_bytes();
        [a, b, c, d, e, f, g, h, i, j, k, l]
    }
}

/// Calls `with` with `header ‖ associated`.
fn with_header<T>(header: Header, associated: &[u8], with: impl FnOnce(&[u8]) -> T) -> T {
    let header = header.write();
    if associated.is_empty() {
        return with(&header);
    }
    let length = HEADER_LEN + associated.len();
    let mut short = [0; ON_STACK];
    match short.get_mut(..length) {
        Some(aad) => {
            let (head, tail) = aad.split_at_mut(HEADER_LEN);
            head.copy_from_slice(&header);
            tail.copy_from_slice(associated);
            with(aad)
        }
        None => with(&[header.as_slice(), associated].concat()),
    }
}
