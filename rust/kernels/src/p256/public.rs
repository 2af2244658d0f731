//! Sums of multiples of the generator and of a point by public scalars, in variable time. No secret may be used here.
//!
//! Two points that a sum adds are equal or opposite only if somebody arranged it. So it is computed with the quick
//! formulas ([`super::jacobian`]), and once more with the complete ones if they do not hold, or the sum is neutral.

use super::{
    base::{Entry, Tables, odd_entries},
    curve::{Affine, Projective},
    jacobian::Jacobian,
};
use crate::{
    digits::{multiple, sparse},
    field_p256::Field,
    numbers::Words,
};

/// Width of the digits for a point of the caller's: odd multiples up to 15.
const WIDTH: u32 = 5;
pub(super) const MULTIPLES: usize = 1 << (WIDTH - 2);
/// Width of the digits for the generator: odd multiples up to 127.
const BASE_WIDTH: u32 = 8;
/// More than the digits of a scalar.
pub(super) const DIGITS: usize = 264;

pub(super) type Digits = [i8; DIGITS];

/// A multiple of a point: digits of the scalar, and odd multiples of the point.
pub(super) struct Term<'a> {
    pub(super) digits: &'a [i8],
    pub(super) odd: &'a [Entry],
}

impl Term<'_> {
    /// The multiple that the digit of this place names; nothing for zero.
    fn at<F: Field>(&self, place: usize) -> Option<Affine<F>> {
        let digit = *self.digits.get(place)?;
        let entry = multiple(self.odd, digit)?;
        Some(Affine::of(entry).negated_if(if digit < 0 { u64::MAX } else { 0 }))
    }
}

/// `a G + b P`.
pub(super) fn sum_with_base<F: Field>(
    tables: &Tables,
    a: &Words,
    b: &Words,
    point: &Affine<F>,
) -> Projective<F> {
    let odd: [Entry; MULTIPLES] = odd_entries(&Projective::from_affine(point));
    let (base, key) = (base_digits(a), key_digits(b));
    sum(&[Term { digits: &base, odd: &tables.odd[0] }, Term { digits: &key, odd: &odd }])
}

/// Digits of a multiple of the generator.
pub(super) fn base_digits(scalar: &Words) -> Digits {
    sparse(scalar, BASE_WIDTH)
}

/// Digits of a multiple of another point.
pub(super) fn key_digits(scalar: &Words) -> Digits {
    sparse(scalar, WIDTH)
}

/// The sum of all terms.
pub(super) fn sum<F: Field>(terms: &[Term<'_>]) -> Projective<F> {
    quick(terms).unwrap_or_else(|| complete(terms))
}

/// The sum, unless it is neutral, or equal or opposite points met on the way.
fn quick<F: Field>(terms: &[Term<'_>]) -> Option<Projective<F>> {
    let mut sum: Option<Jacobian<F>> = None;
    for place in places(terms) {
        if let Some(sum) = &mut sum {
            sum.double();
        }
        for point in terms.iter().filter_map(|term| term.at(place)) {
            match &mut sum {
                Some(sum) => sum.add_affine(&point),
                None => sum = Some(Jacobian::from_affine(&point)),
            }
        }
    }
    let sum = sum?.to_projective();
    (!sum.is_neutral()).then_some(sum)
}

/// The sum of any points.
fn complete<F: Field>(terms: &[Term<'_>]) -> Projective<F> {
    let mut sum = Projective::neutral();
    for place in places(terms) {
        sum.double();
        terms.iter().filter_map(|term| term.at(place)).for_each(|point| sum.add_affine(&point));
    }
    sum
}

/// The places of digits, the highest first.
fn places(terms: &[Term<'_>]) -> impl Iterator<Item = usize> {
    (0..terms.iter().map(|term| term.digits.len()).max().unwrap_or(0)).rev()
}

#[cfg(test)]
mod tests {
    use super::{Digits, MULTIPLES, Term, complete, key_digits, quick, sum};
    use crate::{
        field_p256::{Fused, Limbs, Whole},
        p256::{
            Point,
            base::{Entry, Kept, odd_entries},
            curve::Projective,
            tests::point,
        },
    };

    fn odd<F: Kept>(point: &Point<F>) -> [Entry; MULTIPLES] {
        odd_entries(&Projective::from_affine(&point.xy))
    }

    fn bytes<F: Kept>(sum: Projective<F>) -> Option<[u8; 33]> {
        sum.to_affine().map(|point| point.to_compressed())
    }

    /// Small multiples of two small multiples of the generator, of which many meet, as equal or opposite points, on the
    /// way or at the end: no sum is wrong, and some are none for the quick formulas.
    fn points_that_meet<F: Kept>() {
        let (mut none, mut some) = (0, 0);
        for (first, second) in [(1, 1), (1, 2), (2, 1), (1, 3), (5, 1), (3, 7)] {
            let tables = [odd(&point::<F>(first)), odd(&point::<F>(second))];
            for a in 0..18_u64 {
                for b in 0..18_u64 {
                    let digits: [Digits; 2] =
                        [key_digits(&[a, 0, 0, 0]), key_digits(&[b, 0, 0, 0])];
                    let minus: Digits = digits[1].map(|digit| -digit);
                    for (other, total) in [
                        (&digits[1], Some(a * first + b * second)),
                        (&minus, (a * first).checked_sub(b * second)),
                    ] {
                        let terms = [
                            Term { digits: &digits[0], odd: &tables[0] },
                            Term { digits: other, odd: &tables[1] },
                        ];
                        let want = bytes::<F>(complete(&terms));
                        if let Some(total) = total.filter(|total| (total * 7 + b) % 5 == 0) {
                            let whole = (total > 0).then(|| point::<F>(total).to_compressed());
                            assert_eq!(want, whole);
                        }
                        assert_eq!(bytes::<F>(sum(&terms)), want, "{a} {first} {b} {second}");
                        match quick::<F>(&terms) {
                            Some(_) => some += 1,
                            None => none += 1,
                        }
                    }
                }
            }
        }
        assert!(none > 100 && some > 1_000, "{none} {some}");
    }

    #[test]
    fn points_that_meet_in_each_field() {
        points_that_meet::<Fused>();
        points_that_meet::<Limbs>();
        points_that_meet::<Whole>();
    }
}
