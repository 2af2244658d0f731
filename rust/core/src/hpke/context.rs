//! Contexts: one setup, many messages, each under its own sequence number (RFC 9180, section 5.2).
//!
//! A message opens only in its turn. A message that does not open changes nothing, so the next attempt
//! is for the same number.

use core::fmt;

use countersign_kernels::hkdf::Keyed;
use zeroize::Zeroizing;

use super::{
    Aead, Kem,
    check::MAX_EXPORT,
    schedule::{Hash, Keys, Suite},
    terms::Setup,
};
use crate::{Error, hazmat::aead, range::Range};

/// Lengths that HPKE can write down (RFC 9180, section 4). The hash allows less: [`MAX_EXPORT`].
const LENGTH: Range = Range::new("length", 0, 0xffff);

/// What both sides have.
struct Context {
    suite: Suite,
    aead: Aead,
    keys: Keys,
    /// The number of the next message; none when there were 2^64.
    sequence: Option<u64>,
}

impl Context {
    /// The nonce of the next message, and the number behind it.
    fn turn(&self) -> Result<([u8; 12], Option<u64>), Error> {
        let sequence = self.sequence.ok_or(Error::HpkeExhausted)?;
        let [a, b, c, d, low @ ..] = *self.keys.base_nonce;
        let [e, f, g, h, i, j, k, l] = (u64::from_be_bytes(low) ^ sequence).to_be_bytes();
        Ok(([a, b, c, d, e, f, g, h, i, j, k, l], sequence.checked_add(1)))
    }

    /// The cipher and its key.
    fn cipher(&self) -> Result<(aead::Algorithm, &[u8]), Error> {
        let algorithm = self.aead.algorithm.ok_or(Error::HpkeExportOnly)?;
        Ok((algorithm, self.keys.key.get(..algorithm.key_len()).unwrap_or_default()))
    }

    fn export(&self, context: &[u8], length: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        LENGTH.check(length as u64)?;
        let mut out = Zeroizing::new(vec![0; length.min(MAX_EXPORT + 1)]);
        let filled = self.suite.namespace().expand(
            &Keyed::new(&self.keys.exporter),
            "sec",
            context,
            &mut out,
        );
        if filled { Ok(out) } else { Err(Error::LimitExceeded("HPKE export", MAX_EXPORT)) }
    }

    fn secret(&self, context: &[u8]) -> Hash {
        self.suite.namespace().secret(&self.keys.exporter, "sec", context)
    }
}

/// The context of a sender. Wiped when dropped.
///
/// On the heap, so that a move leaves no copy behind.
pub struct Sender(Box<Context>);

impl Sender {
    pub(super) fn new(kem: Kem, setup: &Setup<'_>, has_identity: bool, shared: &Hash) -> Self {
        Self(context(kem, setup, has_identity, shared))
    }

    /// Encrypts the next message: the ciphertext and its tag of 16 bytes.
    ///
    /// # Errors
    ///
    /// `ERR_HPKE_EXPORT_ONLY` in a context that has no cipher; `ERR_HPKE_EXHAUSTED` after its last number, or above 64 GiB.
    pub fn seal(&mut self, plaintext: &[u8], aad: &[u8]) -> Result<Vec<u8>, Error> {
        let (algorithm, key) = self.0.cipher()?;
        let (nonce, next) = self.0.turn()?;
        let sealed = aead::seal(algorithm, key, &nonce, aad, plaintext);
        let sealed = sealed.map_err(|_| Error::HpkeExhausted)?;
        self.0.sequence = next;
        Ok(sealed)
    }

    /// `length` secret bytes for the use that `context` names, the same on both sides.
    ///
    /// # Errors
    ///
    /// `ERR_LIMIT_EXCEEDED` over 8,160 bytes; `ERR_ARGUMENT` over 65,535, which HPKE cannot write down.
    pub fn export(&self, context: &[u8], length: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.0.export(context, length)
    }

    /// As [`Self::export`], for 32 bytes.
    pub(crate) fn secret(&self, context: &[u8]) -> Hash {
        self.0.secret(context)
    }
}

/// The context of a recipient. Wiped when dropped.
///
/// On the heap, as that of a [`Sender`].
pub struct Receiver(Box<Context>);

impl Receiver {
    pub(super) fn new(kem: Kem, setup: &Setup<'_>, has_identity: bool, shared: &Hash) -> Self {
        Self(context(kem, setup, has_identity, shared))
    }

    /// Decrypts the next message.
    ///
    /// # Errors
    ///
    /// `ERR_HPKE_OPEN` if it is not the next message of this sender with this `aad`, and after any
    /// change; `ERR_HPKE_EXPORT_ONLY`, `ERR_HPKE_EXHAUSTED`.
    pub fn open(&mut self, ciphertext: &[u8], aad: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
        let (algorithm, key) = self.0.cipher()?;
        let (nonce, next) = self.0.turn()?;
        let opened = aead::open(algorithm, key, &nonce, aad, ciphertext);
        let plaintext = opened.map_err(|_| Error::HpkeOpen)?;
        self.0.sequence = next;
        Ok(plaintext)
    }

    /// As [`Sender::export`].
    ///
    /// # Errors
    ///
    /// As [`Sender::export`].
    pub fn export(&self, context: &[u8], length: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.0.export(context, length)
    }

    /// As [`Self::export`], for 32 bytes.
    pub(crate) fn secret(&self, context: &[u8]) -> Hash {
        self.0.secret(context)
    }
}

fn context(kem: Kem, setup: &Setup<'_>, has_identity: bool, shared: &Hash) -> Box<Context> {
    let suite = Suite::new(kem.id(), setup.aead);
    let keys = Keys::derive(&suite, setup, has_identity, shared);
    Box::new(Context { suite, aead: setup.aead, keys, sequence: Some(0) })
}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sender({}, ..)", self.0.aead.as_str())
    }
}

impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Receiver({}, ..)", self.0.aead.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{Aead, Error, Kem, Receiver, Sender, Setup};

    #[test]
    fn after_the_last_number_no_message_follows() {
        let setup = Setup { aead: Aead::AES_128_GCM, info: b"", psk: None };
        let shared = zeroize::Zeroizing::new([7; 32]);
        let mut sender = Sender::new(Kem::X25519, &setup, false, &shared);
        let mut receiver = Receiver::new(Kem::X25519, &setup, false, &shared);
        (sender.0.sequence, receiver.0.sequence) = (Some(u64::MAX), Some(u64::MAX));
        let last = sender.seal(b"last", b"").unwrap();
        assert_eq!(sender.seal(b"more", b""), Err(Error::HpkeExhausted));
        assert_eq!(receiver.open(&[0; 20], b""), Err(Error::HpkeOpen));
        assert_eq!(*receiver.open(&last, b"").unwrap(), b"last");
        assert_eq!(receiver.open(&last, b""), Err(Error::HpkeExhausted));
    }
}
