//! Sums of multiples of the generator and of a point by public scalars, in variable time. No secret may be used here.
//!
//! Two points that a sum adds are equal or opposite only if somebody arranged it. So it is computed with the quick
//! formulas ([`super::jacobian`]), and once more with a look at each sum if they do not hold, or the sum is neutral.
//!
//! Scalars of half the size, as on edwards25519, do not pay. A signature has only the x coordinate of its point R. With a
//! short v, so that v u2 is short as well, u1 v G + u2 v Q would be compared with v R and -v R. To have R in the same sum,
//! and so save half of the doublings, y is needed: a square root, a table, and more sums. Which of the two roots it is, is not
//! known, so that half of all checks would compute the sum again.

use super::{
    base::Entry,
    curve::Affine,
    jacobian::{Jacobian, odd_entries},
    powers::BaseOdd,
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
    fn addend<F: Field>(&self, place: usize) -> Option<Affine<F>> {
        let digit = *self.digits.get(place)?;
        let entry = multiple(self.odd, digit)?;
        Some(Affine::of(entry).negated_if(if digit < 0 { u64::MAX } else { 0 }))
    }
}

/// `a G + b P`; nothing if it is neutral.
#[inline(never)]
pub(super) fn sum_with_base<F: Field>(
    multiples: &BaseOdd<1>,
    a: &Words,
    b: &Words,
    point: &Affine<F>,
) -> Option<Jacobian<F>> {
    let odd: [Entry; MULTIPLES] = odd_entries(&Jacobian::from_affine(point));
    let (base, key) = (base_digits(a), key_digits(b));
    sum(&[Term { digits: &base, odd: &multiples.0[0] }, Term { digits: &key, odd: &odd }])
}

/// Digits of a multiple of the generator.
pub(super) fn base_digits(scalar: &Words) -> Digits {
    sparse(scalar, BASE_WIDTH)
}

/// Digits of a multiple of another point.
pub(super) fn key_digits(scalar: &Words) -> Digits {
    sparse(scalar, WIDTH)
}

/// The sum of all terms; nothing if it is neutral.
#[inline(never)]
pub(super) fn sum<F: Field>(terms: &[Term<'_>]) -> Option<Jacobian<F>> {
    let quick = sum_by(terms, |sum: &mut Jacobian<F>, point| {
        sum.add_affine(point);
        true
    });
    quick.filter(|sum| !sum.is_neutral()).or_else(|| careful(terms))
}

/// The sum of points that may meet.
#[cold]
#[inline(never)]
fn careful<F: Field>(terms: &[Term<'_>]) -> Option<Jacobian<F>> {
    sum_by(terms, Jacobian::add_any)
}

/// The sum of all terms by this addition, which tells whether anything is left.
#[inline(always)]
fn sum_by<F: Field>(
    terms: &[Term<'_>],
    add: impl Fn(&mut Jacobian<F>, &Affine<F>) -> bool,
) -> Option<Jacobian<F>> {
    let mut sum = None;
    for place in places(terms) {
        if let Some(sum) = &mut sum {
            Jacobian::double(sum);
        }
        for point in terms.iter().filter_map(|term| term.addend(place)) {
            match &mut sum {
                Some(so_far) => {
                    if !add(so_far, &point) {
                        sum = None;
                    }
                }
                None => sum = Some(Jacobian::from_affine(&point)),
            }
        }
    }
    sum
}

/// The places of digits, the highest first.
fn places(terms: &[Term<'_>]) -> impl Iterator<Item = usize> {
    (0..terms.iter().map(|term| term.digits.len()).max().unwrap_or(0)).rev()
}

#[cfg(test)]
mod tests {
    use super::{Digits, MULTIPLES, Term, careful, key_digits, sum};
    use crate::{
        field_p256::{Fused, Limbs, Whole},
        p256::{
            Point,
            base::{Entry, HasTables},
            jacobian::{Jacobian, odd_entries},
            tests::{compressed, point},
        },
    };

    fn odd<F: HasTables>(point: &Point<F>) -> [Entry; MULTIPLES] {
        odd_entries(&Jacobian::from_affine(&point.xy))
    }

    /// Small multiples of two small multiples of the generator, of which many meet, as equal or opposite points, on the
    /// way or at the end: no sum is wrong.
    fn points_that_meet<F: HasTables>() {
        let known: Vec<[u8; 33]> =
            (1..=17 * 10).map(|secret| point::<F>(secret).to_compressed()).collect();
        let want = |total: i64| {
            let mut bytes = *known.get(usize::try_from(total.abs()).unwrap().checked_sub(1)?)?;
            bytes[0] ^= u8::from(total < 0);
            Some(bytes)
        };
        for (first, second) in [(1, 1), (1, 2), (2, 1), (1, 3), (5, 1), (3, 7)] {
            let tables = [odd(&point::<F>(first)), odd(&point::<F>(second))];
            let numbers = (0..18_u64).flat_map(|a| (0..18).map(move |b| (a, b)));
            for (a, b) in numbers {
                let digits: [Digits; 2] = [key_digits(&[a, 0, 0, 0]), key_digits(&[b, 0, 0, 0])];
                for sign in [1, -1] {
                    let other = digits[1].map(|digit| digit * sign);
                    let terms = [
                        Term { digits: &digits[0], odd: &tables[0] },
                        Term { digits: &other, odd: &tables[1] },
                    ];
                    let parts = [a * first, b * second].map(|part| i64::try_from(part).unwrap());
                    let want = want(parts[0] + i64::from(sign) * parts[1]);
                    assert_eq!(sum(&terms).map(compressed::<F>), want, "{a} {first} {b} {second}");
                    assert_eq!(careful(&terms).map(compressed::<F>), want);
                }
            }
        }
    }

    #[test]
    fn points_that_meet_in_each_field() {
        points_that_meet::<Fused>();
        points_that_meet::<Limbs>();
        points_that_meet::<Whole>();
    }
}
