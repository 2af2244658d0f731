//! Known answers of ChaCha20-Poly1305, and of the subkey of XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03, 2.2.1).

use core::hint::black_box;

use super::{Watch, hex, pass, test_if_due, watch::sound_at_load};
use crate::chacha20poly1305::{open, seal, subkey};

static CIPHER: Watch = Watch::new();

/// Tests the cipher when that is due, to be called before each use.
#[inline]
pub fn test_cipher() {
    test_if_due(&CIPHER, known_cipher);
}

/// The test when the part comes that enciphers. The engine stops where it fails.
pub fn test_cipher_at_load() {
    pass(|| sound_at_load(&CIPHER, known_cipher));
}

/// Texts for every path: by rows, by words, both ways of counting, ends that are no block.
const LENGTHS: [usize; 7] = [0, 64, 65, 150, 200, 300, 1030];

/// The last tag, with RustCrypto too.
const ANSWER: [u8; 16] = hex(b"c9ab973933546b6526651f90036323e8");

const KEY: [u8; 32] = hex(b"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
const NONCE: [u8; 16] = hex(b"000000090000004a0000000031415927");
const SUBKEY: [u8; 32] = hex(b"82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc");

pub(super) fn known_cipher() -> bool {
    texts_hold() && subkey(black_box(&KEY), &NONCE) == SUBKEY
}

/// Seals texts one after the other, each with the tag before in its nonce and associated data, and opens them again.
fn texts_hold() -> bool {
    let key = black_box([7; 32]);
    let mut tag = [0; 16];
    let mut text = [5; 1030];
    for length in LENGTHS {
        let Some(content) = text.get_mut(..length) else { return false };
        let before = tag;
        let [nonce @ .., _, _, _, _] = before;
        tag = seal(&key, &nonce, &before, content);
        let mut other = tag;
        other[0] ^= 1;
        if open(&key, &nonce, &before, content, &other)
            || !open(&key, &nonce, &before, content, &tag)
        {
            return false;
        }
    }
    text.iter().all(|byte| *byte == 5) && tag == ANSWER
}

#[cfg(test)]
mod tests {
    use chacha20poly1305::{AeadInOut, ChaCha20Poly1305, KeyInit};

    use super::{ANSWER, LENGTHS};

    #[test]
    fn the_answer_is_that_of_rustcrypto() {
        let mut tag = [0; 16];
        for length in LENGTHS {
            let mut text = vec![5; length];
            let [nonce @ .., _, _, _, _] = tag;
            tag = ChaCha20Poly1305::new(&[7; 32].into())
                .encrypt_inout_detached(&nonce.into(), &tag, text.as_mut_slice().into())
                .map(Into::into)
                .unwrap_or_default();
        }
        assert_eq!(tag, ANSWER);
    }
}
