//! Poly1305 (RFC 8439, 2.5), one block after the other, in words of 32 bits.
//!
//! The accumulator is `h = h0 + 2^32 h1 + 2^64 h2 + 2^96 h3 + 2^128 h4` modulo `p = 2^130 - 5`. Between
//! blocks:
//!
//! | Word | Bound |
//! | --- | --- |
//! | `h0` | below `2^32 + 5 · 2^30`, which is `2.25 · 2^32` |
//! | `h1`, `h2`, `h3` | below `2^32` |
//! | `h4` | at most 3 |
//!
//! The key is clamped: `r0 < 2^28`, and `r1`, `r2`, `r3` are multiples of 4 below `2^28`. As `2^130 = 5` modulo `p`,
//! `2^128 r_i = 5/4 r_i`, a whole number `s_i = r_i + r_i / 4 < 1.25 · 2^28`; so no word of a product needs more than
//! four of them. One block `m` of words below `2^32`, with `2^128` added:
//!
//! * sums: `h0 < 3.25 · 2^32`, `h1`, `h2`, `h3 < 2 · 2^32`, `h4 <= 4`;
//! * the largest column, `h0 r0 + h1 s3 + h2 s2 + h3 s1`, is below `(3.25 + 3 · 2.5) · 2^60 < 11 · 2^60`; the others have
//!   `h4 s_i <= 5 · 2^28` and a carry below `2^32` besides, and stay below `11 · 2^60`: no sum of 64 bits overflows;
//! * `d3 < (3.25 + 3 · 2) · 2^60 + 2^32`, as it has no `s_i` but that of `h4`, so its carry is below `9.5 · 2^28`;
//!   `h4 r0 <= 4 · 2^28`; together `h4 < 13.5 · 2^28`;
//! * what is folded is `5 (h4 >> 2) < 5 · 3.375 · 2^28 < 1.06 · 2^32`; so `h0 < 2.25 · 2^32` again.

use super::{lanes::wipe, partial};

const LOW: u64 = 0xffff_ffff;

/// An authenticator under one key. Wiped when it is dropped.
pub(super) struct Poly {
    r: [u64; 4],
    h: [u64; 5],
    /// What is added at the end.
    end: [u32; 4],
}

impl Drop for Poly {
    fn drop(&mut self) {
        wipe(&mut self.r, 0);
        wipe(&mut self.h, 0);
        wipe(&mut self.end, 0);
    }
}

impl Poly {
    /// Under a one-time key of 32 bytes, in two halves of words.
    #[inline(always)]
    pub(super) fn new([r0, r1, r2, r3]: [u32; 4], end: [u32; 4]) -> Self {
        let r = [r0 & 0x0fff_ffff, r1 & 0x0fff_fffc, r2 & 0x0fff_fffc, r3 & 0x0fff_fffc];
        Self { r: r.map(u64::from), h: [0; 5], end }
    }

    /// Takes in `bytes`, and zeros to a whole number of blocks.
    pub(super) fn padded(&mut self, bytes: &[u8]) {
        let (blocks, last) = bytes.as_chunks();
        self.blocks(blocks);
        if !last.is_empty() {
            self.blocks(&[partial::read(last)]);
        }
    }

    /// Takes in whole blocks.
    #[inline(always)]
    pub(super) fn blocks(&mut self, blocks: &[[u8; 16]]) {
        for block in blocks {
            self.h = times(add(self.h, block, 1), self.r);
        }
    }

    /// Takes in the last bytes of a text that is not padded: fewer than 16, and one that says where they end.
    #[cfg(test)]
    pub(super) fn last(&mut self, bytes: &[u8]) {
        let mut block = partial::read(bytes);
        block[bytes.len()] = 1;
        self.h = times(add(self.h, &block, 0), self.r);
    }

    /// The tag: the accumulator modulo `p`, plus the second half of the key modulo `2^128`.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "words of 32 bits")]
    pub(super) fn tag(&self) -> [u32; 4] {
        // Twice, as the first fold can carry over: then h < 2^130.
        let h = carry(fold(carry(self.h)));
        // h + 5 reaches 2^130 just where h reaches p. What is left then is h - p = h + 5 - 2^130.
        let [h0, h1, h2, h3, h4] = h;
        let [.., over] = carry([h0 + 5, h1, h2, h3, h4]);
        let mut sum = h0 + 5 * (over >> 2);
        let mut tag = [0; 4];
        for ((place, more), end) in tag.iter_mut().zip([h1, h2, h3, 0]).zip(self.end) {
            sum += u64::from(end);
            *place = sum as u32;
            sum = (sum >> 32) + more;
        }
        tag
    }
}

/// `h` plus a block, and `top` times `2^128`.
#[inline(always)]
fn add([h0, h1, h2, h3, h4]: [u64; 5], block: &[u8; 16], top: u64) -> [u64; 5] {
    let [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3] = *block;
    let word = |bytes| u64::from(u32::from_le_bytes(bytes));
    [
        h0 + word([a0, a1, a2, a3]),
        h1 + word([b0, b1, b2, b3]),
        h2 + word([c0, c1, c2, c3]),
        h3 + word([d0, d1, d2, d3]),
        h4 + top,
    ]
}

/// `h` times a clamped key. The bounds are in the header.
#[inline(always)]
fn times([h0, h1, h2, h3, h4]: [u64; 5], [r0, r1, r2, r3]: [u64; 4]) -> [u64; 5] {
    debug_assert!(h0 < 13 << 30 && h1.max(h2).max(h3) < 1 << 33 && h4 <= 4);
    debug_assert!(r0.max(r1).max(r2).max(r3) < 1 << 28 && (r1 | r2 | r3) & 3 == 0);
    let [s1, s2, s3] = [r1, r2, r3].map(|r| r + (r >> 2));
    let d0 = h0 * r0 + h1 * s3 + h2 * s2 + h3 * s1;
    let d1 = h0 * r1 + h1 * r0 + h2 * s3 + h3 * s2 + h4 * s1 + (d0 >> 32);
    let d2 = h0 * r2 + h1 * r1 + h2 * r0 + h3 * s3 + h4 * s2 + (d1 >> 32);
    let d3 = h0 * r3 + h1 * r2 + h2 * r1 + h3 * r0 + h4 * s3 + (d2 >> 32);
    let h4 = h4 * r0 + (d3 >> 32);
    fold([d0 & LOW, d1 & LOW, d2 & LOW, d3 & LOW, h4])
}

/// Brings what is above `2^130` back to the lowest word.
#[inline(always)]
fn fold([h0, h1, h2, h3, h4]: [u64; 5]) -> [u64; 5] {
    [h0 + 5 * (h4 >> 2), h1, h2, h3, h4 & 3]
}

/// Carries from word to word, to the last.
#[inline(always)]
fn carry([h0, h1, h2, h3, h4]: [u64; 5]) -> [u64; 5] {
    let h1 = h1 + (h0 >> 32);
    let h2 = h2 + (h1 >> 32);
    let h3 = h3 + (h2 >> 32);
    [h0 & LOW, h1 & LOW, h2 & LOW, h3 & LOW, h4 + (h3 >> 32)]
}
