//! Ten limbs of radix 2^26, signed, in lanes of 32 bits. 2^260 = K modulo p, with K = 2^36 + 15632.
//!
//! For hosts without fused multiply-add. A vector has two limbs of both elements: `(low_i, high_i, low_(i+5), high_(i+5))`. So
//! each instruction that multiplies gives one product of limbs for both.
//!
//! A unit is U = 2^26.
//!
//! - Limbs of a factor are at most 15 U, so two of them add up to less than 2^31. A column of a product is a sum of at most
//!   ten products: at most `10 21 U^2 < 2^60`. One of sums of two limbs is a sum of at most five: at most `5 84 U^2 < 2^61`.
//! - So each is below what a carry is cut from (`quads/carry.rs`).
//! - The columns from 10 on are each carried into the next, less than 2^35, and leave at most 2^25 in magnitude. Column 18 is
//!   one product, at most `21 U^2`: what it carries, limb 19, is below 2^31.
//! - Limb k from 10 on goes ten columns down, times 15632, and nine columns down, times 2^10. Of limb 19 the latter would be
//!   column 10, which goes to the columns 0 and 1 in turn. All that is below 2^56.
//! - The columns 0 to 9 are each carried into the next. What column 9 carries, less than 2^35, goes to the columns 0 and 1, times
//!   15632 and 2^10: less than 2^49. Carried from 0 to 1 and from 1 to 2, that leaves limb 2 at less than 2^25 + 2^21, and all
//!   others at 2^25.

mod product;

use product::reduced;

use super::{Field, Packed, Words, canonical::canonical};
use crate::quads::{Columns, Duo, Quad, Quads, each, zip};

const BITS: u32 = 26;
/// A unit.
#[cfg(debug_assertions)]
const UNIT: u32 = 1 << BITS;

/// Limbs of two elements.
#[derive(Clone, Copy, Debug)]
pub struct Both(Quads);

/// The field on products of 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Limbs;

impl Field for Limbs {
    type Both = Both;

    #[inline(always)]
    fn unpacked([low, high]: &Packed) -> Both {
        let word = |i: usize| Duo::new([low[i].cast_signed(), high[i].cast_signed()]);
        let (a, b, c, d) = (word(0), word(1), word(2), word(3));
        let mask = Duo::splat((1 << BITS) - 1);
        Both([
            Quad::of(a.and(mask), c.shr::<2>().and(mask)),
            Quad::of(a.shr::<26>().and(mask), c.shr::<28>().and(mask)),
            Quad::of(
                a.shr::<52>().or(b.shl::<12>()).and(mask),
                c.shr::<54>().or(d.shl::<10>()).and(mask),
            ),
            Quad::of(b.shr::<14>().and(mask), d.shr::<16>().and(mask)),
            Quad::of(b.shr::<40>().or(c.shl::<24>()).and(mask), d.shr::<42>()),
        ])
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
    fn sum(Both(a): &Both, Both(b): &Both) -> Both {
        Both(zip(a, b, Quad::add))
    }

    #[inline(always)]
    fn difference(Both(a): &Both, Both(b): &Both) -> Both {
        Both(zip(a, b, Quad::sub))
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "21 at most")]
    fn times<const N: usize>(Both(a): &Both) -> Both {
        Both(each(a, |quad| quad.mul(Quad::splat(N as i32))))
    }

    #[inline(always)]
    fn sum_high(Both(a): &Both, Both(b): &Both) -> Both {
        Both(zip(a, b, |a, b| a.add(b.and(Quad::HIGH))))
    }

    #[inline(always)]
    fn negated_if(Both(a): &Both, masks: [u64; 2]) -> Both {
        let mask = Quad::of_masks(masks);
        Both(each(a, |quad| quad.xor(mask).sub(mask)))
    }

    #[inline(always)]
    fn chosen(Both(a): &Both, Both(b): &Both, masks: [u64; 2]) -> Both {
        let mask = Quad::of_masks(masks);
        Both(zip(a, b, |a, b| a.xor(a.xor(b).and(mask))))
    }

    #[inline(always)]
    fn low_low(Both(a): &Both, Both(b): &Both) -> Both {
        Both(zip(a, b, Quad::even_even))
    }

    #[inline(always)]
    fn high_low(Both(a): &Both, Both(b): &Both) -> Both {
        Both(zip(a, b, Quad::odd_even))
    }

    #[inline(always)]
    fn high_high(Both(a): &Both, Both(b): &Both) -> Both {
        Both(zip(a, b, Quad::odd_odd))
    }

    #[inline(never)]
    fn product(Both(a): &Both, Both(b): &Both) -> Both {
        Both(reduced(&Columns::product(a, b)))
    }

    #[inline(never)]
    fn squared(Both(a): &Both) -> Both {
        Both(reduced(&Columns::square(a)))
    }

    #[inline(never)]
    fn squared_times(Both(a): &Both, count: u32) -> Both {
        let mut power = *a;
        for _ in 0..count {
            power = reduced(&Columns::square(&power));
        }
        Both(power)
    }

    #[inline(never)]
    fn product_sum(Both(a): &Both, Both(b): &Both, Both(c): &Both, Both(d): &Both) -> Both {
        Both(reduced(&Columns::product(a, b).add(&Columns::product(c, d))))
    }
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
