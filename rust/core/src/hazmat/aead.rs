//! Authenticated encryption: ChaCha20-Poly1305 (RFC 8439), XChaCha20-Poly1305
//! (draft-irtf-cfrg-xchacha-03), AES-GCM (SP 800-38D). **Dangerous**: a nonce used
//! twice under one key reveals the plaintexts, and lets anybody forge.
//!
//! | Name | Key | Nonce |
//! | --- | --- | --- |
//! | `chacha20-poly1305` | 32 bytes | 12 bytes |
//! | `xchacha20-poly1305` | 32 bytes | 24 bytes; long enough to be random |
//! | `aes-128-gcm` | 16 bytes | 12 bytes |
//! | `aes-256-gcm` | 32 bytes | 12 bytes |
//!
//! A ciphertext is as long as its plaintext, and a tag of 16 bytes follows it. The tag is checked
//! before any plaintext is returned. None of the four commits to its key.

use core::{fmt, str::FromStr};

use aes_gcm::{
    Aes128Gcm, Aes256Gcm,
    aead::{self, AeadInOut, KeyInit, Nonce},
};
use zeroize::Zeroizing;

use super::chacha;
use crate::{Error, error::excerpt};

/// Bytes of a tag: AES-GCM and Poly1305 have the same.
pub const TAG_LEN: usize = chacha::TAG_LEN;

/// The most bytes that are sealed at once: the limit of AES-GCM, the lowest of the four.
const MAX_PLAINTEXT: u64 = (1 << 36) - 32;

/// A cipher with its authenticator. Its two functions give nothing for a key or nonce of another length.
///
/// Each has its own constant and functions, so that a page loads AES only where that is named.
struct Cipher {
    name: &'static str,
    key: usize,
    nonce: usize,
    seal: Seal,
    open: Open,
}

/// Of key, nonce, associated data and content: enciphers in place and gives the tag.
type Seal = fn(&[u8], &[u8], &[u8], &mut [u8]) -> Option<Tag>;

/// As [`Seal`], with the tag: deciphers in place if it holds, and tells whether it does.
type Open = fn(&[u8], &[u8], &[u8], &mut [u8], &Tag) -> Option<bool>;

type Tag = [u8; TAG_LEN];

/// One of these ciphers.
#[derive(Clone, Copy)]
pub struct Algorithm(&'static Cipher);

impl Algorithm {
    /// RFC 8439.
    pub const CHACHA20_POLY1305: Self = Self(&Cipher {
        name: "chacha20-poly1305",
        key: 32,
        nonce: 12,
        seal: |key, nonce, associated, content| {
            chacha::seal(key.try_into().ok()?, nonce.try_into().ok()?, associated, content)
        },
        open: |key, nonce, associated, content, tag| {
            let (key, nonce) = (key.try_into().ok()?, nonce.try_into().ok()?);
            Some(chacha::open(key, nonce, associated, content, tag))
        },
    });

    /// With a nonce of 24 bytes.
    pub const XCHACHA20_POLY1305: Self = Self(&Cipher {
        name: "xchacha20-poly1305",
        key: 32,
        nonce: 24,
        seal: |key, nonce, associated, content| {
            chacha::x_seal(key.try_into().ok()?, nonce.try_into().ok()?, associated, content)
        },
        open: |key, nonce, associated, content, tag| {
            let (key, nonce) = (key.try_into().ok()?, nonce.try_into().ok()?);
            Some(chacha::x_open(key, nonce, associated, content, tag))
        },
    });

    /// Under a key of 16 bytes.
    pub const AES_128_GCM: Self = Self(&Cipher {
        name: "aes-128-gcm",
        key: 16,
        nonce: 12,
        seal: gcm_seal::<Aes128Gcm>,
        open: gcm_open::<Aes128Gcm>,
    });

    /// Under a key of 32 bytes.
    pub const AES_256_GCM: Self = Self(&Cipher {
        name: "aes-256-gcm",
        key: 32,
        nonce: 12,
        seal: gcm_seal::<Aes256Gcm>,
        open: gcm_open::<Aes256Gcm>,
    });

    /// Every algorithm.
    pub const ALL: [Self; 4] =
        [Self::CHACHA20_POLY1305, Self::XCHACHA20_POLY1305, Self::AES_128_GCM, Self::AES_256_GCM];

    /// The name, as in the table above.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0.name
    }

    /// Length in bytes of a key.
    #[must_use]
    pub const fn key_len(self) -> usize {
        self.0.key
    }

    /// Length in bytes of a nonce.
    #[must_use]
    pub const fn nonce_len(self) -> usize {
        self.0.nonce
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Algorithm {}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|each| each.as_str() == name)
            .ok_or_else(|| Error::AeadUnknown(excerpt(name)))
    }
}

/// `ciphertext ‖ tag` of `plaintext`. `associated` is authenticated, but not part of the result.
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
        return Err(Error::LimitExceeded("the plaintext", usize::MAX));
    }
    // The lengths were checked, so only a plaintext that no memory holds can fail.
    seal_checked(algorithm, key, nonce, associated, plaintext)
        .ok_or_else(|| Error::LimitExceeded("the plaintext", usize::MAX))
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
    let (body, tag) = sealed.split_last_chunk::<TAG_LEN>().ok_or(Error::AeadOpen)?;
    let mut plaintext = Zeroizing::new(body.to_vec());
    let holds = (algorithm.0.open)(key, nonce, associated, &mut plaintext, tag);
    holds.filter(|holds| *holds).map(|_| plaintext).ok_or(Error::AeadOpen)
}

fn check(algorithm: Algorithm, key: &[u8], nonce: &[u8]) -> Result<(), Error> {
    if key.len() != algorithm.key_len() {
        return Err(Error::AeadKey(algorithm.key_len(), key.len()));
    }
    if nonce.len() != algorithm.nonce_len() {
        return Err(Error::AeadNonce(algorithm.nonce_len(), nonce.len()));
    }
    Ok(())
}

fn seal_checked(
    algorithm: Algorithm,
    key: &[u8],
    nonce: &[u8],
    associated: &[u8],
    plaintext: &[u8],
) -> Option<Vec<u8>> {
    let mut sealed = Vec::with_capacity(plaintext.len().checked_add(TAG_LEN)?);
    sealed.extend_from_slice(plaintext);
    let tag = (algorithm.0.seal)(key, nonce, associated, &mut sealed)?;
    sealed.extend_from_slice(&tag);
    Some(sealed)
}

fn gcm_seal<C: AeadInOut + KeyInit>(
    key: &[u8],
    nonce: &[u8],
    associated: &[u8],
    content: &mut [u8],
) -> Option<Tag> {
    let cipher = C::new_from_slice(key).ok()?;
    let nonce = Nonce::<C>::try_from(nonce).ok()?;
    let tag = cipher.encrypt_inout_detached(&nonce, associated, content.into()).ok()?;
    tag.as_slice().try_into().ok()
}

fn gcm_open<C: AeadInOut + KeyInit>(
    key: &[u8],
    nonce: &[u8],
    associated: &[u8],
    content: &mut [u8],
    tag: &Tag,
) -> Option<bool> {
    let cipher = C::new_from_slice(key).ok()?;
    let nonce = Nonce::<C>::try_from(nonce).ok()?;
    let tag = aead::Tag::<C>::try_from(tag.as_slice()).ok()?;
    Some(cipher.decrypt_inout_detached(&nonce, associated, content.into(), &tag).is_ok())
}
