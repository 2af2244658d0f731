//! What can be asked about a key type or a signature algorithm. The facts are in [`super::table`].

use core::str::FromStr;

use sha2::{Digest, Sha256};
use sha3::Keccak256;

use super::table::Hash;
pub use super::table::{Algorithm, KeyType};
use crate::{Error, error::excerpt};

impl KeyType {
    /// The name, for example `"P-256"`. The text is the same in every layer.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.facts().name
    }

    /// A number for the boundary, from 1. Not a multicodec.
    #[must_use]
    pub const fn code(self) -> u32 {
        self as u32
    }

    /// The type of this number.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_TYPE_UNKNOWN` for a number that is not in the list.
    pub fn from_code(code: u32) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.code() == code)
            .ok_or_else(|| Error::KeyTypeUnknown(code.to_string()))
    }

    /// The multicodec of its public keys, as a varint (table `multicodec`, `*-pub`).
    /// A hybrid key has none.
    #[must_use]
    pub const fn codec(self) -> Option<[u8; 2]> {
        self.facts().codec
    }

    /// What stands before a public key that crosses the boundary: the multicodec, or, where
    /// there is none, 0 and [`KeyType::code`].
    #[must_use]
    pub const fn tag(self) -> [u8; 2] {
        match self.codec() {
            Some(codec) => codec,
            None => [0, self as u8],
        }
    }

    /// Length in bytes of a canonical public key.
    #[must_use]
    pub const fn public_len(self) -> usize {
        self.facts().public_len
    }

    /// Length in bytes of a secret key: a scalar, or a seed; of a hybrid key two seeds.
    #[must_use]
    pub const fn secret_len(self) -> usize {
        self.facts().secret_len
    }

    /// The length in bytes of the longest secret key of any type.
    pub const MAX_SECRET_LEN: usize = longest_secret(&Self::ALL);

    /// The algorithm that a key of this type signs with where none is named.
    #[must_use]
    pub const fn default_algorithm(self) -> Option<Algorithm> {
        self.facts().algorithm
    }

    /// Whether its keys sign.
    #[must_use]
    pub const fn signs(self) -> bool {
        self.default_algorithm().is_some()
    }

    /// Whether its keys agree on secrets.
    #[must_use]
    pub const fn agrees(self) -> bool {
        self.facts().agrees
    }

    /// Whether its keys make rings.
    #[must_use]
    pub const fn has_rings(self) -> bool {
        self.facts().rings
    }

    /// Its name in SAGE's key pairs.
    #[must_use]
    pub const fn sage_name(self) -> Option<&'static str> {
        self.facts().sage
    }

    /// The `kty` of its JWK.
    #[must_use]
    pub const fn kty(self) -> &'static str {
        self.facts().kty.as_str()
    }
}

impl FromStr for KeyType {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == name)
            .ok_or_else(|| Error::KeyTypeUnknown(excerpt(name)))
    }
}

impl Algorithm {
    /// The name, for example `"ecdsa-p256-sha256"`. The text is the same in every layer.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.facts().name
    }

    /// A number for the boundary, from 1.
    #[must_use]
    pub const fn code(self) -> u32 {
        self as u32
    }

    /// The algorithm of this number.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM_UNKNOWN` for a number that is not in the list.
    pub fn from_code(code: u32) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|each| each.code() == code)
            .ok_or_else(|| Error::KeyAlgorithmUnknown(code.to_string()))
    }

    /// The type of key that it takes.
    #[must_use]
    pub const fn key_type(self) -> KeyType {
        self.facts().key_type
    }

    /// Length in bytes of its signatures, which never varies.
    #[must_use]
    pub const fn signature_len(self) -> usize {
        self.facts().signature_len
    }

    /// The length in bytes of the longest signature of any algorithm.
    pub const MAX_SIGNATURE_LEN: usize = longest_signature(&Self::ALL);

    /// Whether it takes a context string and fresh randomness, as ML-DSA does.
    #[must_use]
    pub const fn is_post_quantum(self) -> bool {
        self.facts().post_quantum
    }

    /// The `alg` of JOSE that we write. Keccak-256 has none.
    #[must_use]
    pub const fn jose(self) -> Option<&'static str> {
        self.facts().jose.first().copied()
    }

    /// The algorithm that has this name in JOSE.
    #[must_use]
    pub fn from_jose(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.facts().jose.contains(&name))
    }

    /// The digest that ECDSA signs, `None` for the others, which take the message.
    #[must_use]
    pub fn digest(self, message: &[u8]) -> Option<[u8; 32]> {
        match self.facts().hash {
            Hash::Message => None,
            Hash::Sha256 => Some(Sha256::digest(message).into()),
            Hash::Keccak256 => Some(Keccak256::digest(message).into()),
        }
    }
}

impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|each| each.as_str() == name)
            .ok_or_else(|| Error::KeyAlgorithmUnknown(excerpt(name)))
    }
}

/// What ECDSA verification does with an S above half the order.
///
/// `(r, s)` and `(r, n - s)` hold for the same key and message, so whoever
/// accepts both lets anybody change a signature without breaking it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum HighS {
    /// Refuse it. The rule of all our own formats.
    #[default]
    Refuse,
    /// Accept it, for standards of others that have no such rule (JOSE, COSE, RFC 9421, Data Integrity).
    Accept,
}

impl HighS {
    /// [`Self::Accept`] if `accept`, else [`Self::Refuse`].
    #[must_use]
    pub const fn from_flag(accept: bool) -> Self {
        if accept { Self::Accept } else { Self::Refuse }
    }
}

const fn longest_secret(types: &[KeyType]) -> usize {
    match types {
        [] => 0,
        [first, rest @ ..] => larger(first.secret_len(), longest_secret(rest)),
    }
}

const fn longest_signature(algorithms: &[Algorithm]) -> usize {
    match algorithms {
        [] => 0,
        [first, rest @ ..] => larger(first.signature_len(), longest_signature(rest)),
    }
}

const fn larger(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}
