//! Multiples of any point, in constant time.
//!
//! The digits are those of [`Odd`](crate::digits::Odd). For each, the sum is doubled five times, and a row of 1, 3, ..
//! 31 times the point is read as a whole. No two points that are added are equal or opposite: the sum is u times the
//! point, what is added 31 times at most, and u is a multiple of 32 that is not zero. Before the last digit both are
//! below 2^252, far from n; of the last digit [`super::base`] has the proof. So no sum is neutral either, and no
//! double, as the order is odd: no point has Y = 0.

use super::{
    Secret,
    base::{Entry, odd_entries},
    curve::Affine,
    jacobian::Jacobian,
};
use crate::{
    digits::{ROW, index, select},
    field_p256::Field,
};

/// The multiple of the point, which is public.
#[inline(never)]
pub(super) fn multiply<F: Field>(secret: &Secret, point: &Affine<F>) -> Jacobian<F> {
    let odd = secret.odd();
    // 2^255 comes first.
    let mut sum = Jacobian::from_affine(point);
    let row: [Entry; ROW] = odd_entries(&sum);
    for digit in odd.digits.iter().rev() {
        for _ in 0..5 {
            sum.double();
        }
        let (index, negative) = index(*digit);
        sum.add_affine(&Affine::of(&select(&row, index)).negated_if(negative));
    }
    sum.negated_if(odd.negated)
}
