//! Sums of multiples of the generator and of a point by public scalars, in variable time. No secret may be used here.

use super::{
    base::{Entry, Tables, odd_multiples},
    curve::{Affine, Projective},
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

/// `a G + b P`.
pub(super) fn sum_with_base<F: Field>(
    tables: &Tables,
    a: &Words,
    b: &Words,
    point: &Affine<F>,
) -> Projective<F> {
    let odd: [_; MULTIPLES] = odd_multiples(&Projective::from_affine(point));
    let (base, key) = (base_digits(a), key_digits(b));
    let mut sum = Projective::neutral();
    let used = |digits: &Digits| digits.iter().rposition(|digit| *digit != 0);
    let length = used(&base).max(used(&key)).map_or(0, |last| last + 1);
    for index in (0..length).rev() {
        sum.double();
        add_entry(&mut sum, &tables.odd[0], base[index]);
        add_multiple(&mut sum, &odd, key[index]);
    }
    sum
}

/// Digits of a multiple of the generator.
pub(super) fn base_digits(scalar: &Words) -> Digits {
    sparse(scalar, BASE_WIDTH)
}

/// Digits of a multiple of another point.
pub(super) fn key_digits(scalar: &Words) -> Digits {
    sparse(scalar, WIDTH)
}

/// Adds the multiple that the digit names.
#[inline]
pub(super) fn add_multiple<F: Field>(sum: &mut Projective<F>, odd: &[Projective<F>], digit: i8) {
    let Some(multiple) = multiple(odd, digit) else { return };
    if digit > 0 {
        sum.add(multiple);
    } else {
        sum.add(&multiple.negated());
    }
}

/// As [`add_multiple`], of the generator.
#[inline]
pub(super) fn add_entry<F: Field>(sum: &mut Projective<F>, odd: &[Entry], digit: i8) {
    let Some(entry) = multiple(odd, digit) else { return };
    sum.add_affine(&Affine::of(entry).negated_if(if digit < 0 { u64::MAX } else { 0 }));
}
