//! The ciphers of HPKE (RFC 9180, section 7.3).

use core::str::FromStr;

use crate::{Error, error::excerpt, hazmat::aead::Algorithm};

/// A cipher.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Aead {
    name: &'static str,
    /// Its number.
    pub(super) id: u16,
    /// What encrypts; nothing where nothing does.
    pub(super) algorithm: Option<Algorithm>,
}

impl Aead {
    /// RFC 8439.
    pub const CHACHA20_POLY1305: Self =
        Self::new("ChaCha20-Poly1305", 0x0003, Some(Algorithm::CHACHA20_POLY1305));
    /// AES with 128 bits in Galois mode.
    pub const AES_128_GCM: Self = Self::new("AES-128-GCM", 0x0001, Some(Algorithm::AES_128_GCM));
    /// AES with 256 bits in Galois mode.
    pub const AES_256_GCM: Self = Self::new("AES-256-GCM", 0x0002, Some(Algorithm::AES_256_GCM));
    /// None: secrets are exported, and nothing is encrypted.
    pub const EXPORT_ONLY: Self = Self::new("export-only", 0xffff, None);

    /// Every cipher.
    pub const ALL: [Self; 4] =
        [Self::CHACHA20_POLY1305, Self::AES_128_GCM, Self::AES_256_GCM, Self::EXPORT_ONLY];

    const fn new(name: &'static str, id: u16, algorithm: Option<Algorithm>) -> Self {
        Self { name, id, algorithm }
    }

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.name
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
