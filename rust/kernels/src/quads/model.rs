//! [`Quad`] and [`Duo`] as arrays, for targets without the vectors: the model that tests run. Lanes are written out, as in
//! `lanes/model.rs`.

#![allow(clippy::cast_possible_truncation, reason = "lower words are asked for")]

use crate::{numbers::Words, secret::mask};

/// Four of 32 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quad([i32; 4]);

/// Two of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duo([i64; 2]);

#[inline(always)]
fn product(a: i32, b: i32) -> i64 {
    i64::from(a) * i64::from(b)
}

impl Quad {
    #[inline(always)]
    pub(crate) const fn new(lanes: [i32; 4]) -> Self {
        Self(lanes)
    }

    #[inline(always)]
    pub(crate) const fn lanes(self) -> [i32; 4] {
        self.0
    }

    /// Products of the lanes 0 and 1.
    #[inline(always)]
    pub(crate) fn lower(self, other: Self) -> Duo {
        let ([a, b, ..], [x, y, ..]) = (self.0, other.0);
        Duo([product(a, x), product(b, y)])
    }

    /// Products of the lanes 2 and 3.
    #[inline(always)]
    pub(crate) fn upper(self, other: Self) -> Duo {
        let ([.., a, b], [.., x, y]) = (self.0, other.0);
        Duo([product(a, x), product(b, y)])
    }

    /// The lower words of both, then those of the other.
    #[inline(always)]
    pub(crate) const fn of(Duo([a, b]): Duo, Duo([c, d]): Duo) -> Self {
        Self([a as i32, b as i32, c as i32, d as i32])
    }

    /// Sums.
    #[inline(always)]
    pub(crate) fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }

    /// Differences.
    #[inline(always)]
    pub(crate) fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }

    /// Products modulo 2^32.
    #[inline(always)]
    pub(crate) fn mul(self, other: Self) -> Self {
        self.zip(other, i32::wrapping_mul)
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(crate) fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    /// Up by `N` bits.
    #[cfg(any(test, feature = "model-limbs"))]
    #[inline(always)]
    pub(crate) const fn shl<const N: u32>(self) -> Self {
        let Self([a, b, c, d]) = self;
        Self([a << N, b << N, c << N, d << N])
    }

    /// Down by `N` bits, copies of the sign from above.
    #[cfg(any(test, feature = "model-limbs"))]
    #[inline(always)]
    pub(crate) const fn sar<const N: u32>(self) -> Self {
        let Self([a, b, c, d]) = self;
        Self([a >> N, b >> N, c >> N, d >> N])
    }

    /// The lanes 0 and 2 of each, in turn.
    #[inline(always)]
    pub(crate) const fn even_even(self, other: Self) -> Self {
        let ([a, _, b, _], [x, _, y, _]) = (self.0, other.0);
        Self([a, x, b, y])
    }

    /// The lanes 0 and 2 of self, each before 1 and 3 of the other.
    #[cfg(any(test, feature = "model-limbs"))]
    #[inline(always)]
    pub(crate) const fn even_odd(self, other: Self) -> Self {
        let ([a, _, b, _], [_, x, _, y]) = (self.0, other.0);
        Self([a, x, b, y])
    }

    /// The lanes 1 and 3 of self, each before 0 and 2 of the other.
    #[inline(always)]
    pub(crate) const fn odd_even(self, other: Self) -> Self {
        let ([_, a, _, b], [x, _, y, _]) = (self.0, other.0);
        Self([a, x, b, y])
    }

    /// The lanes 1 and 3 of each, in turn.
    #[inline(always)]
    pub(crate) const fn odd_odd(self, other: Self) -> Self {
        let ([_, a, _, b], [_, x, _, y]) = (self.0, other.0);
        Self([a, x, b, y])
    }

    /// The lanes 2 and 3 of self, then 0 and 1 of the other.
    #[inline(always)]
    pub(crate) const fn upper_lower(self, other: Self) -> Self {
        let ([_, _, a, b], [x, y, _, _]) = (self.0, other.0);
        Self([a, b, x, y])
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(i32, i32) -> i32) -> Self {
        let ([a, b, c, d], [w, x, y, z]) = (self.0, other.0);
        Self([f(a, w), f(b, x), f(c, y), f(d, z)])
    }
}

impl Duo {
    #[inline(always)]
    pub(crate) const fn new(lanes: [i64; 2]) -> Self {
        Self(lanes)
    }

    /// Words 0 and 1, and words 2 and 3.
    #[inline(always)]
    pub(crate) const fn of_words([a, b, c, d]: &Words) -> [Self; 2] {
        [Self([a.cast_signed(), b.cast_signed()]), Self([c.cast_signed(), d.cast_signed()])]
    }

    /// The reverse.
    #[inline(always)]
    pub(crate) const fn to_words([Self([a, b]), Self([c, d])]: [Self; 2]) -> Words {
        [a.cast_unsigned(), b.cast_unsigned(), c.cast_unsigned(), d.cast_unsigned()]
    }

    /// Ones where both lanes are the same, without a branch.
    #[inline(always)]
    pub(crate) fn same(self, other: Self) -> Self {
        let ([a, b], [x, y]) = (self.0, other.0);
        // Less one, zero alone has the highest bit among numbers below 2^63.
        let same = |difference: i64| mask(difference.cast_unsigned().wrapping_sub(1) >> 63);
        Self([same(a ^ x).cast_signed(), same(b ^ y).cast_signed()])
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        let ([a, b], [x, y]) = (self.0, other.0);
        Self([a | x, b | y])
    }

    /// Up by `N` bits.
    #[inline(always)]
    pub(crate) const fn shl<const N: u32>(self) -> Self {
        let Self([a, b]) = self;
        Self([a << N, b << N])
    }

    /// Down by `N` bits, zeros from above.
    #[inline(always)]
    pub(crate) const fn shr<const N: u32>(self) -> Self {
        let Self([a, b]) = self;
        Self([(a.cast_unsigned() >> N).cast_signed(), (b.cast_unsigned() >> N).cast_signed()])
    }

    /// Sums.
    #[inline(always)]
    pub(crate) fn add(self, other: Self) -> Self {
        let ([a, b], [x, y]) = (self.0, other.0);
        Self([a + x, b + y])
    }

    /// Differences.
    #[inline(always)]
    pub(crate) fn sub(self, other: Self) -> Self {
        let ([a, b], [x, y]) = (self.0, other.0);
        Self([a - x, b - y])
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        let ([a, b], [x, y]) = (self.0, other.0);
        Self([a & x, b & y])
    }
}
