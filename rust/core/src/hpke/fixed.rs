//! Encapsulation from chosen bytes, so that the vectors of RFC 9180 can be reproduced.
//!
//! **Dangerous**: two messages from the same bytes to the same key share their key and nonces.

use core::convert::Infallible;

use rand_core::{TryCryptoRng, TryRng};

use super::{RecipientKey, Sender, Setup, sender};
use crate::{Error, keys::SecretKey};

/// As [`sender`], with `ikm` in place of the random bytes of the encapsulation: the `ikmE` of the RFC.
///
/// # Errors
///
/// As [`sender`]; `ERR_BYTES_LENGTH` unless 32 bytes for X25519, 64 for X-Wing.
pub fn sender_from(
    recipient: &RecipientKey,
    setup: &Setup<'_>,
    identity: Option<&SecretKey>,
    ikm: &[u8],
) -> Result<(Vec<u8>, Sender), Error> {
    let want = recipient.kem().seed_len();
    if ikm.len() != want {
        return Err(Error::BytesLength("keying material", want, ikm.len()));
    }
    sender(recipient, setup, identity, &mut Replay(ikm))
}

/// A random source that yields these bytes, then zeros; an encapsulation draws no more than the bytes.
pub(super) struct Replay<'a>(pub(super) &'a [u8]);

impl TryRng for Replay<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        let (now, rest) = self.0.split_at(out.len().min(self.0.len()));
        out.fill(0);
        out.iter_mut().zip(now).for_each(|(to, from)| *to = *from);
        self.0 = rest;
        Ok(())
    }
}

impl TryCryptoRng for Replay<'_> {}
