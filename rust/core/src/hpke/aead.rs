//! The ciphers of HPKE (RFC 9180, section 7.3).

use core::str::FromStr;

use crate::{Error, error::excerpt};

/// A cipher.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Aead {
    /// RFC 8439.
    ChaCha20Poly1305,
    /// AES with 128 bits in Galois mode.
    Aes128Gcm,
    /// AES with 256 bits in Galois mode.
    Aes256Gcm,
    /// None: secrets are exported, and nothing is encrypted.
    ExportOnly,
}

impl Aead {
    /// Every cipher.
    pub const ALL: [Self; 4] =
        [Self::ChaCha20Poly1305, Self::Aes128Gcm, Self::Aes256Gcm, Self::ExportOnly];

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ChaCha20Poly1305 => "ChaCha20-Poly1305",
            Self::Aes128Gcm => "AES-128-GCM",
            Self::Aes256Gcm => "AES-256-GCM",
            Self::ExportOnly => "export-only",
        }
    }

    /// Refuses a context without a cipher, for which the crate would panic.
    pub(super) const fn check_encrypts(self) -> Result<(), Error> {
        if matches!(self, Self::ExportOnly) { Err(Error::HpkeExportOnly) } else { Ok(()) }
    }
}

impl FromStr for Aead {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|aead| aead.as_str() == name)
            .ok_or_else(|| Error::HpkeSuite(excerpt(name)))
    }
}
