//! The reduction of products. Bounds are in the header of the module.

use core::hint::black_box;

use super::{BITS, Words};
use crate::quads::{Columns, Duo, Quad, Quads};

/// K is 2^36 and this.
const FOLD: i32 = 15_632;

/// The sum of all products of limbs i and k - i.
#[inline(always)]
fn column(columns: &Columns, k: usize) -> Duo {
    let Columns { lower, upper, .. } = columns;
    match k {
        0..5 => lower[k],
        5..9 => lower[k].add(columns.mixed(k - 5)),
        9 => columns.mixed(4),
        10..14 => upper[k - 10].add(columns.mixed(k - 5)),
        _ => upper[k - 10],
    }
}

/// Columns modulo p. The upper ones come first, as they are folded onto the lower ones.
#[inline(always)]
pub(super) fn reduced(columns: &Columns) -> Quads {
    let c = &Constants::read();
    let (v10, carry) = split(c, column(columns, 10));
    let (v11, carry) = carry.split(c, column(columns, 11));
    let (v12, carry) = carry.split(c, column(columns, 12));
    let (v13, carry) = carry.split(c, column(columns, 13));
    let (v14, carry) = carry.split(c, column(columns, 14));
    let (v15, carry) = carry.split(c, column(columns, 15));
    let (v16, carry) = carry.split(c, column(columns, 16));
    let (v17, carry) = carry.split(c, column(columns, 17));
    let (v18, carry) = carry.split(c, column(columns, 18));
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
        split(c, column(columns, 0).add(w0.lower(fold)).add(w4.upper(Quad::splat(FOLD << 10))));
    let next = |carry: Carry, column: Duo, limb: Duo, below: Duo| {
        carry.split(c, column.add(limb).add(below.shl::<10>()))
    };
    let (l1, carry) = next(carry, column(columns, 1).add(v19.shl::<20>()), w1.lower(fold), v10);
    let (l2, carry) = next(carry, column(columns, 2), w2.lower(fold), v11);
    let (l3, carry) = next(carry, column(columns, 3), w3.lower(fold), v12);
    let (l4, carry) = next(carry, column(columns, 4), w4.lower(fold), v13);
    let (l5, carry) = next(carry, column(columns, 5), w0.upper(fold), v14);
    let (l6, carry) = next(carry, column(columns, 6), w1.upper(fold), v15);
    let (l7, carry) = next(carry, column(columns, 7), w2.upper(fold), v16);
    let (l8, carry) = next(carry, column(columns, 8), w3.upper(fold), v17);
    let (l9, carry) = next(carry, column(columns, 9), w4.upper(fold), v18);
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
