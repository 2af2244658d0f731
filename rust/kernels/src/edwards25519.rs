//! Points of edwards25519, -x^2 + y^2 = 1 + d x^2 y^2, in extended coordinates.
//!
//! Formulas: Hisil, Wong, Carter, Dawson, "Twisted Edwards Curves Revisited" (2008), sections
//! 3.1 and 3.3, for a = -1. The addition is complete: it holds for every pair of points,
//! equal, opposite or neutral, so that no case needs code of its own.
//!
//! A point is two pairs, (X, Y) and (Z, T), with x = X/Z, y = Y/Z, T = X Y / Z. Each
//! formula is two products of pairs for its inputs and two for its outputs.
//!
//! What reads points and what is called public branch on coordinates; their inputs are public.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

pub(crate) mod base;
pub(crate) mod elligator;
mod encoding;
mod kept;
mod order;
mod powers;
mod public;
#[cfg(test)]
mod tests_by_field;
pub(crate) mod twin;

pub(crate) use encoding::{Decoded, decode, decode_one};
pub(crate) use kept::Kept;
pub(crate) use powers::{base_by_halves, base_by_parts};
pub(crate) use public::{Odd, Prepared, Term, odd_multiples, sum_of_three, sum_of_two};

use crate::field25519::{Field, Pair, Tight, centred, low_mul, mul, square};

/// A point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point<F: Field> {
    /// (X, Y)
    pub(crate) xy: Tight<F>,
    /// (Z, T)
    pub(crate) zt: Tight<F>,
}

/// A point as the second operand of an addition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Addend<F: Field> {
    /// (Y - X, Y + X)
    yx: Tight<F>,
    /// (2 Z, 2 d T)
    zt: Tight<F>,
}

const ZERO: [f64; 5] = [0.0; 5];
const ONE: [f64; 5] = [1.0, 0.0, 0.0, 0.0, 0.0];
const TWO: [f64; 5] = [2.0, 0.0, 0.0, 0.0, 0.0];

/// -121665 / 121666.
pub(crate) const D: [f64; 5] = centred(&[
    0x75eb_4dca_1359_78a3,
    0x0070_0a4d_4141_d8ab,
    0x8cc7_4079_7779_e898,
    0x5203_6cee_2b6f_fe73,
]);

/// 2 d, which is below p too.
const D2: [f64; 5] = centred(&[
    0xebd6_9b94_26b2_f159,
    0x00e0_149a_8283_b156,
    0x198e_80f2_eef3_d130,
    0x2406_d9dc_56df_fce7,
]);

impl<F: Field> Point<F> {
    /// The neutral element.
    #[inline(always)]
    pub(crate) fn neutral() -> Self {
        Self { xy: Tight::constant(&ZERO, &ONE), zt: Tight::constant(&ONE, &ZERO) }
    }

    /// The point with these affine coordinates, (x, y) in the lanes.
    pub(crate) fn from_affine(xy: &Tight<F>) -> Self {
        let product = mul(xy, &xy.swapped());
        Self { xy: *xy, zt: Tight::constant(&ONE, &ONE).low_low(&product) }
    }

    /// Doubles in place.
    #[inline(never)]
    pub(crate) fn double(&mut self) {
        let (eg, fh) = self.double_parts();
        self.finish(&eg, &fh);
    }

    /// Doubles in place, for a point that is doubled again or has all its additions behind it: nothing else may read T.
    #[inline(never)]
    pub(crate) fn double_only(&mut self) {
        let (eg, fh) = self.double_parts();
        self.xy = mul(&eg, &fh);
        self.zt = low_mul(&eg.swapped(), &fh);
    }

    /// (E, G) and (F, H) of the double.
    #[inline(always)]
    fn double_parts(&self) -> (Pair<F, 3>, Tight<F>) {
        // (X^2, Y^2), then (G, -H) with G = Y^2 - X^2 and H = -(X^2 + Y^2)
        let squares = square(&self.xy);
        let g_h: Pair<F, 2> = squares.difference_sum();
        // (Z^2, (X + Y)^2)
        let sum: Pair<F, 2> = self.xy.add(&self.xy.swapped());
        let z_sum: Pair<F, 2> = self.zt.low_low(&sum);
        let z_sum = square(&z_sum.normal());
        // E = (X + Y)^2 - X^2 - Y^2, F = G - 2 Z^2
        let e: Pair<F, 3> = z_sum.swapped().sub(&g_h.swapped());
        let twice: Pair<F, 2> = z_sum.add(&z_sum);
        let f: Pair<F, 4> = g_h.sub(&twice);
        let fh: Pair<F, 4> = f.low_high(&g_h.negated());
        (e.low_low(&g_h), fh.normal())
    }

    /// Doubles `count` times.
    #[inline(always)]
    pub(crate) fn double_times(&mut self, count: usize) {
        (1..count).for_each(|_| self.double_only());
        self.double();
    }

    /// Multiplies by 8.
    pub(crate) fn times_cofactor(&mut self) {
        self.double_times(3);
    }

    /// Adds in place.
    #[inline(never)]
    pub(crate) fn add(&mut self, other: &Addend<F>) {
        let yx: Pair<F, 2> = self.xy.difference_sum();
        // (A, B) and (D, C) of the paper
        let ab = mul(&yx, &other.yx);
        let dc = mul(&self.zt, &other.zt);
        let eh: Pair<F, 2> = ab.difference_sum();
        let gf: Pair<F, 2> = dc.sum_difference();
        let eg: Pair<F, 2> = eh.low_low(&gf);
        let fh: Pair<F, 2> = gf.high_high(&eh);
        self.finish(&eg, &fh.normal());
    }

    /// X = E F, Y = G H, Z = F G, T = E H.
    #[inline(always)]
    fn finish<const A: usize>(&mut self, eg: &Pair<F, A>, fh: &Tight<F>) {
        self.xy = mul(eg, fh);
        self.zt = mul(&eg.swapped(), fh);
    }

    /// The same point, to be added to others.
    #[inline(never)]
    pub(crate) fn to_addend(self) -> Addend<F> {
        let yx: Pair<F, 2> = self.xy.difference_sum();
        Addend { yx: yx.normal(), zt: mul(&self.zt, &Tight::constant(&TWO, &D2)) }
    }

    /// Whether it is the neutral element: X = 0 and Y = Z. Z is never zero, as the addition is complete, but
    /// in a computer that multiplies wrongly; then this says no.
    pub(crate) fn is_neutral(&self) -> bool {
        let difference: Pair<F, 2> = self.xy.swapped().sub(&self.zt);
        self.xy.is_zero()[0] && difference.is_zero()[0] && !self.zt.is_zero()[0]
    }

    /// The point of opposite sign.
    pub(crate) fn negated(&self) -> Self {
        // (-X, Y), (Z, -T)
        Self { xy: self.xy.swapped().high_negated().swapped(), zt: self.zt.high_negated() }
    }
}

impl<F: Field> Addend<F> {
    /// The addend of opposite sign.
    #[inline(always)]
    pub(crate) fn negated(&self) -> Self {
        Self { yx: self.yx.swapped(), zt: self.zt.high_negated() }
    }

    /// `other` where the masks have ones, self where they have zeros.
    #[inline(always)]
    fn choose(&self, other: &Self, masks: F::Masks) -> Self {
        Self { yx: self.yx.choose(&other.yx, masks), zt: self.zt.choose(&other.zt, masks) }
    }
}
