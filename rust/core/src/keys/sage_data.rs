//! Keys as SAGE stores them: a number for the type, and `key_data` in one of several forms.
//!
//! | `type` | Name | `key_data` |
//! | --- | --- | --- |
//! | 0 | `ECDSA`, which is secp256k1 | 33 bytes compressed; 65 from 04; 64, the same without 04 |
//! | 1 | `Ed25519` | 32 bytes |
//! | 2 | `X25519` | 32 bytes |
//!
//! SAGE signs over these bytes as they are stored, so the form is kept. Unlike
//! SAGE we check every point: canonical, on the curve, not of small order, and
//! no hybrid 06 or 07.

use super::{KeyType, PublicKey, sage};
use crate::Error;

/// A checked key, with the bytes as they were stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredKey {
    key: PublicKey,
    data: Vec<u8>,
}

impl StoredKey {
    /// Reads a key of this type number.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_TYPE_UNKNOWN` for another number; else as [`PublicKey::from_raw`].
    pub fn new(type_number: u64, data: &[u8]) -> Result<Self, Error> {
        let key = match type_number {
            0 => ecdsa(data)?,
            1 => PublicKey::carried_ed25519(data)?,
            2 => PublicKey::from_raw(KeyType::X25519, data)?,
            _ => return Err(Error::KeyTypeUnknown(type_number.to_string())),
        };
        Ok(Self { key, data: data.to_vec() })
    }

    /// Stores a key in the form that SAGE writes.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_UNSUPPORTED` for a key type without a number.
    pub fn of(key: &PublicKey) -> Result<Self, Error> {
        match key.key_type() {
            KeyType::Secp256k1 | KeyType::Ed25519 | KeyType::X25519 => {
                Ok(Self { key: key.clone(), data: sage::marshal(key)? })
            }
            other => Err(Error::KeyUnsupported(other.as_str())),
        }
    }

    /// The key itself.
    #[must_use]
    pub const fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The bytes as stored.
    #[must_use]
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// SAGE's number of the type.
    #[must_use]
    pub const fn type_number(&self) -> u64 {
        match self.key.key_type() {
            KeyType::Ed25519 => 1,
            KeyType::X25519 => 2,
            // The constructor takes no other type.
            _ => 0,
        }
    }

    /// SAGE's name of the type.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self.key.key_type() {
            KeyType::Ed25519 => "Ed25519",
            KeyType::X25519 => "X25519",
            _ => "ECDSA",
        }
    }
}

fn ecdsa(data: &[u8]) -> Result<PublicKey, Error> {
    if data.len() != 64 {
        return PublicKey::from_raw(KeyType::Secp256k1, data);
    }
    let mut point = Vec::with_capacity(65);
    point.push(4);
    point.extend(data);
    PublicKey::from_raw(KeyType::Secp256k1, &point)
}
