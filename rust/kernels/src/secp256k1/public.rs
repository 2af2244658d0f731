//! Multiples of points by public scalars, in variable time. No secret may be used here.
//!
//! A scalar of a point is split in halves ([`super::halves`]), and one of the generator is
//! cut at bit 128, as there are tables of G and 2^128 G. So a sum is doubled only 130 times.

use super::{
    agree::turned,
    base::odd_multiples,
    curve::{Affine, Projective},
    halves::split,
    powers::BaseOdd,
};
use crate::{
    digits::{multiple, sparse},
    field_secp256k1::Field,
    numbers::Words,
};

/// Width of the digits for a point of the caller's: odd multiples up to 15.
const WIDTH: u32 = 5;
const MULTIPLES: usize = 1 << (WIDTH - 2);
/// Width of the digits for the generator: odd multiples up to 127.
const BASE_WIDTH: u32 = 8;
/// More than the digits of any part of a scalar.
pub(super) const DIGITS: usize = 136;

pub(super) type Digits = [i8; DIGITS];

/// `a G + b P`.
#[inline(never)]
pub(super) fn sum_with_base<F: Field>(
    tables: &BaseOdd<F, 2>,
    a: &Words,
    b: &Words,
    point: &Affine<F>,
) -> Projective<F> {
    let base = base_digits(a);
    let term = Term::new(b, point);
    let mut sum = Projective::neutral();
    for index in (0..length(&[base, term.digits])).rev() {
        sum.double();
        for (digits, odd) in base.iter().zip(&tables.0) {
            add_affine_multiple(&mut sum, odd, digits[index]);
        }
        term.add(&mut sum, index);
    }
    sum
}

/// `a P + b Q`.
pub(super) fn sum_of_two<F: Field>(
    a: &Words,
    p: &Affine<F>,
    b: &Words,
    q: &Affine<F>,
) -> Projective<F> {
    let (first, second) = (Term::new(a, p), Term::new(b, q));
    let mut sum = Projective::neutral();
    for index in (0..length(&[first.digits, second.digits])).rev() {
        sum.double();
        first.add(&mut sum, index);
        second.add(&mut sum, index);
    }
    sum
}

/// A multiple of a point, as digits of its two parts.
struct Term<F: Field> {
    digits: [Digits; 2],
    halves: Halves<F>,
}

impl<F: Field> Term<F> {
    fn new(scalar: &Words, point: &Affine<F>) -> Self {
        Self { digits: key_digits(scalar), halves: Halves::of(&Projective::from_affine(point)) }
    }

    /// Adds the multiples that the digits at this place name.
    #[inline]
    fn add(&self, sum: &mut Projective<F>, index: usize) {
        self.halves.add(sum, &self.digits, index);
    }
}

/// 1, 3, .. times P, and times LAMBDA P.
#[derive(Clone, Copy)]
pub(super) struct Halves<F: Field>([[Projective<F>; MULTIPLES]; 2]);

impl<F: Field> Halves<F> {
    pub(super) fn of(point: &Projective<F>) -> Self {
        let own = odd_multiples(point);
        Self([own, own.each_ref().map(turned)])
    }

    /// Adds the multiples that the digits at this place name.
    #[inline]
    pub(super) fn add(&self, sum: &mut Projective<F>, digits: &[Digits; 2], index: usize) {
        for (digits, odd) in digits.iter().zip(&self.0) {
            let digit = digits[index];
            let Some(multiple) = multiple(odd, digit) else { continue };
            if digit > 0 {
                sum.add(multiple);
            } else {
                sum.add(&multiple.negated());
            }
        }
    }
}

/// Digits of the lower 128 bits of a multiple of the generator, and of the upper ones.
pub(super) fn base_digits(scalar: &Words) -> [Digits; 2] {
    let [low, middle, upper, high] = *scalar;
    [[low, middle, 0, 0], [upper, high, 0, 0]].map(|part| sparse(&part, BASE_WIDTH))
}

/// Digits of both parts of a multiple of another point.
pub(super) fn key_digits(scalar: &Words) -> [Digits; 2] {
    split(scalar).map(|half| {
        let digits = sparse(&half.magnitude, WIDTH);
        if half.negative == 0 { digits } else { digits.map(|digit| -digit) }
    })
}

#[inline]
pub(super) fn add_affine_multiple<F: Field>(sum: &mut Projective<F>, odd: &[Affine<F>], digit: i8) {
    let Some(multiple) = multiple(odd, digit) else { return };
    if digit > 0 {
        sum.add_affine(multiple);
    } else {
        sum.add_affine(&multiple.high_negated());
    }
}

/// How many places have a digit that is not zero, or stand below one.
fn length(digits: &[[Digits; 2]; 2]) -> usize {
    let used = |digits: &Digits| digits.iter().rposition(|digit| *digit != 0);
    digits.iter().flatten().filter_map(used).max().map_or(0, |last| last + 1)
}
