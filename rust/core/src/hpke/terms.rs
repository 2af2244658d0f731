//! What both sides of a context must agree on.

use super::{Aead, check::check_input};
use crate::Error;

/// The least bytes of a PSK (RFC 9180, section 9.5).
pub const MIN_PSK: usize = 32;

/// A key that both sides have beforehand, and its public name.
#[derive(Clone, Copy)]
pub struct Psk<'a> {
    key: &'a [u8],
    id: &'a [u8],
}

impl<'a> Psk<'a> {
    /// Reads a PSK; `None` if both key and id are empty.
    ///
    /// # Errors
    ///
    /// `ERR_HPKE_PSK` for a key under [`MIN_PSK`] bytes, or one of the two without the other;
    /// `ERR_LIMIT_EXCEEDED`.
    pub fn new(key: &'a [u8], id: &'a [u8]) -> Result<Option<Self>, Error> {
        if key.is_empty() && id.is_empty() {
            return Ok(None);
        }
        if key.len() < MIN_PSK || id.is_empty() {
            return Err(Error::HpkePsk);
        }
        check_input("PSK", key)?;
        check_input("PSK id", id)?;
        Ok(Some(Self { key, id }))
    }

    /// The key and its name.
    pub(super) const fn parts(&self) -> (&'a [u8], &'a [u8]) {
        (self.key, self.id)
    }
}

impl core::fmt::Debug for Psk<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Psk(..)")
    }
}

/// What both sides must agree on.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The cipher.
    pub aead: Aead,
    /// What the messages are for; another `info` gives other keys.
    pub info: &'a [u8],
    /// Turns base into psk, and auth into auth_psk.
    pub psk: Option<Psk<'a>>,
}
