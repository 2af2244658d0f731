//! Cookies: an initiator shows that it receives at its address, before the responder works for it.
//!
//! The server stores nothing for a cookie. Its key is derived from one server key, and changes every
//! [`COOKIE_LIFETIME`] seconds.

use core::fmt;

use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use super::wire::{COOKIE_LEN, First, write_third};
use crate::{Error, encoding::frames, hazmat::hmac, label, time::UnixSeconds};

/// Seconds for which a cookie is good.
pub const COOKIE_LIFETIME: u64 = 120;
/// The most bytes of an address.
const MAX_ADDRESS: usize = 256;

/// Tells true addresses from false ones. Wiped when dropped.
pub struct Gate {
    key: Box<Zeroizing<[u8; 32]>>,
}

impl Gate {
    /// A gate under a key that is random. Servers that share the key take each other's cookies.
    ///
    /// # Errors
    ///
    /// `ERR_BYTES_LENGTH` unless 32 bytes.
    pub fn new(key: &[u8]) -> Result<Self, Error> {
        let wrong = || Error::BytesLength("cookie key", 32, key.len());
        Ok(Self { key: Box::new(Zeroizing::new(key.try_into().map_err(|_| wrong())?)) })
    }

    /// `None` if message 1 has a cookie for its address, else the message to answer with.
    ///
    /// No public-key operation is made.
    ///
    /// # Errors
    ///
    /// `ERR_HANDSHAKE_COOKIE` for a cookie of another message, address or server;
    /// `ERR_LIMIT_EXCEEDED` for an address over 256 bytes; `ERR_HANDSHAKE_MALFORMED`,
    /// `ERR_HANDSHAKE_VERSION`, `ERR_HANDSHAKE_SUITE` as message 1 is read.
    pub fn check(
        &self,
        message: &[u8],
        address: &[u8],
        now: UnixSeconds,
    ) -> Result<Option<Vec<u8>>, Error> {
        if address.len() > MAX_ADDRESS {
            return Err(Error::LimitExceeded("address", MAX_ADDRESS));
        }
        let first = First::read(message)?;
        let Some(time) = first.cookie.first_chunk() else {
            return Ok(Some(write_third(&self.cookie(first.body, address, now))));
        };
        let time = UnixSeconds(u64::from_be_bytes(*time));
        let fresh = time.0 <= now.0 && now.0 - time.0 < COOKIE_LIFETIME;
        if !bool::from(self.cookie(first.body, address, time).as_slice().ct_eq(first.cookie)) {
            return Err(Error::HandshakeCookie);
        }
        if fresh {
            return Ok(None);
        }
        Ok(Some(write_third(&self.cookie(first.body, address, now))))
    }

    fn cookie(&self, body: &[u8], address: &[u8], time: UnixSeconds) -> [u8; COOKIE_LEN] {
        let mut message = Vec::with_capacity(body.len() + address.len() + 64);
        frames::put(&mut message, label::HANDSHAKE_COOKIE.as_bytes());
        message.extend(time.0.to_be_bytes());
        frames::put(&mut message, address);
        frames::put(&mut message, &[body, &[0]].concat());
        let tag = hmac::tag(self.key_of(time).as_ref(), &message);
        let mut cookie = [0; COOKIE_LEN];
        let bytes = time.0.to_be_bytes().into_iter().chain(tag);
        cookie.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        cookie
    }

    fn key_of(&self, time: UnixSeconds) -> Zeroizing<[u8; 32]> {
        let mut name = Vec::new();
        frames::put(&mut name, label::HANDSHAKE_COOKIE_KEY.as_bytes());
        name.extend((time.0 / COOKIE_LIFETIME).to_be_bytes());
        Zeroizing::new(hmac::tag(self.key.as_ref().as_ref(), &name))
    }
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Gate(..)")
    }
}
