//! Multiples of points by public scalars, in variable time. No secret may be used here.
//!
//! A scalar k of a point P is split as k = k1 + k2 LAMBDA with both below 2^129 in magnitude (Gallant,
//! Lambert, Vanstone 2001), as LAMBDA (x, y) = (BETA x, y) costs only a product. A scalar of the generator is
//! cut at bit 128, as there are tables of G and 2^128 G. So a sum is doubled only 130 times.

#![allow(
    clippy::cast_possible_truncation,
    reason = "words are taken out of products, and a digit is below 128"
)]

use k256::{Scalar, elliptic_curve::scalar::IsHigh};

use super::{
    base::{Tables, odd_multiples},
    constants::{B2, BETA, G1, G2, LAMBDA, MINUS_B1},
    curve::{Affine, Projective},
    order::product,
    scalar::{scalar, words},
};
use crate::{
    digits::{multiple, sparse},
    field_secp256k1::{Tight, mul},
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
pub(super) fn sum_with_base(tables: &Tables, a: &Scalar, b: &Scalar, point: &Affine) -> Projective {
    let base = base_digits(a);
    let term = Term::new(b, point);
    let mut sum = Projective::neutral();
    for index in (0..length(&[base, term.digits])).rev() {
        sum.double();
        for (digits, odd) in base.iter().zip(&tables.odd) {
            add_affine_multiple(&mut sum, odd, digits[index]);
        }
        term.add(&mut sum, index);
    }
    sum
}

/// `a P + b Q`.
pub(super) fn sum_of_two(a: &Scalar, p: &Affine, b: &Scalar, q: &Affine) -> Projective {
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
struct Term {
    digits: [Digits; 2],
    halves: Halves,
}

impl Term {
    fn new(scalar: &Scalar, point: &Affine) -> Self {
        Self { digits: key_digits(scalar), halves: Halves::of(&Projective::from_affine(point)) }
    }

    /// Adds the multiples that the digits at this place name.
    #[inline]
    fn add(&self, sum: &mut Projective, index: usize) {
        self.halves.add(sum, &self.digits, index);
    }
}

/// 1, 3, .. times P, and times LAMBDA P.
#[derive(Clone, Copy)]
pub(super) struct Halves([[Projective; MULTIPLES]; 2]);

impl Halves {
    pub(super) fn of(point: &Projective) -> Self {
        const TURN: Tight = Tight::from_words(&BETA, &[1, 0, 0, 0]);
        let own = odd_multiples(point);
        let turned = own.map(|multiple: Projective| Projective {
            xy: mul(&multiple.xy, &TURN).loosened(),
            ..multiple
        });
        Self([own, turned])
    }

    /// Adds the multiples that the digits at this place name.
    #[inline]
    pub(super) fn add(&self, sum: &mut Projective, digits: &[Digits; 2], index: usize) {
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
pub(super) fn base_digits(scalar: &Scalar) -> [Digits; 2] {
    let [low, middle, upper, high] = words(scalar);
    [[low, middle, 0, 0], [upper, high, 0, 0]].map(|part| sparse(&part, BASE_WIDTH))
}

/// Digits of both parts of a multiple of another point.
pub(super) fn key_digits(scalar: &Scalar) -> [Digits; 2] {
    split(scalar).map(Part::digits)
}

#[inline]
pub(super) fn add_affine_multiple(sum: &mut Projective, odd: &[Affine], digit: i8) {
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

/// Half of a scalar: a number below 2^129, and its sign.
pub(super) struct Part {
    magnitude: Words,
    negative: bool,
}

impl Part {
    fn digits(self) -> Digits {
        let digits = sparse(&self.magnitude, WIDTH);
        if self.negative { digits.map(|digit| -digit) } else { digits }
    }
}

/// k1 and k2. The vectors (a1, b1) and (a2, b2) are short and a + b LAMBDA = 0 for both, so taking
/// c1 of one and c2 of the other away from (k, 0), with c the nearest to where (k, 0) lies between
/// them, leaves something short.
pub(super) fn split(k: &Scalar) -> [Part; 2] {
    let number = words(k);
    let (c1, c2) = (scaled(&number, &G1), scaled(&number, &G2));
    let k2 = Scalar::from(c1) * Scalar::from(MINUS_B1) - Scalar::from(c2) * Scalar::from(B2);
    let k1 = *k - k2 * scalar(&LAMBDA);
    [k1, k2].map(|part| {
        let negative = bool::from(part.is_high());
        Part { magnitude: words(&if negative { -part } else { part }), negative }
    })
}

/// `a b / 2^384`, rounded. It is below 2^128 for the two numbers that come as `b`.
fn scaled(a: &Words, b: &Words) -> u128 {
    let [.., half, low, high] = product(a, b);
    (u128::from(high) << 64 | u128::from(low)) + u128::from(half >> 63)
}
