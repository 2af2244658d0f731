//! The reduction of products. Bounds are in the header of the module.

use super::BITS;
use crate::quads::{Columns, Constants, Duo, Limb, Quad, Quads};

/// Columns modulo p.
#[inline(always)]
pub(super) fn reduced(columns: &Columns) -> Quads {
    let (even, odd) = (Limb::read(&EVEN), Limb::read(&ODD));
    let even_column = |k: usize| even_sum(columns, k).add(times_19(even_sum(columns, k + 5)));
    let odd_column = |k: usize| columns.mixed(k).add(times_19(columns.mixed(k + 5)));
    let (e0, carry) = even.cut_first(even_column(0));
    let (o0, carry) = odd.cut(odd_column(0), carry);
    let (e1, carry) = even.cut(even_column(1), carry);
    let (o1, carry) = odd.cut(odd_column(1), carry);
    let (e2, to_o2) = even.cut(even_column(2), carry);
    let (o2, carry) = odd.cut_first(odd_column(2));
    let (e3, carry) = even.cut(even_column(3), carry);
    let (o3, carry) = odd.cut(odd_column(3), carry);
    let (e4, carry) = even.cut(even_column(4), carry);
    let (o4, over) = odd.cut(columns.mixed(4), carry);
    let (o2, to_e3) = odd.cut(o2, to_o2);
    let (e0, to_o0) = even.cut_first(e0.add(times_19(over.out())));
    let (e3, o0) = (e3.add(to_e3.out()), o0.add(to_o0.out()));
    [Quad::of(e0, o0), Quad::of(e1, o1), Quad::of(e2, o2), Quad::of(e3, o3), Quad::of(e4, o4)]
}

#[inline(always)]
fn even_sum(Columns { lower, upper, .. }: &Columns, k: usize) -> Duo {
    match k {
        0 => lower[0],
        1..9 => lower[k].add(upper[k - 1].shl::<1>()),
        _ => upper[8].shl::<1>(),
    }
}

#[inline(always)]
fn times_19(value: Duo) -> Duo {
    value.shl::<4>().add(value.shl::<1>()).add(value)
}

const ODD_BITS: u32 = BITS - 1;

static EVEN: Constants<BITS, ODD_BITS> = Constants::new();
static ODD: Constants<ODD_BITS, BITS> = Constants::new();
