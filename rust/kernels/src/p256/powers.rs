//! Odd multiples of 2^s G for several s, for sums whose scalars are public. An engine makes them at first use
//! ([`super::base`]): 4 KB for the check of one signature, 16 KB for checks under keys that have tables, too.

use super::{
    base::Entry,
    curve::Affine,
    jacobian::{Jacobian, odd_entries},
};
use crate::field_p256::Field;

/// Odd multiples from 1 to 127.
const WIDE_ROW: usize = 64;

/// 1, 3, 5, .. times each of several points.
pub struct BaseOdd<const N: usize>(pub(super) [[Entry; WIDE_ROW]; N]);

/// Odd multiples of G, 2^stride G, and so on.
pub(super) fn powers<F: Field, const N: usize>(stride: usize) -> BaseOdd<N> {
    let mut tables = [[[[0; 4]; 2]; WIDE_ROW]; N];
    fill::<F>(&mut tables, stride);
    BaseOdd(tables)
}

// A function of its own, as the one that makes the comb.
#[inline(never)]
fn fill<F: Field>(tables: &mut [[Entry; WIDE_ROW]], stride: usize) {
    let mut point = Jacobian::from_affine(&Affine::<F>::base());
    for (index, table) in tables.iter_mut().enumerate() {
        if index > 0 {
            (0..stride).for_each(|_| point.double());
        }
        *table = odd_entries(&point);
    }
}
