//! Ed25519 (RFC 8032, section 5.1), and which signatures hold.
//!
//! The criterion, the same on every engine, one by one and in a batch:
//! `[S]B = R + [k]A` without cofactor, `k = SHA-512(R ‖ A ‖ M)` over the bytes as
//! received.
//!
//! | Case | Verdict | Where |
//! | --- | --- | --- |
//! | A not on the curve | refused | [`super::PublicKey::from_raw`] |
//! | A not canonical: y ≥ p, or x = 0 with the sign bit set | refused | [`super::PublicKey::from_raw`] |
//! | A of small order (8 points) | refused | [`super::PublicKey::from_raw`] |
//! | A of mixed order | accepted as a key | |
//! | S ≥ L | refused | [`super::verify`] |
//! | R not canonical | refused | [`super::verify`], bytes of R against the computed point |
//! | R of small order | refused | [`super::verify`] |
//! | R or A of mixed order, equation holds | accepted | [`super::verify`] |
//! | R or A of mixed order, equation holds only times 8 | refused | [`super::verify`] |

use std::sync::Arc;

use countersign_kernels::{
    ed25519::{self as kernel, Prepared, PublicKey, Refusal},
    test_conversion, test_ed25519, test_ed25519_secrets, test_prepared_ed25519,
};

pub(super) use countersign_kernels::ed25519::Scalar;

use super::count_check;
use crate::Error;

const KEY_TYPE: &str = "Ed25519";

/// A checked public key.
#[derive(Clone)]
pub(super) enum VerifyingKey {
    Plain(PublicKey),
    /// With tables.
    Prepared(Arc<Prepared>),
}

/// Reads and checks a public key.
pub(super) fn parse(bytes: &[u8; 32]) -> Result<VerifyingKey, Error> {
    test_ed25519();
    PublicKey::parse(bytes).map(VerifyingKey::Plain).map_err(|why| match why {
        Refusal::OffCurve => Error::KeyOffCurve(KEY_TYPE),
        Refusal::NotCanonical => Error::KeyNotCanonical(KEY_TYPE),
        Refusal::SmallOrder => Error::KeySmallOrder(KEY_TYPE),
    })
}

impl VerifyingKey {
    /// The same key with tables, if it has none yet.
    pub(super) fn with_tables(&self) -> Option<Self> {
        match self {
            Self::Plain(key) => {
                test_prepared_ed25519();
                Some(Self::Prepared(Arc::new(Prepared::new(key))))
            }
            Self::Prepared(_) => None,
        }
    }

    /// Tells whether the signature holds, by the criterion above.
    pub(super) fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let Ok(signature) = signature.try_into() else { return false };
        count_check();
        match self {
            Self::Plain(key) => {
                test_ed25519();
                key.verify(message, signature)
            }
            Self::Prepared(key) => {
                test_prepared_ed25519();
                key.verify(message, signature)
            }
        }
    }

    /// The u coordinate of the same point on the Montgomery curve; zero, which is no X25519 key, if there
    /// is none.
    pub(super) fn to_montgomery(&self) -> [u8; 32] {
        test_conversion();
        match self {
            Self::Plain(key) => key.to_montgomery(),
            Self::Prepared(key) => key.key().to_montgomery(),
        }
    }
}

/// A secret key, expanded. Wipes itself.
pub(super) struct SigningKey(kernel::SigningKey);

impl SigningKey {
    /// The key of a seed.
    pub(super) fn from_seed(seed: &[u8; 32]) -> Self {
        test_ed25519_secrets();
        Self(kernel::SigningKey::from_seed(seed))
    }

    /// Bytes of its public key.
    pub(super) const fn public(&self) -> [u8; 32] {
        *self.0.public_key().as_bytes()
    }

    /// Its public key, read.
    pub(super) fn verifying_key(&self) -> VerifyingKey {
        VerifyingKey::Plain(self.0.public_key().clone())
    }

    /// Signs: `R ‖ S`.
    pub(super) fn sign(&self, message: &[u8]) -> [u8; 64] {
        test_ed25519_secrets();
        self.0.sign(message)
    }

    /// The scalar modulo the order.
    pub(super) const fn to_scalar(&self) -> Scalar {
        *self.0.expose()
    }
}

/// Tells whether `signature` (64 bytes, `R ‖ S`) holds by a raw key, which must pass the checks of
/// [`super::PublicKey::from_raw`]. Faster than [`super::verify`] for a key that is used once.
#[must_use]
pub fn verify_raw(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    test_ed25519();
    count_check();
    kernel::verify(key, message, signature)
}
