//! What a verifier asks. It remembers the record, or signs it in another way.

use core::ops::RangeInclusive;
use std::borrow::Cow;

use crate::{
    Error,
    keys::{KeyType, PublicKey, multikey},
    label,
    print::Written,
    record::{self, MAX_TEXT, Record},
    time::{UnixSeconds, check_end},
};

/// Longest time from issue to expiry, in seconds.
pub const MAX_LIFETIME: u64 = 86_400;

/// Length of a nonce, in bytes.
pub(super) const NONCE: RangeInclusive<usize> = 16..=64;

pub(super) fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::PopMalformed(member.into(), reason)
}

/// A question that can be answered once.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Challenge {
    /// Who asks; a proof for one audience is worth nothing to another.
    pub(super) audience: String,
    /// Random bytes of the verifier.
    pub(super) nonce: Vec<u8>,
    /// When it was made.
    pub(super) issued: UnixSeconds,
    /// First second at which it no longer holds.
    pub(super) expires: UnixSeconds,
    /// The verifier's X25519 key for this challenge, if it asks for the proof of one.
    pub(super) ephemeral: Option<PublicKey>,
}

impl Challenge {
    /// Makes a challenge. `nonce` must be fresh and unpredictable.
    ///
    /// # Errors
    ///
    /// `ERR_POP_MALFORMED` for a value outside the table in [`crate::pop`];
    /// `ERR_KEY_TYPE_MISMATCH` if `ephemeral` is not X25519.
    pub fn new(
        audience: &str,
        nonce: &[u8],
        issued: UnixSeconds,
        expires: UnixSeconds,
        ephemeral: Option<PublicKey>,
    ) -> Result<Self, Error> {
        Self { audience: audience.into(), nonce: nonce.into(), issued, expires, ephemeral }.check()
    }

    /// As [`Challenge::new`], for a life of so many seconds.
    ///
    /// # Errors
    ///
    /// As [`Challenge::new`]; `ERR_ARGUMENT` for no life at all.
    pub fn for_seconds(
        audience: &str,
        nonce: &[u8],
        issued: UnixSeconds,
        lifetime: u64,
        ephemeral: Option<PublicKey>,
    ) -> Result<Self, Error> {
        Self::new(audience, nonce, issued, check_end(issued, lifetime)?, ephemeral)
    }

    /// Reads the record.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::document`]; `ERR_POP_VERSION` for another type;
    /// else as [`Challenge::new`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = record::read(text)?;
        let mut record = Record::new(document.root(), malformed);
        record.kind(label::POP_CHALLENGE, Error::PopVersion)?;
        let challenge = Self {
            audience: record.owned("audience")?,
            nonce: record.bytes("nonce", NONCE)?,
            issued: record.seconds("issued")?,
            expires: record.seconds("expires")?,
            ephemeral: record.maybe("ephemeral", Record::key)?,
        };
        record.end()?;
        challenge.check()
    }

    /// Writes the record.
    #[must_use]
    pub fn to_json(&self) -> String {
        let ephemeral = self.ephemeral.as_ref().map(multikey::encode);
        Written::new()
            .text("audience", &self.audience)
            .maybe(ephemeral.as_deref(), |record, key| record.text("ephemeral", key))
            .number("expires", self.expires.0)
            .number("issued", self.issued.0)
            .bytes("nonce", &self.nonce)
            .text("type", label::POP_CHALLENGE)
            .end()
    }

    fn check(self) -> Result<Self, Error> {
        if !(1..=MAX_TEXT).contains(&self.audience.len()) {
            return Err(malformed("audience", "it is empty, or longer than 8192 bytes"));
        }
        if !NONCE.contains(&self.nonce.len()) {
            return Err(malformed("nonce", "it must be 16 to 64 bytes"));
        }
        check_lifetime(self.issued, self.expires)?;
        self.ephemeral.as_ref().map_or(Ok(()), check_agreement_key)?;
        Ok(self)
    }
}

/// Reads a key as it crosses the boundary; no bytes give no key.
///
/// # Errors
///
/// As [`PublicKey::from_tagged`].
pub fn read_ephemeral(tagged: &[u8]) -> Result<Option<PublicKey>, Error> {
    if tagged.is_empty() { Ok(None) } else { PublicKey::from_tagged(tagged).map(Some) }
}

/// Refuses an expiry that is not after the issue, or too long after it.
pub(super) fn check_lifetime(issued: UnixSeconds, expires: UnixSeconds) -> Result<(), Error> {
    match expires.0.checked_sub(issued.0) {
        Some(1..=MAX_LIFETIME) => Ok(()),
        _ => Err(malformed("expires", "it must be 1 to 86400 seconds after `issued`")),
    }
}

/// Refuses any key but an X25519 key.
pub(super) fn check_agreement_key(key: &PublicKey) -> Result<(), Error> {
    match key.key_type() {
        KeyType::X25519 => Ok(()),
        other => Err(Error::KeyTypeMismatch("X25519", other.as_str())),
    }
}
