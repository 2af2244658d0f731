//! Odd multiples of 2^s G for several s, for sums whose scalars are public. An engine makes them at first use
//! ([`super::base`]): 12 KB for the check of one signature, 48 KB for checks under keys that have tables, too.

use super::{
    base::write_odd,
    curve::{Affine, Projective, base},
    prepared::{STRIDE, TABLES},
};
use crate::field_secp256k1::Field;

/// Odd multiples from 1 to 127.
const WIDE_ROW: usize = 64;

/// 1, 3, 5, .. times each of several points.
pub struct BaseOdd<F: Field, const N: usize>(pub(super) [[Affine<F>; WIDE_ROW]; N]);

// A function of its own, as the one that makes the comb.
#[inline(never)]
fn fill<F: Field>(tables: &mut [[Affine<F>; WIDE_ROW]], first: usize, stride: usize) {
    let mut point = Projective::from_affine(&base::<F>());
    (0..first).for_each(|_| point.double());
    for (index, table) in tables.iter_mut().enumerate() {
        if index > 0 {
            (0..stride).for_each(|_| point.double());
        }
        write_odd(&point, table);
    }
}

/// Odd multiples of 2^first G, 2^(first + stride) G, and so on.
pub(super) fn powers<F: Field, const N: usize>(first: usize, stride: usize) -> BaseOdd<F, N> {
    let mut tables = [[base(); WIDE_ROW]; N];
    fill(&mut tables, first, stride);
    BaseOdd(tables)
}

/// Of both halves.
pub(super) fn parts<F: Field>() -> Box<[BaseOdd<F, TABLES>; 2]> {
    Box::new([0, 128].map(|first| powers(first, STRIDE)))
}
