//! Authenticated encryption: ChaCha20-Poly1305 (RFC 8439), XChaCha20-Poly1305
//! (draft-irtf-cfrg-xchacha-03), AES-GCM (SP 800-38D). **Dangerous**: one nonce used
//! twice under one key gives the plaintexts away, and lets anybody forge.
//!
//! | Name | Key | Nonce |
//! | --- | --- | --- |
//! | `chacha20-poly1305` | 32 bytes | 12 bytes |
//! | `xchacha20-poly1305` | 32 bytes | 24 bytes; long enough to be random |
//! | `aes-128-gcm` | 16 bytes | 12 bytes |
//! | `aes-256-gcm` | 32 bytes | 12 bytes |
//!
//! A ciphertext is as long as its plaintext, and a tag of 16 bytes follows it. No plaintext
//! leaves before its tag was checked. None of the four commits to its key.

use core::str::FromStr;

use aes_gcm::{Aes128Gcm, Aes256Gcm};
use chacha20poly1305::{
    AeadInOut, ChaCha20Poly1305, KeyInit, XChaCha20Poly1305,
    aead::{Nonce, inout::InOutBuf},
};
use zeroize::Zeroizing;

use crate::Error;

/// Length in bytes of a tag.
pub const TAG_LEN: usize = 16;

/// The most bytes that are sealed at once: what AES-GCM takes is the least of the four.
const MAX_PLAINTEXT: u64 = (1 << 36) - 32;

/// A cipher with its authenticator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Algorithm {
    /// RFC 8439.
    ChaCha20Poly1305,
    /// With a nonce of 24 bytes.
    XChaCha20Poly1305,
    /// Under a key of 16 bytes.
    Aes128Gcm,
    /// Under a key of 32 bytes.
    Aes256Gcm,
}

impl Algorithm {
    /// Every algorithm.
    pub const ALL: [Self; 4] =
        [Self::ChaCha20Poly1305, Self::XChaCha20Poly1305, Self::Aes128Gcm, Self::Aes256Gcm];

    /// The name, as in the table above.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ChaCha20Poly1305 => "chacha20-poly1305",
            Self::XChaCha20Poly1305 => "xchacha20-poly1305",
            Self::Aes128Gcm => "aes-128-gcm",
            Self::Aes256Gcm => "aes-256-gcm",
        }
    }

    /// Length in bytes of a key.
    #[must_use]
    pub const fn key_len(self) -> usize {
        if matches!(self, Self::Aes128Gcm) { 16 } else { 32 }
    }

    /// Length in bytes of a nonce.
    #[must_use]
    pub const fn nonce_len(self) -> usize {
        if matches!(self, Self::XChaCha20Poly1305) { 24 } else { 12 }
    }
}

impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|each| each.as_str() == name).ok_or(Error::AeadUnknown)
    }
}

/// `ciphertext ‖ tag` of `plaintext`. `associated` is authenticated, and not contained.
///
/// # Errors
///
/// `ERR_AEAD_KEY`, `ERR_AEAD_NONCE`; `ERR_LIMIT_EXCEEDED` above 64 GiB.
pub fn seal(
    algorithm: Algorithm,
    key: &[u8],
    nonce: &[u8],
    associated: &[u8],
    plaintext: &[u8],
) -> Result<Vec<u8>, Error> {
    check(algorithm, key, nonce)?;
    if u64::try_from(plaintext.len()).unwrap_or(u64::MAX) > MAX_PLAINTEXT {
        return Err(Error::LimitExceeded { what: "the plaintext", limit: usize::MAX });
    }
    let sealed = match algorithm {
        Algorithm::ChaCha20Poly1305 => {
            encrypt::<ChaCha20Poly1305>(key, nonce, associated, plaintext)
        }
        Algorithm::XChaCha20Poly1305 => {
            encrypt::<XChaCha20Poly1305>(key, nonce, associated, plaintext)
        }
        Algorithm::Aes128Gcm => encrypt::<Aes128Gcm>(key, nonce, associated, plaintext),
        Algorithm::Aes256Gcm => encrypt::<Aes256Gcm>(key, nonce, associated, plaintext),
    };
    // The lengths were checked: what is left is a plaintext that no memory holds.
    sealed.ok_or(Error::LimitExceeded { what: "the plaintext", limit: usize::MAX })
}

/// The plaintext of `sealed`, which is `ciphertext ‖ tag`.
///
/// # Errors
///
/// `ERR_AEAD_KEY`, `ERR_AEAD_NONCE`; `ERR_AEAD_OPEN` if the tag does not hold.
pub fn open(
    algorithm: Algorithm,
    key: &[u8],
    nonce: &[u8],
    associated: &[u8],
    sealed: &[u8],
) -> Result<Zeroizing<Vec<u8>>, Error> {
    check(algorithm, key, nonce)?;
    let opened = match algorithm {
        Algorithm::ChaCha20Poly1305 => decrypt::<ChaCha20Poly1305>(key, nonce, associated, sealed),
        Algorithm::XChaCha20Poly1305 => {
            decrypt::<XChaCha20Poly1305>(key, nonce, associated, sealed)
        }
        Algorithm::Aes128Gcm => decrypt::<Aes128Gcm>(key, nonce, associated, sealed),
        Algorithm::Aes256Gcm => decrypt::<Aes256Gcm>(key, nonce, associated, sealed),
    };
    opened.ok_or(Error::AeadOpen)
}

fn check(algorithm: Algorithm, key: &[u8], nonce: &[u8]) -> Result<(), Error> {
    if key.len() != algorithm.key_len() {
        return Err(Error::AeadKey { want: algorithm.key_len(), got: key.len() });
    }
    if nonce.len() != algorithm.nonce_len() {
        return Err(Error::AeadNonce { want: algorithm.nonce_len(), got: nonce.len() });
    }
    Ok(())
}

fn encrypt<C: AeadInOut + KeyInit>(
    key: &[u8],
    nonce: &[u8],
    associated: &[u8],
    plaintext: &[u8],
) -> Option<Vec<u8>> {
    let cipher = C::new_from_slice(key).ok()?;
    let nonce = Nonce::<C>::try_from(nonce).ok()?;
    let mut sealed = vec![0; plaintext.len().checked_add(TAG_LEN)?];
    let (body, end) = sealed.split_at_mut_checked(plaintext.len())?;
    let body = InOutBuf::new(plaintext, body).ok()?;
    let tag = cipher.encrypt_inout_detached(&nonce, associated, body).ok()?;
    end.copy_from_slice(&tag);
    Some(sealed)
}

fn decrypt<C: AeadInOut + KeyInit>(
    key: &[u8],
    nonce: &[u8],
    associated: &[u8],
    sealed: &[u8],
) -> Option<Zeroizing<Vec<u8>>> {
    let cipher = C::new_from_slice(key).ok()?;
    let nonce = Nonce::<C>::try_from(nonce).ok()?;
    let (body, tag) = sealed.split_at_checked(sealed.len().checked_sub(TAG_LEN)?)?;
    let tag = chacha20poly1305::aead::Tag::<C>::try_from(tag).ok()?;
    let mut plaintext = Zeroizing::new(vec![0; body.len()]);
    let body = InOutBuf::new(body, &mut plaintext).ok()?;
    cipher.decrypt_inout_detached(&nonce, associated, body, &tag).ok()?;
    Some(plaintext)
}
