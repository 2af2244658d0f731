//! The keys of a recipient.

use core::str::FromStr;

use super::{
    check::{check_ikm, check_x25519_part},
    dhkem,
    hybrid::{self, Public},
};
use crate::{
    Error,
    error::excerpt,
    keys::{KeyType, PublicKey, SecretKey},
};

/// A key encapsulation mechanism.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kem {
    /// DHKEM(X25519, HKDF-SHA256).
    X25519,
    /// X25519 with ML-KEM-768.
    XWing,
}

impl Kem {
    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::X25519 => "X25519",
            Self::XWing => "X-Wing",
        }
    }

    /// Its number.
    pub(super) const fn id(self) -> u16 {
        match self {
            Self::X25519 => dhkem::ID,
            Self::XWing => hybrid::ID,
        }
    }

    /// Bytes of a public key.
    #[must_use]
    pub const fn key_len(self) -> usize {
        match self {
            Self::X25519 => 32,
            Self::XWing => 1_216,
        }
    }

    /// Bytes of an encapsulated key.
    #[must_use]
    pub const fn enc_len(self) -> usize {
        match self {
            Self::X25519 => 32,
            Self::XWing => 1_120,
        }
    }

    /// Random bytes that one encapsulation takes.
    pub(super) const fn seed_len(self) -> usize {
        match self {
            Self::X25519 => 32,
            Self::XWing => 64,
        }
    }
}

impl FromStr for Kem {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = [Self::X25519, Self::XWing].into_iter().find(|kem| kem.as_str() == name);
        found.ok_or_else(|| Error::HpkeSuite(excerpt(name)))
    }
}

/// The public key of a recipient, checked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RecipientKey {
    kem: Kem,
    bytes: Vec<u8>,
}

impl RecipientKey {
    /// Reads a key.
    ///
    /// # Errors
    ///
    /// `ERR_BYTES_LENGTH`; `ERR_KEY_NOT_CANONICAL` or `ERR_KEY_SMALL_ORDER` for X25519, alone or
    /// inside X-Wing; `ERR_HPKE_KEY` if the part of ML-KEM is not a key.
    pub fn from_raw(kem: Kem, raw: &[u8]) -> Result<Self, Error> {
        match kem {
            Kem::X25519 => drop(PublicKey::from_raw(KeyType::X25519, raw)?),
            Kem::XWing => {
                check_x25519_part("X-Wing public key", raw, kem.key_len())?;
                Public::from_bytes(raw).ok_or(Error::HpkeKey)?;
            }
        }
        Ok(Self { kem, bytes: raw.to_vec() })
    }

    /// Its mechanism.
    #[must_use]
    pub const fn kem(&self) -> Kem {
        self.kem
    }

    /// Its bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The X25519 key that RFC 9180, section 7.1.3, derives from `ikm`, at least 32 bytes of entropy.
///
/// # Errors
///
/// `ERR_BYTES_LENGTH` under 32 bytes; `ERR_LIMIT_EXCEEDED`.
pub fn derive_x25519(ikm: &[u8]) -> Result<SecretKey, Error> {
    check_ikm(ikm)?;
    SecretKey::from_bytes(KeyType::X25519, dhkem::derive(ikm).as_slice())
}
