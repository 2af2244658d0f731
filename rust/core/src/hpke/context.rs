//! Contexts: one setup, many messages, each under its own sequence number (RFC 9180, section 5.2).
//!
//! A message opens only in its turn. A message that does not open changes nothing, so the next attempt
//! is for the same number.

use core::fmt;

use ::hpke::{
    HpkeError, Kem,
    aead::{self, AeadCtxR, AeadCtxS},
    kdf::HkdfSha256,
};
use zeroize::Zeroizing;

use super::{
    Aead,
    check::{MAX_EXPORT, raise},
};
use crate::{Error, range::Range};

/// Lengths that HPKE can write down (RFC 9180, section 4). The hash allows less: [`MAX_EXPORT`].
const LENGTH: Range = Range::new("length", 0, 0xffff);

/// What a sender's context of the crate does, whatever its types.
pub(super) trait Seals {
    fn seal(&mut self, plaintext: &[u8], aad: &[u8]) -> Result<Vec<u8>, HpkeError>;
    fn export(&self, context: &[u8], out: &mut [u8]) -> Result<(), HpkeError>;
}

impl<A: aead::Aead, K: Kem> Seals for AeadCtxS<A, HkdfSha256, K> {
    fn seal(&mut self, plaintext: &[u8], aad: &[u8]) -> Result<Vec<u8>, HpkeError> {
        Self::seal(self, plaintext, aad)
    }

    fn export(&self, context: &[u8], out: &mut [u8]) -> Result<(), HpkeError> {
        Self::export(self, context, out)
    }
}

/// What a recipient's context of the crate does, whatever its types.
pub(super) trait Opens {
    fn open(&mut self, ciphertext: &[u8], aad: &[u8]) -> Result<Vec<u8>, HpkeError>;
    fn export(&self, context: &[u8], out: &mut [u8]) -> Result<(), HpkeError>;
}

impl<A: aead::Aead, K: Kem> Opens for AeadCtxR<A, HkdfSha256, K> {
    fn open(&mut self, ciphertext: &[u8], aad: &[u8]) -> Result<Vec<u8>, HpkeError> {
        Self::open(self, ciphertext, aad)
    }

    fn export(&self, context: &[u8], out: &mut [u8]) -> Result<(), HpkeError> {
        Self::export(self, context, out)
    }
}

/// The context of a sender. Wiped when dropped.
pub struct Sender {
    pub(super) aead: Aead,
    pub(super) context: Box<dyn Seals>,
}

impl Sender {
    /// Encrypts the next message: the ciphertext and its tag of 16 bytes.
    ///
    /// # Errors
    ///
    /// `ERR_HPKE_EXPORT_ONLY` in a context that has no cipher.
    pub fn seal(&mut self, plaintext: &[u8], aad: &[u8]) -> Result<Vec<u8>, Error> {
        self.aead.check_encrypts()?;
        self.context.seal(plaintext, aad).map_err(raise)
    }

    /// `length` secret bytes for the use that `context` names, the same on both sides.
    ///
    /// # Errors
    ///
    /// `ERR_LIMIT_EXCEEDED` over 8,160 bytes; `ERR_ARGUMENT` over 65,535, which HPKE cannot write down.
    pub fn export(&self, context: &[u8], length: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        export(length, |out| self.context.export(context, out))
    }
}

/// The context of a recipient. Wiped when dropped.
pub struct Receiver {
    pub(super) aead: Aead,
    pub(super) context: Box<dyn Opens>,
}

impl Receiver {
    /// Decrypts the next message.
    ///
    /// # Errors
    ///
    /// `ERR_HPKE_OPEN` if it is not the next message of this sender with this `aad`, and after any
    /// change; `ERR_HPKE_EXPORT_ONLY`.
    pub fn open(&mut self, ciphertext: &[u8], aad: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.aead.check_encrypts()?;
        self.context.open(ciphertext, aad).map(Zeroizing::new).map_err(raise)
    }

    /// As [`Sender::export`].
    ///
    /// # Errors
    ///
    /// As [`Sender::export`].
    pub fn export(&self, context: &[u8], length: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        export(length, |out| self.context.export(context, out))
    }
}

fn export(
    length: usize,
    fill: impl FnOnce(&mut [u8]) -> Result<(), HpkeError>,
) -> Result<Zeroizing<Vec<u8>>, Error> {
    LENGTH.check(length as u64)?;
    if length > MAX_EXPORT {
        return Err(raise(HpkeError::KdfOutputTooLong));
    }
    let mut out = Zeroizing::new(vec![0; length]);
    fill(&mut out).map_err(raise)?;
    Ok(out)
}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sender({}, ..)", self.aead.as_str())
    }
}

impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Receiver({}, ..)", self.aead.as_str())
    }
}
