//! Multiples of any point, in constant time.
//!
//! For a scalar k below n, either k or n - k is odd, and is 2^255 plus the 51 digits of [`odd`]. For each, the sum is
//! doubled five times, and a row of 1, 3, .. 31 times the point is read as a whole. No two points that are added are equal
//! or opposite: the sum is u times the point, what is added 31 times at most, and u is a multiple of 32 that is not zero.
//! Before the last digit both are below 2^252, far from n; of the last digit [`crate::comb`] has the proof. So no sum is
//! neutral either, and no double, as the order is odd: no point has Y = 0.

use super::{
    Secret,
    base::Entry,
    curve::Affine,
    jacobian::{Jacobian, odd_entries},
};
use crate::{
    digits::{ROW, index, odd, select},
    field_p256::Field,
};

/// As many as a number below 2^256 has, besides 2^255.
const DIGITS: usize = 51;

/// The multiple of the point, which is public.
#[inline(never)]
pub(super) fn multiply<F: Field>(secret: &Secret, point: &Affine<F>) -> Jacobian<F> {
    // Before there is anything to wipe: it allocates, and a compiler takes it that this may unwind.
    let row: [Entry; ROW] = odd_entries(&Jacobian::from_affine(point));
    let own = secret.odd();
    let digits = odd::<DIGITS>(&own.number);
    // 2^255 comes first.
    let mut sum = Jacobian::from_affine(point);
    for digit in digits.iter().rev() {
        for _ in 0..5 {
            sum.double();
        }
        let (index, negative) = index(*digit);
        sum.add_affine(&Affine::of(&select(&row, index)).negated_if(negative));
    }
    sum.negated_if(own.negated)
}
