//! Base 64 in lanes of simd128: sixteen letters at a time, by the same sums as in words, and so in the same time for
//! all bytes. Encoding alone: what is decoded is short.

use core::arch::wasm32::{
    i8x16_add, i8x16_shuffle, u8x16_ge, u8x16_splat, u32x4_shl, u32x4_shr, u32x4_splat, v128,
    v128_and, v128_load, v128_or, v128_store,
};

use super::Alphabet;

/// Bytes that are encoded at a time, and the letters that they make.
const BYTES: usize = 12;
const LETTERS: usize = 16;

/// Writes as many letters as come in whole lanes, and gives the number of bytes used and of letters written.
pub(super) fn write(alphabet: Alphabet, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut used, mut filled) = (0, 0);
    // A load takes four bytes more than are used.
    while let Some(block) = bytes.get(used..).and_then(<[u8]>::first_chunk::<LETTERS>)
        && let Some(place) = out.get_mut(filled..).and_then(<[u8]>::first_chunk_mut::<LETTERS>)
    {
        // SAFETY: the block has 16 bytes, and a load needs no alignment.
        let block = unsafe { v128_load(block.as_ptr().cast::<v128>()) };
        // SAFETY: so has the place.
        unsafe { v128_store(place.as_mut_ptr().cast::<v128>(), letters(alphabet, spread(block))) };
        (used, filled) = (used + BYTES, filled + LETTERS);
    }
    (used, filled)
}

/// Twelve bytes as sixteen values of six bits.
#[inline(always)]
fn spread(block: v128) -> v128 {
    // Three bytes in each lane of 32 bits, the first of them the highest.
    let groups =
        i8x16_shuffle::<2, 1, 0, 15, 5, 4, 3, 15, 8, 7, 6, 15, 11, 10, 9, 15>(block, block);
    let part = |value: v128, mask: u32| v128_and(value, u32x4_splat(mask));
    let first = part(u32x4_shr(groups, 18), 0x3f);
    let second = part(u32x4_shr(groups, 4), 0x3f00);
    let third = part(u32x4_shl(groups, 10), 0x003f_0000);
    let fourth = part(u32x4_shl(groups, 24), 0x3f00_0000);
    v128_or(v128_or(first, second), v128_or(third, fourth))
}

/// A letter is its value plus an offset; each range that the value has left behind changes it.
#[inline(always)]
fn letters(alphabet: Alphabet, values: v128) -> v128 {
    let [plus, slash] = alphabet.last.map(|letter| letter.to_le_bytes()[0]);
    let from =
        |least: u8, step: u8| v128_and(u8x16_ge(values, u8x16_splat(least)), u8x16_splat(step));
    let upper = i8x16_add(values, u8x16_splat(b'A'));
    let lower = i8x16_add(upper, from(26, b'a' - 26 - b'A'));
    let digits = i8x16_add(lower, from(52, b'0'.wrapping_sub(52).wrapping_sub(b'a' - 26)));
    let last =
        i8x16_add(digits, from(62, plus.wrapping_sub(62).wrapping_sub(b'0'.wrapping_sub(52))));
    i8x16_add(last, from(63, slash.wrapping_sub(plus).wrapping_sub(1)))
}
