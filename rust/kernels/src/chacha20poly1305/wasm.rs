//! [`Lanes`] as `v128`. No operation branches.

use core::arch::wasm32::{
    i8x16_shuffle, i32x4, i32x4_add, i32x4_extract_lane, i32x4_shl, i32x4_shuffle, i32x4_splat,
    i64x2_shuffle, u32x4_shr, v128, v128_load, v128_or, v128_store, v128_xor,
};

use super::lanes::Lanes;

#[allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "lanes have no sign")]
impl Lanes for v128 {
    const ZERO: Self = i32x4(0, 0, 0, 0);

    #[inline(always)]
    fn new([a, b, c, d]: [u32; 4]) -> Self {
        i32x4(a as i32, b as i32, c as i32, d as i32)
    }
    #[inline(always)]
    fn lanes(self) -> [u32; 4] {
        [
            i32x4_extract_lane::<0>(self) as u32,
            i32x4_extract_lane::<1>(self) as u32,
            i32x4_extract_lane::<2>(self) as u32,
            i32x4_extract_lane::<3>(self) as u32,
        ]
    }
    #[inline(always)]
    fn splat(lane: u32) -> Self {
        i32x4_splat(lane as i32)
    }
    #[inline(always)]
    fn load(bytes: &[u8; 16]) -> Self {
        // SAFETY: 16 bytes are there to read; the instruction needs no alignment.
        unsafe { v128_load(bytes.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8; 16]) {
        // SAFETY: 16 bytes are there to write; the instruction needs no alignment.
        unsafe { v128_store(bytes.as_mut_ptr().cast(), self) }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        v128_xor(self, other)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        i32x4_add(self, other)
    }
    #[inline(always)]
    fn rotate<const N: u32>(self) -> Self {
        if N == 16 {
            return i8x16_shuffle::<2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13>(
                self, self,
            );
        }
        v128_or(i32x4_shl(self, N), u32x4_shr(self, 32 - N))
    }
    #[inline(always)]
    fn turn<const N: usize>(self) -> Self {
        match N {
            1 => i32x4_shuffle::<1, 2, 3, 0>(self, self),
            2 => i32x4_shuffle::<2, 3, 0, 1>(self, self),
            _ => i32x4_shuffle::<3, 0, 1, 2>(self, self),
        }
    }
    #[inline(always)]
    fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let (ab, cd) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<0, 4, 1, 5>(c, d));
        let (ef, gh) = (i32x4_shuffle::<2, 6, 3, 7>(a, b), i32x4_shuffle::<2, 6, 3, 7>(c, d));
        [
            i64x2_shuffle::<0, 2>(ab, cd),
            i64x2_shuffle::<1, 3>(ab, cd),
            i64x2_shuffle::<0, 2>(ef, gh),
            i64x2_shuffle::<1, 3>(ef, gh),
        ]
    }
}
