//! Arithmetic modulo p = 2^256 - 2^224 + 2^192 + 2^96 - 1 in Montgomery's form, in three ways.
//!
//! | [`Field`] | An element | R | Used on |
//! | --- | --- | --- | --- |
//! | [`Fused`] | six limbs of 44 bits in doubles, [`fused`] | 2^264 | WebAssembly with relaxed SIMD |
//! | [`Limbs`] | nine signed limbs of 29 bits, [`limbs`] | 2^261 | WebAssembly without |
//! | [`Whole`] | four words of 64 bits, [`whole`] | 2^256 | elsewhere |
//!
//! p is -1 modulo 2^96, so a step of Montgomery's reduction has its multiple of p for nothing: it is the lowest limb.
//!
//! # The contract
//!
//! An element stands for its value over R, modulo p. An [`Element`] of bound B has a value of at most B 2^256, and
//! limbs of at most B units, in magnitude; what a unit is, each field says. The compiler checks the bounds:
//!
//! | Operation | Needs | Gives |
//! | --- | --- | --- |
//! | [`Element::mul`] of A and B | A B <= 14 | 1 |
//! | [`Element::square`] of A | A A <= 14 | 1 |
//! | [`mul_less`] of A and B, C and D | A B + C D <= 14 | 2 |
//! | sums and differences of A and B | A + B <= 64 | A + B |
//! | [`Element::tightened`] of A | A <= 64 | 1 |
//!
//! A product T of bounds A B gives `(T + Q p) / R`, where `|Q| <= R / 2` but for a part in 2^28. T is at most
//! `14 2^512`, which is `7/16 2^256 R` for the smallest R of those with signed limbs, and `Q p / R` is about `p / 2`: together
//! below 2^256. [`Whole`] has no bounds to keep: its sums are brought below p each time.
//!
//! No branch and no index depends on a limb.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

mod canonical;
mod fused;
mod limbs;
mod power;
#[cfg(test)]
mod tests;
mod whole;

pub use fused::Fused;
pub(crate) use fused::extremes_hold;
pub use limbs::Limbs;
pub use whole::Whole;

use crate::numbers::Words;

/// p, the field.
pub(crate) const P: Words =
    [0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_ffff, 0x0000_0000_0000_0000, 0xffff_ffff_0000_0001];

/// The most that a product takes.
const MOST: usize = 14;
/// The most that a sum may come to.
const MOST_OF_SUMS: usize = 64;

/// A way to compute modulo p. The bounds are the caller's to keep: [`Element`] does.
pub trait Field: Copy + Send + Sync + 'static {
    /// A number modulo p.
    type Value: Copy + Send + Sync;

    /// R modulo p.
    const ONE: Words;
    /// R^2 modulo p.
    const SQUARE: Words;
    /// The last coefficient of the curve, times R, modulo p.
    const B: Words;

    /// The value of words below 2^256, of bound 2.
    fn unpacked(words: &Words) -> Self::Value;
    /// The words, below p, of a value of bound 1.
    fn packed(value: &Self::Value) -> Words;
    /// The sum.
    fn sum(a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// The difference.
    fn difference(a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// The opposite where `mask` has ones.
    fn negated_if(a: &Self::Value, mask: u64) -> Self::Value;
    /// The same modulo p, of bound 1.
    fn tightened(a: &Self::Value) -> Self::Value;
    /// `a b / R`.
    fn product(a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// `a^2 / R`.
    fn squared(a: &Self::Value) -> Self::Value;
    /// Two products.
    #[inline(always)]
    fn two_products(a: [&Self::Value; 2], b: [&Self::Value; 2]) -> [Self::Value; 2] {
        [Self::product(a[0], b[0]), Self::product(a[1], b[1])]
    }

    /// Two squares.
    #[inline(always)]
    fn two_squares(a: [&Self::Value; 2]) -> [Self::Value; 2] {
        a.map(Self::squared)
    }

    /// `(a[0] b[0] - a[1] b[1]) / R`, of bound 2.
    #[inline(always)]
    fn products_difference(a: [&Self::Value; 2], b: [&Self::Value; 2]) -> Self::Value {
        let [first, second] = Self::two_products(a, b);
        Self::difference(&first, &second)
    }
}

/// A number modulo p, of a bound that the contract explains.
#[derive(Clone, Copy)]
pub(crate) struct Element<F: Field, const BOUND: usize>(F::Value);

/// The result of a product.
pub(crate) type Tight<F> = Element<F, 1>;

impl<F: Field, const A: usize> Element<F, A> {
    #[inline(always)]
    fn new(value: F::Value) -> Self {
        const { assert!(A <= MOST_OF_SUMS, "no sum is larger") };
        Self(value)
    }

    /// The sum.
    #[inline(always)]
    pub(crate) fn add<const B: usize, const R: usize>(
        &self,
        other: &Element<F, B>,
    ) -> Element<F, R> {
        const { assert!(A + B <= R, "a sum adds the bounds") };
        Element::new(F::sum(&self.0, &other.0))
    }

    /// The difference.
    #[inline(always)]
    pub(crate) fn sub<const B: usize, const R: usize>(
        &self,
        other: &Element<F, B>,
    ) -> Element<F, R> {
        const { assert!(A + B <= R, "a difference adds the bounds") };
        Element::new(F::difference(&self.0, &other.0))
    }

    /// Twice the number.
    #[inline(always)]
    pub(crate) fn doubled<const R: usize>(&self) -> Element<F, R> {
        self.add(self)
    }

    /// Three times the number.
    #[inline(always)]
    pub(crate) fn tripled<const R: usize>(&self) -> Element<F, R> {
        const { assert!(3 * A <= R, "a multiple multiplies the bound") };
        Element::new(F::sum(&F::sum(&self.0, &self.0), &self.0))
    }

    /// The opposite where `mask` has ones, the same where it has zeros.
    #[inline(always)]
    pub(crate) fn negated_if(&self, mask: u64) -> Self {
        Self::new(F::negated_if(&self.0, mask))
    }

    /// The same number, of bound 1.
    #[inline(always)]
    pub(crate) fn tightened(&self) -> Tight<F> {
        Element::new(F::tightened(&self.0))
    }

    /// Another bound for the same number.
    #[inline(always)]
    pub(crate) fn loosened<const R: usize>(&self) -> Element<F, R> {
        const { assert!(A <= R, "the larger bound holds") };
        Element::new(self.0)
    }

    /// The product.
    #[inline(always)]
    pub(crate) fn mul<const B: usize>(&self, other: &Element<F, B>) -> Tight<F> {
        const { assert!(A * B <= MOST, "a product is exact") };
        Element::new(F::product(&self.0, &other.0))
    }

    /// The square.
    #[inline(always)]
    pub(crate) fn square(&self) -> Tight<F> {
        const { assert!(A * A <= MOST, "a product is exact") };
        Element::new(F::squared(&self.0))
    }

    /// The number itself, below p.
    #[inline(always)]
    pub(crate) fn to_words(self) -> Words {
        const { assert!(2 * A <= MOST, "a product is exact") };
        F::packed(&F::product(&self.0, &F::unpacked(&[1, 0, 0, 0])))
    }

    /// Whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.to_words() == [0; 4]
    }
}

impl<F: Field> Element<F, 2> {
    /// What [`Tight::packed`] stored.
    #[inline(always)]
    pub(crate) fn unpacked(words: &Words) -> Self {
        Self::new(F::unpacked(words))
    }
}

impl<F: Field> Tight<F> {
    /// The element of a number below 2^256.
    #[inline(always)]
    pub(crate) fn from_words(words: &Words) -> Self {
        Element::unpacked(words).mul(&Element::unpacked(&F::SQUARE))
    }

    /// As a table stores it.
    #[inline(always)]
    pub(crate) fn packed(self) -> Words {
        F::packed(&self.0)
    }

    /// 1.
    pub(crate) fn one() -> Self {
        Element::<F, 2>::unpacked(&F::ONE).tightened()
    }

    /// The last coefficient of the curve.
    #[inline(always)]
    pub(crate) fn b() -> Element<F, 2> {
        Element::unpacked(&F::B)
    }
}

/// `a b` and `c d`.
#[inline(always)]
pub(crate) fn mul_both<F: Field, const A: usize, const B: usize, const C: usize, const D: usize>(
    (a, b): (&Element<F, A>, &Element<F, B>),
    (c, d): (&Element<F, C>, &Element<F, D>),
) -> [Tight<F>; 2] {
    const { assert!(A * B <= MOST && C * D <= MOST, "a product is exact") };
    F::two_products([&a.0, &c.0], [&b.0, &d.0]).map(Element::new)
}

/// `a^2` and `b^2`.
#[inline(always)]
pub(crate) fn square_both<F: Field, const A: usize, const B: usize>(
    a: &Element<F, A>,
    b: &Element<F, B>,
) -> [Tight<F>; 2] {
    const { assert!(A * A <= MOST && B * B <= MOST, "a product is exact") };
    F::two_squares([&a.0, &b.0]).map(Element::new)
}

/// `a b - c d`.
#[inline(always)]
pub(crate) fn mul_less<F: Field, const A: usize, const B: usize, const C: usize, const D: usize>(
    (a, b): (&Element<F, A>, &Element<F, B>),
    (c, d): (&Element<F, C>, &Element<F, D>),
) -> Element<F, 2> {
    const { assert!(A * B + C * D <= MOST, "a product is exact") };
    Element::new(F::products_difference([&a.0, &c.0], [&b.0, &d.0]))
}
