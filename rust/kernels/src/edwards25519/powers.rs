//! Odd multiples of the base point and of powers of two of it, for sums of what is public.
//!
//! Each table is made at first use, by itself: a check of one signature takes two of them, those of
//! a key that was prepared all eight, 80 KB.

use std::sync::LazyLock;

use super::{
    Point,
    base::base_point,
    public::{BaseOdd, TABLES, Term, odd_multiples},
};

/// (2 j + 1) 2^(32 i) B.
static ODD: [LazyLock<Box<BaseOdd>>; TABLES] = [
    LazyLock::new(|| table(0)),
    LazyLock::new(|| table(1)),
    LazyLock::new(|| table(2)),
    LazyLock::new(|| table(3)),
    LazyLock::new(|| table(4)),
    LazyLock::new(|| table(5)),
    LazyLock::new(|| table(6)),
    LazyLock::new(|| table(7)),
];

fn table(at: usize) -> Box<BaseOdd> {
    let mut point: Point = base_point();
    (0..at * 256 / TABLES).for_each(|_| point.double());
    Box::new(odd_multiples(&point))
}

/// A multiple of the base point, in a sum that is doubled some 128 times.
pub(crate) fn base_by_halves(scalar: &[u8; 32]) -> Term<'static, 2> {
    Term::of_base(scalar, [&ODD[0], &ODD[TABLES / 2]])
}

/// A multiple of the base point, in a sum that is doubled as often as with tables of a key.
pub(crate) fn base_by_parts(scalar: &[u8; 32]) -> Term<'static, TABLES> {
    Term::of_base(scalar, ODD.each_ref().map(|table| &***table))
}
