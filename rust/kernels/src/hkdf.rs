//! HKDF with SHA-256 (RFC 5869) for keys of 32 bytes, with the fewest compressions.
//!
//! | Step | Compressions |
//! | --- | --- |
//! | [`Keyed::new`] | 2: both padded blocks of HMAC (RFC 2104), once for a key |
//! | [`Keyed::tag`] of at most 55 bytes | 2 |
//! | [`expand`] of `n` blocks | 2 + 2`n`, where `info` has at most 22 bytes |
//!
//! The compression is `sha2`'s. A [`Keyed`] of a public salt can be kept, which saves its two.
//! The time depends on the number of bytes, never on their values. States and blocks that held a secret are wiped.

use sha2::block_api::compress256;
use zeroize::{Zeroize, Zeroizing};

const BLOCK: usize = 64;
const HASH: usize = 32;

/// The most bytes that [`expand`] gives (RFC 5869, section 2.3).
pub const MAX_OUTPUT: usize = 255 * HASH;

/// Before the first block (FIPS 180-4, section 5.3.3).
const INITIAL: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// HMAC under one key: the states behind its two padded blocks.
#[derive(Clone)]
pub struct Keyed {
    inner: Zeroizing<[u32; 8]>,
    outer: Zeroizing<[u32; 8]>,
}

impl Keyed {
    /// Takes a key in.
    #[must_use]
    pub fn new(key: &[u8; HASH]) -> Self {
        let (mut inner, mut outer) = (Zeroizing::new(INITIAL), Zeroizing::new(INITIAL));
        let mut block = [0x36_u8; BLOCK];
        for (byte, key) in block.iter_mut().zip(key) {
            *byte ^= key;
        }
        compress256(&mut inner, &[block]);
        for byte in &mut block {
            *byte ^= 0x36 ^ 0x5c;
        }
        compress256(&mut outer, &[block]);
        block.zeroize();
        Self { inner, outer }
    }

    /// HMAC of `parts`, one after the other.
    #[must_use]
    pub fn tag(&self, parts: &[&[u8]]) -> [u8; HASH] {
        let mut message = Message::behind(*self.inner);
        for part in parts {
            message.take(part);
        }
        let mut digest = message.finish();
        let mut message = Message::behind(*self.outer);
        message.take(&digest);
        digest.zeroize();
        message.finish()
    }

    /// As [`expand`], from the key that was taken in.
    #[must_use]
    pub fn expand(&self, info: [&[u8]; 2], output: &mut [u8]) -> bool {
        if output.len() > MAX_OUTPUT {
            return false;
        }
        let [label, more] = info;
        let mut block = [0; HASH];
        for (place, number) in output.chunks_mut(HASH).zip(1_u8..=255) {
            let before: &[u8] = if number == 1 { &[] } else { &block };
            let next = self.tag(&[before, label, more, &[number]]);
            block = next;
            let (from, _) = block.split_at(place.len());
            place.copy_from_slice(from);
        }
        block.zeroize();
        true
    }
}

/// Fills `output` from a pseudorandom key, for the use that `info`, in two parts, names. `false`, and nothing is
/// written, above [`MAX_OUTPUT`].
#[must_use]
pub fn expand(key: &[u8; HASH], info: [&[u8]; 2], output: &mut [u8]) -> bool {
    Keyed::new(key).expand(info, output)
}

/// A message of SHA-256 behind a first block.
struct Message {
    state: [u32; 8],
    block: [u8; BLOCK],
    /// Bytes that wait in `block`: fewer than [`BLOCK`].
    waiting: usize,
    /// Bytes in all, the first block included.
    length: u64,
}

impl Message {
    fn behind(state: [u32; 8]) -> Self {
        Self { state, block: [0; BLOCK], waiting: 0, length: BLOCK as u64 }
    }

    fn take(&mut self, mut bytes: &[u8]) {
        self.length = self.length.wrapping_add(bytes.len() as u64);
        while !bytes.is_empty() {
            let (now, rest) = bytes.split_at(bytes.len().min(BLOCK - self.waiting));
            let (_, free) = self.block.split_at_mut(self.waiting);
            let (place, _) = free.split_at_mut(now.len());
            place.copy_from_slice(now);
            self.waiting += now.len();
            bytes = rest;
            if self.waiting == BLOCK {
                compress256(&mut self.state, &[self.block]);
                self.waiting = 0;
            }
        }
    }

    /// Pads (FIPS 180-4, section 5.1.1) and gives the digest. The message is wiped.
    fn finish(mut self) -> [u8; HASH] {
        let bits = self.length.wrapping_mul(8);
        let (_, free) = self.block.split_at_mut(self.waiting);
        free.fill(0);
        if let Some(first) = free.first_mut() {
            *first = 0x80;
        }
        if free.len() < 9 {
            compress256(&mut self.state, &[self.block]);
            self.block = [0; BLOCK];
        }
        if let Some(end) = self.block.last_chunk_mut() {
            *end = bits.to_be_bytes();
        }
        compress256(&mut self.state, &[self.block]);
        let mut digest = [0; HASH];
        for (place, word) in digest.as_chunks_mut().0.iter_mut().zip(self.state) {
            *place = word.to_be_bytes();
        }
        self.block.zeroize();
        self.state.zeroize();
        digest
    }
}
