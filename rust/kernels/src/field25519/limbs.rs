//! Ten limbs of 26 and of 25 bits in turn, signed, in lanes of 32 bits: for hosts without fused multiply-add.
//!
//! A limb of [`super`] is `e + 2^26 o`. A vector has both parts of it, of both elements: `(low e, high e, low o, high o)`. With
//! R = 2^51, a product is `(sum e_i R^i + 2^26 sum o_i R^i)` times the same of the other element. So column k is
//!
//! - of the even limbs, the products of e_i and e_(k-i), and twice those of o_i and o_(k-1-i);
//! - of the odd ones, those of e_i and o_(k-i), both ways.
//!
//! R^5 = 19 modulo p, so columns from 5 on count 19 times in those from 0 on.
//!
//! Units are E = 2^25 + 2^12 of an even limb, O = 2^24 + 2^16 of an odd one, and U = 2^50 + 2^42 of both together.
//!
//! - Factors are of bounds A and B with A B <= 3. Two parts add up to at most 3 (E + O) < 2^28. In a square, where A = 1, they
//!   are doubled: at most 2 (E + O) < 2^27.
//! - Of a column, the products of sums of two parts are at most `5 3 (E + O)^2 < 2^56`.
//! - What counts once or 19 times in an even column is at most `77 3 E^2` and, of o, at most `2 95 3 O^2`: together less than
//!   2^59. In an odd column it is at most `154 3 E O < 2^58`. That is below what a carry is cut from
//!   (`quads/carry.rs`).
//! - Carries go from e_0 to e_2, and from o_2 to o_4, at the same time. Each is below 2^34. What comes
//!   out goes to o_2, and 19 times to e_0. These are carried once more: less than 2^10 to e_3, and less than 2^14 to o_0. All
//!   other even limbs are within 2^25, and the odd ones within 2^24. So both together are within U, which does not follow from
//!   E and O.
//! - [`Arithmetic::normal`] takes limbs of at most 7 E and 7 O: each carries at most 4 to the next, and 76 to e_0.

mod reduce;

use super::{Arithmetic, Field};
use crate::quads::{self, Columns, Duo, Quad, Quads, each};
use reduce::reduced;

/// Bits of an even limb. An odd one has one less.
const BITS: u32 = 26;

/// 2^50 + 2^42.
#[cfg(any(test, debug_assertions))]
pub(super) const UNIT: u64 = (1 << 50) + (1 << 42);

/// The lanes of the even limbs, of the odd ones, and of the low element.
const EVEN: Quad = Quad::new([-1, -1, 0, 0]);
const ODD: Quad = Quad::new([0, 0, -1, -1]);
const LOW: Quad = Quad::new([-1, 0, -1, 0]);

/// The field on products of 32 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limbs;

/// Limbs of two elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Both(Quads);

impl Arithmetic for Limbs {
    type Both = Both;
    type Masks = Quad;

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "limbs of constants are integers")]
    fn constant(low: &[f64; 5], high: &[f64; 5]) -> Both {
        of(&low.map(|limb| limb as i64), &high.map(|limb| limb as i64))
    }

    /// The limbs are below 2^26 and 2^25, which is two units.
    #[inline(always)]
    fn of_words(low: &[u64; 4], high: &[u64; 4]) -> Both {
        let word = |i: usize| Duo::new([low[i].cast_signed(), high[i].cast_signed()]);
        let (a, b, c, d) = (word(0), word(1), word(2), word(3));
        let (even, odd) = (Duo::splat((1 << BITS) - 1), Duo::splat((1 << (BITS - 1)) - 1));
        Self::normal(&Both([
            Quad::of(a.and(even), a.shr::<26>().and(odd)),
            Quad::of(a.shr::<51>().or(b.shl::<13>()).and(even), b.shr::<13>().and(odd)),
            Quad::of(b.shr::<38>(), c.and(odd)),
            Quad::of(c.shr::<25>().and(even), c.shr::<51>().or(d.shl::<13>()).and(odd)),
            Quad::of(d.shr::<12>().and(even), d.shr::<38>().and(odd)),
        ]))
    }

    #[inline(always)]
    fn limbs(Both(quads): &Both, lane: usize) -> [i64; 5] {
        let limb = |index: usize| {
            let lanes = quads[index].lanes();
            i64::from(lanes[lane]) + (i64::from(lanes[lane + 2]) << BITS)
        };
        [limb(0), limb(1), limb(2), limb(3), limb(4)]
    }

    #[cfg(test)]
    fn of_signed(low: &[i64; 5], high: &[i64; 5]) -> Both {
        of(low, high)
    }

    #[cfg(debug_assertions)]
    #[allow(clippy::cast_possible_truncation, reason = "a few units")]
    fn bound(both: &Both) -> usize {
        let units = |limb: i64, unit: u64| limb.unsigned_abs().div_ceil(unit) as usize;
        let parts = both.0.iter().flat_map(|quad| {
            let [a, b, c, d] = quad.lanes().map(i64::from);
            let odd = (1 << 24) + (1 << 16);
            let even = (1 << 25) + (1 << 12);
            [units(a, even), units(b, even), units(c, odd), units(d, odd)]
        });
        let whole = [0, 1].into_iter().flat_map(|lane| Self::limbs(both, lane));
        parts.chain(whole.map(|limb| units(limb, UNIT))).max().unwrap_or(0)
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
    fn negated(a: &Both) -> Both {
        map(a, |a| Quad::splat(0).sub(a))
    }

    #[inline(always)]
    fn normal(Both(quads): &Both) -> Both {
        // An odd limb is doubled, so that both have the same bits.
        let carries = each(quads, |quad| {
            quad.add(quad.and(ODD)).add(Quad::splat(1 << (BITS - 1))).sar::<BITS>()
        });
        let rest = |i: usize| {
            let taken = carries[i].shl::<{ BITS - 1 }>();
            quads[i].sub(taken).sub(taken.and(EVEN))
        };
        let next = |i: usize, below: Quad| rest(i).add(below.upper_lower(carries[i]));
        Both([
            next(0, carries[4].mul(Quad::splat(19))),
            next(1, carries[0]),
            next(2, carries[1]),
            next(3, carries[2]),
            next(4, carries[3]),
        ])
    }

    #[inline(always)]
    fn masks(masks: [u64; 2]) -> Quad {
        Quad::of_masks(masks)
    }

    #[inline(always)]
    fn chosen(a: &Both, b: &Both, mask: Quad) -> Both {
        zip(a, b, |a, b| a.xor(a.xor(b).and(mask)))
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
}

impl Field for Limbs {
    type Alone = Self;

    #[inline(always)]
    fn beside(one: &Both, other: &Both) -> Both {
        Self::low_low(one, other)
    }

    #[inline(always)]
    fn low_product(a: &Both, b: &Both) -> Both {
        Self::product(a, b)
    }

    #[inline(always)]
    fn sum_high(a: &Both, b: &Both) -> Both {
        zip(a, b, |a, b| a.add(b.and(Quad::HIGH)))
    }

    #[inline(always)]
    fn sum_difference(a: &Both) -> Both {
        map(a, |a| a.even_even(a).add(negated_in(a.odd_odd(a), Quad::HIGH)))
    }

    #[inline(always)]
    fn difference_sum(a: &Both) -> Both {
        map(a, |a| a.odd_odd(a).add(negated_in(a.even_even(a), LOW)))
    }

    #[inline(always)]
    fn high_negated(a: &Both) -> Both {
        map(a, |a| negated_in(a, Quad::HIGH))
    }

    #[inline(always)]
    fn swapped(a: &Both) -> Both {
        map(a, |a| a.odd_even(a))
    }

    #[inline(always)]
    fn low_low(a: &Both, b: &Both) -> Both {
        zip(a, b, Quad::even_even)
    }

    #[inline(always)]
    fn low_high(a: &Both, b: &Both) -> Both {
        zip(a, b, Quad::even_odd)
    }

    #[inline(always)]
    fn high_low(a: &Both, b: &Both) -> Both {
        zip(a, b, Quad::odd_even)
    }

    #[inline(always)]
    fn high_high(a: &Both, b: &Both) -> Both {
        zip(a, b, Quad::odd_odd)
    }
}

#[inline(always)]
fn of(low: &[i64; 5], high: &[i64; 5]) -> Both {
    let quad = |i: usize| {
        let ([a, c], [b, d]) = (parts(low[i]), parts(high[i]));
        Quad::new([a, b, c, d])
    };
    Both([quad(0), quad(1), quad(2), quad(3), quad(4)])
}

/// e between -2^25 and 2^25, and o.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "a limb has less than 55 bits")]
const fn parts(limb: i64) -> [i32; 2] {
    let even = limb << (64 - BITS) >> (64 - BITS);
    [even as i32, ((limb - even) >> BITS) as i32]
}

/// The negation in the lanes of a mask.
#[inline(always)]
fn negated_in(a: Quad, mask: Quad) -> Quad {
    a.xor(mask).sub(mask)
}

#[inline(always)]
fn map(Both(a): &Both, f: impl Fn(Quad) -> Quad) -> Both {
    Both(each(a, f))
}

#[inline(always)]
fn zip(Both(a): &Both, Both(b): &Both, f: impl Fn(Quad, Quad) -> Quad) -> Both {
    Both(quads::zip(a, b, f))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::{Arithmetic, Both, Limbs, Quad};

    const E: i64 = (1 << 25) + (1 << 12);
    const O: i64 = (1 << 24) + (1 << 16);

    /// Limbs at the ends of `units`, an even one below what both parts together may be. A bit says a sign.
    fn at_the_ends(units: i64, signs: u32) -> Both {
        let sign = |bit: usize| if signs >> (bit % 20) & 1 == 0 { 1 } else { -1 };
        let even = |bit| i32::try_from(sign(bit) * units * E).unwrap();
        let odd = |bit| i32::try_from(sign(bit) * units * (O - 1)).unwrap();
        let quad = |i: usize| Quad::new([even(i), even(i + 5), odd(i + 10), odd(i + 15)]);
        Both([0, 1, 2, 3, 4].map(quad))
    }

    fn values(both: &Both) -> [BigInt; 2] {
        [0, 1].map(|lane| {
            let limbs = Limbs::limbs(both, lane);
            limbs.iter().rev().fold(BigInt::from(0), |sum, limb| (sum << 51) + limb)
        })
    }

    fn check(got: &Both, want: [BigInt; 2]) {
        assert!(Limbs::bound(got) <= 1);
        let p = (BigInt::from(1) << 255) - 19;
        let modulo = |value: &BigInt| ((value % &p) + &p) % &p;
        assert_eq!(values(got).each_ref().map(modulo), want.each_ref().map(modulo));
    }

    fn products([a, b]: &[BigInt; 2], [c, d]: &[BigInt; 2]) -> [BigInt; 2] {
        [a * c, b * d]
    }

    /// Parts that no number of [`Arithmetic::of_signed`] has: all of them as large as a factor's may be.
    #[test]
    fn the_largest_parts() {
        // A product of all signs alike has the largest columns; the others cross them.
        let signs = (0..1 << 10).map(|bits: u32| bits.wrapping_mul(0x9e3d_1c4b)).chain([0, !0]);
        for bits in signs {
            for [of_a, of_b] in [[1, 1], [1, 2], [2, 1], [1, 3], [3, 1]] {
                let (a, b) = (at_the_ends(of_a, bits), at_the_ends(of_b, bits >> 12));
                check(&Limbs::product(&a, &b), products(&values(&a), &values(&b)));
                let b = Limbs::negated(&b);
                check(&Limbs::product(&a, &b), products(&values(&a), &values(&b)));
            }
            let one = at_the_ends(1, bits);
            check(&Limbs::squared(&one), products(&values(&one), &values(&one)));
            for units in 1..=7 {
                let both = at_the_ends(units, bits);
                check(&Limbs::normal(&both), values(&both));
            }
        }
    }
}
