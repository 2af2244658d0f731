//! The secret key of X-Wing: a seed of 32 bytes, from which both parts are expanded.

use core::fmt;

use countersign_kernels::stack::swept;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{
    Kem, RecipientKey,
    check::{DEPTH, check_ikm, check_x25519_part},
    hybrid::{Encapsulated, Secret},
};
use crate::Error;

/// A secret key of X-Wing and its public key. Wiped when dropped.
pub struct XWingSecret {
    /// On the heap, so that a move leaves no copy behind; wipes itself.
    secret: Box<Secret>,
    public: RecipientKey,
}

impl XWingSecret {
    /// Draws a fresh key.
    ///
    /// # Errors
    ///
    /// None in practice; the type is that of [`XWingSecret::from_bytes`].
    pub fn generate(rng: &mut impl CryptoRng) -> Result<Self, Error> {
        let mut seed = Zeroizing::new([0; 32]);
        rng.fill_bytes(seed.as_mut());
        Self::from_bytes(seed.as_ref())
    }

    /// Reads a seed.
    ///
    /// # Errors
    ///
    /// `ERR_BYTES_LENGTH` unless 32 bytes.
    pub fn from_bytes(seed: &[u8]) -> Result<Self, Error> {
        let wrong = |_| Error::BytesLength("X-Wing seed", 32, seed.len());
        swept::<DEPTH, _>(|| {
            let seed = Zeroizing::new(seed.try_into().map_err(wrong)?);
            Self::of(Secret::expand(seed))
        })
    }

    /// The key that draft-ietf-hpke-pq derives from `ikm`, at least 32 bytes of entropy.
    ///
    /// # Errors
    ///
    /// `ERR_BYTES_LENGTH` under 32 bytes; `ERR_LIMIT_EXCEEDED`.
    pub fn derive(ikm: &[u8]) -> Result<Self, Error> {
        check_ikm(ikm)?;
        swept::<DEPTH, _>(|| Self::of(Secret::derive(ikm)))
    }

    /// Its public key.
    #[must_use]
    pub const fn public_key(&self) -> &RecipientKey {
        &self.public
    }

    /// The seed. Named so that every use is easy to find in review.
    #[must_use]
    pub fn expose(&self) -> Zeroizing<[u8; 32]> {
        self.secret.seed().clone()
    }

    pub(super) fn inner(&self) -> &Secret {
        &self.secret
    }

    fn of(secret: Secret) -> Result<Self, Error> {
        let public = RecipientKey::from_raw(Kem::XWing, &secret.public())?;
        Ok(Self { secret: Box::new(secret), public })
    }
}

impl fmt::Debug for XWingSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("XWingSecret(..)")
    }
}

/// Reads an encapsulated key of X-Wing.
pub(super) fn read_encapsulated(enc: &[u8]) -> Result<Encapsulated, Error> {
    check_x25519_part("encapsulated key", enc, Kem::XWing.enc_len())?;
    Encapsulated::from_bytes(enc).ok_or(Error::HpkeKey)
}
