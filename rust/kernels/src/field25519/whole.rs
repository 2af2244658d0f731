//! Five limbs of radix 2^51, signed, in words of 64 bits: for hosts with products of them.
//!
//! Products are inlined: results that go through memory are read in other sizes than they were written, and the processor
//! waits. A unit is U = 2^51 + 2^13. [`Whole`] and [`Alone`] keep to the contract of [`super`]; [`Element`], one element at a time for
//! [`crate::x25519`], has one of its own, which needs no [`Arithmetic::normal`]:
//!
//! | Operation | Needs | Gives |
//! | --- | --- | --- |
//! | [`Element::mul`] of A and B | A B <= 32 | 1 |
//! | [`Element::square`] of A | A A <= 32 | 1 |
//! | [`Element::times`] of A, by a number below 2^32 | A <= 32 | 1 |
//! | sums and differences of A and B | A + B <= 32 | A + B |
//!
//! - A column of a product is a sum of five products, of which at most four count 19 times: at most `77 32 U^2 < 2^114`.
//!   19 times a limb is below 2^61.
//! - Column k carries less than 2^63 to column k + 1. Column 4 has no product that counts 19 times: with its carry it is
//!   below `160 U^2 + 2^63`, so it carries less than 2^58.5, which goes to limb 0, 19 times: less than 2^63 with what is there.
//! - So limb 0 carries less than 2^12 to limb 1. That limb is within U, and the others are below 2^51, none of them negative.
//! - [`Arithmetic::normal`] takes limbs of at most 7 U: each carries at most 8 to the next, and 152 to limb 0.
//!
//! No branch and no index depends on a limb. Debug builds, so all native tests, check every limb against its bound.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "limbs are taken out of sums; those of constants are integers"
)]

mod alone;
mod element;
mod value;

use super::{Arithmetic, Field, MASK, bytes::limbs};
use value::{Value, chosen, difference, normal, product, squared, sum};

pub(crate) use alone::Alone;
#[cfg(any(test, not(any(target_family = "wasm", feature = "model"))))]
pub(crate) use element::Element;

/// 2^51 + 2^13, a unit.
#[cfg(any(test, debug_assertions))]
pub(super) const UNIT: u64 = (1 << 51) + (1 << 13);
/// The magnitude of the largest limb, rounded up.
#[cfg(debug_assertions)]
fn units(limbs: &[i64]) -> usize {
    let units = limbs.iter().map(|limb| limb.unsigned_abs().div_ceil(UNIT));
    units.max().unwrap_or(0) as usize
}

/// The field on products of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole;

impl Arithmetic for Whole {
    type Both = [Value; 2];
    type Masks = [u64; 2];

    #[inline(always)]
    fn constant(low: &[f64; 5], high: &[f64; 5]) -> Self::Both {
        [low, high].map(|limbs| limbs.map(|limb| limb as i64))
    }

    #[inline(always)]
    fn of_words(low: &[u64; 4], high: &[u64; 4]) -> Self::Both {
        [low, high].map(|words| limbs(words).map(u64::cast_signed))
    }

    #[inline(always)]
    fn limbs(both: &Self::Both, lane: usize) -> Value {
        both[lane]
    }

    #[cfg(test)]
    fn of_signed(low: &Value, high: &Value) -> Self::Both {
        [*low, *high]
    }

    #[cfg(debug_assertions)]
    fn bound(both: &Self::Both) -> usize {
        units(both.as_flattened())
    }

    #[inline(always)]
    fn sum([a, b]: &Self::Both, [c, d]: &Self::Both) -> Self::Both {
        [sum(a, c), sum(b, d)]
    }

    #[inline(always)]
    fn difference([a, b]: &Self::Both, [c, d]: &Self::Both) -> Self::Both {
        [difference(a, c), difference(b, d)]
    }

    #[inline(always)]
    fn negated(both: &Self::Both) -> Self::Both {
        both.map(|value| value.map(|limb| -limb))
    }

    #[inline(always)]
    fn normal(both: &Self::Both) -> Self::Both {
        [normal(&both[0]), normal(&both[1])]
    }

    #[inline(always)]
    fn masks(masks: [u64; 2]) -> Self::Masks {
        masks
    }

    #[inline(always)]
    fn chosen(a: &Self::Both, b: &Self::Both, masks: Self::Masks) -> Self::Both {
        [chosen(&a[0], &b[0], masks[0]), chosen(&a[1], &b[1], masks[1])]
    }

    #[inline(always)]
    fn product([a, b]: &Self::Both, [c, d]: &Self::Both) -> Self::Both {
        [product(a, c), product(b, d)]
    }

    #[inline(always)]
    fn squared([low, high]: &Self::Both) -> Self::Both {
        [squared(low), squared(high)]
    }

    #[inline(never)]
    fn squared_times(both: &Self::Both, count: u32) -> Self::Both {
        let mut power = *both;
        for _ in 0..count {
            power = Self::squared(&power);
        }
        power
    }
}

impl Field for Whole {
    type Alone = Alone;

    #[inline(always)]
    fn beside(one: &Value, other: &Value) -> Self::Both {
        [*one, *other]
    }

    #[inline(always)]
    fn low_product([a, _]: &Self::Both, [c, _]: &Self::Both) -> Self::Both {
        [product(a, c), [0; 5]]
    }

    #[cfg(any(test, target_family = "wasm", feature = "model"))]
    #[inline(always)]
    fn sum_high([a, b]: &Self::Both, [_, d]: &Self::Both) -> Self::Both {
        [*a, sum(b, d)]
    }

    #[inline(always)]
    fn sum_difference([low, high]: &Self::Both) -> Self::Both {
        [sum(low, high), difference(low, high)]
    }

    #[inline(always)]
    fn difference_sum([low, high]: &Self::Both) -> Self::Both {
        [difference(high, low), sum(high, low)]
    }

    #[inline(always)]
    fn high_negated([low, high]: &Self::Both) -> Self::Both {
        [*low, high.map(|limb| -limb)]
    }

    #[inline(always)]
    fn swapped([low, high]: &Self::Both) -> Self::Both {
        [*high, *low]
    }

    #[inline(always)]
    fn low_low([low, _]: &Self::Both, [other, _]: &Self::Both) -> Self::Both {
        [*low, *other]
    }

    #[inline(always)]
    fn low_high([low, _]: &Self::Both, [_, other]: &Self::Both) -> Self::Both {
        [*low, *other]
    }

    #[cfg(any(test, target_family = "wasm", feature = "model"))]
    #[inline(always)]
    fn high_low([_, high]: &Self::Both, [other, _]: &Self::Both) -> Self::Both {
        [*high, *other]
    }

    #[inline(always)]
    fn high_high([_, high]: &Self::Both, [_, other]: &Self::Both) -> Self::Both {
        [*high, *other]
    }
}
