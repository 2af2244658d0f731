//! Multiples of the base point, and of other points, in constant time.
//!
//! A scalar below 2^255 becomes 64 digits of radix 16 in -7 .. 8. Row i of the comb has 1 .. 8 times
//! 256^i B: the odd digits are added, all is doubled four times, the even digits are
//! added. A digit reads its whole row, and every mask is opaque ([`crate::secret::mask`]).

use super::{Addend, Point, decode_one};
use crate::{
    field25519::Field,
    secret::{mask, zero},
};

/// Multiples of the base point, row i: (j + 1) 256^i B. Public constants.
pub(crate) struct Tables<F: Field>([[Addend<F>; 8]; 32]);

/// The base point: y = 4 / 5, x even.
const BASE: [u8; 32] = {
    let mut bytes = [0x66; 32];
    bytes[0] = 0x58;
    bytes
};

pub(super) fn base_point<F: Field>() -> Point<F> {
    Point::from_affine(&decode_one(&BASE).xy)
}

impl<F: Field> Tables<F> {
    pub(super) fn new() -> Self {
        let mut point = base_point();
        // Copies of the first row: a table that begins with constants is written by code of its own size, 40 kB.
        let mut comb = [multiples(&point); 32];
        for row in comb.iter_mut().skip(1) {
            point.double_times(8);
            *row = multiples(&point);
        }
        Self(comb)
    }
}

/// 1 .. 8 times the point, which is public.
pub(crate) fn multiples<F: Field>(point: &Point<F>) -> [Addend<F>; 8] {
    let one = point.to_addend();
    let mut sum = *point;
    let mut row = [one; 8];
    for entry in row.iter_mut().skip(1) {
        sum.add(&one);
        *entry = sum.to_addend();
    }
    row
}

/// `scalar` times the base point. The scalar is below 2^255, little-endian.
#[inline(never)]
pub(crate) fn multiply<F: Field>(tables: &Tables<F>, scalar: &[u8; 32]) -> Point<F> {
    let digits = digits(scalar);
    let mut point = Point::neutral();
    for (row, pair) in tables.0.iter().zip(&digits) {
        point.add(&select(row, pair[1]));
    }
    point.double_times(4);
    for (row, pair) in tables.0.iter().zip(&digits) {
        point.add(&select(row, pair[0]));
    }
    point
}

/// `scalar` times the point whose [`multiples`] the row has. The scalar is below 2^255,
/// little-endian.
#[inline(never)]
pub(crate) fn multiply_row<F: Field>(row: &[Addend<F>; 8], scalar: &[u8; 32]) -> Point<F> {
    let digits = digits(scalar);
    let mut sum = Point::neutral();
    for pair in digits.iter().rev() {
        shift_add(&mut sum, row, pair[1]);
        shift_add(&mut sum, row, pair[0]);
    }
    sum
}

/// 16 times the sum, and `digit` times the first entry of the row.
#[inline(never)]
fn shift_add<F: Field>(sum: &mut Point<F>, row: &[Addend<F>; 8], digit: i8) {
    sum.double_times(4);
    sum.add(&select(row, digit));
}

/// Digits of radix 16 in -7 .. 8, two for each byte, the lower one first. The last one is at most
/// 7 before its carry, so that nothing is carried out of it.
#[inline(never)]
fn digits(scalar: &[u8; 32]) -> [[i8; 2]; 32] {
    let mut carry = 0;
    scalar.map(|byte| {
        [byte & 15, byte >> 4].map(|nibble| {
            let digit = nibble.cast_signed() + carry;
            carry = (digit + 7) >> 4;
            digit - (carry << 4)
        })
    })
}

/// `digit` times the first entry of the row.
#[inline(never)]
fn select<F: Field>(row: &[Addend<F>; 8], digit: i8) -> Addend<F> {
    let negative = (digit >> 7).cast_unsigned();
    let magnitude = (digit.cast_unsigned() ^ negative).wrapping_sub(negative);
    let wanted = u64::from(magnitude) ^ zero();
    let mut chosen = Addend::neutral().masked(F::same(wanted, 0));
    for (number, entry) in (1..).zip(row) {
        chosen = chosen.or(&entry.masked(F::same(wanted, number)));
    }
    chosen.choose(&chosen.negated(), F::masks([mask((negative & 1).into()); 2]))
}
