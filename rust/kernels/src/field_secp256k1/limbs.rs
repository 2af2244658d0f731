//! Ten limbs of radix 2^26, signed, in lanes of 32 bits. 2^260 = K modulo p, with K = 2^36 + 15632.
//!
//! For hosts without fused multiply-add. A vector has two limbs of both elements: `(low_i, high_i, low_(i+5), high_(i+5))`. So
//! each instruction that multiplies gives one product of limbs for both.
//!
//! A unit is U = 2^26.
//!
//! - Limbs of a factor are at most 21 U < 2^31. A column of a product is a sum of at most ten products: at most
//!   `10 21 U^2 < 2^60`.
//! - A shift that keeps signs takes many instructions on x64. So 2^61 is added before a shift, and 2^35 taken away after.
//! - The columns from 10 on are each carried into the next, less than 2^35, and leave at most 2^25 in magnitude. Column 18 is
//!   one product, at most `21 U^2`: what it carries, limb 19, is below 2^31.
//! - Limb k from 10 on goes ten columns down, times 15632, and nine columns down, times 2^10. Of limb 19 the latter would be
//!   column 10, which goes to the columns 0 and 1 in turn. All that is below 2^56.
//! - The columns 0 to 9 are each carried into the next. What column 9 carries, less than 2^35, goes to the columns 0 and 1, times
//!   15632 and 2^10: less than 2^49. Carried from 0 to 1 and from 1 to 2, that leaves limb 2 at less than 2^25 + 2^21, and all
//!   others at 2^25.

use super::{
    Field, Packed, Words,
    canonical::{canonical, limbs},
};
use crate::quads::{Duo, Quad};

const BITS: u32 = 26;
/// A unit.
#[cfg(debug_assertions)]
const UNIT: u32 = 1 << BITS;
/// K is 2^36 and this.
const FOLD: i32 = 15_632;

type Quads = [Quad; 5];

/// Limbs of two elements.
#[derive(Clone, Copy, Debug)]
pub struct Both(Quads);

/// The field on products of 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Limbs;

impl Field for Limbs {
    type Both = Both;

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "limbs have 26 bits")]
    fn unpacked([low, high]: &Packed) -> Both {
        let [low, high] = [limbs::<10, BITS>(low), limbs::<10, BITS>(high)];
        let lanes = |k: usize| [low[k], high[k], low[k + 5], high[k + 5]];
        Both([0, 1, 2, 3, 4].map(|k| Quad::new(lanes(k).map(|limb| limb as i32))))
    }

    #[inline(always)]
    fn packed(both: &Both) -> Packed {
        [Self::low_packed(both), Self::low_packed(&Self::swapped(both))]
    }

    #[inline(never)]
    fn low_packed(Both(quads): &Both) -> Words {
        let [a, b, c, d, e] = quads.map(Quad::lanes);
        let low = [a[0], b[0], c[0], d[0], e[0], a[2], b[2], c[2], d[2], e[2]];
        canonical::<10, BITS>(&low.map(i64::from))
    }

    #[cfg(debug_assertions)]
    fn bound(Both(quads): &Both) -> usize {
        let limbs = quads.iter().flat_map(|quad| quad.lanes());
        limbs.map(|limb| limb.unsigned_abs().div_ceil(UNIT)).max().unwrap_or(0) as usize
    }

    #[inline(always)]
    fn sum(a: &Both, b: &Both) -> Both {
        zip(a, b, Quad::add)
    }

    #[inline(always)]
    fn difference(a: &Both, b: &Both) -> Both {
        zip(a, b, Quad::sub)
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "21 at most")]
    fn times<const N: usize>(Both(a): &Both) -> Both {
        Both(a.map(|quad| quad.mul(Quad::splat(N as i32))))
    }

    #[inline(always)]
    fn sum_high(a: &Both, b: &Both) -> Both {
        const HIGH: Quad = Quad::new([0, -1, 0, -1]);
        zip(a, b, |a, b| a.add(b.and(HIGH)))
    }

    #[inline(always)]
    fn negated_if(Both(a): &Both, masks: [u64; 2]) -> Both {
        let mask = lanes(masks);
        Both(a.map(|quad| quad.xor(mask).sub(mask)))
    }

    #[inline(always)]
    fn chosen(a: &Both, b: &Both, masks: [u64; 2]) -> Both {
        let mask = lanes(masks);
        zip(a, b, |a, b| a.xor(a.xor(b).and(mask)))
    }

    #[inline(always)]
    fn low_low(a: &Both, b: &Both) -> Both {
        zip(a, b, Quad::even_even)
    }

    #[inline(always)]
    fn high_low(a: &Both, b: &Both) -> Both {
        zip(a, b, Quad::odd_even)
    }

    #[inline(always)]
    fn high_high(a: &Both, b: &Both) -> Both {
        zip(a, b, Quad::odd_odd)
    }

    #[inline(never)]
    fn product(a: &Both, b: &Both) -> Both {
        reduced(&Product::of(a, b))
    }

    #[inline(never)]
    fn squared(a: &Both) -> Both {
        reduced(&Square::of(a))
    }

    #[inline(never)]
    fn squared_times(a: &Both, count: u32) -> Both {
        let mut power = *a;
        for _ in 0..count {
            power = reduced(&Square::of(&power));
        }
        power
    }

    #[inline(never)]
    fn product_sum(a: &Both, b: &Both, c: &Both, d: &Both) -> Both {
        reduced(&Sum(Product::of(a, b), Product::of(c, d)))
    }
}

#[inline(always)]
fn zip(Both(a): &Both, Both(b): &Both, f: impl Fn(Quad, Quad) -> Quad) -> Both {
    Both([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3]), f(a[4], b[4])])
}

/// A mask for both elements.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "all bits of a mask are the same")]
fn lanes([low, high]: [u64; 2]) -> Quad {
    let (low, high) = (low as i32, high as i32);
    Quad::new([low, high, low, high])
}

/// The columns of a product before it is reduced. Each is made where it is needed, so that few are open at a time.
trait Columns {
    /// The sum of all products of limbs i and K - i.
    fn column<const K: usize>(&self) -> Duo;
}

/// Two factors, and the second with its halves swapped.
struct Product<'a> {
    a: &'a Quads,
    b: &'a Quads,
    turned: Quads,
}

impl<'a> Product<'a> {
    #[inline(always)]
    fn of(Both(a): &'a Both, Both(b): &'a Both) -> Self {
        Self { a, b, turned: turned(b) }
    }
}

impl Columns for Product<'_> {
    #[inline(always)]
    fn column<const K: usize>(&self) -> Duo {
        let first = K.saturating_sub(9);
        let mut sum = term(self.a, self.b, &self.turned, first, K - first);
        for i in first + 1..=K - first {
            sum = sum.add(term(self.a, self.b, &self.turned, i, K - i));
        }
        sum
    }
}

/// A factor, twice it, and it with its halves swapped.
struct Square<'a> {
    a: &'a Quads,
    twice: Quads,
    turned: Quads,
}

impl<'a> Square<'a> {
    #[inline(always)]
    fn of(Both(a): &'a Both) -> Self {
        Self { a, twice: a.map(|quad| quad.add(quad)), turned: turned(a) }
    }
}

impl Columns for Square<'_> {
    /// What stands on both sides of the diagonal is counted twice.
    #[inline(always)]
    fn column<const K: usize>(&self) -> Duo {
        let first = K.saturating_sub(9);
        let left = if K % 2 == 0 { self.a } else { &self.twice };
        let mut sum = term(left, self.a, &self.turned, K / 2, K - K / 2);
        for i in first..K / 2 {
            sum = sum.add(term(&self.twice, self.a, &self.turned, i, K - i));
        }
        sum
    }
}

struct Sum<'a>(Product<'a>, Product<'a>);

impl Columns for Sum<'_> {
    #[inline(always)]
    fn column<const K: usize>(&self) -> Duo {
        self.0.column::<K>().add(self.1.column::<K>())
    }
}

#[inline(always)]
fn turned(quads: &Quads) -> Quads {
    quads.map(|quad| quad.upper_lower(quad))
}

/// The product of limb i of `a` and limb j of `b`.
#[inline(always)]
fn term(a: &Quads, b: &Quads, turned: &Quads, i: usize, j: usize) -> Duo {
    match (i < 5, j < 5) {
        (true, true) => a[i].lower(b[j]),
        (true, false) => a[i].lower(turned[j - 5]),
        (false, true) => a[i - 5].upper(turned[j]),
        (false, false) => a[i - 5].upper(b[j - 5]),
    }
}

/// Columns modulo p. The upper ones come first, as they are folded onto the lower ones.
#[inline(always)]
fn reduced(columns: &impl Columns) -> Both {
    let (v10, carry) = split(columns.column::<10>());
    let (v11, carry) = split(columns.column::<11>().add(carry));
    let (v12, carry) = split(columns.column::<12>().add(carry));
    let (v13, carry) = split(columns.column::<13>().add(carry));
    let (v14, carry) = split(columns.column::<14>().add(carry));
    let (v15, carry) = split(columns.column::<15>().add(carry));
    let (v16, carry) = split(columns.column::<16>().add(carry));
    let (v17, carry) = split(columns.column::<17>().add(carry));
    let (v18, v19) = split(columns.column::<18>().add(carry));
    let [w0, w1, w2, w3, w4] =
        [(v10, v15), (v11, v16), (v12, v17), (v13, v18), (v14, v19)].map(|(v, w)| Quad::of(v, w));
    let fold = Quad::splat(FOLD);
    let (l0, carry) =
        split(columns.column::<0>().add(w0.lower(fold)).add(w4.upper(Quad::splat(FOLD << 10))));
    let next = |column: Duo, limb: Duo, below: Duo, carry: Duo| {
        split(column.add(limb).add(below.shl::<10>()).add(carry))
    };
    let (l1, carry) = next(columns.column::<1>().add(v19.shl::<20>()), w1.lower(fold), v10, carry);
    let (l2, carry) = next(columns.column::<2>(), w2.lower(fold), v11, carry);
    let (l3, carry) = next(columns.column::<3>(), w3.lower(fold), v12, carry);
    let (l4, carry) = next(columns.column::<4>(), w4.lower(fold), v13, carry);
    let (l5, carry) = next(columns.column::<5>(), w0.upper(fold), v14, carry);
    let (l6, carry) = next(columns.column::<6>(), w1.upper(fold), v15, carry);
    let (l7, carry) = next(columns.column::<7>(), w2.upper(fold), v16, carry);
    let (l8, carry) = next(columns.column::<8>(), w3.upper(fold), v17, carry);
    let (l9, over) = next(columns.column::<9>(), w4.upper(fold), v18, carry);
    let (l0, carry) = split(l0.add(times_fold(over)));
    let (l1, carry) = split(l1.add(over.shl::<10>()).add(carry));
    let l2 = l2.add(carry);
    Both([Quad::of(l0, l5), Quad::of(l1, l6), Quad::of(l2, l7), Quad::of(l3, l8), Quad::of(l4, l9)])
}

/// The lowest bits, between -2^25 and 2^25, and what is above them.
#[inline(always)]
fn split(value: Duo) -> (Duo, Duo) {
    const HALF: i64 = 1 << (BITS - 1);
    const BIAS: i64 = 1 << 61;
    let value = value.add(Duo::splat(BIAS + HALF));
    let low = value.and(Duo::splat((1 << BITS) - 1)).sub(Duo::splat(HALF));
    (low, value.shr::<BITS>().sub(Duo::splat(BIAS >> BITS)))
}

/// [`FOLD`] times a number of more than 32 bits: it is 2^14 - 2^9 - 2^8 + 2^4.
#[inline(always)]
fn times_fold(value: Duo) -> Duo {
    value.shl::<14>().sub(value.shl::<9>()).sub(value.shl::<8>()).add(value.shl::<4>())
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "limbs are integers")]
impl Both {
    pub(super) fn seen(&self) -> [[i64; 10]; 2] {
        let quads = self.0.map(|quad| quad.lanes().map(i64::from));
        [0, 1].map(|lane| core::array::from_fn(|index| quads[index % 5][lane + index / 5 * 2]))
    }

    pub(super) fn of([low, high]: &[[i64; 10]; 2]) -> Self {
        let lanes = |k: usize| [low[k], high[k], low[k + 5], high[k + 5]].map(|limb| limb as i32);
        Self([0, 1, 2, 3, 4].map(|k| Quad::new(lanes(k))))
    }
}
