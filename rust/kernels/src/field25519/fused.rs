//! Five limbs of radix 2^51 in doubles, on fused multiply-add. An element of [`Both`] is in the low lanes of five vectors, the
//! other one in the high lanes.
//!
//! A unit is U = 2^50 + 2^12. A limb is an integer of either sign, held exactly in a double.
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
//! # Why [`Arithmetic::normal`] is exact
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
//! Not covered: an engine that breaks IEEE 754, or a computer that moves to another without fused multiply-add while a
//! process runs.

#![allow(
    clippy::needless_range_loop,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the sum of two is a column; limbs are integers below 2^53"
)]

mod bias;
mod known;

pub(crate) use known::extremes_hold;

use super::{Arithmetic, Field, MASK};
use crate::{lanes::Lanes, secret::zero};
use bias::{MUL_BIAS, SQUARE_BIAS};

type Limbs = [Lanes; 5];

/// 2^50 + 2^12.
pub(super) const UNIT: u64 = (1 << 50) + (1 << 12);

/// 1.5 2^103.
const C: f64 = (3_u128 << 102) as f64;
/// C + 1.5 2^52.
const C_LOW: f64 = ((3_u128 << 102) + (3_u128 << 51)) as f64;
/// 2^-51.
const PER_RADIX: f64 = 1.0 / (1_u64 << 51) as f64;

/// The field on fused multiply-add.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fused;

/// Limbs of two elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Both(Limbs);

/// Bits that choose, in each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masks(Lanes);

impl Arithmetic for Fused {
    type Both = Both;
    type Masks = Masks;

    #[inline(always)]
    fn constant(low: &[f64; 5], high: &[f64; 5]) -> Both {
        Both(core::array::from_fn(|i| Lanes::pair(low[i], high[i])))
    }

    /// The limbs are below 2^51, which is two units. With an exponent before it, an integer is that much more than 2^52.
    #[inline(always)]
    fn of_words(low: &[u64; 4], high: &[u64; 4]) -> Both {
        const BITS: Lanes = Lanes::splat_bits(MASK);
        const EXPONENT: Lanes = Lanes::splat((1_u64 << 52) as f64);
        let [a, b, c, d] = [0, 1, 2, 3].map(|word| Lanes::pair_bits(low[word], high[word]));
        let limbs = [
            a,
            a.shr::<51>().or(b.shl::<13>()),
            b.shr::<38>().or(c.shl::<26>()),
            c.shr::<25>().or(d.shl::<39>()),
            d.shr::<12>(),
        ];
        Self::normal(&Both(limbs.map(|limb| limb.and(BITS).or(EXPONENT).sub(EXPONENT))))
    }

    /// Exact: limbs are integers below 2^53.
    #[inline(always)]
    fn limbs(both: &Both, lane: usize) -> [i64; 5] {
        let limb = |index: usize| both.0[index].doubles()[lane] as i64;
        [limb(0), limb(1), limb(2), limb(3), limb(4)]
    }

    #[cfg(test)]
    fn of_signed(low: &[i64; 5], high: &[i64; 5]) -> Both {
        Both(core::array::from_fn(|i| Lanes::pair(low[i] as f64, high[i] as f64)))
    }

    #[cfg(debug_assertions)]
    fn bound(both: &Both) -> usize {
        let limbs = both.0.iter().flat_map(|limb| limb.doubles());
        limbs.map(|limb| (limb.abs() / UNIT as f64).ceil() as usize).max().unwrap_or(0)
    }

    #[inline(always)]
    fn sum(a: &Both, b: &Both) -> Both {
        zip(a, b, Lanes::add)
    }

    #[inline(always)]
    fn difference(a: &Both, b: &Both) -> Both {
        zip(a, b, Lanes::sub)
    }

    #[inline(always)]
    fn negated(a: &Both) -> Both {
        map(a, |a| a.xor(Lanes::splat_bits(1 << 63)))
    }

    #[inline(always)]
    fn normal(Both(limbs): &Both) -> Both {
        let c = Lanes::splat(C);
        let top = limbs.map(|x| x.add(c).sub(c));
        let next = |index: usize, from: usize, scale: f64| {
            top[from].madd(Lanes::splat(scale), limbs[index].sub(top[index]))
        };
        Both([
            next(0, 4, 19.0 * PER_RADIX),
            next(1, 0, PER_RADIX),
            next(2, 1, PER_RADIX),
            next(3, 2, PER_RADIX),
            next(4, 3, PER_RADIX),
        ])
    }

    #[inline(always)]
    fn masks([low, high]: [u64; 2]) -> Masks {
        Masks(Lanes::pair_bits(low, high))
    }

    #[inline(always)]
    fn chosen(a: &Both, b: &Both, masks: Masks) -> Both {
        zip(a, b, |a, b| a.xor(a.xor(b).and(masks.0)))
    }

    #[inline(always)]
    fn product(a: &Both, b: &Both) -> Both {
        Both(multiply(&a.0, &b.0))
    }

    #[inline(always)]
    fn squared(a: &Both) -> Both {
        Both(multiply_self(&a.0))
    }

    #[inline(never)]
    fn squared_times(a: &Both, count: u32) -> Both {
        let mut limbs = a.0;
        for _ in 0..count {
            limbs = multiply_self_inlined(&limbs);
        }
        Both(limbs)
    }
}

impl Field for Fused {
    type Alone = Self;

    #[inline(always)]
    fn beside(one: &Both, other: &Both) -> Both {
        Self::low_low(one, other)
    }

    #[inline(always)]
    fn low_product(a: &Both, b: &Both) -> Both {
        Self::product(a, b)
    }

    #[cfg(any(test, target_family = "wasm", feature = "model"))]
    #[inline(always)]
    fn sum_high(a: &Both, b: &Both) -> Both {
        zip(a, b, |a, b| b.madd(Lanes::pair(0.0, 1.0), a))
    }

    #[inline(always)]
    fn sum_difference(a: &Both) -> Both {
        map(a, |a| a.both_high().madd(Lanes::pair(1.0, -1.0), a.both_low()))
    }

    #[inline(always)]
    fn difference_sum(a: &Both) -> Both {
        map(a, |a| a.both_low().madd(Lanes::pair(-1.0, 1.0), a.both_high()))
    }

    #[inline(always)]
    fn high_negated(a: &Both) -> Both {
        map(a, |a| a.xor(Lanes::pair_bits(0, 1 << 63)))
    }

    #[inline(always)]
    fn swapped(a: &Both) -> Both {
        map(a, Lanes::swap)
    }

    #[inline(always)]
    fn low_low(a: &Both, b: &Both) -> Both {
        zip(a, b, Lanes::low_low)
    }

    #[inline(always)]
    fn low_high(a: &Both, b: &Both) -> Both {
        zip(a, b, Lanes::low_high)
    }

    #[cfg(any(test, target_family = "wasm", feature = "model"))]
    #[inline(always)]
    fn high_low(a: &Both, b: &Both) -> Both {
        zip(a, b, Lanes::high_low)
    }

    #[inline(always)]
    fn high_high(a: &Both, b: &Both) -> Both {
        zip(a, b, Lanes::high_high)
    }
}

#[inline(always)]
fn map(Both(a): &Both, f: impl Fn(Lanes) -> Lanes) -> Both {
    Both(a.map(f))
}

#[inline(always)]
fn zip(Both(a): &Both, Both(b): &Both, f: impl Fn(Lanes, Lanes) -> Lanes) -> Both {
    Both([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3]), f(a[4], b[4])])
}

/// One copy for all bounds: it is large. The contract says what it needs.
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

/// As [`multiply`], for squares.
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

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::{Arithmetic, Both, Fused, Lanes, multiply};
    use crate::field25519::bytes::{canonical, join_words};

    /// The contract is not pessimism: one step beyond it, products are wrong.
    #[test]
    fn beyond_the_contract_products_are_wrong() {
        let limbs = [Lanes::splat(((1_u64 << 51) + 1) as f64); 5];
        let got = Both(multiply(&limbs, &limbs));
        let [beyond, got] = [Both(limbs), got].map(|both| canonical(Fused::limbs(&both, 0)));
        let [beyond, got] = [beyond, got].map(|words| BigUint::from_bytes_le(&join_words(&words)));
        let p = (BigUint::from(1_u8) << 255) - 19_u8;
        assert_ne!(got, &beyond * &beyond % p);
    }
}
