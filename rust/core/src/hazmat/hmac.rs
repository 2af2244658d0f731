//! HMAC with SHA-256 (RFC 2104, FIPS 198-1). **Dangerous**: whoever can check a tag can
//! make one, so it proves nothing to a third party. Short keys are accepted, even an empty one.
//!
//! Tags are 32 bytes. Truncated tags are not supported.

use ::hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// Length in bytes of a tag.
pub const TAG_LEN: usize = 32;

/// The tag of `message` under `key`.
#[must_use]
pub fn tag(key: &[u8], message: &[u8]) -> [u8; TAG_LEN] {
    // Keys of any length are allowed, so this never fails.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; TAG_LEN] };
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// Tells whether `tag` is that of `message` under `key`, in constant time.
#[must_use]
pub fn verify(key: &[u8], message: &[u8], tag: &[u8]) -> bool {
    self::tag(key, message).as_slice().ct_eq(tag).into()
}
