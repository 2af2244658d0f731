//! Ephemeral keys of the initiator, one for each suite on offer.

use rand_core::CryptoRng;

use super::Suite;
use crate::{
    Error,
    hpke::{Kem, RecipientKey, RecipientSecret, XWingSecret},
    keys::{KeyType, SecretKey},
};

/// The secret of a share. Wiped when dropped.
pub(super) enum Share {
    Classical(Box<SecretKey>),
    Hybrid(XWingSecret),
}

impl Share {
    pub(super) fn generate(suite: Suite, rng: &mut impl CryptoRng) -> Result<Self, Error> {
        Ok(match suite {
            Suite::Classical => {
                Self::Classical(Box::new(SecretKey::generate(KeyType::X25519, rng)?))
            }
            Suite::Hybrid => Self::Hybrid(XWingSecret::generate(rng)?),
        })
    }

    pub(super) const fn suite(&self) -> Suite {
        match self {
            Self::Classical(_) => Suite::Classical,
            Self::Hybrid(_) => Suite::Hybrid,
        }
    }

    pub(super) fn public(&self) -> Result<RecipientKey, Error> {
        match self {
            Self::Classical(key) => {
                RecipientKey::from_raw(Kem::X25519, key.public_key().as_bytes())
            }
            Self::Hybrid(key) => Ok(key.public_key().clone()),
        }
    }

    pub(super) fn secret(&self) -> RecipientSecret<'_> {
        match self {
            Self::Classical(key) => RecipientSecret::X25519(key),
            Self::Hybrid(key) => RecipientSecret::XWing(key),
        }
    }
}
