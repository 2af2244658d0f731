//! Arithmetic modulo p = 2^255 - 19, two elements at a time, in three ways.
//!
//! | [`Field`] | A limb | A unit | Used on |
//! | --- | --- | --- | --- |
//! | [`Fused`] | a double, [`fused`] | 2^50 + 2^12 | WebAssembly with relaxed SIMD |
//! | [`Limbs`] | two integers of 32 bits, [`limbs`] | 2^50 + 2^42 | WebAssembly without it |
//! | [`Whole`] | a word of 64 bits, [`whole`] | 2^51 + 2^13 | off WebAssembly |
//!
//! [`whole::Alone`] computes on one element, where [`Whole`] would take the time of two.
//!
//! An element is five limbs of radix 2^51, `a = sum a_i 2^(51 i)`, integers of either sign. A [`Pair`] has one element that
//! is called low and one that is called high: in vectors, they are lanes.
//!
//! # The contract
//!
//! Every limb of a `Pair` of bound B is at most B units in magnitude. Sums add their bounds, and the compiler checks
//! them ([`Pair::add`] and the rest assert on their const parameters while they are compiled):
//!
//! | Operation | Needs | Gives |
//! | --- | --- | --- |
//! | [`mul`] of A and B | A B <= 3 | 1 |
//! | [`square`] of A | 2 A A <= 3, so A = 1 | 1 |
//! | sums and differences of A and B | A + B <= 7 | A + B |
//! | [`Pair::normal`] of A | A <= 7 | 1 |
//!
//! Debug builds, so all native tests, check every limb against its bound as well.
//!
//! No branch and no index depends on a limb. Proven: bounds. Tested: extreme limbs and random ones of all three against a
//! big-integer oracle.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

mod bytes;
mod fused;
#[cfg(any(
    test,
    all(target_family = "wasm", not(target_feature = "relaxed-simd")),
    feature = "model-limbs"
))]
mod limbs;
mod power;
#[cfg(test)]
mod tests_by_field;
#[cfg(not(target_family = "wasm"))]
#[cfg_attr(feature = "model", allow(dead_code, reason = "the other field takes its place"))]
mod whole;

use core::{fmt::Debug, marker::PhantomData};

pub(crate) use bytes::{centred, join_words, words};
pub(crate) use fused::Fused;
pub(crate) use fused::extremes_hold;
#[cfg(any(
    test,
    all(target_family = "wasm", not(target_feature = "relaxed-simd")),
    feature = "model-limbs"
))]
pub(crate) use limbs::Limbs;
#[cfg(any(test, not(any(target_family = "wasm", feature = "model"))))]
pub(crate) use whole::Element;
#[cfg(not(target_family = "wasm"))]
pub(crate) use whole::Whole;

/// The field that is fastest on this target.
#[cfg(any(all(target_arch = "wasm32", target_feature = "relaxed-simd"), feature = "model-fused"))]
pub(crate) type Own = Fused;
/// The field that is fastest on this target.
#[cfg(any(
    all(target_arch = "wasm32", not(target_feature = "relaxed-simd")),
    feature = "model-limbs"
))]
pub(crate) type Own = Limbs;
/// The field that is fastest on this target.
#[cfg(not(any(target_family = "wasm", feature = "model")))]
pub(crate) type Own = Whole;

const MASK: u64 = (1 << 51) - 1;

/// A way to compute modulo p on two elements, each by itself. The bounds are the caller's to keep: [`Pair`] does.
pub(crate) trait Arithmetic: Copy + Debug + Send + Sync + 'static {
    /// Two elements, low and high.
    type Both: Copy + Debug + Send + Sync;
    /// Bits that choose, of each element.
    type Masks: Copy;

    /// Of limbs within 2^50 + 2^12.
    fn constant(low: &[f64; 5], high: &[f64; 5]) -> Self::Both;
    /// Of the low 255 bits of words. Of bound 1.
    fn of_words(low: &[u64; 4], high: &[u64; 4]) -> Self::Both;
    /// The limbs of the low element, 0, or of the high one, 1.
    fn limbs(both: &Self::Both, lane: usize) -> [i64; 5];
    /// Of limbs within the bound that the caller says.
    #[cfg(test)]
    fn of_signed(low: &[i64; 5], high: &[i64; 5]) -> Self::Both;
    /// The magnitude of the largest limb, in units, rounded up.
    #[cfg(debug_assertions)]
    fn bound(both: &Self::Both) -> usize;

    /// Both sums.
    fn sum(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// Both differences.
    fn difference(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// (-low, -high).
    fn negated(a: &Self::Both) -> Self::Both;
    /// The same elements, of bound 1.
    fn normal(a: &Self::Both) -> Self::Both;

    /// Of words, low and high.
    fn masks(masks: [u64; 2]) -> Self::Masks;
    /// `b` where the masks have ones, and `a` where they have zeros.
    fn chosen(a: &Self::Both, b: &Self::Both, masks: Self::Masks) -> Self::Both;

    /// Both products.
    fn product(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// Both squares.
    fn squared(a: &Self::Both) -> Self::Both;
    /// Both, squared `count` times.
    fn squared_times(a: &Self::Both, count: u32) -> Self::Both;
}

/// Arithmetic that also moves elements between low and high.
pub(crate) trait Field: Arithmetic {
    /// What computes on one element alone: for both, where two take no longer than one.
    type Alone: Arithmetic;

    /// (the one, the other).
    fn beside(
        one: &<Self::Alone as Arithmetic>::Both,
        other: &<Self::Alone as Arithmetic>::Both,
    ) -> Self::Both;

    /// (low, high + high of other).
    #[cfg(any(test, target_family = "wasm", feature = "model"))]
    fn sum_high(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// (low + high, low - high).
    fn sum_difference(a: &Self::Both) -> Self::Both;
    /// (high - low, high + low).
    fn difference_sum(a: &Self::Both) -> Self::Both;
    /// (low, -high).
    fn high_negated(a: &Self::Both) -> Self::Both;

    /// (high, low).
    fn swapped(a: &Self::Both) -> Self::Both;
    /// (low of a, low of b).
    fn low_low(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// (low of a, high of b).
    fn low_high(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// (high of a, low of b).
    #[cfg(any(test, target_family = "wasm", feature = "model"))]
    fn high_low(a: &Self::Both, b: &Self::Both) -> Self::Both;
    /// (high of a, high of b).
    fn high_high(a: &Self::Both, b: &Self::Both) -> Self::Both;

    /// (the low product, the high one or zero, whichever is cheaper).
    fn low_product(a: &Self::Both, b: &Self::Both) -> Self::Both;
}

/// Two elements, low and high. Limbs are within `BOUND` units; see the contract above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<F: Arithmetic, const BOUND: usize>(F::Both, PhantomData<F>);

/// The result of products and of [`Pair::normal`].
pub(crate) type Tight<F> = Pair<F, 1>;

impl<F: Arithmetic, const A: usize> Pair<F, A> {
    /// Takes limbs that the caller knows to be within `A` units.
    #[inline(always)]
    fn new(both: F::Both) -> Self {
        const { assert!(A <= 7, "sums stay exact") };
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

    /// (-low, -high).
    #[inline(always)]
    pub(crate) fn negated(&self) -> Self {
        Pair::new(F::negated(&self.0))
    }

    /// The same elements with limbs within one unit.
    #[inline(always)]
    pub(crate) fn normal(&self) -> Tight<F> {
        Pair::new(F::normal(&self.0))
    }

    /// `other` where the masks have ones, self where they have zeros.
    #[inline(always)]
    pub(crate) fn choose(&self, other: &Self, masks: F::Masks) -> Self {
        Self::new(F::chosen(&self.0, &other.0, masks))
    }
}

impl<F: Field, const A: usize> Pair<F, A> {
    /// (the one, the other).
    #[inline(always)]
    pub(crate) fn beside(one: &Pair<F::Alone, A>, other: &Pair<F::Alone, A>) -> Self {
        Self::new(F::beside(&one.0, &other.0))
    }

    /// (low, high + high of other).
    #[cfg(any(test, target_family = "wasm", feature = "model"))]
    #[inline(always)]
    pub(crate) fn add_high<const B: usize, const R: usize>(
        &self,
        other: &Pair<F, B>,
    ) -> Pair<F, R> {
        const { assert!(A + B <= R, "a sum adds the bounds") };
        Pair::new(F::sum_high(&self.0, &other.0))
    }

    /// (low + high, low - high).
    #[inline(always)]
    pub(crate) fn sum_difference<const R: usize>(&self) -> Pair<F, R> {
        const { assert!(2 * A <= R, "a sum adds the bounds") };
        Pair::new(F::sum_difference(&self.0))
    }

    /// (high - low, high + low).
    #[inline(always)]
    pub(crate) fn difference_sum<const R: usize>(&self) -> Pair<F, R> {
        const { assert!(2 * A <= R, "a sum adds the bounds") };
        Pair::new(F::difference_sum(&self.0))
    }

    /// (low, -high).
    #[inline(always)]
    pub(crate) fn high_negated(&self) -> Self {
        Pair::new(F::high_negated(&self.0))
    }

    /// (high, low).
    #[inline(always)]
    pub(crate) fn swapped(&self) -> Self {
        Pair::new(F::swapped(&self.0))
    }

    /// (low, low).
    #[inline(always)]
    pub(crate) fn both_low(&self) -> Self {
        Pair::new(F::low_low(&self.0, &self.0))
    }

    /// (low of self, low of other).
    #[inline(always)]
    pub(crate) fn low_low<const B: usize, const R: usize>(&self, other: &Pair<F, B>) -> Pair<F, R> {
        const { assert!(A <= R && B <= R, "the larger bound holds") };
        Pair::new(F::low_low(&self.0, &other.0))
    }

    /// (low of self, high of other).
    #[inline(always)]
    pub(crate) fn low_high<const B: usize, const R: usize>(
        &self,
        other: &Pair<F, B>,
    ) -> Pair<F, R> {
        const { assert!(A <= R && B <= R, "the larger bound holds") };
        Pair::new(F::low_high(&self.0, &other.0))
    }

    /// (high of self, low of other).
    #[cfg(any(test, target_family = "wasm", feature = "model"))]
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
}

impl<F: Arithmetic> Tight<F> {
    /// A constant, the same in both or not.
    #[inline(always)]
    pub(crate) fn constant(low: &[f64; 5], high: &[f64; 5]) -> Self {
        Self::new(F::constant(low, high))
    }
}

/// Both products.
#[inline(always)]
pub(crate) fn mul<F: Arithmetic, const A: usize, const B: usize>(
    a: &Pair<F, A>,
    b: &Pair<F, B>,
) -> Tight<F> {
    const { assert!(A * B <= 3, "a product of limbs stays below 2^102") };
    Pair::new(F::product(&a.0, &b.0))
}

/// (the low product, the high one or zero).
#[inline(always)]
pub(crate) fn low_mul<F: Field, const A: usize, const B: usize>(
    a: &Pair<F, A>,
    b: &Pair<F, B>,
) -> Tight<F> {
    const { assert!(A * B <= 3, "a product of limbs stays below 2^102") };
    Pair::new(F::low_product(&a.0, &b.0))
}

/// Both squares.
#[inline(always)]
pub(crate) fn square<F: Arithmetic, const A: usize>(a: &Pair<F, A>) -> Tight<F> {
    const { assert!(2 * A * A <= 3, "a doubled product of limbs stays below 2^102") };
    Pair::new(F::squared(&a.0))
}
