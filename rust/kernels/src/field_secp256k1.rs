//! Arithmetic modulo p = 2^256 - 2^32 - 977, two elements at a time, in three ways.
//!
//! | [`Field`] | An element | Radix | Used on |
//! | --- | --- | --- | --- |
//! | [`Fused`] | six limbs in doubles, [`fused`] | 2^43 | WebAssembly with relaxed SIMD |
//! | [`Limbs`] | ten limbs in lanes of 32 bits, [`limbs`] | 2^26 | WebAssembly without |
//! | [`Whole`] | five limbs in words of 64 bits, [`whole`] | 2^52 | elsewhere |
//!
//! A [`Pair`] has one element that is called low and one that is called high: in vectors, they are lanes.
//!
//! # The contract
//!
//! An element is the sum of its limbs, each times its power of the radix. A limb is an integer of either sign. Every limb of a
//! `Pair` of bound B is at most B U in magnitude; what a unit U is, each field says. Sums add their
//! bounds, and the compiler checks them ([`Pair::add`] and the rest assert on their const
//! parameters while they are compiled):
//!
//! | Operation | Needs | Gives |
//! | --- | --- | --- |
//! | [`mul`] of A and B | A B <= 21, each <= 15 | 1 |
//! | [`square`] of A | A A <= 21 | 1 |
//! | [`mul_add`] of A and B, C and D | A B + C D <= 21, each <= 15 | 1 |
//! | sums and differences of A and B | A + B <= 21 | A + B |
//!
//! Debug builds, so all native tests, check every limb against its bound as well.
//!
//! No branch and no index depends on a limb. Proven: bounds. Tested: extreme limbs and random
//! ones of all three against a big-integer oracle.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

mod canonical;
mod fused;
mod limbs;
mod power;
#[cfg(test)]
pub(crate) mod tests;
mod whole;

pub use fused::Fused;
pub(crate) use fused::extremes_hold;
pub use limbs::Limbs;
pub use whole::Whole;

use core::{fmt::Debug, marker::PhantomData};

pub(crate) use crate::numbers::Words;

/// p, the field.
pub(crate) const P: Words =
    [0xffff_fffe_ffff_fc2f, 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff];

/// The most that a product takes.
const MOST: usize = 21;
/// The most of a factor: two of its limbs add up to less than 2^31 in [`Limbs`].
const FACTOR: usize = 15;

/// Two elements as a table stores them: words of the low one, and of the high one.
pub(crate) type Packed = [Words; 2];

/// A way to compute modulo p. The bounds are the caller's to keep: [`Pair`] does.
pub trait Field: Copy + Debug + Send + Sync + 'static {
    /// Two elements, low and high.
    type Both: Copy + Debug + Send + Sync;

    /// Of words, of bound 1. They need not be below p.
    fn unpacked(words: &Packed) -> Self::Both;
    /// The words of both, below p. Any bound.
    fn packed(both: &Self::Both) -> Packed;
    /// The words of the low element, below p. Any bound.
    fn low_packed(both: &Self::Both) -> Words;
    /// The magnitude of the largest limb, in units, rounded up.
    #[cfg(debug_assertions)]
    fn bound(both: &Self::Both) -> usize;

    /// Both sums.
    fn sum(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// Both differences.
    fn difference(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// `N` times both.
    fn times<const N: usize>(a: &Self::Both) -> Self::Both;
    /// Both differences, `a - N b`.
    #[inline(always)]
    fn less<const N: usize>(a: &Self::Both, b: &Self::Both) -> Self::Both {
        Self::difference(a, &Self::times::<N>(b))
    }
    /// (low, high + high of other).
    fn sum_high(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// The opposites where the masks, low and high, have ones.
    fn negated_if(a: &Self::Both, masks: [u64; 2]) -> Self::Both;
    /// `b` where the masks, low and high, have ones, and `a` where they have zeros.
    fn chosen(a: &Self::Both, b: &Self::Both, masks: [u64; 2]) -> Self::Both;

    /// (high, low).
    #[inline(always)]
    fn swapped(a: &Self::Both) -> Self::Both {
        Self::high_low(a, a)
    }
    /// (low of a, low of b).
    fn low_low(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// (high of a, low of b).
    fn high_low(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// (high of a, high of b).
    fn high_high(a: &Self::Both, b: &Self::Both) -> Self::Both;

    /// Both products.
    fn product(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// Both squares.
    fn squared(a: &Self::Both) -> Self::Both;
    /// Both, squared `count` times.
    fn squared_times(a: &Self::Both, count: u32) -> Self::Both;
    /// `a b + c d`, both, with one reduction.
    fn product_sum(a: &Self::Both, b: &Self::Both, c: &Self::Both, d: &Self::Both) -> Self::Both;
}

/// Two elements, low and high. Limbs are within `BOUND` units; see the contract above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<F: Field, const BOUND: usize>(F::Both, PhantomData<F>);

/// The result of products, and of reading words.
pub(crate) type Tight<F> = Pair<F, 1>;

impl<F: Field, const A: usize> Pair<F, A> {
    /// Takes limbs that the caller knows to be within `A` units.
    #[inline(always)]
    fn new(both: F::Both) -> Self {
        const { assert!(A <= MOST, "no product takes more") };
        #[cfg(debug_assertions)]
        assert!(F::bound(&both) <= A, "a limb breaks its contract");
        Self(both, PhantomData)
    }

    /// Both sums.
    #[inline(always)]
    pub(crate) fn add<const B: usize, const R: usize>(&self, other: &Pair<F, B>) -> Pair<F, R> {
        const { assert!(A + B <= R, "a sum adds the bounds") };
        Pair::new(F::sum(&self.0, &other.0))
    }

    /// Both differences.
    #[inline(always)]
    pub(crate) fn sub<const B: usize, const R: usize>(&self, other: &Pair<F, B>) -> Pair<F, R> {
        const { assert!(A + B <= R, "a difference adds the bounds") };
        Pair::new(F::difference(&self.0, &other.0))
    }

    /// `N` times both.
    #[inline(always)]
    pub(crate) fn times<const N: usize, const R: usize>(&self) -> Pair<F, R> {
        const { assert!(N * A <= R, "a multiple multiplies the bound") };
        Pair::new(F::times::<N>(&self.0))
    }

    /// Both differences, `self - N other`.
    #[inline(always)]
    pub(crate) fn less<const N: usize, const B: usize, const R: usize>(
        &self,
        other: &Pair<F, B>,
    ) -> Pair<F, R> {
        const { assert!(A + N * B <= R, "a difference adds the bounds") };
        Pair::new(F::less::<N>(&self.0, &other.0))
    }

    /// (low, high + high of other).
    #[inline(always)]
    pub(crate) fn add_high<const B: usize, const R: usize>(
        &self,
        other: &Pair<F, B>,
    ) -> Pair<F, R> {
        const { assert!(A + B <= R, "a sum adds the bounds") };
        Pair::new(F::sum_high(&self.0, &other.0))
    }

    /// (low + high) in both places.
    #[inline(always)]
    pub(crate) fn both_sum<const R: usize>(&self) -> Pair<F, R> {
        const { assert!(2 * A <= R, "a sum adds the bounds") };
        Pair::new(F::sum(&self.0, &F::swapped(&self.0)))
    }

    /// (low, -high).
    #[inline(always)]
    pub(crate) fn high_negated(&self) -> Self {
        self.high_negated_if(u64::MAX)
    }

    /// (low, -high) where `mask` has ones, self where it has zeros.
    #[inline(always)]
    pub(crate) fn high_negated_if(&self, mask: u64) -> Self {
        Self::new(F::negated_if(&self.0, [0, mask]))
    }

    /// (-low, -high).
    #[inline(always)]
    pub(crate) fn negated(&self) -> Self {
        Self::new(F::negated_if(&self.0, [u64::MAX; 2]))
    }

    /// (high, low).
    #[inline(always)]
    pub(crate) fn swapped(&self) -> Self {
        Self::new(F::swapped(&self.0))
    }

    /// (low, low).
    #[inline(always)]
    pub(crate) fn both_low(&self) -> Self {
        self.low_low(self)
    }

    /// (high, high).
    #[inline(always)]
    pub(crate) fn both_high(&self) -> Self {
        self.high_high(self)
    }

    /// (low of self, low of other).
    #[inline(always)]
    pub(crate) fn low_low<const B: usize, const R: usize>(&self, other: &Pair<F, B>) -> Pair<F, R> {
        const { assert!(A <= R && B <= R, "the larger bound holds") };
        Pair::new(F::low_low(&self.0, &other.0))
    }

    /// (high of self, low of other).
    #[inline(always)]
    pub(crate) fn high_low<const B: usize, const R: usize>(
        &self,
        other: &Pair<F, B>,
    ) -> Pair<F, R> {
        const { assert!(A <= R && B <= R, "the larger bound holds") };
        Pair::new(F::high_low(&self.0, &other.0))
    }

    /// (high of self, high of other).
    #[inline(always)]
    pub(crate) fn high_high<const B: usize, const R: usize>(
        &self,
        other: &Pair<F, B>,
    ) -> Pair<F, R> {
        const { assert!(A <= R && B <= R, "the larger bound holds") };
        Pair::new(F::high_high(&self.0, &other.0))
    }

    /// `other` where the masks, low and high, have ones, self where they have zeros.
    #[inline(always)]
    pub(crate) fn choose(&self, other: &Self, masks: [u64; 2]) -> Self {
        Self::new(F::chosen(&self.0, &other.0, masks))
    }

    /// Another bound for the same elements.
    #[inline(always)]
    pub(crate) fn loosened<const R: usize>(&self) -> Pair<F, R> {
        const { assert!(A <= R, "the larger bound holds") };
        Pair::new(self.0)
    }

    /// Both elements, each in its one canonical form, which is below p.
    #[inline]
    pub(crate) fn to_words(self) -> Packed {
        F::packed(&self.0)
    }

    /// The low element in its canonical form.
    #[inline]
    pub(crate) fn low_words(self) -> Words {
        F::low_packed(&self.0)
    }

    /// Which elements are zero.
    #[inline]
    pub(crate) fn is_zero(&self) -> [bool; 2] {
        self.to_words().map(|words| words == [0; 4])
    }
}

impl<F: Field> Tight<F> {
    /// Two elements of words. No product needs them to be below p.
    #[inline(always)]
    pub(crate) fn from_words(low: &Words, high: &Words) -> Self {
        Self::unpacked(&[*low, *high])
    }

    /// Two elements of a table.
    #[inline(always)]
    pub(crate) fn unpacked(words: &Packed) -> Self {
        Self::new(F::unpacked(words))
    }

    /// The same element twice.
    #[inline(always)]
    pub(crate) fn twice(words: &Words) -> Self {
        Self::from_words(words, words)
    }

    /// 1, twice.
    #[inline(always)]
    pub(crate) fn one() -> Self {
        Self::twice(&[1, 0, 0, 0])
    }
}

/// Both products.
#[inline(always)]
pub(crate) fn mul<F: Field, const A: usize, const B: usize>(
    a: &Pair<F, A>,
    b: &Pair<F, B>,
) -> Tight<F> {
    const { assert!(A * B <= MOST && A <= FACTOR && B <= FACTOR, "a product is exact") };
    Pair::new(F::product(&a.0, &b.0))
}

/// Both squares.
#[inline(always)]
pub(crate) fn square<F: Field, const A: usize>(a: &Pair<F, A>) -> Tight<F> {
    const { assert!(A * A <= MOST, "a product is exact") };
    Pair::new(F::squared(&a.0))
}

/// `a b + c d`, both, with one reduction.
#[inline(always)]
pub(crate) fn mul_add<F: Field, const A: usize, const B: usize, const C: usize, const D: usize>(
    a: &Pair<F, A>,
    b: &Pair<F, B>,
    c: &Pair<F, C>,
    d: &Pair<F, D>,
) -> Tight<F> {
    const { assert!(A * B + C * D <= MOST, "a product is exact") };
    const { assert!(A <= FACTOR && B <= FACTOR, "a product is exact") };
    const { assert!(C <= FACTOR && D <= FACTOR, "a product is exact") };
    Pair::new(F::product_sum(&a.0, &b.0, &c.0, &d.0))
}

/// Whether a public number is below p.
pub(crate) fn below_p(words: &Words) -> bool {
    crate::numbers::below(words, &P)
}
