//! Multiples of any point, in constant time.
//!
//! The digits are those of [`Odd`]. For each, the sum is doubled five times, and a row of 1, 3, ..
//! 31 times the point is read as a whole. What is doubled is never neutral: it is m times the point, where 0 < m < n, as
//! the digits so far are those of the upper bits of the scalar, taken for odd.

use super::{
    Secret,
    curve::{Affine, Projective},
    jacobian::Jacobian,
};
use crate::{
    digits::{ROW, index, select},
    field_p256::{Element, Field, Tight},
    numbers::Words,
};

/// x, y and z of 1, 3, .. 31 times the point, which is public.
#[inline(never)]
fn row<F: Field>(point: &Affine<F>) -> [[Words; 3]; ROW] {
    Jacobian::from_affine(point).odd_multiples().map(|multiple| {
        let Projective { x, y, z } = multiple.to_projective();
        [x, y, z].map(Tight::packed)
    })
}

/// The multiple of the point.
#[inline(never)]
pub(super) fn multiply<F: Field>(secret: &Secret, point: &Affine<F>) -> Projective<F> {
    let (odd, row) = (secret.odd(), row(point));
    // 2^255 comes first.
    let mut sum = Projective::from_affine(point);
    for digit in odd.digits.iter().rev() {
        sum.double_five_times();
        let (index, negative) = index(*digit);
        let [x, y, z] = select(&row, index).map(|words| Element::unpacked(&words).tightened());
        sum.add(&Projective { x, y, z }.negated_if(negative));
    }
    sum.negated_if(odd.negated)
}
