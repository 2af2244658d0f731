//! Six limbs of radix 2^44, signed, in doubles, on fused multiply-add. R = 2^264.
//!
//! A value stands in the low lanes of six vectors; what stands in the high lanes means nothing. Two products are one,
//! with the factors of the second in the high lanes.
//!
//! A unit is U = 2^43 + 2^8, for the lowest five limbs; the highest follows from the value, 2^36 a unit and one.
//!
//! # Why a column is exact
//!
//! C = 1.5 2^96. Doubles between 2^96 and 2^97 are multiples of M = 2^44. A column is a pair: h, which starts at C and
//! stays between those ends, and l.
//!
//! 1. h' = fma(a, b, h) is h + a b rounded to a multiple of M. h - h' is a multiple of M below 2^96, hence exact.
//! 2. a b - (h' - h) is an integer of at most 2^43, hence l' = fma(a, b, h - h') is exact.
//! 3. So the sum of all products is (h - C) + l, where l is the sum of at most 9 parts of 2^43: below 2^47.
//! 4. A column has products of at most `6 14 U^2 < 2^93` in sum, and three of q (below), each less than 2^50 2^36:
//!    h does not leave its ends.
//! 5. (h - C) / M is below 2^49 + 2^43, and fma(h, 1 / M, -C / M) is exact.
//!
//! # Why the reduction is exact
//!
//! 1. q_k = l_k and the carry of column k - 1, for the columns 0 to 5, is below 2^50. With r = M, p is
//!    `(2^36 - 2^4) r^5 + 2^16 r^4 + 2^8 r^2 - 1`, so adding q_k p r^k leaves column k with its carry, and is three more
//!    products.
//! 2. q_5 is taken to its nearest representative, at most 2^43; what it loses goes to column 6. So the sum of all
//!    q_k r^k is at most `R / 2 + 2^50 2^176 2`.
//! 3. The columns 6 to 10 are below 2^50, too. (t + C) - C is t rounded to a multiple of M, what is left is at most
//!    2^43, and the carry t / M at most 2^6 + 1: below U. The highest limb takes what is left.

pub(crate) use known::extremes_hold;

use super::{Field, canonical::canonical};
use crate::{lanes::Lanes, numbers::Words};

mod known;

const BITS: u32 = 44;
const MASK: u64 = (1 << BITS) - 1;
/// 1.5 2^96.
const C: Lanes = Lanes::splat((3_u128 << 95) as f64);
/// 2^-44.
const PER_RADIX: Lanes = Lanes::splat(1.0 / (1_u64 << BITS) as f64);
/// -C 2^-44.
const MINUS_C_PER_RADIX: Lanes = Lanes::splat(-((3_u64 << 51) as f64));
/// What rounds to integers.
const INTEGER: Lanes = Lanes::splat((3_u64 << 51) as f64);
/// p is `TOP r^5 + FOURTH r^4 + SECOND r^2 - 1`.
const SECOND: Lanes = Lanes::splat((1 << 8) as f64);
const FOURTH: Lanes = Lanes::splat((1 << 16) as f64);
const TOP: Lanes = Lanes::splat(((1_u64 << 36) - (1 << 4)) as f64);

/// A number modulo p, in the low lanes.
#[derive(Clone, Copy)]
pub struct Value(Limbs);

type Limbs = [Lanes; 6];

/// The field on fused multiply-add.
#[derive(Clone, Copy, Debug)]
pub struct Fused;

impl Field for Fused {
    type Value = Value;

    const ONE: Words = [
        0x0000_0000_0000_0100,
        0xffff_ff00_0000_0000,
        0xffff_ffff_ffff_ffff,
        0x0000_00ff_ffff_feff,
    ];
    const SQUARE: Words = [
        0x0000_0000_0003_0000,
        0xfffb_ffff_ffff_0000,
        0xffff_ffff_fffe_ffff,
        0x0004_ffff_fffd_ffff,
    ];
    const B: Words = [
        0x9cdf_6229_c4bd_dfdc,
        0xf005_cc9c_8430_90d8,
        0xa220_abf7_212e_d6ac,
        0x3006_1de0_8748_3409,
    ];

    #[inline(always)]
    fn unpacked([a, b, c, d]: &Words) -> Value {
        let limbs = [*a, a >> 44 | b << 20, b >> 24 | c << 40, c >> 4, c >> 48 | d << 16, d >> 28];
        Value(limbs.map(|limb| Lanes::splat((limb & MASK) as f64)))
    }

    #[inline(never)]
    #[allow(clippy::cast_possible_truncation, reason = "limbs are integers")]
    fn packed(value: &Value) -> Words {
        let mut limbs = value.0.map(|limb| limb.doubles()[0] as i64);
        // 2 p
        limbs[0] -= 2;
        limbs[2] += 1 << 9;
        limbs[4] += 1 << 17;
        limbs[5] += (1 << 37) - (1 << 5);
        canonical::<6, BITS>(&limbs)
    }

    #[inline(always)]
    fn sum(a: &Value, b: &Value) -> Value {
        Value(zip(&a.0, &b.0, Lanes::add))
    }

    #[inline(always)]
    fn difference(a: &Value, b: &Value) -> Value {
        Value(zip(&a.0, &b.0, Lanes::sub))
    }

    #[inline(always)]
    fn negated_if(a: &Value, mask: u64) -> Value {
        Value(a.0.map(|limb| limb.xor(Lanes::splat_bits(mask & 1 << 63))))
    }

    /// Takes the multiple of p away that is next to the value, and carries.
    #[inline(always)]
    fn tightened(Value(a): &Value) -> Value {
        let k = a[5].madd(Lanes::splat(1.0 / (1_u64 << 36) as f64), INTEGER).sub(INTEGER);
        let minus = k.xor(Lanes::splat_bits(1 << 63));
        let less = |limb: usize, factor: Lanes| minus.madd(factor, a[limb]);
        let limbs = [a[0].add(k), a[1], less(2, SECOND), a[3], less(4, FOURTH), less(5, TOP)];
        Value(normal(&limbs))
    }

    #[inline(always)]
    fn product(a: &Value, b: &Value) -> Value {
        Value(multiply(&a.0, &b.0))
    }

    #[inline(always)]
    fn squared(a: &Value) -> Value {
        Value(multiply_self(&a.0))
    }

    #[inline(always)]
    fn two_products(a: [&Value; 2], b: [&Value; 2]) -> [Value; 2] {
        apart(multiply(&joined(a[0], a[1]), &joined(b[0], b[1])))
    }

    #[inline(always)]
    fn two_squares([a, b]: [&Value; 2]) -> [Value; 2] {
        apart(multiply_self(&joined(a, b)))
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "limbs are integers")]
impl Value {
    pub(super) fn low(&self) -> [i64; 6] {
        self.0.map(|limb| limb.doubles()[0] as i64)
    }

    pub(super) fn from_limbs(limbs: [i64; 6]) -> Self {
        Self(limbs.map(|limb| Lanes::splat(limb as f64)))
    }
}

/// Both in one, low and high.
#[inline(always)]
fn joined(Value(low): &Value, Value(high): &Value) -> Limbs {
    zip(low, high, Lanes::low_low)
}

#[inline(always)]
fn apart(both: Limbs) -> [Value; 2] {
    [Value(both), Value(both.map(Lanes::swap))]
}

#[inline(always)]
fn zip(a: &Limbs, b: &Limbs, f: impl Fn(Lanes, Lanes) -> Lanes) -> Limbs {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3]), f(a[4], b[4]), f(a[5], b[5])]
}

/// A running sum of products: h - C + l.
#[derive(Clone, Copy)]
struct Column {
    h: Lanes,
    l: Lanes,
}

impl Column {
    #[inline(always)]
    fn first(a: Lanes, b: Lanes) -> Self {
        let h = a.madd(b, C);
        Self { h, l: a.madd(b, C.sub(h)) }
    }

    #[inline(always)]
    fn and(self, a: Lanes, b: Lanes) -> Self {
        let h = a.madd(b, self.h);
        Self { h, l: self.l.add(a.madd(b, self.h.sub(h))) }
    }

    /// The carry to the next column: (h - C) / 2^44.
    #[inline(always)]
    fn carry(self) -> Lanes {
        self.h.madd(PER_RADIX, MINUS_C_PER_RADIX)
    }
}

/// A sum of products `x[i] y[j]`. Written out: a compiler that keeps a loop keeps the limbs in memory.
macro_rules! column {
    ($x:ident $y:ident: $i:literal $j:literal $(, $k:literal $l:literal)* $(; $z:ident $w:ident: $($m:literal $n:literal),+)?) => {
        Column::first($x[$i], $y[$j])$(.and($x[$k], $y[$l]))*$($(.and($z[$m], $w[$n]))+)?
    };
}

/// Eleven columns over R, modulo p. Each is made where it is needed, so that few are open at a time: the vectors of
/// all columns are more than a computer has.
macro_rules! reduced {
    ($c0:expr, $c1:expr, $c2:expr, $c3:expr, $c4:expr, $c5:expr, $c6:expr, $c7:expr, $c8:expr, $c9:expr, $c10:expr,) => {{
        let (c0, c1) = ($c0, $c1);
        let (q0, q1) = (c0.l, c1.l.add(c0.carry()));
        let (c2, c3) = ($c2.and(q0, SECOND), $c3.and(q1, SECOND));
        let (q2, q3) = (c2.l.add(c1.carry()), c3.l.add(c2.carry()));
        let c4 = $c4.and(q2, SECOND).and(q0, FOURTH);
        let c5 = $c5.and(q3, SECOND).and(q1, FOURTH).and(q0, TOP);
        let (q4, q5) = (c4.l.add(c3.carry()), c5.l.add(c4.carry()));
        let over = q5.add(C).sub(C);
        let q5 = q5.sub(over);
        let c6 = $c6.and(q4, SECOND).and(q2, FOURTH).and(q1, TOP);
        let c7 = $c7.and(q5, SECOND).and(q3, FOURTH).and(q2, TOP);
        let c8 = $c8.and(q4, FOURTH).and(q3, TOP);
        let c9 = $c9.and(q5, FOURTH).and(q4, TOP);
        let c10 = $c10.and(q5, TOP);
        normal(&[
            over.madd(PER_RADIX, c6.l.add(c5.carry())),
            c7.l.add(c6.carry()),
            c8.l.add(c7.carry()),
            c9.l.add(c8.carry()),
            c10.l.add(c9.carry()),
            c10.carry(),
        ])
    }};
}

#[inline(never)]
fn multiply(a: &Limbs, b: &Limbs) -> Limbs {
    reduced! {
        column!(a b: 0 0),
        column!(a b: 0 1, 1 0),
        column!(a b: 0 2, 1 1, 2 0),
        column!(a b: 0 3, 1 2, 2 1, 3 0),
        column!(a b: 0 4, 1 3, 2 2, 3 1, 4 0),
        column!(a b: 0 5, 1 4, 2 3, 3 2, 4 1, 5 0),
        column!(a b: 1 5, 2 4, 3 3, 4 2, 5 1),
        column!(a b: 2 5, 3 4, 4 3, 5 2),
        column!(a b: 3 5, 4 4, 5 3),
        column!(a b: 4 5, 5 4),
        column!(a b: 5 5),
    }
}

#[inline(never)]
fn multiply_self(a: &Limbs) -> Limbs {
    // What stands below the diagonal is counted twice.
    let d = &a.map(|x| x.add(x));
    reduced! {
        column!(a a: 0 0),
        column!(d a: 0 1),
        column!(d a: 0 2; a a: 1 1),
        column!(d a: 0 3, 1 2),
        column!(d a: 0 4, 1 3; a a: 2 2),
        column!(d a: 0 5, 1 4, 2 3),
        column!(d a: 1 5, 2 4; a a: 3 3),
        column!(d a: 2 5, 3 4),
        column!(d a: 3 5; a a: 4 4),
        column!(d a: 4 5),
        column!(a a: 5 5),
    }
}

/// One carry from each limb to the next.
#[inline(always)]
fn normal(t: &Limbs) -> Limbs {
    let top = |index: usize| t[index].add(C).sub(C);
    let over = [top(0), top(1), top(2), top(3), top(4)];
    let next = |index: usize| over[index - 1].madd(PER_RADIX, t[index].sub(over[index]));
    [t[0].sub(over[0]), next(1), next(2), next(3), next(4), over[4].madd(PER_RADIX, t[5])]
}
