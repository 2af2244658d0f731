//! Points in Jacobian coordinates, x = X / Z^2 and y = Y / Z^3: quicker to double than the homogeneous
//! ones of [`super::curve`], but an addition is not complete. Secret points are doubled here, and only public ones added.
//!
//! Formulas: Hankerson, Menezes, Vanstone, "Guide to elliptic curve cryptography" (2004), section 3.2.2; the doubling
//! is that of Bernstein for a = -3 (2001). An addition of equal or of opposite points gives Z = 0, and so does whatever
//! follows: who computes a sum looks at Z once, at the end.

use super::curve::{Affine, Projective};
use crate::field_p256::{Element, Field, Tight, mul_add, mul_both, square_both};

/// A point, or Z = 0 and numbers that mean nothing.
#[derive(Clone, Copy)]
pub(super) struct Jacobian<F: Field> {
    x: Tight<F>,
    y: Tight<F>,
    z: Tight<F>,
}

impl<F: Field> Jacobian<F> {
    pub(super) fn from_affine(point: &Affine<F>) -> Self {
        Self { x: point.x.tightened(), y: point.y.tightened(), z: Tight::one() }
    }

    /// Doubles in place. With d = Z^2, g = Y^2, b = X g, a = 3 (X - d) (X + d): X = a^2 - 8 b, Z = 2 Y Z,
    /// Y = a (4 b - X) - 8 g^2.
    #[inline(never)]
    pub(super) fn double(&mut self) {
        let Self { x, y, z } = self;
        let [d, g] = square_both(z, y);
        let (less, more): (Element<F, 2>, Element<F, 2>) = (x.sub(&d), x.add(&d));
        let [b, a] = mul_both((x, &g), (&less, &more));
        let a: Element<F, 3> = a.tripled();
        let yz: Element<F, 2> = y.add(z);
        let [aa, square] = square_both(&a, &yz);
        let b4: Element<F, 4> = b.doubled::<2>().doubled();
        let g8: Element<F, 8> = g.doubled::<2>().doubled::<4>().doubled();
        *z = square.sub::<1, 2>(&g).sub::<1, 3>(&d).tightened();
        *x = aa.sub::<8, 9>(&b4.doubled()).tightened();
        let rest = b4.sub::<1, 5>(x).tightened();
        *y = mul_add((&a, &rest), (&g8.negated(), &g));
    }

    /// Adds a point in place. With h = x Z^2 - X, r = y Z^3 - Y, v = X h^2: X = r^2 - h^3 - 2 v, Z = Z h,
    /// Y = r (v - X) - Y h^3.
    #[inline(never)]
    pub(super) fn add_affine(&mut self, other: &Affine<F>) {
        let Self { x, y, z } = self;
        let zz = z.square();
        let [u, zy] = mul_both((&zz, &other.x), (z, &other.y));
        let h: Element<F, 2> = u.sub(x);
        let [s, next] = mul_both((&zy, &zz), (z, &h));
        *z = next;
        let r: Element<F, 2> = s.sub(y);
        let [hh, rr] = square_both(&h, &r);
        let [hhh, v] = mul_both((&h, &hh), (x, &hh));
        *x = rr.sub::<1, 2>(&hhh).sub::<2, 4>(&v.doubled()).tightened();
        let rest: Element<F, 2> = v.sub(x);
        *y = mul_add((&r, &rest), (&y.negated(), &hhh));
    }

    /// Of homogeneous coordinates of a point that is not neutral.
    #[inline(always)]
    fn from_projective(Projective { x, y, z }: &Projective<F>) -> Self {
        let [x, zz] = mul_both((x, z), (z, z));
        Self { x, y: y.mul(&zz), z: *z }
    }

    /// The point in homogeneous coordinates; it must not have Z = 0.
    #[inline(always)]
    pub(super) fn to_projective(self) -> Projective<F> {
        let Self { x, y, z } = self;
        let [x, zz] = mul_both((&x, &z), (&z, &z));
        Projective { x, y, z: zz.mul(&z) }
    }
}

impl<F: Field> Projective<F> {
    /// Doubles a point that is not neutral five times, in place. No point of the group has Y = 0, so no Z gets zero.
    #[inline(never)]
    pub(super) fn double_five_times(&mut self) {
        let mut point = Jacobian::from_projective(self);
        for _ in 0..5 {
            point.double();
        }
        *self = point.to_projective();
    }
}
