//! The implementation of the kernel. In WebAssembly it takes whatever fits in a memory of 32 bits.
//!
//! Natively it takes short messages alone, and on x86-64 alone, where it was measured: RustCrypto makes sixteen blocks of
//! the keystream and four powers of the key before it looks at a length, which takes 1.9 us on AVX-512. The kernel seals
//! 64 bytes in 0.2 us there, 256 in 0.5 and 1,024 in 1.5; from 2,000 on it takes longer.

use countersign_kernels::{chacha20poly1305 as kernel, test_cipher};
use zeroize::Zeroizing;

use super::{Key, Nonce, Tag, XNonce, host};

/// Longest content that the kernel takes, where it is used at all.
const LONGEST: Option<usize> = if cfg!(target_feature = "simd128") {
    Some(usize::MAX)
} else if cfg!(target_arch = "x86_64") {
    Some(1536)
} else {
    None
};

/// Whether the kernel takes content of this length. If so, it is tested when that is due.
fn takes(length: usize) -> bool {
    let takes = LONGEST.is_some_and(|longest| length <= longest);
    if takes {
        test_cipher();
    }
    takes
}

/// Enciphers `content`, and gives the tag.
pub(crate) fn seal(key: &Key, nonce: &Nonce, associated: &[u8], content: &mut [u8]) -> Option<Tag> {
    if !takes(content.len()) {
        return host::seal(key, nonce, associated, content);
    }
    Some(kernel::seal(key, nonce, associated, content))
}

/// Whether the tag holds. If so, `content` is deciphered.
pub(crate) fn open(
    key: &Key,
    nonce: &Nonce,
    associated: &[u8],
    content: &mut [u8],
    tag: &Tag,
) -> bool {
    if !takes(content.len()) {
        return host::open(key, nonce, associated, content, tag);
    }
    kernel::open(key, nonce, associated, content, tag)
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
    if !takes(sealed.len()) {
        return host::open_to(key, nonce, associated, sealed, content, tag);
    }
    kernel::open_to(key, nonce, associated, sealed, content, tag)
}

/// As [`seal`], with a nonce of 24 bytes.
pub(crate) fn x_seal(
    key: &Key,
    nonce: &XNonce,
    associated: &[u8],
    content: &mut [u8],
) -> Option<Tag> {
    if !takes(content.len()) {
        return host::x_seal(key, nonce, associated, content);
    }
    let (key, nonce) = derive(key, nonce);
    Some(kernel::seal(&key, &nonce, associated, content))
}

/// As [`open`], with a nonce of 24 bytes.
pub(crate) fn x_open(
    key: &Key,
    nonce: &XNonce,
    associated: &[u8],
    content: &mut [u8],
    tag: &Tag,
) -> bool {
    if !takes(content.len()) {
        return host::x_open(key, nonce, associated, content, tag);
    }
    let (key, nonce) = derive(key, nonce);
    kernel::open(&key, &nonce, associated, content, tag)
}

/// The key and nonce of ChaCha20-Poly1305 for a nonce of 24 bytes.
fn derive(key: &Key, nonce: &XNonce) -> (Zeroizing<Key>, Nonce) {
    let [n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, na, nb, nc, nd, ne, nf, rest @ ..] = *nonce;
    let first = [n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, na, nb, nc, nd, ne, nf];
    let mut last = [0; 12];
    for (place, byte) in last.iter_mut().skip(4).zip(rest) {
        *place = byte;
    }
    (Zeroizing::new(kernel::subkey(key, &first)), last)
}
