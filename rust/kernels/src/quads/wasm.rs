//! [`Quad`] and [`Duo`] as vectors of WebAssembly: one instruction a method.

use core::arch::wasm32::{
    i32x4, i32x4_add, i32x4_extract_lane, i32x4_mul, i32x4_shl, i32x4_shr, i32x4_shuffle,
    i32x4_sub, i64x2, i64x2_add, i64x2_eq, i64x2_extmul_high_i32x4, i64x2_extmul_low_i32x4,
    i64x2_shl, i64x2_sub, u64x2_shr, v128, v128_and, v128_load, v128_or, v128_store, v128_xor,
};

use crate::numbers::Words;

/// Four of 32 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quad(v128);

/// Two of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duo(v128);

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $op:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name(self, other: Self) -> Self {
            Self($op(self.0, other.0))
        }
    )*};
}

#[cfg_attr(
    target_feature = "relaxed-simd",
    allow(dead_code, reason = "fields of integers, which need all, are of the other engine")
)]
impl Quad {
    #[inline(always)]
    pub(crate) const fn new([a, b, c, d]: [i32; 4]) -> Self {
        Self(i32x4(a, b, c, d))
    }

    #[inline(always)]
    pub(crate) fn lanes(self) -> [i32; 4] {
        let Self(v) = self;
        [
            i32x4_extract_lane::<0>(v),
            i32x4_extract_lane::<1>(v),
            i32x4_extract_lane::<2>(v),
            i32x4_extract_lane::<3>(v),
        ]
    }

    /// Products of the lanes 0 and 1.
    #[inline(always)]
    pub(crate) fn lower(self, other: Self) -> Duo {
        Duo(i64x2_extmul_low_i32x4(self.0, other.0))
    }

    /// Products of the lanes 2 and 3.
    #[inline(always)]
    pub(crate) fn upper(self, other: Self) -> Duo {
        Duo(i64x2_extmul_high_i32x4(self.0, other.0))
    }

    /// Up by `N` bits.
    #[inline(always)]
    pub(crate) fn shl<const N: u32>(self) -> Self {
        Self(i32x4_shl(self.0, N))
    }

    /// Down by `N` bits, copies of the sign from above.
    #[inline(always)]
    pub(crate) fn sar<const N: u32>(self) -> Self {
        Self(i32x4_shr(self.0, N))
    }

    /// The lower words of both, then those of the other.
    #[inline(always)]
    pub(crate) fn of(lower: Duo, upper: Duo) -> Self {
        Self(i32x4_shuffle::<0, 2, 4, 6>(lower.0, upper.0))
    }

    binary! {
        /// Sums.
        add = i32x4_add;
        /// Differences.
        sub = i32x4_sub;
        /// Products modulo 2^32.
        mul = i32x4_mul;
        and = v128_and;
        xor = v128_xor;
        /// The lanes 0 and 2 of each, in turn.
        even_even = i32x4_shuffle::<0, 4, 2, 6>;
        /// The lanes 0 and 2 of self, each before 1 and 3 of the other.
        even_odd = i32x4_shuffle::<0, 5, 2, 7>;
        /// The lanes 1 and 3 of self, each before 0 and 2 of the other.
        odd_even = i32x4_shuffle::<1, 4, 3, 6>;
        /// The lanes 1 and 3 of each, in turn.
        odd_odd = i32x4_shuffle::<1, 5, 3, 7>;
        /// The lanes 2 and 3 of self, then 0 and 1 of the other.
        upper_lower = i32x4_shuffle::<2, 3, 4, 5>;
    }
}

impl Duo {
    #[inline(always)]
    pub(crate) const fn new([a, b]: [i64; 2]) -> Self {
        Self(i64x2(a, b))
    }

    /// Words 0 and 1, and words 2 and 3.
    #[inline(always)]
    pub(crate) fn of_words(words: &Words) -> [Self; 2] {
        let place = words.as_ptr().cast::<v128>();
        // SAFETY: both vectors lie within the four words, and a load needs no alignment.
        unsafe { [Self(v128_load(place)), Self(v128_load(place.add(1)))] }
    }

    /// The reverse.
    #[inline(always)]
    pub(crate) fn to_words([low, high]: [Self; 2]) -> Words {
        let mut words = [0; 4];
        let place = words.as_mut_ptr().cast::<v128>();
        // SAFETY: as above.
        unsafe {
            v128_store(place, low.0);
            v128_store(place.add(1), high.0);
        }
        words
    }

    /// Up by `N` bits.
    #[inline(always)]
    pub(crate) fn shl<const N: u32>(self) -> Self {
        Self(i64x2_shl(self.0, N))
    }

    /// Down by `N` bits, zeros from above.
    #[inline(always)]
    pub(crate) fn shr<const N: u32>(self) -> Self {
        Self(u64x2_shr(self.0, N))
    }

    binary! {
        /// Sums.
        add = i64x2_add;
        /// Differences.
        sub = i64x2_sub;
        and = v128_and;
        or = v128_or;
        /// Ones where both lanes are the same.
        same = i64x2_eq;
    }
}
