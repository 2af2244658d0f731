//! HKDF with SHA-256 (RFC 5869). **Dangerous**: it makes a key of anything, even of a weak
//! password or an empty secret, and two uses with the same `info` get the same key.

use sha2::Sha256;
use zeroize::Zeroizing;

use crate::Error;

/// The most bytes that come out: 255 blocks (RFC 5869, section 2.3).
pub const MAX_OUTPUT: usize = 255 * KEY_LEN;
/// Length in bytes of a pseudorandom key.
pub const KEY_LEN: usize = 32;

/// The pseudorandom key of a secret. An empty salt is 32 zero bytes.
#[must_use]
pub fn extract(salt: &[u8], secret: &[u8]) -> Zeroizing<[u8; KEY_LEN]> {
    let (key, _) = ::hkdf::Hkdf::<Sha256>::extract(Some(salt), secret);
    Zeroizing::new(key.into())
}

/// `length` bytes from a pseudorandom key, for the use that `info` names.
///
/// # Errors
///
/// `ERR_BYTES_LENGTH` for a key under [`KEY_LEN`]; `ERR_LIMIT_EXCEEDED` above [`MAX_OUTPUT`].
pub fn expand(key: &[u8], info: &[u8], length: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
    let short = || Error::BytesLength("pseudorandom key", KEY_LEN, key.len());
    let over = || Error::LimitExceeded("HKDF output", MAX_OUTPUT);
    if length > MAX_OUTPUT {
        return Err(over());
    }
    let key = ::hkdf::Hkdf::<Sha256>::from_prk(key).map_err(|_| short())?;
    let mut output = Zeroizing::new(vec![0; length]);
    key.expand(info, &mut output).map_err(|_| over())?;
    Ok(output)
}

/// [`extract`], then [`expand`].
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` above [`MAX_OUTPUT`].
pub fn derive(
    secret: &[u8],
    salt: &[u8],
    info: &[u8],
    length: usize,
) -> Result<Zeroizing<Vec<u8>>, Error> {
    expand(extract(salt, secret).as_ref(), info, length)
}
