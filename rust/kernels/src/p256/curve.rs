//! Points in homogeneous coordinates, x = X / Z and y = Y / Z, on y^2 = x^3 - 3 x + b.
//!
//! Formulas: Renes, Costello, Batina, "Complete addition formulas for prime order elliptic curves"
//! (2016), algorithms 4 to 6, for a = -3. The addition is complete, as the order of the
//! group is odd: it holds for every pair of points, equal, opposite or neutral.
//!
//! Nothing here branches on coordinates.

use crate::{
    field_p256::{Element, Field, Tight, mul_add_both, mul_both},
    numbers::Words,
};

/// The generator: x.
const BASE_X: Words =
    [0xf4a1_3945_d898_c296, 0x7703_7d81_2deb_33a0, 0xf8bc_e6e5_63a4_40f2, 0x6b17_d1f2_e12c_4247];
/// The generator: y.
const BASE_Y: Words =
    [0xcbb6_4068_37bf_51f5, 0x2bce_3357_6b31_5ece, 0x8ee7_eb4a_7c0f_9e16, 0x4fe3_42e2_fe1a_7f9b];

/// (x, y) of a point that is not neutral.
#[derive(Clone, Copy)]
pub(super) struct Affine<F: Field> {
    pub(super) x: Element<F, 2>,
    pub(super) y: Element<F, 2>,
}

/// A point, which may be neutral, as sums come out.
#[derive(Clone, Copy)]
pub(super) struct Projective<F: Field> {
    pub(super) x: Tight<F>,
    pub(super) y: Tight<F>,
    pub(super) z: Tight<F>,
}

impl<F: Field> Affine<F> {
    /// The generator.
    pub(super) fn base() -> Self {
        let coordinate = |words| Tight::from_words(words).loosened();
        Self { x: coordinate(&BASE_X), y: coordinate(&BASE_Y) }
    }

    /// The point of opposite sign where `mask` has ones.
    #[inline(always)]
    pub(super) fn negated_if(&self, mask: u64) -> Self {
        Self { y: self.y.negated_if(mask), ..*self }
    }
}

/// What both additions end with: X x, Y y, X y + Y x, Y z + Z y, X z + Z x - b Z z, and b (X z + Z x) - 3 Z z - X x.
struct Parts<F: Field> {
    xx: Tight<F>,
    yy: Tight<F>,
    xy: Element<F, 3>,
    yz: Element<F, 3>,
    zz: Tight<F>,
    first: Element<F, 4>,
    second: Element<F, 5>,
}

impl<F: Field> Projective<F> {
    pub(super) fn from_affine(point: &Affine<F>) -> Self {
        Self { x: point.x.tightened(), y: point.y.tightened(), z: Tight::one() }
    }

    /// Adds a point that is not neutral, in place.
    #[inline(never)]
    pub(super) fn add_affine(&mut self, other: &Affine<F>) {
        let Self { x, y, z } = &{ *self };
        let [xx, yy] = mul_both((x, &other.x), (y, &other.y));
        let (sum, other_sum): (Element<F, 2>, Element<F, 4>) = (x.add(y), other.x.add(&other.y));
        let [xy, zy] = mul_both((&sum, &other_sum), (z, &other.y));
        let [zx, bz] = mul_both((z, &other.x), (z, &Tight::b()));
        let xz: Element<F, 2> = zx.add(x);
        let bxz = xz.mul(&Tight::b());
        self.finish(&Parts {
            xx,
            yy,
            xy: xy.sub::<1, 2>(&xx).sub(&yy),
            yz: zy.add(y),
            zz: *z,
            first: xz.sub::<1, 3>(&bz).loosened(),
            second: bxz.sub::<3, 4>(&z.tripled()).sub(&xx),
        });
    }

    /// Adds any point, in place.
    #[inline(never)]
    pub(super) fn add(&mut self, other: &Self) {
        let [xx, yy] = mul_both((&self.x, &other.x), (&self.y, &other.y));
        let pair = |a: &Tight<F>, b: &Tight<F>| -> Element<F, 2> { a.add(b) };
        let [zz, xy] =
            mul_both((&self.z, &other.z), (&pair(&self.x, &self.y), &pair(&other.x, &other.y)));
        let [xz, yz] = mul_both(
            (&pair(&self.x, &self.z), &pair(&other.x, &other.z)),
            (&pair(&self.y, &self.z), &pair(&other.y, &other.z)),
        );
        let xz: Element<F, 3> = xz.sub::<1, 2>(&xx).sub(&zz);
        let [bzz, bxz] = mul_both((&Tight::b(), &zz), (&Tight::b(), &xz));
        self.finish(&Parts {
            xx,
            yy,
            xy: xy.sub::<1, 2>(&xx).sub(&yy),
            yz: yz.sub::<1, 2>(&yy).sub(&zz),
            zz,
            first: xz.sub(&bzz),
            second: bxz.sub::<3, 4>(&zz.tripled()).sub(&xx),
        });
    }

    /// The second half of both additions. With e = 3 first, f = 3 second, g = 3 (xx - zz):
    /// X = (yy + e) xy - yz f, Y = (yy + e) (yy - e) + g f, Z = (yy - e) yz + xy g.
    #[inline(always)]
    fn finish(&mut self, parts: &Parts<F>) {
        let Parts { xx, yy, xy, yz, zz, first, second } = parts;
        let e = first.tripled::<12>().tightened();
        let f = second.tripled::<15>().tightened();
        let g = xx.sub::<1, 2>(zz).tripled::<6>().tightened();
        let (less, more): (Element<F, 2>, Element<F, 2>) = (yy.sub(&e), yy.add(&e));
        [self.x, self.y] =
            mul_add_both(((&more, xy), (&yz.negated(), &f)), ((&more, &less), (&g, &f)));
        let [left, right] = mul_both((&less, yz), (xy, &g));
        self.z = left.add::<1, 2>(&right).tightened();
    }

    /// The point of opposite sign where `mask` has ones.
    #[inline(always)]
    pub(super) fn negated_if(&self, mask: u64) -> Self {
        Self { y: self.y.negated_if(mask), ..*self }
    }
}
