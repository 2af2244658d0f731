//! The reduction of products. Bounds are in the header of the module.

use super::BITS;
use crate::quads::{Carry, Columns, Constants, Duo, Limb, Quad, Quads};

/// K is 2^36 and this.
const FOLD: i32 = 15_632;

static CONSTANTS: Constants<BITS, BITS> = Constants::new();

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
    let limb = Limb::read(&CONSTANTS);
    let (v10, carry) = limb.cut_first(column(columns, 10));
    let (v11, carry) = limb.cut(column(columns, 11), carry);
    let (v12, carry) = limb.cut(column(columns, 12), carry);
    let (v13, carry) = limb.cut(column(columns, 13), carry);
    let (v14, carry) = limb.cut(column(columns, 14), carry);
    let (v15, carry) = limb.cut(column(columns, 15), carry);
    let (v16, carry) = limb.cut(column(columns, 16), carry);
    let (v17, carry) = limb.cut(column(columns, 17), carry);
    let (v18, carry) = limb.cut(column(columns, 18), carry);
    let v19 = carry.out();
    let [w0, w1, w2, w3, w4] = [
        Quad::of(v10, v15),
        Quad::of(v11, v16),
        Quad::of(v12, v17),
        Quad::of(v13, v18),
        Quad::of(v14, v19),
    ];
    let fold = Quad::splat(FOLD);
    let (l0, carry) = limb
        .cut_first(column(columns, 0).add(w0.lower(fold)).add(w4.upper(Quad::splat(FOLD << 10))));
    let next = |carry: Carry<BITS>, column: Duo, folded: Duo, below: Duo| {
        limb.cut(column.add(folded).add(below.shl::<10>()), carry)
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
    let (l0, carry) = limb.cut_first(l0.add(times_fold(over)));
    let (l1, carry) = limb.cut(l1.add(over.shl::<10>()), carry);
    let l2 = l2.add(carry.out());
    [Quad::of(l0, l5), Quad::of(l1, l6), Quad::of(l2, l7), Quad::of(l3, l8), Quad::of(l4, l9)]
}

/// [`FOLD`] times a number of more than 32 bits: it is 2^14 - 2^9 - 2^8 + 2^4.
#[inline(always)]
fn times_fold(value: Duo) -> Duo {
    value.shl::<14>().sub(value.shl::<9>()).sub(value.shl::<8>()).add(value.shl::<4>())
}
