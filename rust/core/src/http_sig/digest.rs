//! `Content-Digest` (RFC 9530): `sha-256=:base64:`, `sha-512=:base64:`, or both.

use core::str::FromStr;
use std::borrow::Cow;

use sha2::{Digest, Sha256, Sha512};

use super::{Message, message::Fields};
use crate::{
    Error,
    encoding::base64,
    hazmat::structured_fields::{Member, read_unique},
};

/// A hash of a body.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Hash {
    /// `sha-256`.
    #[default]
    Sha256,
    /// `sha-512`.
    Sha512,
}

impl Hash {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Sha256, Self::Sha512];

    /// The name in a field.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sha256 => "sha-256",
            Self::Sha512 => "sha-512",
        }
    }

    fn of(self, body: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha256 => Sha256::digest(body).to_vec(),
            Self::Sha512 => Sha512::digest(body).to_vec(),
        }
    }
}

impl FromStr for Hash {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|hash| hash.as_str() == name);
        found.ok_or(Error::HttpSigDigestUnsupported)
    }
}

/// The field value for `body`.
#[must_use]
pub fn content_digest(hash: Hash, body: &[u8]) -> String {
    format!("{}=:{}:", hash.as_str(), base64::encode(&hash.of(body)))
}

/// Checks a field value against `body`: every digest that can be computed here must be right.
///
/// # Errors
///
/// `ERR_HTTP_SIG_DIGEST` if one is not; `ERR_HTTP_SIG_DIGEST_UNSUPPORTED` if there is none of
/// sha-256 or sha-512; `ERR_STRUCTURED_FIELD_MALFORMED`, `ERR_STRUCTURED_FIELD_DUPLICATE`;
/// `ERR_LIMIT_EXCEEDED`.
pub fn verify_content_digest(value: &[u8], body: &[u8]) -> Result<(), Error> {
    let digests = read_unique(value)?;
    let mut known = false;
    for hash in Hash::ALL {
        let Some(entry) = digests.get(hash.as_str()) else { continue };
        let Member::Item(item) = entry else { return Err(Error::HttpSigDigest) };
        if item.bare.as_binary() != Some(hash.of(body).as_slice()) {
            return Err(Error::HttpSigDigest);
        }
        known = true;
    }
    if known { Ok(()) } else { Err(Error::HttpSigDigestUnsupported) }
}

impl Message {
    /// The field of this message, and not of the request that it answers.
    pub(super) fn digest_field(&self) -> Option<Cow<'_, [u8]>> {
        Fields::combine(&self.headers, "content-digest")
    }
}
