//! Odd multiples of `2^s B` for several s, for sums whose scalars are public.
//!
//! They are made at first use. The check of one signature uses two tables, 20 KB; checks under a prepared key use
//! eight, 80 KB.

use super::{
    Kept,
    base::base_point,
    public::{BaseOdd, TABLES, Term, odd_multiples},
};
use crate::field25519::Field;

/// Odd multiples of B, `2^stride B`, and so on.
pub(super) fn tables<F: Field, const N: usize>(stride: usize) -> Box<[BaseOdd<F>; N]> {
    let mut point = base_point();
    let mut tables = Box::new([odd_multiples(&point); N]);
    for table in tables.iter_mut().skip(1) {
        point.double_times(stride);
        *table = odd_multiples(&point);
    }
    tables
}

/// A multiple of the base point, in a sum that is doubled some 128 times.
pub(crate) fn base_by_halves<F: Kept>(scalar: &[u8; 32]) -> Term<'static, F, 2> {
    Term::of_base(scalar, F::halves().each_ref())
}

/// A multiple of the base point, in a sum that is doubled as often as with tables of a key.
pub(crate) fn base_by_parts<F: Kept>(scalar: &[u8; 32]) -> Term<'static, F, TABLES> {
    Term::of_base(scalar, F::parts().each_ref())
}
