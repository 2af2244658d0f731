//! Multiples of any point, in constant time.
//!
//! The scalar is split in halves ([`super::halves`]). A half is even or odd; with 1 more where it is even, it has the digits of
//! [`odd`], and the point is taken away again in the end. For each place, the sum is doubled five times, and a row of 1, 3, .. 31
//! times the point is read as a whole for each half.

use zeroize::Zeroizing;

use super::{
    Secret,
    base::odd_multiples,
    constants::BETA,
    curve::{Affine, Projective},
    halves::{Half, split},
};
use crate::{
    digits::{ROW, index, odd, select},
    field_secp256k1::{Field, Tight, mul},
    numbers::Words,
    secret::mask,
};

/// As many as a number below 2^130 has, besides 2^130.
const DIGITS: usize = 26;

/// x, y and Z of odd multiples.
type Row = [[Words; 3]; ROW];

/// The multiple of the point.
#[inline(never)]
pub(super) fn multiply<F: Field>(secret: &Secret, point: &Affine<F>) -> Projective<F> {
    let halves = split(secret.words());
    let digits = halves.each_ref().map(digits);
    let multiples: [Projective<F>; ROW] = odd_multiples(&Projective::from_affine(point));
    let row = multiples.map(|multiple| {
        let ([x, y], z) = (multiple.xy.to_words(), multiple.z.low_words());
        [x, y, z]
    });
    let own = Projective::from_affine(point);
    let points = [own, turned(&own)];
    let signed = |half: usize, point: &Projective<F>| point.negated_if(halves[half].negative);
    // 2^130 comes first.
    let mut sum = signed(0, &points[0]);
    sum.add(&signed(1, &points[1]));
    for place in (0..DIGITS).rev() {
        sum.double_five_times();
        let [first, second] = digits.each_ref().map(|digits| chosen(&row, digits[place]));
        sum.add(&signed(0, &first));
        sum.add(&signed(1, &turned(&second)));
    }
    for (half, point) in points.iter().enumerate() {
        let more = mask(!halves[half].magnitude[0] & 1);
        sum.add(&Projective::neutral().choose(&signed(half, &point.negated()), more));
    }
    sum
}

/// Of the half, or of 1 more if that is even.
fn digits(half: &Half) -> Zeroizing<[i8; DIGITS]> {
    let [low, upper @ ..] = *half.magnitude;
    let [a, b, c] = upper;
    odd(&Zeroizing::new([low | 1, a, b, c]))
}

/// The multiple of a digit.
#[inline(always)]
fn chosen<F: Field>(row: &Row, digit: i8) -> Projective<F> {
    let (index, negative) = index(digit);
    let [x, y, z] = select(row, index);
    let (xy, z) = (Tight::from_words(&x, &y), Tight::twice(&z));
    Projective { xy: xy.loosened(), z: z.loosened() }.negated_if(negative)
}

/// LAMBDA times the point.
#[inline(always)]
pub(super) fn turned<F: Field>(point: &Projective<F>) -> Projective<F> {
    let turn = Tight::from_words(&BETA, &[1, 0, 0, 0]);
    Projective { xy: mul(&point.xy, &turn).loosened(), ..*point }
}
