//! Six limbs of radix 2^43 in doubles, on fused multiply-add. 2^258 = K modulo p, with K = 4 (2^32 + 977).
//!
//! A unit is U = 2^43. A column of a product is a sum of six products of limbs, so with the contract the magnitudes in it
//! sum up to S <= 6 21 U^2 = 126 2^86 < 2^93.
//!
//! # Why a column is exact ([`product`])
//!
//! C = 1.5 2^95. Doubles between 2^95 and 2^96 are multiples of M = 2^43. A column is a pair: h, which
//! starts at C and stays between those ends, and l.
//!
//! 1. h' = fma(a, b, h) is h + a b rounded to a multiple of M. h - h' is a multiple of M below 2^95,
//!    hence exact.
//! 2. a b - (h' - h) is an integer of at most 2^42, hence l' = fma(a, b, h - h') is exact.
//! 3. So the sum of all products is (h - C) + l, where l is the sum of at most 13 parts of 2^42: below 2^46.
//! 4. A column has 12 products at most and one fold. |h - C| is at most S + 13 2^42 and what the
//!    fold adds, v K < 2^51 2^35 (see below): below 2^94, so h does not leave its ends.
//! 5. q = (h - C) / M is below 2^50 + 2^44, and fma(h, 1 / M, -C / M) is exact.
//!
//! # Why the reduction is exact ([`product`])
//!
//! 1. v_k = l_k + q_(k-1), for the columns 6 to 11, is an integer below 2^50 + 2^45 < 2^51. v_k K is one more
//!    product of column k - 6, exact by the same argument.
//! 2. Column 5 takes its fold first: its q has the weight 2^258 too, and goes to v_6.
//! 3. t_k = l_k + q_(k-1), for the columns 0 to 5, is below 2^50 + 2^45 as well. (t + C) - C is t rounded
//!    to a multiple of M, what is left is at most 2^42, and the carry t / M at most m = 2^7 + 2.
//! 4. Limb 0 gets the carry of limb 5 times K: at most 2^42 + 130 (2^34 + 3908) < 0.51 2^43 + 0.26 2^43 < U.
//!    The others get at most 2^42 + 130 < U.
//!
//! Beyond the contract nothing is proven, and with limbs of six more bits products are wrong without a
//! sign of it. Random inputs hardly ever come near either end. Hence the types.
//!
//! # What else
//!
//! No value is subnormal, infinite or NaN: all are integers below 2^53, multiples of 2^43 up to 2^96, or
//! those times 2^-43. Minus zero occurs, as the negation of zero, and is harmless: sums and products
//! take it as zero, conversion to an integer gives 0. Bits of doubles are read nowhere but by
//! masks, and limbs are never compared as doubles.
//!
//! Not covered: an engine that breaks IEEE 754, or a computer that moves to another without fused multiply-add while a
//! process runs.

mod known;
mod product;

pub(crate) use known::extremes_hold;

use super::{Field, Packed, Words, canonical::canonical};
use crate::lanes::Lanes;

type Limbs = [Lanes; 6];

/// Limbs of two elements.
#[derive(Clone, Copy, Debug)]
pub struct Both(Limbs);

/// 2^43.
const UNIT: u64 = 1 << 43;

/// The field on fused multiply-add.
#[derive(Clone, Copy, Debug)]
pub struct Fused;

impl Field for Fused {
    type Both = Both;

    /// Limbs of 43 bits. Those bits in a double with the exponent of 2^52 are 2^52 and the limb.
    #[inline(always)]
    fn unpacked([low, high]: &Packed) -> Both {
        const MASK: Lanes = Lanes::splat_bits((1 << 43) - 1);
        const EXPONENT: Lanes = Lanes::splat((1_u64 << 52) as f64);
        let [a, b, c, d] = [0, 1, 2, 3].map(|word| Lanes::pair_bits(low[word], high[word]));
        let limbs = [
            a.and(MASK),
            a.shr::<43>().or(b.shl::<21>()).and(MASK),
            b.shr::<22>().or(c.shl::<42>()).and(MASK),
            c.shr::<1>().and(MASK),
            c.shr::<44>().or(d.shl::<20>()).and(MASK),
            d.shr::<23>(),
        ];
        Both(limbs.map(|limb| limb.or(EXPONENT).sub(EXPONENT)))
    }

    #[inline(always)]
    fn packed(both: &Both) -> Packed {
        [Self::low_packed(both), Self::low_packed(&Self::swapped(both))]
    }

    #[inline(never)]
    #[allow(clippy::cast_possible_truncation, reason = "limbs are integers")]
    fn low_packed(both: &Both) -> Words {
        canonical::<6, 43>(&both.0.map(|limb| limb.doubles()[0] as i64))
    }

    #[cfg(debug_assertions)]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "limbs are integers"
    )]
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
    fn times<const N: usize>(a: &Both) -> Both {
        Both(a.0.map(|limb| limb.mul(Lanes::splat(N as f64))))
    }

    #[inline(always)]
    fn less<const N: usize>(a: &Both, b: &Both) -> Both {
        zip(a, b, |a, b| b.madd(Lanes::splat(-(N as f64)), a))
    }

    #[inline(always)]
    fn sum_high(a: &Both, b: &Both) -> Both {
        zip(a, b, |a, b| b.madd(Lanes::pair(0.0, 1.0), a))
    }

    #[inline(always)]
    fn negated_if(a: &Both, [low, high]: [u64; 2]) -> Both {
        let signs = Lanes::pair_bits(low & 1 << 63, high & 1 << 63);
        Both(a.0.map(|limb| limb.xor(signs)))
    }

    #[inline(always)]
    fn chosen(a: &Both, b: &Both, [low, high]: [u64; 2]) -> Both {
        let mask = Lanes::pair_bits(low, high);
        zip(a, b, |a, b| a.xor(a.xor(b).and(mask)))
    }

    #[inline(always)]
    fn low_low(a: &Both, b: &Both) -> Both {
        zip(a, b, Lanes::low_low)
    }

    #[inline(always)]
    fn high_low(a: &Both, b: &Both) -> Both {
        zip(a, b, Lanes::high_low)
    }

    #[inline(always)]
    fn high_high(a: &Both, b: &Both) -> Both {
        zip(a, b, Lanes::high_high)
    }

    #[inline(always)]
    fn product(a: &Both, b: &Both) -> Both {
        Both(product::multiply(&a.0, &b.0))
    }

    #[inline(always)]
    fn squared(a: &Both) -> Both {
        Both(product::multiply_self(&a.0))
    }

    #[inline(never)]
    fn squared_times(a: &Both, count: u32) -> Both {
        let mut power = a.0;
        for _ in 0..count {
            power = product::multiply_self_inlined(&power);
        }
        Both(power)
    }

    #[inline(always)]
    fn product_sum(a: &Both, b: &Both, c: &Both, d: &Both) -> Both {
        Both(product::multiply_two(&a.0, &b.0, &c.0, &d.0))
    }
}

#[inline(always)]
fn zip(Both(a): &Both, Both(b): &Both, f: impl Fn(Lanes, Lanes) -> Lanes) -> Both {
    Both([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3]), f(a[4], b[4]), f(a[5], b[5])])
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "limbs are integers")]
impl Both {
    pub(super) fn seen(&self) -> [[i64; 10]; 2] {
        let limbs = self.0.map(|limb| limb.doubles().map(|limb| limb as i64));
        [0, 1].map(|lane| core::array::from_fn(|index| limbs.get(index).map_or(0, |l| l[lane])))
    }

    pub(super) fn of([low, high]: &[[i64; 10]; 2]) -> Self {
        Self(core::array::from_fn(|index| Lanes::pair(low[index] as f64, high[index] as f64)))
    }
}
