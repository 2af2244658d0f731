//! One message under one key: ChaCha20-Poly1305 with the header in the associated data.

use chacha20poly1305::{AeadInOut, ChaCha20Poly1305, KeyInit, Nonce, Tag, aead::inout::InOutBuf};
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::wire::{HEADER_LEN, Header, TAG_LEN};
use crate::Error;

/// What the messages of one direction are sealed with during one epoch.
#[cfg_attr(test, derive(Clone, Debug, PartialEq))]
#[derive(Zeroize, ZeroizeOnDrop)]
pub(super) struct Keys {
    pub(super) key: [u8; 32],
    pub(super) iv: [u8; 12],
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
        let tag = with_header(header, associated, |aad| {
            self.cipher().encrypt_inout_detached(&nonce, aad, content.into())
        });
        // The length was checked before: nothing else fails.
        tag.map(Into::into).map_err(|_| Error::SessionSize { limit: super::MAX_PLAINTEXT })
    }

    /// Decrypts `content` if `tag` holds; else it stays as it is.
    pub(super) fn open(
        &self,
        header: Header,
        associated: &[u8],
        content: InOutBuf<'_, '_, u8>,
        tag: [u8; TAG_LEN],
    ) -> Result<(), Error> {
        let nonce = self.nonce(header.sequence);
        with_header(header, associated, |aad| {
            self.cipher().decrypt_inout_detached(&nonce, aad, content, &Tag::from(tag))
        })
        .map_err(|_| Error::SessionOpen)
    }

    fn cipher(&self) -> ChaCha20Poly1305 {
        ChaCha20Poly1305::new(&self.key.into())
    }

    fn nonce(&self, sequence: u64) -> Nonce {
        let mut nonce = self.iv;
        let counter = nonce.iter_mut().skip(4).zip(sequence.to_be_bytes());
        counter.for_each(|(byte, count)| *byte ^= count);
        nonce.into()
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
