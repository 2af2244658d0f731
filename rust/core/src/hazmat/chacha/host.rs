//! The implementation of RustCrypto.

use chacha20poly1305::{
    AeadInOut, ChaCha20Poly1305, KeyInit, XChaCha20Poly1305,
    aead::{Nonce as NonceOf, Tag as TagOf, inout::InOutBuf},
};

use super::{Key, Nonce, Tag, XNonce};

/// Enciphers `content`, and gives the tag; `None` if `content` is too long.
pub(crate) fn seal(key: &Key, nonce: &Nonce, associated: &[u8], content: &mut [u8]) -> Option<Tag> {
    encrypt::<ChaCha20Poly1305>(key, &(*nonce).into(), associated, content)
}

/// Whether the tag holds. If so, `content` is deciphered.
pub(crate) fn open(
    key: &Key,
    nonce: &Nonce,
    associated: &[u8],
    content: &mut [u8],
    tag: &Tag,
) -> bool {
    decrypt::<ChaCha20Poly1305>(key, &(*nonce).into(), associated, content.into(), tag)
}

/// As [`open`], from `sealed` to `content`, which has the same length.
pub(crate) fn open_to(
    key: &Key,
    nonce: &Nonce,
    associated: &[u8],
    sealed: &[u8],
    content: &mut [u8],
    tag: &Tag,
) -> bool {
    InOutBuf::new(sealed, content).is_ok_and(|content| {
        decrypt::<ChaCha20Poly1305>(key, &(*nonce).into(), associated, content, tag)
    })
}

/// As [`seal`], with a nonce of 24 bytes.
pub(crate) fn x_seal(
    key: &Key,
    nonce: &XNonce,
    associated: &[u8],
    content: &mut [u8],
) -> Option<Tag> {
    encrypt::<XChaCha20Poly1305>(key, &(*nonce).into(), associated, content)
}

/// As [`open`], with a nonce of 24 bytes.
pub(crate) fn x_open(
    key: &Key,
    nonce: &XNonce,
    associated: &[u8],
    content: &mut [u8],
    tag: &Tag,
) -> bool {
    decrypt::<XChaCha20Poly1305>(key, &(*nonce).into(), associated, content.into(), tag)
}

fn encrypt<C: AeadInOut + KeyInit>(
    key: &Key,
    nonce: &NonceOf<C>,
    associated: &[u8],
    content: &mut [u8],
) -> Option<Tag> {
    let cipher = C::new_from_slice(key).ok()?;
    let tag = cipher.encrypt_inout_detached(nonce, associated, content.into()).ok()?;
    tag.as_slice().try_into().ok()
}

fn decrypt<C: AeadInOut + KeyInit>(
    key: &Key,
    nonce: &NonceOf<C>,
    associated: &[u8],
    content: InOutBuf<'_, '_, u8>,
    tag: &Tag,
) -> bool {
    let (Ok(cipher), Ok(tag)) = (C::new_from_slice(key), TagOf::<C>::try_from(tag.as_slice()))
    else {
        return false;
    };
    cipher.decrypt_inout_detached(nonce, associated, content, &tag).is_ok()
}
