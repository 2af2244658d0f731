//! Multiples of points with scalars that are public, in variable time. Never with a secret.

#![allow(
    clippy::cast_possible_truncation,
    reason = "a word is taken out of two, and a digit is below 128"
)]

use super::{Addend, Point, base::Tables};

/// Width of the digits for a point of the caller's: odd multiples up to 15.
const WIDTH: u32 = 5;
/// Width of the digits for the base point: odd multiples up to 127.
const BASE_WIDTH: u32 = 8;

/// `a P + b B`, given odd multiples of P. Both scalars are below 2^253, little-endian.
pub(crate) fn sum_of_products(
    tables: &Tables,
    a: &[u8; 32],
    point: &[Addend; 8],
    b: &[u8; 32],
) -> Point {
    let (a, b) = (sparse(a, WIDTH), sparse(b, BASE_WIDTH));
    let mut sum = Point::NEUTRAL;
    for (a, b) in a.iter().zip(&b).take(used(&a, &b)).rev() {
        sum.double();
        add_multiple(&mut sum, point, *a);
        add_multiple(&mut sum, &tables.odd, *b);
    }
    sum
}

/// How many digits there are up to the last that is not zero in both.
pub(super) fn used(a: &[i8; 256], b: &[i8; 256]) -> usize {
    a.iter().zip(b).rposition(|(a, b)| (*a, *b) != (0, 0)).map_or(0, |last| last + 1)
}

/// Adds `digit` P, given odd multiples of P. The digit is zero or odd.
#[inline]
fn add_multiple(sum: &mut Point, odd: &[Addend], digit: i8) {
    if digit == 0 {
        return;
    }
    let Some(multiple) = odd.get(usize::from(digit.unsigned_abs() >> 1)) else { return };
    if digit > 0 {
        sum.add(multiple);
    } else {
        sum.add(&multiple.negated());
    }
}

/// 1, 3, 5, .. times the point.
pub(crate) fn odd_multiples<const N: usize>(point: &Point) -> [Addend; N] {
    let mut twice = *point;
    twice.double();
    let twice = twice.to_addend();
    let mut sum = *point;
    let mut table = [sum.to_addend(); N];
    for entry in table.iter_mut().skip(1) {
        sum.add(&twice);
        *entry = sum.to_addend();
    }
    table
}

/// Signed digits of a scalar below 2^253, one for each bit: zero, or odd and below 2^(width - 1) in
/// magnitude, with at least width - 1 zeros between two.
pub(super) fn sparse(scalar: &[u8; 32], width: u32) -> [i8; 256] {
    let mut words = [0_u64; 5];
    for (word, chunk) in words.iter_mut().zip(scalar.as_chunks().0) {
        *word = u64::from_le_bytes(*chunk);
    }
    let mut digits = [0; 256];
    let mut at = 0;
    let mut carry = 0;
    while at < 256 {
        let both = u128::from(words[at / 64 + 1]) << 64 | u128::from(words[at / 64]);
        let window = (both >> (at % 64)) as u64 & ((1 << width) - 1);
        let digit = window + carry;
        if digit & 1 == 0 {
            at += 1;
            continue;
        }
        carry = digit >> (width - 1);
        digits[at] = (digit as i64 - (carry << width) as i64) as i8;
        at += width as usize;
    }
    digits
}
