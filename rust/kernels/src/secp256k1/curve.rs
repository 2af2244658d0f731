//! Points in homogeneous coordinates, x = X / Z and y = Y / Z, on y^2 = x^3 + 1/3
//! ([`super::constants`]).
//!
//! Formulas: Renes, Costello, Batina, "Complete addition formulas for prime order elliptic curves"
//! (2016), algorithms 7 to 9, for a = 0 and 3 b = 1. The addition is complete, as the order of the
//! group is odd: it holds for every pair of points, equal, opposite or neutral.
//!
//! Nothing here branches on coordinates.

use super::constants::{BASE_X, BASE_Y};
use crate::field_secp256k1::{Field, Pair, Tight, mul, mul_add, square};

/// (x, y) of a point that is not neutral.
pub(super) type Affine<F> = Tight<F>;

/// A point, which may be neutral, as sums come out.
#[derive(Clone, Copy, Debug)]
pub struct Projective<F: Field> {
    /// (X, Y)
    pub(super) xy: Pair<F, 2>,
    /// Z, and a number that means nothing.
    pub(super) z: Pair<F, 2>,
}

/// The generator.
pub(super) fn base<F: Field>() -> Affine<F> {
    Tight::from_words(&BASE_X, &BASE_Y)
}

impl<F: Field> Projective<F> {
    pub(super) fn neutral() -> Self {
        let (xy, z) = (Tight::from_words(&[0; 4], &[1, 0, 0, 0]), Tight::twice(&[0; 4]));
        Self { xy: xy.loosened(), z: z.loosened() }
    }

    pub(super) fn from_affine(xy: &Affine<F>) -> Self {
        Self { xy: xy.loosened(), z: Tight::one().loosened() }
    }

    /// Doubles in place. With e = Y^2 - 3 Z^2, f = Y^2 + Z^2, g = 8 Y^2:
    /// X = 2 X Y e, Y = e f + g Z^2, Z = Y Z g.
    #[inline(never)]
    pub(super) fn double(&mut self) {
        let yz: Pair<F, 2> = self.xy.high_low(&self.z);
        // (Y^2, Z^2), and (X Y, Y Z)
        let squares = square(&yz);
        let xz: Pair<F, 2> = self.xy.low_low(&self.z);
        let products = mul(&self.xy.both_high(), &xz);
        let (y2, z2) = (squares.both_low(), squares.both_high());
        let g: Pair<F, 8> = y2.times::<8, 8>();
        let yz_z2: Tight<F> = products.high_high(&squares);
        let upper = mul(&g, &yz_z2);
        let e: Pair<F, 4> = y2.less::<3, 1, 4>(&z2);
        let f: Pair<F, 2> = y2.add(&z2);
        let xy2: Pair<F, 2> = products.times::<2, 2>();
        let xy2_f: Pair<F, 2> = xy2.low_low(&f);
        self.xy = mul(&e, &xy2_f).add_high(&upper);
        self.z = upper.loosened();
    }

    /// Adds a point that is not neutral, in place.
    #[inline(never)]
    pub(super) fn add_affine(&mut self, other: &Affine<F>) {
        // (X x, Y y), and (X y, Y x)
        let straight = mul(&self.xy, other);
        let crossed = mul(&self.xy, &other.swapped());
        let z = self.z.both_low();
        // (Z x + X, Z y + Y)
        let u: Pair<F, 3> = mul(&z, other).add(&self.xy);
        let t3: Pair<F, 2> = crossed.both_sum();
        self.finish(&straight, &t3.loosened(), &u, &z);
    }

    /// Adds any point, in place.
    #[inline(never)]
    pub(super) fn add(&mut self, other: &Self) {
        // (X x, Y y), ((X + Y) (x + y), (Y + Z) (y + z)), (Z z, (X + Z) (x + z))
        let straight = mul(&self.xy, &other.xy);
        let mixed = mul(&self.sums(), &other.sums());
        let outer = mul(&self.outer_sums(), &other.outer_sums());
        let z2 = outer.both_low();
        // X y + Y x, in the low lane of the difference
        let t3: Pair<F, 3> = mixed.sub::<1, 2>(&straight).sub(&straight.swapped());
        // (X z + Z x, Y z + Z y)
        let both: Tight<F> = outer.high_high(&mixed);
        let u: Pair<F, 3> = both.sub::<1, 2>(&straight).sub(&z2);
        self.finish(&straight, &t3.both_low(), &u, &z2.loosened());
    }

    /// (X + Y, Y + Z)
    #[inline(always)]
    fn sums(&self) -> Pair<F, 4> {
        let yz: Pair<F, 2> = self.xy.high_low(&self.z);
        self.xy.add(&yz)
    }

    /// (Z, X + Z)
    #[inline(always)]
    fn outer_sums(&self) -> Pair<F, 4> {
        self.z.both_low().add_high(&self.xy.both_low())
    }

    /// The second half of both additions, of t0 = X x and t1 = Y y, t2 = Z z and t3 = X y + Y x in both
    /// lanes, and (X z + Z x, Y z + Z y). With t4 = Y z + Z y, y' = X z + Z x, m = t1 - t2, s = t1 + t2, w = 3 t0:
    /// X = t3 m - t4 y', Y = s m + w y', Z = s t4 + w t3.
    #[inline(always)]
    fn finish(&mut self, straight: &Tight<F>, t3: &Pair<F, 3>, u: &Pair<F, 3>, t2: &Pair<F, 2>) {
        let t1 = straight.both_high();
        let m: Pair<F, 3> = t1.sub(t2);
        let s: Pair<F, 3> = t1.add(t2);
        let w: Pair<F, 3> = straight.both_low().times::<3, 3>();
        let (y, t4) = (u.both_low(), u.both_high());
        let s_w: Pair<F, 3> = s.low_low(&w);
        let t4_t3: Pair<F, 3> = t4.low_low(t3);
        let t3_s: Pair<F, 3> = t3.low_low(&s);
        let t4_w: Pair<F, 3> = t4.negated().low_low(&w);
        self.z = mul(&s_w, &t4_t3).both_sum();
        self.xy = mul_add(&t3_s, &m, &t4_w, &y).loosened();
    }

    /// The point of opposite sign.
    #[inline(always)]
    pub(super) fn negated(&self) -> Self {
        Self { xy: self.xy.high_negated(), z: self.z }
    }

    /// The point of opposite sign where `mask` has ones.
    #[inline(always)]
    pub(super) fn negated_if(&self, mask: u64) -> Self {
        Self { xy: self.xy.high_negated_if(mask), z: self.z }
    }

    /// `other` where `mask` has ones, self where it has zeros.
    #[inline(always)]
    pub(super) fn choose(&self, other: &Self, mask: u64) -> Self {
        let masks = [mask; 2];
        Self { xy: self.xy.choose(&other.xy, masks), z: self.z.choose(&other.z, masks) }
    }

    /// Doubles five times, in place.
    #[inline(always)]
    pub(super) fn double_five_times(&mut self) {
        for _ in 0..5 {
            self.double();
        }
    }
}
