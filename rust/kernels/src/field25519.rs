//! Arithmetic modulo p = 2^255 - 19, two elements at a time, on fused multiply-add.
//!
//! An element is five limbs of radix 2^51, `a = sum a_i 2^(51 i)`. A limb is an integer
//! of either sign, held exactly in a double. [`Pair`] has one element in the low lanes
//! and one in the high lanes of five vectors.
//!
//! # The contract
//!
//! A unit is U = 2^50 + 2^12. Every limb of a `Pair<B>` is at most B U in magnitude. Sums
//! add their bounds, and the compiler checks them ([`Pair::add`] and the rest assert
//! on their const parameters while they are compiled):
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
//! # Why a product is exact
//!
//! Let M = 2^51, C = 1.5 2^103, and |a b| <= 2^102. Doubles between 2^103 and 2^104, ends
//! included, are the multiples of M, and their bits as integers count those multiples.
//!
//! 1. h = fma(a, b, C) = C + q M, where q is a b / M rounded and |q| <= M. Its bits are
//!    bits(C) + q. Between 2^103 and 2^104 nothing else can round.
//! 2. C' = C + 1.5 2^52 = 1.5 (2^52 + 1) M has 53 bits: it is a double. C' - h is 1.5 2^52 - q M,
//!    a multiple of M below 2^103: it is exact.
//! 3. l = fma(a, b, C' - h) = 1.5 2^52 + (a b - q M). The bracket is an integer of at most 2^50,
//!    so l is between 2^52 and 2^53, where doubles are the integers: it is exact,
//!    and its bits are bits(1.5 2^52) plus the bracket.
//!
//! So a b = (bits(h) - bits(C)) M + bits(l) - bits(1.5 2^52): column sums are sums of bits modulo
//! 2^64 less a constant. The condition holds for limbs of A U and B U with A B <= 3, as
//! 3 U^2 = 3 2^100 (1 + 2^-38)^2 < 2^102. It is sharp: limbs of 2^51 + 1 on both sides fail, and
//! random inputs hardly ever get there. Hence the types. [`square`] doubles one factor.
//!
//! # Why the carry is exact ([`reduce`])
//!
//! Column i has at most i + 1 low parts of 2^50 and i high parts of 2^51; the column i + 5 that
//! folds onto it, times 19, has 4 - i and 5 - i. The worst is i = 0: 2^50 + 19 (4 2^50 + 5 2^51) =
//! 267 2^50. `BIAS` = 2^59 + 2^50 = 513 2^50, so every biased column t_i is between 0 and 780 2^50 <
//! 2^60: no wrap, and a logical shift is the right one. Its carry t_i >> 51 is within 134 of 2^8.
//! What is left of t_i, below 2^51, and the carry from below (times 19 onto limb 0) sum up below
//! 2^51 + 2^14 < 2^52, so setting the exponent of 2^52 makes a double of them. Taking away
//! 2^52 + 2^50 + 2^8 (19 2^8 for limb 0) takes away the bias: 2^50 of each limb, and 2^59 of limb i as
//! 2^8 of limb i + 1. The result is within 2^50 + 19 134 < U in limb 0 and 2^50 + 134 in the others.
//!
//! # Why [`Pair::normal`] is exact
//!
//! For |a| <= 7 U < 2^53, t = (a + C) - C is a rounded to a multiple of M, |a - t| <= 2^50, and
//! t / M, of magnitude at most 4, goes to the next limb (times 19 to limb 0): at most 2^50 + 76 < U.
//!
//! # What else
//!
//! No value is subnormal, infinite or NaN: all are integers below 2^53, multiples of 2^51 up to
//! 2^104, or those times 2^-51. Minus zero occurs, as the negation of zero. It is harmless: sums
//! and products take it as zero, conversion to an integer gives 0, and [`reduce`], the only place
//! that reads bits of doubles, gets but h and l, which are never zero. Limbs are never compared as doubles.
//!
//! No branch and no index depends on a limb. Proven here: bounds. Tested: extreme limbs and random
//! ones against a big-integer oracle. Not covered: an engine that breaks IEEE 754, or a
//! computer that moves to another without fused multiply-add while a process runs.

#![allow(
    clippy::indexing_slicing,
    clippy::needless_range_loop,
    reason = "fixed arrays, constant indices; the sum of two is a column"
)]

mod bias;
mod bytes;
mod known;
mod power;
#[cfg(test)]
mod tests;
#[cfg(not(target_family = "wasm"))]
mod whole;

pub(crate) use bytes::{centred, join_words, words};
pub(crate) use known::extremes_hold;
#[cfg(not(target_family = "wasm"))]
pub(crate) use whole::Element;

use crate::{lanes::Lanes, secret::zero};
use bias::{MUL_BIAS, SQUARE_BIAS};

/// Limbs of two elements.
pub(crate) type Limbs = [Lanes; 5];

/// Two elements, low and high. Limbs are within `BOUND` units; see the contract above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<const BOUND: usize>(Limbs);

/// The result of products and of [`Pair::normal`].
pub(crate) type Tight = Pair<1>;

/// 2^50 + 2^12, the bound of a `Pair<1>`.
const UNIT: u64 = (1 << 50) + (1 << 12);

const MASK: u64 = (1 << 51) - 1;
/// 1.5 2^103.
const C: f64 = (3_u128 << 102) as f64;
/// C + 1.5 2^52.
const C_LOW: f64 = ((3_u128 << 102) + (3_u128 << 51)) as f64;
/// 2^-51.
const PER_RADIX: f64 = 1.0 / (1_u64 << 51) as f64;

impl<const A: usize> Pair<A> {
    /// Takes limbs that the caller knows to be within `A` units.
    #[inline(always)]
    fn new(limbs: Limbs) -> Self {
        const { assert!(A <= 7, "sums stay below 2^53") };
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
        Pair::new([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3]), f(a[4], b[4])])
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

    /// (low, high + high of other).
    #[inline(always)]
    pub(crate) fn add_high<const B: usize, const R: usize>(&self, other: &Pair<B>) -> Pair<R> {
        const { assert!(A + B <= R, "a sum adds the bounds") };
        self.zip(other, |x, y| y.madd(Lanes::pair(0.0, 1.0), x))
    }

    /// (low + high, low - high).
    #[inline(always)]
    pub(crate) fn sum_difference<const R: usize>(&self) -> Pair<R> {
        const { assert!(2 * A <= R, "a sum adds the bounds") };
        self.map(|x| x.both_high().madd(Lanes::pair(1.0, -1.0), x.both_low()))
    }

    /// (high - low, high + low).
    #[inline(always)]
    pub(crate) fn difference_sum<const R: usize>(&self) -> Pair<R> {
        const { assert!(2 * A <= R, "a sum adds the bounds") };
        self.map(|x| x.both_low().madd(Lanes::pair(-1.0, 1.0), x.both_high()))
    }

    /// (-low, -high).
    #[inline(always)]
    pub(crate) fn negated(&self) -> Self {
        self.map(|x| x.xor(Lanes::splat_bits(1 << 63)))
    }

    /// (low, -high).
    #[inline(always)]
    pub(crate) fn high_negated(&self) -> Self {
        self.map(|x| x.xor(Lanes::pair_bits(0, 1 << 63)))
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

    /// (low of self, low of other).
    #[inline(always)]
    pub(crate) fn low_low<const B: usize, const R: usize>(&self, other: &Pair<B>) -> Pair<R> {
        const { assert!(A <= R && B <= R, "the larger bound holds") };
        self.zip(other, Lanes::low_low)
    }

    /// (low of self, high of other).
    #[inline(always)]
    pub(crate) fn low_high<const B: usize, const R: usize>(&self, other: &Pair<B>) -> Pair<R> {
        const { assert!(A <= R && B <= R, "the larger bound holds") };
        self.zip(other, Lanes::low_high)
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

    /// The same elements with limbs within one unit.
    #[inline(always)]
    pub(crate) fn normal(&self) -> Tight {
        let c = Lanes::splat(C);
        let top = self.0.map(|x| x.add(c).sub(c));
        let next = |index: usize, from: usize, scale: f64| {
            top[from].madd(Lanes::splat(scale), self.0[index].sub(top[index]))
        };
        Pair::new([
            next(0, 4, 19.0 * PER_RADIX),
            next(1, 0, PER_RADIX),
            next(2, 1, PER_RADIX),
            next(3, 2, PER_RADIX),
            next(4, 3, PER_RADIX),
        ])
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
}

impl Tight {
    /// A constant, the same in both lanes or not; limbs must be within one unit.
    pub(crate) const fn constant(low: &[f64; 5], high: &[f64; 5]) -> Self {
        let mut limbs = [Lanes::splat(0.0); 5];
        let mut index = 0;
        while index < 5 {
            assert!(low[index].abs() <= UNIT as f64 && high[index].abs() <= UNIT as f64);
            limbs[index] = Lanes::pair(low[index], high[index]);
            index += 1;
        }
        Self(limbs)
    }
}

/// Both products.
#[inline(always)]
pub(crate) fn mul<const A: usize, const B: usize>(a: &Pair<A>, b: &Pair<B>) -> Tight {
    const { assert!(A * B <= 3, "a product of limbs stays below 2^102") };
    Pair::new(multiply(&a.0, &b.0))
}

/// Both squares.
#[inline(always)]
pub(crate) fn square<const A: usize>(a: &Pair<A>) -> Tight {
    const { assert!(2 * A * A <= 3, "a doubled product of limbs stays below 2^102") };
    Pair::new(multiply_self(&a.0))
}

/// One copy for all bounds: it is large. [`mul`] says what it needs.
#[inline(never)]
fn multiply(a: &Limbs, b: &Limbs) -> Limbs {
    let mut columns = Columns::default();
    columns.add_row::<0>(a, b);
    columns.add_row::<1>(a, b);
    columns.add_row::<2>(a, b);
    columns.add_row::<3>(a, b);
    columns.add_row::<4>(a, b);
    reduce(&columns, &MUL_BIAS)
}

/// As [`multiply`], for [`square`].
#[inline(never)]
fn multiply_self(a: &Limbs) -> Limbs {
    multiply_self_inlined(a)
}

#[inline(always)]
fn multiply_self_inlined(a: &Limbs) -> Limbs {
    let mut columns = Columns::default();
    columns.add_half_row::<0>(a);
    columns.add_half_row::<1>(a);
    columns.add_half_row::<2>(a);
    columns.add_half_row::<3>(a);
    columns.add_half_row::<4>(a);
    reduce(&columns, &SQUARE_BIAS)
}

/// Sums of bits of h and l, by column.
struct Columns([Lanes; 10]);

impl Default for Columns {
    #[inline(always)]
    fn default() -> Self {
        Self([Lanes::splat_bits(0); 10])
    }
}

/// Rows are written out: a compiler that keeps a loop keeps the columns in memory.
impl Columns {
    #[inline(always)]
    fn add_row<const I: usize>(&mut self, a: &Limbs, b: &Limbs) {
        for j in 0..5 {
            self.add_product(I + j, a[I], b[j]);
        }
    }

    /// Row I of a square: what stands below its diagonal is counted twice.
    #[inline(always)]
    fn add_half_row<const I: usize>(&mut self, a: &Limbs) {
        self.add_product(2 * I, a[I], a[I]);
        let twice = a[I].add(a[I]);
        for j in I + 1..5 {
            self.add_product(I + j, twice, a[j]);
        }
    }

    #[inline(always)]
    fn add_product(&mut self, index: usize, a: Lanes, b: Lanes) {
        let high = a.madd(b, Lanes::splat(C));
        let low = a.madd(b, Lanes::splat(C_LOW).sub(high));
        self.0[index] = self.0[index].add_bits(low);
        self.0[index + 1] = self.0[index + 1].add_bits(high);
    }
}

/// Folds the upper columns onto the lower ones and carries once. See "Why the carry is exact".
#[inline(always)]
fn reduce(columns: &Columns, bias: &[u64; 5]) -> Limbs {
    const EXPONENT: Lanes = Lanes::splat((1_u64 << 52) as f64);
    let c = &columns.0;
    let zero = Lanes::splat_bits(zero());
    let t: Limbs = core::array::from_fn(|i| {
        c[i].add_bits(c[i + 5].times_19(zero)).add_bits(Lanes::splat_bits(bias[i]))
    });
    core::array::from_fn(|i| {
        let carry = t[(i + 4) % 5].shr::<51>();
        let (carry, unbias) =
            if i == 0 { (carry.times_19(zero), 19 << 8) } else { (carry, 1 << 8) };
        let value = t[i].and(Lanes::splat_bits(MASK)).add_bits(carry);
        value.or(EXPONENT).sub(Lanes::splat(((1_u64 << 52) + (1 << 50) + unbias) as f64))
    })
}
