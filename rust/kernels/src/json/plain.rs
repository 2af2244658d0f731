//! Where the plain part of a string ends: at a quote, a backslash or a control character.

/// How many bytes of a text, from its start, are in a JSON string as they are.
// Inlined, it would be compiled for size, as all is that calls it.
#[must_use]
#[inline(never)]
pub fn plain_length(text: &str) -> usize {
    plain(text.as_bytes(), 0)
}

/// How many bytes of a text stand before the first of these; all, if there is none of them.
#[must_use]
#[inline(never)]
pub fn length_before(text: &str, wanted: [u8; 4]) -> usize {
    let (blocks, _) = text.as_bytes().as_chunks::<16>();
    // Without a way out, so that all bytes of a block are compared at once.
    let is_free =
        |block: &&[u8; 16]| !block.iter().fold(false, |found, byte| found | wanted.contains(byte));
    let free = 16 * blocks.iter().take_while(is_free).count();
    let place = text.bytes().skip(free).position(|byte| wanted.contains(&byte));
    place.map_or(text.len(), |place| free + place)
}

/// The index of the first byte at or after `index` that is not plain; the length if there is none.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline]
pub(super) fn plain(bytes: &[u8], mut index: usize) -> usize {
    use core::arch::wasm32::{
        i8x16_bitmask, i8x16_eq, u8x16_lt, u8x16_splat, v128, v128_load, v128_or,
    };
    while let Some(block) = bytes.get(index..).and_then(<[u8]>::first_chunk::<16>) {
        // SAFETY: the block has 16 bytes, and a load needs no alignment.
        let block = unsafe { v128_load(block.as_ptr().cast::<v128>()) };
        let quote = i8x16_eq(block, u8x16_splat(b'"'));
        let backslash = i8x16_eq(block, u8x16_splat(b'\\'));
        let control = u8x16_lt(block, u8x16_splat(0x20));
        let found = i8x16_bitmask(v128_or(v128_or(quote, backslash), control));
        if found != 0 {
            return index + found.trailing_zeros() as usize;
        }
        index += 16;
    }
    one_by_one(bytes, index)
}

/// As above, eight bytes in a word.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline]
pub(super) fn plain(bytes: &[u8], mut index: usize) -> usize {
    while let Some(block) = bytes.get(index..).and_then(<[u8]>::first_chunk::<8>) {
        let found = special(u64::from_le_bytes(*block));
        if found != 0 {
            return index + found.trailing_zeros() as usize / 8;
        }
        index += 8;
    }
    one_by_one(bytes, index)
}

/// Sets the top bit of every byte that is a quote, a backslash or below 0x20. Only the lowest bit set is
/// reliable: a borrow can set bits above it wrongly.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
const fn special(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const TOPS: u64 = ONES << 7;
    const fn zero(word: u64) -> u64 {
        word.wrapping_sub(ONES) & !word
    }
    let quote = zero(word ^ (ONES * b'"' as u64));
    let backslash = zero(word ^ (ONES * b'\\' as u64));
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    (quote | backslash | control) & TOPS
}

fn one_by_one(bytes: &[u8], index: usize) -> usize {
    let rest = bytes.get(index..).unwrap_or_default();
    let found = rest.iter().position(|byte| matches!(byte, 0..0x20 | b'"' | b'\\'));
    found.map_or(bytes.len(), |found| index + found)
}
