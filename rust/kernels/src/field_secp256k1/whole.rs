//! Five limbs of radix 2^52, signed, in words of 64 bits. 2^260 = K modulo p, with K = 2^4 (2^32 + 977).
//!
//! For hosts with products of 64 bits. Products are inlined: results that go through memory are read in other sizes than they
//! were written, and the processor waits. A unit is U = 2^52 + 2^45.
//!
//! - A column of a product is a sum of at most five products of limbs: at most `5 21 U^2 < 2^111`.
//! - Each column is carried into the next, less than 2^60, and leaves 52 bits. What column 8 carries is limb 9.
//!   The limbs 5 to 9, times K < 2^37, go five columns down: less than 2^97 more.
//! - What column 4 carries, less than 2^60, goes to limb 0, times K, which carries less than 2^45 to limb 1: all limbs stay
//!   within U.

#![allow(clippy::cast_possible_truncation, reason = "limbs are taken out of sums")]

use super::{
    Field, Packed, Words,
    canonical::{canonical, limbs},
};

const BITS: u32 = 52;
const K: i128 = ((1 << 32) + 977) << 4;
/// A unit.
#[cfg(debug_assertions)]
const UNIT: u64 = (1 << BITS) + (1 << 45);

type Value = [i64; 5];

/// The field on products of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Whole;

impl Field for Whole {
    type Both = [Value; 2];

    #[inline(always)]
    fn unpacked(words: &Packed) -> Self::Both {
        words.each_ref().map(|words| limbs::<5, BITS>(words).map(u64::cast_signed))
    }

    #[inline(always)]
    fn packed(both: &Self::Both) -> Packed {
        both.each_ref().map(canonical::<5, BITS>)
    }

    #[inline(always)]
    fn low_packed([low, _]: &Self::Both) -> Words {
        canonical::<5, BITS>(low)
    }

    #[cfg(debug_assertions)]
    fn bound(both: &Self::Both) -> usize {
        let units = both.iter().flatten().map(|limb| limb.unsigned_abs().div_ceil(UNIT));
        units.max().unwrap_or(0) as usize
    }

    #[inline(always)]
    fn sum(a: &Self::Both, b: &Self::Both) -> Self::Both {
        zip(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn difference(a: &Self::Both, b: &Self::Both) -> Self::Both {
        zip(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn times<const N: usize>(a: &Self::Both) -> Self::Both {
        let [low, high] = a;
        let times = |limb: i64| limb * N as i64;
        [each(low, times), each(high, times)]
    }

    #[inline(always)]
    fn sum_high([low, high]: &Self::Both, [_, other]: &Self::Both) -> Self::Both {
        [*low, both(high, other, |a, b| a + b)]
    }

    #[inline(always)]
    fn negated_if([low, high]: &Self::Both, masks: [u64; 2]) -> Self::Both {
        let negated = |value: &Value, mask: u64| {
            let mask = mask.cast_signed();
            each(value, |limb| (limb ^ mask) - mask)
        };
        [negated(low, masks[0]), negated(high, masks[1])]
    }

    #[inline(always)]
    fn chosen(a: &Self::Both, b: &Self::Both, masks: [u64; 2]) -> Self::Both {
        let chosen = |lane: usize| {
            let mask = masks[lane].cast_signed();
            both(&a[lane], &b[lane], |a, b| a ^ (a ^ b) & mask)
        };
        [chosen(0), chosen(1)]
    }

    #[inline(always)]
    fn low_low([low, _]: &Self::Both, [other, _]: &Self::Both) -> Self::Both {
        [*low, *other]
    }

    #[inline(always)]
    fn high_low([_, high]: &Self::Both, [other, _]: &Self::Both) -> Self::Both {
        [*high, *other]
    }

    #[inline(always)]
    fn high_high([_, high]: &Self::Both, [_, other]: &Self::Both) -> Self::Both {
        [*high, *other]
    }

    #[inline(always)]
    fn product([a, b]: &Self::Both, [c, d]: &Self::Both) -> Self::Both {
        [reduced(&Product(a, c)), reduced(&Product(b, d))]
    }

    #[inline(always)]
    fn squared(both: &Self::Both) -> Self::Both {
        let [low, high] = both;
        [reduced(&Square(low)), reduced(&Square(high))]
    }

    #[inline(never)]
    fn squared_times(both: &Self::Both, count: u32) -> Self::Both {
        let mut power = *both;
        for _ in 0..count {
            power = Self::squared(&power);
        }
        power
    }

    #[inline(always)]
    fn product_sum(
        [a, e]: &Self::Both,
        [b, f]: &Self::Both,
        [c, g]: &Self::Both,
        [d, h]: &Self::Both,
    ) -> Self::Both {
        [reduced(&Sum(Product(a, b), Product(c, d))), reduced(&Sum(Product(e, f), Product(g, h)))]
    }
}

#[inline(always)]
fn zip(a: &[Value; 2], b: &[Value; 2], f: impl Fn(i64, i64) -> i64) -> [Value; 2] {
    [both(&a[0], &b[0], &f), both(&a[1], &b[1], &f)]
}

#[inline(always)]
fn both(a: &Value, b: &Value, f: impl Fn(i64, i64) -> i64) -> Value {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3]), f(a[4], b[4])]
}

#[inline(always)]
fn each(a: &Value, f: impl Fn(i64) -> i64) -> Value {
    [f(a[0]), f(a[1]), f(a[2]), f(a[3]), f(a[4])]
}

#[inline(always)]
fn wide(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// The columns of a product before it is reduced. Each is made where it is needed, so that few are open at a time.
trait Columns {
    /// The sum of all products of limbs i and K - i.
    fn column<const K: usize>(&self) -> i128;
}

struct Product<'a>(&'a Value, &'a Value);

impl Columns for Product<'_> {
    #[inline(always)]
    fn column<const K: usize>(&self) -> i128 {
        let Self(a, b) = self;
        let first = K.saturating_sub(4);
        (first..=K - first).map(|i| wide(a[i], b[K - i])).sum()
    }
}

struct Square<'a>(&'a Value);

impl Columns for Square<'_> {
    /// What stands on both sides of the diagonal is counted twice.
    #[inline(always)]
    fn column<const K: usize>(&self) -> i128 {
        let Self(a) = self;
        let first = K.saturating_sub(4);
        let middle = if K.is_multiple_of(2) { wide(a[K / 2], a[K / 2]) } else { 0 };
        middle + (first..K.div_ceil(2)).map(|i| wide(2 * a[i], a[K - i])).sum::<i128>()
    }
}

struct Sum<'a>(Product<'a>, Product<'a>);

impl Columns for Sum<'_> {
    #[inline(always)]
    fn column<const K: usize>(&self) -> i128 {
        self.0.column::<K>() + self.1.column::<K>()
    }
}

/// Columns modulo p. Each upper one is folded onto a lower one as soon as it is there.
#[inline(always)]
fn reduced(columns: &impl Columns) -> Value {
    let fold = |limb: i64| i128::from(limb) * K;
    let (v5, upper) = split(columns.column::<5>());
    let (l0, lower) = split(columns.column::<0>() + fold(v5));
    let (v6, upper) = split(columns.column::<6>() + upper);
    let (l1, lower) = split(columns.column::<1>() + fold(v6) + lower);
    let (v7, upper) = split(columns.column::<7>() + upper);
    let (l2, lower) = split(columns.column::<2>() + fold(v7) + lower);
    let (v8, v9) = split(columns.column::<8>() + upper);
    let (l3, lower) = split(columns.column::<3>() + fold(v8) + lower);
    let (l4, over) = split(columns.column::<4>() + fold(v9 as i64) + lower);
    let (l0, carry) = split(i128::from(l0) + fold(over as i64));
    [l0, l1 + carry as i64, l2, l3, l4]
}

/// The lowest bits, and what is above them.
#[inline(always)]
const fn split(value: i128) -> (i64, i128) {
    (value as i64 & ((1 << BITS) - 1), value >> BITS)
}
