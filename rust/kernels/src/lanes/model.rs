//! [`Lanes`] as two words, for targets without relaxed SIMD: the model that tests run.
//!
//! Lanes are written out: the compiler makes calls of `map` in functions that are long, and they take a hundred times as long.

#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes([u64; 2]);

impl Lanes {
    /// Doubles.
    #[inline(always)]
    pub(crate) const fn pair(low: f64, high: f64) -> Self {
        Self([low.to_bits(), high.to_bits()])
    }

    /// Bits.
    #[inline(always)]
    pub(crate) const fn pair_bits(low: u64, high: u64) -> Self {
        Self([low, high])
    }

    /// Both doubles.
    #[inline(always)]
    pub(crate) const fn doubles(self) -> [f64; 2] {
        let Self([a, b]) = self;
        [f64::from_bits(a), f64::from_bits(b)]
    }

    /// Both lanes as bits.
    #[inline(always)]
    pub(crate) const fn bits(self) -> [u64; 2] {
        self.0
    }

    /// `self * factor + term` of doubles, rounded once.
    #[inline(always)]
    pub(crate) fn madd(self, factor: Self, term: Self) -> Self {
        let ([a, b], [x, y], [s, t]) = (self.doubles(), factor.doubles(), term.doubles());
        Self::pair(a.mul_add(x, s), b.mul_add(y, t))
    }

    /// Sum of doubles.
    #[inline(always)]
    pub(crate) fn add(self, other: Self) -> Self {
        let ([a, b], [x, y]) = (self.doubles(), other.doubles());
        Self::pair(a + x, b + y)
    }

    /// Difference of doubles.
    #[inline(always)]
    pub(crate) fn sub(self, other: Self) -> Self {
        let ([a, b], [x, y]) = (self.doubles(), other.doubles());
        Self::pair(a - x, b - y)
    }

    /// Product of doubles.
    #[inline(always)]
    pub(crate) fn mul(self, other: Self) -> Self {
        let ([a, b], [x, y]) = (self.doubles(), other.doubles());
        Self::pair(a * x, b * y)
    }

    /// Sum modulo 2^64.
    #[inline(always)]
    pub(crate) fn add_bits(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    /// Bits, up by `N`.
    #[inline(always)]
    pub(crate) const fn shl<const N: u32>(self) -> Self {
        let Self([a, b]) = self;
        Self([a << N, b << N])
    }

    /// Bits, down by `N`, zeros from above.
    #[inline(always)]
    pub(crate) const fn shr<const N: u32>(self) -> Self {
        let Self([a, b]) = self;
        Self([a >> N, b >> N])
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(crate) fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    /// (low of self, low of other).
    #[inline(always)]
    pub(crate) const fn low_low(self, other: Self) -> Self {
        Self([self.0[0], other.0[0]])
    }

    /// (low of self, high of other).
    #[inline(always)]
    pub(crate) const fn low_high(self, other: Self) -> Self {
        Self([self.0[0], other.0[1]])
    }

    /// (high of self, low of other).
    #[inline(always)]
    pub(crate) const fn high_low(self, other: Self) -> Self {
        Self([self.0[1], other.0[0]])
    }

    /// (high of self, high of other).
    #[inline(always)]
    pub(crate) const fn high_high(self, other: Self) -> Self {
        Self([self.0[1], other.0[1]])
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b], [x, y]) = (self.0, other.0);
        Self([f(a, x), f(b, y)])
    }
}
