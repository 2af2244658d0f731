//! The secret key of a recipient, of either mechanism.

use super::{Kem, XWingSecret};
use crate::keys::SecretKey;

/// The secret key of a recipient.
#[derive(Clone, Copy, Debug)]
pub enum RecipientSecret<'a> {
    /// An X25519 key.
    X25519(&'a SecretKey),
    /// An X-Wing key.
    XWing(&'a XWingSecret),
}

impl RecipientSecret<'_> {
    /// Its mechanism.
    #[must_use]
    pub const fn kem(&self) -> Kem {
        match self {
            Self::X25519(_) => Kem::X25519,
            Self::XWing(_) => Kem::XWing,
        }
    }
}
