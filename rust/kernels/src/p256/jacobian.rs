//! Points in Jacobian coordinates, x = X / Z^2 and y = Y / Z^3: quick to double, and to add affine ones to, but an
//! addition is not complete. Secret points are added where none are equal or opposite: [`crate::comb`] says why.
//!
//! Formulas: Hankerson, Menezes, Vanstone, "Guide to elliptic curve cryptography" (2004), section 3.2.2; the doubling
//! is that of Bernstein for a = -3 (2001). An addition of equal or of opposite points gives Z = 0, and so does whatever
//! follows: who computes a sum looks at Z once, at the end.
//!
//! Products and squares come in pairs where they can: a pair costs some fields no more than one. Of the results only X is
//! tightened, as the bounds ask for no more.

use super::{base::Entry, curve::Affine};
use crate::{
    euclid,
    field_p256::{Element, Field, P, Tight, mul_both, mul_less, square_both},
    numbers::Words,
};

/// A point, or Z = 0 and numbers that mean nothing.
#[derive(Clone, Copy)]
pub(super) struct Jacobian<F: Field> {
    pub(super) x: Tight<F>,
    pub(super) y: Element<F, 3>,
    pub(super) z: Element<F, 2>,
}

impl<F: Field> Jacobian<F> {
    // A function of its own: the check of the engine lists it by name.
    #[inline(never)]
    pub(super) fn from_affine(point: &Affine<F>) -> Self {
        Self { x: point.x.tightened(), y: point.y.loosened(), z: Tight::one().loosened() }
    }

    /// Doubles in place. With d = Z^2, g = Y^2, b = 4 X g, a = 3 (X - d) (X + d): X = a^2 - 2 b, Z = 2 Y Z,
    /// Y = a (b - X) - 2 (2 g)^2.
    #[inline(never)]
    pub(super) fn double(&mut self) {
        let Self { x, y, z } = self;
        let [d, g] = square_both(z, y);
        let (less, more): (Element<F, 2>, Element<F, 2>) = (x.sub(&d), x.add(&d));
        let g2: Element<F, 2> = g.doubled();
        let g4: Element<F, 4> = g2.doubled();
        let [b, a] = mul_both((x, &g4), (&less, &more));
        let a: Element<F, 3> = a.tripled();
        let [aa, gg4] = square_both(&a, &g2);
        *x = aa.sub::<2, 3>(&b.doubled()).tightened();
        let rest: Element<F, 2> = b.sub(x);
        let [left, yz] = mul_both((&a, &rest), (y, z));
        *y = left.sub::<2, 3>(&gg4.doubled());
        *z = yz.doubled();
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
        let r = s.sub::<3, 4>(y).tightened();
        let [hh, rr] = square_both(&h, &r);
        let [hhh, v] = mul_both((&h, &hh), (x, &hh));
        *x = rr.sub::<1, 2>(&hhh).sub::<2, 4>(&v.doubled()).tightened();
        let rest: Element<F, 2> = v.sub(x);
        *y = mul_less((&r, &rest), (y, &hhh)).loosened();
        *z = next.loosened();
    }

    /// Adds a point in place that may be equal. Tells whether anything is left, as nothing is of opposite points.
    pub(super) fn add_any(&mut self, other: &Affine<F>) -> bool {
        let before = *self;
        self.add_affine(other);
        if !self.is_neutral() {
            return true;
        }
        *self = before;
        self.double();
        before.has_y(other)
    }

    /// Whether y is that of the point: Y = y Z^3.
    fn has_y(&self, Affine { y, .. }: &Affine<F>) -> bool {
        self.z.square().mul(&self.z).mul(y).sub::<3, 4>(&self.y).is_zero()
    }

    /// Whether Z = 0.
    pub(super) fn is_neutral(&self) -> bool {
        self.z.is_zero()
    }

    /// Whether x is that number, below p: X = x Z^2, without an inversion.
    pub(super) fn has_x(&self, x: &Words) -> bool {
        Tight::from_words(x).mul(&self.z.square()).sub::<1, 2>(&self.x).is_zero()
    }

    /// The point of opposite sign where `mask` has ones.
    #[inline(always)]
    pub(super) fn negated_if(&self, mask: u64) -> Self {
        Self { y: self.y.negated_if(mask), ..*self }
    }
}

/// 1, 3, 5, .. times a public point that is not neutral.
#[inline(always)]
pub(super) fn odd_entries<F: Field, const N: usize>(point: &Jacobian<F>) -> [Entry; N] {
    let mut entries = [[[0; 4]; 2]; N];
    write_odd(point, &mut entries);
    entries
}

/// As [`odd_entries`], with one inversion: one copy for all numbers of entries.
#[inline(never)]
fn write_odd<F: Field>(point: &Jacobian<F>, entries: &mut [Entry]) {
    let mut multiples = vec![*point; entries.len()];
    fill(&mut multiples);
    // For each Z, the product of those before it.
    let mut product = Tight::one();
    let mut before = Vec::with_capacity(entries.len());
    for point in &multiples {
        before.push(product);
        product = product.mul(&point.z);
    }
    let mut inverse = Tight::from_words(&euclid::invert(&product.to_words(), &P));
    for ((to, before), Jacobian { x, y, z }) in
        entries.iter_mut().zip(&before).zip(&multiples).rev()
    {
        let own = inverse.mul(before);
        let square = own.square();
        *to = [x.mul(&square), y.mul(&square.mul(&own))].map(Tight::packed);
        inverse = inverse.mul(z);
    }
}

/// Makes 1, 3, 5, .. times a point of copies of the point. What is added must be affine. So all is mapped by
/// (x, y) to (x Z^2, y Z^3), with the Z of the double, to another curve, on which the double is (X, Y). An addition is
/// the same on every curve; the way back multiplies Z.
fn fill<F: Field>(multiples: &mut [Jacobian<F>]) {
    let Some((first, others)) = multiples.split_first_mut() else { return };
    let mut twice = *first;
    twice.double();
    let zz = twice.z.square();
    let step = Affine { x: twice.x.loosened(), y: twice.y.tightened().loosened() };
    let y = first.y.mul(&zz.mul(&twice.z)).loosened();
    let mut sum = Jacobian { x: first.x.mul(&zz), y, z: first.z };
    for multiple in others {
        sum.add_affine(&step);
        *multiple = Jacobian { z: sum.z.mul(&twice.z).loosened(), ..sum };
    }
}
