//! Arithmetic modulo p = 2^256 - 2^32 - 977, two elements at a time, on fused multiply-add.
//!
//! An element is six limbs of radix 2^43, `a = sum a_i 2^(43 i)`. A limb is an integer of either
//! sign, held exactly in a double. [`Pair`] has one element in the low lanes and one in the
//! high lanes of six vectors. 2^258 = K modulo p, with K = 4 (2^32 + 977).
//!
//! # The contract
//!
//! A unit is U = 2^43. Every limb of a `Pair<B>` is at most B U in magnitude. Sums add their
//! bounds, and the compiler checks them ([`Pair::add`] and the rest assert on their const
//! parameters while they are compiled):
//!
//! | Operation | Needs | Gives |
//! | --- | --- | --- |
//! | [`mul`] of A and B | A B <= 21 | 1 |
//! | [`square`] of A | A A <= 21 | 1 |
//! | [`mul_add`] of A and B, C and D | A B + C D <= 21 | 1 |
//! | sums and differences of A and B | A + B <= 21 | A + B |
//!
//! Debug builds, so all native tests, check every limb against its bound as well. A column of a
//! product is a sum of six products of limbs, so with this contract the magnitudes in it sum up
//! to S <= 6 21 U^2 = 126 2^86 < 2^93.
//!
//! # Why a column is exact ([`product::Column`])
//!
//! C = 1.5 2^95. Doubles between 2^95 and 2^96 are multiples of M = 2^43. A column is a pair: h, which
//! starts at C and stays between those ends, and l.
//!
//! 1. h' = fma(a, b, h) is h + a b rounded to a multiple of M. h - h' is a multiple of M below 2^95,
//!    hence exact.
//! 2. a b - (h' - h) is an integer of at most 2^42, hence l' = fma(a, b, h - h') is exact.
//! 3. So the sum of all products is (h - C) + l, where l is the sum of at most 13 parts of 2^42: below 2^46.
//! 4. A column has 12 products at most and one fold. |h - C| is at most S + 13 2^42 and what the
//!    fold adds, v K < 2^51 2^35 (see below): below 2^94, so h does not leave its ends.
//! 5. q = (h - C) / M is below 2^50 + 2^44, and fma(h, 1 / M, -C / M) is exact.
//!
//! # Why the reduction is exact ([`product`])
//!
//! 1. v_k = l_k + q_(k-1), for the columns 6 to 11, is an integer below 2^50 + 2^45 < 2^51. v_k K is one more
//!    product of column k - 6, exact by the same argument.
//! 2. Column 5 takes its fold first: its q has the weight 2^258 too, and goes to v_6.
//! 3. t_k = l_k + q_(k-1), for the columns 0 to 5, is below 2^50 + 2^45 as well. (t + C) - C is t rounded
//!    to a multiple of M, what is left is at most 2^42, and the carry t / M at most m = 2^7 + 2.
//! 4. Limb 0 gets the carry of limb 5 times K: at most 2^42 + 130 (2^34 + 3908) < 0.51 2^43 + 0.26 2^43 < U.
//!    The others get at most 2^42 + 130 < U.
//!
//! Beyond the contract nothing is proven, and with limbs of six more bits products are wrong without a
//! sign of it. Random inputs hardly ever come near either end. Hence the types.
//!
//! # What else
//!
//! No value is subnormal, infinite or NaN: all are integers below 2^53, multiples of 2^43 up to 2^96, or
//! those times 2^-43. Minus zero occurs, as the negation of zero, and is harmless: sums and products
//! take it as zero, conversion to an integer gives 0. Bits of doubles are read nowhere but by
//! masks, and limbs are never compared as doubles.
//!
//! No branch and no index depends on a limb. Proven here: bounds. Tested: extreme limbs and random
//! ones against a big-integer oracle. Not covered: an engine that breaks IEEE 754, or a
//! computer that moves to another without fused multiply-add while a process runs.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

mod bytes;
mod known;
mod packed;
mod power;
mod product;
#[cfg(test)]
mod tests;

pub(crate) use bytes::below_p;
use bytes::limbs;
pub(crate) use known::extremes_hold;
pub(crate) use packed::Packed;
pub(crate) use product::{mul, mul_add, square};

use crate::lanes::Lanes;
pub(crate) use crate::numbers::Words;

/// Limbs of two elements.
pub(crate) type Limbs = [Lanes; 6];

/// Two elements, low and high. Limbs are within `BOUND` units; see the contract above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<const BOUND: usize>(Limbs);

/// The result of products, and of reading bytes.
pub(crate) type Tight = Pair<1>;

/// The bound of a `Pair<1>`.
const UNIT: u64 = 1 << 43;
/// The most that a product takes.
const MOST: usize = 21;

impl<const A: usize> Pair<A> {
    /// Takes limbs that the caller knows to be within `A` units.
    #[inline(always)]
    fn new(limbs: Limbs) -> Self {
        const { assert!(A <= MOST, "no product takes more") };
        #[cfg(debug_assertions)]
        for limb in limbs.iter().flat_map(|limb| limb.doubles()) {
            assert!(limb.abs() <= (A as u64 * UNIT) as f64, "a limb breaks its contract");
        }
        Self(limbs)
    }

    #[inline(always)]
    fn map<const R: usize>(&self, f: impl Fn(Lanes) -> Lanes) -> Pair<R> {
        Pair::new(self.0.map(f))
    }

    #[inline(always)]
    fn zip<const B: usize, const R: usize>(
        &self,
        other: &Pair<B>,
        f: impl Fn(Lanes, Lanes) -> Lanes,
    ) -> Pair<R> {
        let (a, b) = (&self.0, &other.0);
        Pair::new([
            f(a[0], b[0]),
            f(a[1], b[1]),
            f(a[2], b[2]),
            f(a[3], b[3]),
            f(a[4], b[4]),
            f(a[5], b[5]),
        ])
    }

    /// Both sums.
    #[inline(always)]
    pub(crate) fn add<const B: usize, const R: usize>(&self, other: &Pair<B>) -> Pair<R> {
        const { assert!(A + B <= R, "a sum adds the bounds") };
        self.zip(other, Lanes::add)
    }

    /// Both differences.
    #[inline(always)]
    pub(crate) fn sub<const B: usize, const R: usize>(&self, other: &Pair<B>) -> Pair<R> {
        const { assert!(A + B <= R, "a difference adds the bounds") };
        self.zip(other, Lanes::sub)
    }

    /// `N` times both.
    #[inline(always)]
    pub(crate) fn times<const N: usize, const R: usize>(&self) -> Pair<R> {
        const { assert!(N * A <= R, "a multiple multiplies the bound") };
        self.map(|x| x.mul(Lanes::splat(N as f64)))
    }

    /// Both differences, `self - N other`.
    #[inline(always)]
    pub(crate) fn less<const N: usize, const B: usize, const R: usize>(
        &self,
        other: &Pair<B>,
    ) -> Pair<R> {
        const { assert!(A + N * B <= R, "a difference adds the bounds") };
        self.zip(other, |x, y| y.madd(Lanes::splat(-(N as f64)), x))
    }

    /// (low, high + high of other).
    #[inline(always)]
    pub(crate) fn add_high<const B: usize, const R: usize>(&self, other: &Pair<B>) -> Pair<R> {
        const { assert!(A + B <= R, "a sum adds the bounds") };
        self.zip(other, |x, y| y.madd(Lanes::pair(0.0, 1.0), x))
    }

    /// (low + high) in both lanes.
    #[inline(always)]
    pub(crate) fn both_sum<const R: usize>(&self) -> Pair<R> {
        const { assert!(2 * A <= R, "a sum adds the bounds") };
        self.map(|x| x.add(x.swap()))
    }

    /// (low, -high).
    #[inline(always)]
    pub(crate) fn high_negated(&self) -> Self {
        self.map(|x| x.xor(Lanes::pair_bits(0, 1 << 63)))
    }

    /// (low, -high) where `mask` has ones, self where it has zeros.
    #[inline(always)]
    pub(crate) fn high_negated_if(&self, mask: u64) -> Self {
        self.map(|x| x.xor(Lanes::pair_bits(0, mask & 1 << 63)))
    }

    /// (-low, -high).
    #[inline(always)]
    pub(crate) fn negated(&self) -> Self {
        self.map(|x| x.xor(Lanes::splat_bits(1 << 63)))
    }

    /// (high, low).
    #[inline(always)]
    pub(crate) fn swapped(&self) -> Self {
        self.map(Lanes::swap)
    }

    /// (low, low).
    #[inline(always)]
    pub(crate) fn both_low(&self) -> Self {
        self.map(Lanes::both_low)
    }

    /// (high, high).
    #[inline(always)]
    pub(crate) fn both_high(&self) -> Self {
        self.map(Lanes::both_high)
    }

    /// (low of self, low of other).
    #[inline(always)]
    pub(crate) fn low_low<const B: usize, const R: usize>(&self, other: &Pair<B>) -> Pair<R> {
        const { assert!(A <= R && B <= R, "the larger bound holds") };
        self.zip(other, Lanes::low_low)
    }

    /// (high of self, low of other).
    #[inline(always)]
    pub(crate) fn high_low<const B: usize, const R: usize>(&self, other: &Pair<B>) -> Pair<R> {
        const { assert!(A <= R && B <= R, "the larger bound holds") };
        self.zip(other, Lanes::high_low)
    }

    /// (high of self, high of other).
    #[inline(always)]
    pub(crate) fn high_high<const B: usize, const R: usize>(&self, other: &Pair<B>) -> Pair<R> {
        const { assert!(A <= R && B <= R, "the larger bound holds") };
        self.zip(other, Lanes::high_high)
    }

    /// The same where `mask` has ones, zero where it has zeros; lane by lane.
    #[inline(always)]
    pub(crate) fn masked(&self, mask: Lanes) -> Self {
        self.map(|x| x.and(mask))
    }

    /// Bits of both: of elements of which one at least is zero, and came of [`Pair::masked`], the other.
    #[inline(always)]
    pub(crate) fn or(&self, other: &Self) -> Self {
        self.zip(other, Lanes::or)
    }

    /// `other` where `mask` has ones, self where it has zeros; lane by lane.
    #[inline(always)]
    pub(crate) fn choose(&self, other: &Self, mask: Lanes) -> Self {
        self.zip(other, |x, y| x.xor(x.xor(y).and(mask)))
    }

    /// Another bound for the same elements.
    #[inline(always)]
    pub(crate) fn loosened<const R: usize>(&self) -> Pair<R> {
        const { assert!(A <= R, "the larger bound holds") };
        Pair::new(self.0)
    }
}

impl Tight {
    /// Two elements of words. No product needs them to be below p.
    #[inline(always)]
    pub(crate) const fn from_words(low: &Words, high: &Words) -> Self {
        let (low, high) = (limbs(low), limbs(high));
        let mut pairs = [Lanes::splat(0.0); 6];
        let mut index = 0;
        while index < 6 {
            // Below 2^43.
            pairs[index] = Lanes::pair(low[index] as f64, high[index] as f64);
            index += 1;
        }
        Self(pairs)
    }
}
