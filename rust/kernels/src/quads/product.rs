//! Products of ten limbs in two halves, of two elements at once.
//!
//! A vector has a limb of the lower half and one of the upper half: `(low_i, high_i, low'_i, high'_i)`. So each instruction that
//! multiplies gives one product of limbs for both elements. Which half a limb belongs to is the field's to say: the first
//! five, or every other one.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

use super::{Duo, Quad};

/// Ten limbs of two elements.
pub(crate) type Quads = [Quad; 5];

/// The columns of a product of halves.
pub(crate) type Half = [Duo; 9];

/// The columns of a product before it is reduced, by Karatsuba's way: of both lower halves, both upper ones, and the sums of
/// a half and the other. So there are 75 products of limbs instead of 100, and few vectors are in use at a time.
pub(crate) struct Columns {
    pub(crate) lower: Half,
    pub(crate) upper: Half,
    sums: Half,
}

impl Columns {
    #[inline(always)]
    pub(crate) fn product(a: &Quads, b: &Quads) -> Self {
        Self {
            lower: products(a, b, Quad::lower),
            upper: products(a, b, Quad::upper),
            sums: products(&halves_added(a), &halves_added(b), Quad::lower),
        }
    }

    #[inline(always)]
    pub(crate) fn square(a: &Quads) -> Self {
        Self {
            lower: squares(a, Quad::lower),
            upper: squares(a, Quad::upper),
            sums: squares(&halves_added(a), Quad::lower),
        }
    }

    #[inline(always)]
    pub(crate) fn add(&self, other: &Self) -> Self {
        let add = |a: &Half, b: &Half| {
            let sum = |k: usize| a[k].add(b[k]);
            [sum(0), sum(1), sum(2), sum(3), sum(4), sum(5), sum(6), sum(7), sum(8)]
        };
        Self {
            lower: add(&self.lower, &other.lower),
            upper: add(&self.upper, &other.upper),
            sums: add(&self.sums, &other.sums),
        }
    }

    /// Column `k` of the products of a lower half and an upper one.
    #[inline(always)]
    pub(crate) fn mixed(&self, k: usize) -> Duo {
        self.sums[k].sub(self.lower[k]).sub(self.upper[k])
    }
}

/// In all lanes, the sum of a limb of the lower half and that of the upper one.
#[inline(always)]
fn halves_added(quads: &Quads) -> Quads {
    each(quads, |quad| quad.add(quad.upper_lower(quad)))
}

// Written out: a compiler keeps a loop over places that depend on each other.
#[inline(always)]
fn products(a: &Quads, b: &Quads, multiply: impl Fn(Quad, Quad) -> Duo) -> Half {
    let t = |i: usize, j: usize| multiply(a[i], b[j]);
    [
        t(0, 0),
        t(0, 1).add(t(1, 0)),
        t(0, 2).add(t(1, 1)).add(t(2, 0)),
        t(0, 3).add(t(1, 2)).add(t(2, 1)).add(t(3, 0)),
        t(0, 4).add(t(1, 3)).add(t(2, 2)).add(t(3, 1)).add(t(4, 0)),
        t(1, 4).add(t(2, 3)).add(t(3, 2)).add(t(4, 1)),
        t(2, 4).add(t(3, 3)).add(t(4, 2)),
        t(3, 4).add(t(4, 3)),
        t(4, 4),
    ]
}

/// What stands on both sides of the diagonal is counted twice.
#[inline(always)]
fn squares(a: &Quads, multiply: impl Fn(Quad, Quad) -> Duo) -> Half {
    let twice = each(a, |quad| quad.add(quad));
    let t = |i: usize, j: usize| multiply(a[i], a[j]);
    let d = |i: usize, j: usize| multiply(twice[i], a[j]);
    [
        t(0, 0),
        d(0, 1),
        d(0, 2).add(t(1, 1)),
        d(0, 3).add(d(1, 2)),
        d(0, 4).add(d(1, 3)).add(t(2, 2)),
        d(1, 4).add(d(2, 3)),
        d(2, 4).add(t(3, 3)),
        d(3, 4),
        t(4, 4),
    ]
}

#[inline(always)]
pub(crate) fn each(a: &Quads, f: impl Fn(Quad) -> Quad) -> Quads {
    [f(a[0]), f(a[1]), f(a[2]), f(a[3]), f(a[4])]
}

#[inline(always)]
pub(crate) fn zip(a: &Quads, b: &Quads, f: impl Fn(Quad, Quad) -> Quad) -> Quads {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3]), f(a[4], b[4])]
}
