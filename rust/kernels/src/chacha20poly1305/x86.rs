//! [`Lanes`] as a vector of SSE2, which every x86-64 has. No operation branches.

use core::{
    arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_or_si128, _mm_set1_epi32, _mm_shuffle_epi32, _mm_slli_epi32,
        _mm_srli_epi32, _mm_unpackhi_epi32, _mm_unpackhi_epi64, _mm_unpacklo_epi32,
        _mm_unpacklo_epi64, _mm_xor_si128,
    },
    mem::transmute,
};

use super::lanes::Lanes;

// SAFETY, of every block: the instructions are of SSE2, and a vector and its four words have one size and no bits that are no
// value. x86 is little-endian.
impl Lanes for __m128i {
    const ZERO: Self = unsafe { transmute([0_u32; 4]) };

    #[inline(always)]
    fn new(lanes: [u32; 4]) -> Self {
        unsafe { transmute(lanes) }
    }
    #[inline(always)]
    fn lanes(self) -> [u32; 4] {
        unsafe { transmute(self) }
    }
    #[inline(always)]
    fn splat(lane: u32) -> Self {
        unsafe { _mm_set1_epi32(lane.cast_signed()) }
    }
    #[inline(always)]
    fn load(bytes: &[u8; 16]) -> Self {
        unsafe { transmute(*bytes) }
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8; 16]) {
        *bytes = unsafe { transmute::<Self, [u8; 16]>(self) };
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        unsafe { _mm_xor_si128(self, other) }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        unsafe { _mm_add_epi32(self, other) }
    }
    #[inline(always)]
    fn rotate<const N: u32>(self) -> Self {
        // Numbers of bits are constants of the instructions, which cannot be computed from `N`.
        let (left, right) = unsafe {
            match N {
                7 => (_mm_slli_epi32::<7>(self), _mm_srli_epi32::<25>(self)),
                8 => (_mm_slli_epi32::<8>(self), _mm_srli_epi32::<24>(self)),
                12 => (_mm_slli_epi32::<12>(self), _mm_srli_epi32::<20>(self)),
                _ => (_mm_slli_epi32::<16>(self), _mm_srli_epi32::<16>(self)),
            }
        };
        unsafe { _mm_or_si128(left, right) }
    }
    #[inline(always)]
    fn turn<const N: usize>(self) -> Self {
        unsafe {
            match N {
                1 => _mm_shuffle_epi32::<0b00_11_10_01>(self),
                2 => _mm_shuffle_epi32::<0b01_00_11_10>(self),
                _ => _mm_shuffle_epi32::<0b10_01_00_11>(self),
            }
        }
    }
    #[inline(always)]
    fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        unsafe {
            let (ab, cd) = (_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d));
            let (ef, gh) = (_mm_unpackhi_epi32(a, b), _mm_unpackhi_epi32(c, d));
            [
                _mm_unpacklo_epi64(ab, cd),
                _mm_unpackhi_epi64(ab, cd),
                _mm_unpacklo_epi64(ef, gh),
                _mm_unpackhi_epi64(ef, gh),
            ]
        }
    }
}
