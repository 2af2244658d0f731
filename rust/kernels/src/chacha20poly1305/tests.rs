//! The vectors of this target and the model against RustCrypto, the standard, and the edges of Poly1305.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code")]

use chacha20poly1305::{AeadInOut, ChaCha20Poly1305, KeyInit, XChaCha20Poly1305};
use poly1305::Poly1305;
use proptest::prelude::*;

use super::{Lanes, Message, open, open_to, poly::Poly, seal, subkey};

/// Bytes that differ from place to place.
fn bytes(length: usize, seed: u32) -> Vec<u8> {
    let byte = |at| (seed.wrapping_add(at).wrapping_mul(0x9e37_79b1) >> 24).to_le_bytes()[0];
    (0..u32::try_from(length).unwrap()).map(byte).collect()
}

/// Seals with all three, and opens with ours.
fn compare(key: &[u8; 32], nonce: &[u8; 12], associated: &[u8], text: &[u8]) {
    let mut theirs = text.to_vec();
    let cipher = ChaCha20Poly1305::new(key.into());
    let their_tag = cipher
        .encrypt_inout_detached(nonce.into(), associated, theirs.as_mut_slice().into())
        .unwrap();
    let mut ours = text.to_vec();
    let tag = seal(key, nonce, associated, &mut ours);
    assert_eq!((&ours, tag), (&theirs, their_tag.into()), "{} {}", associated.len(), text.len());
    let mut model = text.to_vec();
    let by_model = Message::<[u32; 4]>::new(key, nonce, text.len()).seal(associated, &mut model);
    assert_eq!((&model, by_model), (&ours, tag));
    let mut opened = vec![9; text.len()];
    assert!(open_to(key, nonce, associated, &ours, &mut opened, &tag));
    assert_eq!(opened, text);
    assert!(open(key, nonce, associated, &mut ours, &tag));
    assert_eq!(ours, text);
}

#[test]
fn equals_rustcrypto_for_every_length() {
    let (key, nonce) = (bytes(32, 1).try_into().unwrap(), bytes(12, 2).try_into().unwrap());
    for length in 0..=2048 {
        compare(&key, &nonce, &bytes(length % 65, 3), &bytes(length, 4));
    }
    for length in (0..=64).chain([127, 128, 223, 224, 225, 255, 256, 257, 1000]) {
        for text in [0, 1, 15, 16, 17, 63, 64, 65, 191, 192, 193, 448, 449] {
            compare(&key, &nonce, &bytes(length, 5), &bytes(text, 6));
        }
    }
}

#[test]
fn refuses_every_flipped_bit_and_then_changes_nothing() {
    let (key, nonce) = ([7; 32], [9; 12]);
    for length in [0, 1, 16, 64, 100, 300] {
        let (associated, mut sealed) = (bytes(20, 1), bytes(length, 2));
        let tag = seal(&key, &nonce, &associated, &mut sealed);
        for bit in 0..8 * (20 + length + 16) {
            let (mut other, mut content, mut end) = (associated.clone(), sealed.clone(), tag);
            let (at, mask) = (bit / 8, 1 << (bit % 8));
            match at.checked_sub(20) {
                None => other[at] ^= mask,
                Some(at) if at < length => content[at] ^= mask,
                Some(at) => end[at - length] ^= mask,
            }
            let before = content.clone();
            assert!(!open_to(&key, &nonce, &other, &before, &mut content, &end));
            assert!(!open(&key, &nonce, &other, &mut content, &end));
            assert_eq!(content, before);
        }
        assert!(!open_to(&key, &nonce, &associated, &sealed, &mut vec![0; length + 1], &tag));
    }
}

/// The tag of a whole message, as RFC 8439 2.5 has it.
fn ours(key: &[u8; 32], message: &[u8]) -> [u8; 16] {
    let [r, end] = [0, 16].map(|at| <[u32; 4]>::load(key[at..at + 16].try_into().unwrap()));
    let mut poly = Poly::new(r, end);
    let (whole, rest) = message.split_at(message.len() & !15);
    poly.padded(whole);
    if !rest.is_empty() {
        poly.last(rest);
    }
    let mut tag = [0; 16];
    poly.tag().store(&mut tag);
    tag
}

fn theirs(key: &[u8; 32], message: &[u8]) -> [u8; 16] {
    Poly1305::new(key.into()).compute_unpadded(message).into()
}

fn hex<const N: usize>(text: &str) -> [u8; N] {
    let bytes: Vec<_> = (0..text.len() / 2)
        .map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap())
        .collect();
    bytes.try_into().unwrap()
}

/// RFC 8439 2.5.2, and its appendix A.3 from case 7 on, which are about carries.
#[test]
fn poly1305_of_the_standard() {
    let ff = "ff".repeat(16);
    let zero = "00".repeat(16);
    let cases = [
        (
            "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b".to_owned(),
            "43727970746f6772617068696320466f72756d2052657365617263682047726f7570".to_owned(),
            "a8061dc1305136c6c22b8baf0c0127a9",
        ),
        (format!("02{}{zero}", "00".repeat(15)), ff.clone(), "03000000000000000000000000000000"),
        (
            format!("02{}{ff}", "00".repeat(15)),
            format!("02{}", "00".repeat(15)),
            "03000000000000000000000000000000",
        ),
        (
            format!("01{}{zero}", "00".repeat(15)),
            format!("{ff}f0{}11{}", "ff".repeat(15), "00".repeat(15)),
            "05000000000000000000000000000000",
        ),
        (
            format!("01{}{zero}", "00".repeat(15)),
            format!("{ff}fb{}{}", "fe".repeat(15), "01".repeat(16)),
            "00000000000000000000000000000000",
        ),
        (
            format!("02{}{zero}", "00".repeat(15)),
            format!("fd{}", "ff".repeat(15)),
            "faffffffffffffffffffffffffffffff",
        ),
        (
            format!("0100000000000000040000000000000000{}", "00".repeat(15)),
            "e33594d7505e43b900000000000000003394d7505e4379cd01000000000000000000000000000000000000000000000001000000000000000000000000000000".to_owned(),
            "14000000000000005500000000000000",
        ),
        (
            format!("0100000000000000040000000000000000{}", "00".repeat(15)),
            "e33594d7505e43b900000000000000003394d7505e4379cd010000000000000000000000000000000000000000000000".to_owned(),
            "13000000000000000000000000000000",
        ),
    ];
    for (key, message, tag) in cases {
        let message: Vec<_> = message
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(core::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect();
        assert_eq!(ours(&hex(&key), &message), hex(tag));
    }
}

/// SplitMix64 with a fixed seed, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: u64) -> usize {
        usize::try_from(self.next() % end).unwrap()
    }

    /// Mostly words that sit at the edges of 26 and 32 bits, of the clamp, and of `p`.
    fn word(&mut self) -> [u8; 4] {
        const EDGES: [u32; 12] = [
            0,
            1,
            4,
            5,
            u32::MAX,
            u32::MAX - 4,
            0x03ff_ffff,
            0x0400_0000,
            0x0fff_fffc,
            0x0fff_ffff,
            0x8000_0000,
            0x7fff_ffff,
        ];
        let random = self.next().to_le_bytes();
        let random = u32::from_le_bytes(random[..4].try_into().unwrap());
        EDGES.get(self.below(16)).copied().unwrap_or(random).to_le_bytes()
    }

    fn bytes(&mut self, words: usize) -> Vec<u8> {
        (0..words).flat_map(|_| self.word()).collect()
    }
}

/// Both ways of counting, at the edges of their words and beside `p`. `KERNEL_CASES` for more of them.
#[test]
fn poly1305_at_its_edges() {
    let cases = std::env::var("KERNEL_CASES").ok().and_then(|cases| cases.parse().ok());
    let mut random = Random(1);
    for _ in 0..cases.unwrap_or(20_000_u64) {
        let key = random.bytes(8).try_into().unwrap();
        let words = random.below(160);
        let mut message = random.bytes(words);
        message.truncate(message.len().saturating_sub(random.below(16)));
        assert_eq!(ours(&key, &message), theirs(&key, &message), "{key:x?} {message:x?}");
        let same = random.bytes(4).repeat(random.below(100));
        assert_eq!(ours(&key, &same), theirs(&key, &same), "{key:x?} {same:x?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn equals_rustcrypto(
        key: [u8; 32], nonce: [u8; 12], length in 0_usize..20_000, associated in 0_usize..600, seed: u32,
    ) {
        compare(&key, &nonce, &bytes(associated, seed / 2), &bytes(length, seed / 3));
    }

    #[test]
    fn the_subkey_is_that_of_xchacha(key: [u8; 32], nonce: [u8; 24], text: Vec<u8>) {
        let mut theirs = text.clone();
        let tag = XChaCha20Poly1305::new(&key.into())
            .encrypt_inout_detached(&nonce.into(), b"x", theirs.as_mut_slice().into())
            .unwrap();
        let mut last = [0; 12];
        last[4..].copy_from_slice(&nonce[16..]);
        let mut ours = text;
        let key = subkey(&key, nonce[..16].try_into().unwrap());
        prop_assert_eq!(seal(&key, &last, b"x", &mut ours), <[u8; 16]>::from(tag));
        prop_assert_eq!(ours, theirs);
    }
}
