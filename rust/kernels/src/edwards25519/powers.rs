//! Odd multiples of `2^s B` for several s, for sums whose scalars are public.
//!
//! They are made at first use. The check of one signature uses two tables, 20 KB; checks under a prepared key use
//! eight, 80 KB.

use std::sync::LazyLock;

use super::{
    Addend,
    base::base_point,
    public::{BaseOdd, TABLES, Term, odd_multiples},
};

/// (2 j + 1) B, and (2 j + 1) 2^128 B.
static HALVES: LazyLock<Box<[BaseOdd; 2]>> = LazyLock::new(|| tables(128));
/// (2 j + 1) 2^(32 i) B.
static PARTS: LazyLock<Box<[BaseOdd; TABLES]>> = LazyLock::new(|| tables(256 / TABLES));

/// Odd multiples of B, `2^stride B`, and so on.
fn tables<const N: usize>(stride: usize) -> Box<[BaseOdd; N]> {
    let mut tables = Box::new([[Addend::NEUTRAL; 64]; N]);
    let mut point = base_point();
    for (index, table) in tables.iter_mut().enumerate() {
        if index > 0 {
            (0..stride).for_each(|_| point.double());
        }
        *table = odd_multiples(&point);
    }
    tables
}

/// A multiple of the base point, in a sum that is doubled some 128 times.
pub(crate) fn base_by_halves(scalar: &[u8; 32]) -> Term<'static, 2> {
    Term::of_base(scalar, HALVES.each_ref())
}

/// A multiple of the base point, in a sum that is doubled as often as with tables of a key.
pub(crate) fn base_by_parts(scalar: &[u8; 32]) -> Term<'static, TABLES> {
    Term::of_base(scalar, PARTS.each_ref())
}
