//! Products, and their reduction. Bounds are in the header of the module.

use core::hint::black_box;

use super::{BITS, Quads, Words, each};
use crate::quads::{Duo, Quad};

/// K is 2^36 and this.
const FOLD: i32 = 15_632;

/// The columns of a product of halves: limbs 0 to 4, or 5 to 9.
type Half = [Duo; 9];

/// The columns of a product before it is reduced, by Karatsuba's way: of both lower halves, both upper ones, and the sums of
/// a half and the other. So there are 75 products of limbs instead of 100, and few vectors are in use at a time.
pub(super) struct Columns {
    lower: Half,
    upper: Half,
    sums: Half,
}

impl Columns {
    #[inline(always)]
    pub(super) fn product(a: &Quads, b: &Quads) -> Self {
        Self {
            lower: products(a, b, Quad::lower),
            upper: products(a, b, Quad::upper),
            sums: products(&halves_added(a), &halves_added(b), Quad::lower),
        }
    }

    #[inline(always)]
    pub(super) fn square(a: &Quads) -> Self {
        Self {
            lower: squares(a, Quad::lower),
            upper: squares(a, Quad::upper),
            sums: squares(&halves_added(a), Quad::lower),
        }
    }

    #[inline(always)]
    pub(super) fn add(&self, other: &Self) -> Self {
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

    /// The sum of all products of limbs i and k - i.
    #[inline(always)]
    fn column(&self, k: usize) -> Duo {
        let mixed = |k: usize| self.sums[k].sub(self.lower[k]).sub(self.upper[k]);
        match k {
            0..5 => self.lower[k],
            5..9 => self.lower[k].add(mixed(k - 5)),
            9 => mixed(4),
            10..14 => self.upper[k - 10].add(mixed(k - 5)),
            _ => self.upper[k - 10],
        }
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

/// Columns modulo p. The upper ones come first, as they are folded onto the lower ones.
#[inline(always)]
pub(super) fn reduced(columns: &Columns) -> Quads {
    let c = &Constants::read();
    let (v10, carry) = split(c, columns.column(10));
    let (v11, carry) = carry.split(c, columns.column(11));
    let (v12, carry) = carry.split(c, columns.column(12));
    let (v13, carry) = carry.split(c, columns.column(13));
    let (v14, carry) = carry.split(c, columns.column(14));
    let (v15, carry) = carry.split(c, columns.column(15));
    let (v16, carry) = carry.split(c, columns.column(16));
    let (v17, carry) = carry.split(c, columns.column(17));
    let (v18, carry) = carry.split(c, columns.column(18));
    let v19 = carry.out();
    let [w0, w1, w2, w3, w4] = [
        Quad::of(v10, v15),
        Quad::of(v11, v16),
        Quad::of(v12, v17),
        Quad::of(v13, v18),
        Quad::of(v14, v19),
    ];
    let fold = Quad::splat(FOLD);
    let (l0, carry) =
        split(c, columns.column(0).add(w0.lower(fold)).add(w4.upper(Quad::splat(FOLD << 10))));
    let next = |carry: Carry, column: Duo, limb: Duo, below: Duo| {
        carry.split(c, column.add(limb).add(below.shl::<10>()))
    };
    let (l1, carry) = next(carry, columns.column(1).add(v19.shl::<20>()), w1.lower(fold), v10);
    let (l2, carry) = next(carry, columns.column(2), w2.lower(fold), v11);
    let (l3, carry) = next(carry, columns.column(3), w3.lower(fold), v12);
    let (l4, carry) = next(carry, columns.column(4), w4.lower(fold), v13);
    let (l5, carry) = next(carry, columns.column(5), w0.upper(fold), v14);
    let (l6, carry) = next(carry, columns.column(6), w1.upper(fold), v15);
    let (l7, carry) = next(carry, columns.column(7), w2.upper(fold), v16);
    let (l8, carry) = next(carry, columns.column(8), w3.upper(fold), v17);
    let (l9, carry) = next(carry, columns.column(9), w4.upper(fold), v18);
    let over = carry.out();
    let (l0, carry) = split(c, l0.add(times_fold(over)));
    let (l1, carry) = carry.split(c, l1.add(over.shl::<10>()));
    let l2 = l2.add(carry.out());
    [Quad::of(l0, l5), Quad::of(l1, l6), Quad::of(l2, l7), Quad::of(l3, l8), Quad::of(l4, l9)]
}

/// Keeps what is shifted above zero.
const BIAS: i64 = 1 << 61;
/// The same after the shift.
const SHIFTED: i64 = BIAS >> BITS;
const HALF: i64 = 1 << (BITS - 1);

/// What is added before a shift, at first and where a carry comes in; a half of the radix; the bits of a limb. Each twice.
static CONSTANTS: [Words; 2] = {
    let [first, next] = [BIAS + HALF, BIAS + HALF - SHIFTED];
    let [first, next] = [first.cast_unsigned(), next.cast_unsigned()];
    let [half, mask] = [HALF.cast_unsigned(), (1 << BITS) - 1];
    [[first, first, next, next], [half, half, mask, mask]]
};

/// [`CONSTANTS`] as vectors. A compiler that knows them writes them out at each use, which engines make slow code of.
struct Constants {
    first: Duo,
    next: Duo,
    half: Duo,
    mask: Duo,
}

impl Constants {
    #[inline(always)]
    fn read() -> Self {
        let [adds, bits] = black_box(&CONSTANTS);
        let ([first, next], [half, mask]) = (Duo::of_words(adds), Duo::of_words(bits));
        Self { first, next, half, mask }
    }
}

/// A carry, and [`SHIFTED`].
struct Carry(Duo);

impl Carry {
    /// [`split`] of a column and this carry.
    #[inline(always)]
    fn split(self, c: &Constants, column: Duo) -> (Duo, Self) {
        cut(c, column.add(self.0).add(c.next))
    }

    /// The carry alone.
    #[inline(always)]
    fn out(self) -> Duo {
        self.0.sub(Duo::splat(SHIFTED))
    }
}

/// The lowest bits, between -2^25 and 2^25, and what is above them.
#[inline(always)]
fn split(c: &Constants, value: Duo) -> (Duo, Carry) {
    cut(c, value.add(c.first))
}

#[inline(always)]
fn cut(c: &Constants, biased: Duo) -> (Duo, Carry) {
    (biased.and(c.mask).sub(c.half), Carry(biased.shr::<BITS>()))
}

/// [`FOLD`] times a number of more than 32 bits: it is 2^14 - 2^9 - 2^8 + 2^4.
#[inline(always)]
fn times_fold(value: Duo) -> Duo {
    value.shl::<14>().sub(value.shl::<9>()).sub(value.shl::<8>()).add(value.shl::<4>())
}
