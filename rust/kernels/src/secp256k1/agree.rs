//! Multiples of any point, in constant time.
//!
//! The digits are those of [`super::base`]. For each, the sum is doubled five times, and a row of 1, 3, ..
//! 31 times the point is read as a whole.

#![allow(
    clippy::cast_possible_truncation,
    clippy::needless_range_loop,
    reason = "sixteen entries; a loop over two things at once has a branch out of it"
)]

use k256::Scalar;

use super::{
    base::{odd_multiples, odd_of},
    curve::{Affine, Projective},
};
use crate::{
    digits::{ROW, index},
    lanes::Lanes,
};

/// `scalar` times the point. The scalar is not zero.
#[inline(never)]
pub(super) fn multiply(scalar: &Scalar, point: &Affine) -> Projective {
    let odd = odd_of(scalar);
    let row = odd_multiples(&Projective::from_affine(point));
    // 2^255 comes first.
    let mut sum = Projective::from_affine(point);
    for digit in odd.digits.iter().rev() {
        for _ in 0..5 {
            sum.double();
        }
        sum.add(&select(&row, *digit));
    }
    sum.negated_if(odd.negated)
}

/// `digit` times the point whose odd multiples the row has.
#[inline(never)]
fn select(row: &[Projective; ROW], digit: i8) -> Projective {
    let (index, negative) = index(digit);
    let index = Lanes::splat_bits(index);
    let mut chosen = row[0].masked(index.same(Lanes::splat_bits(0)));
    for at in 1..ROW {
        chosen = chosen.or(&row[at].masked(index.same(Lanes::splat_bits(at as u64))));
    }
    chosen.negated_if(negative)
}
