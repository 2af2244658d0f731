//! Multiples of the base point, and of other points, in constant time.
//!
//! A scalar below 2^255 becomes 64 digits of radix 16 in -7 .. 8. Row i of the comb has 1 .. 8 times
//! 256^i B: the odd digits are added, all is doubled four times, the even digits are
//! added. A digit reads its whole row, and every mask is opaque ([`crate::secret::mask`]).

use std::sync::LazyLock;

use super::{
    Addend, Point, decode,
    twin::{Odd, Twin},
};
use crate::{
    lanes::Lanes,
    secret::{mask, zero},
};

/// Multiples of the base point. Public constants, made at first use in about a millisecond.
pub(crate) struct Tables {
    /// Row i: (j + 1) 256^i B.
    comb: [[Addend; 8]; 32],
    /// (2 i + 1) B, in both lanes.
    pub(crate) twin: Odd,
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(Tables::new()));

/// The tables. Call this before any computation on a secret: the first call makes them.
pub(crate) fn tables() -> &'static Tables {
    &TABLES
}

/// The base point: y = 4 / 5, x even.
const BASE: [u8; 32] = {
    let mut bytes = [0x66; 32];
    bytes[0] = 0x58;
    bytes
};

pub(super) fn base_point() -> Point {
    Point::from_affine(&decode(&BASE, &BASE).first())
}

impl Tables {
    fn new() -> Self {
        let mut point = base_point();
        let twin = Twin::of(&point, &point).odd_multiples();
        let mut comb = [[Addend::NEUTRAL; 8]; 32];
        for row in &mut comb {
            *row = multiples(&point);
            (0..8).for_each(|_| point.double());
        }
        Self { comb, twin }
    }
}

/// 1 .. 8 times the point, which is public.
pub(crate) fn multiples(point: &Point) -> [Addend; 8] {
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
pub(crate) fn multiply(tables: &Tables, scalar: &[u8; 32]) -> Point {
    let digits = digits(scalar);
    let mut point = Point::NEUTRAL;
    for (row, pair) in tables.comb.iter().zip(&digits) {
        point.add(&select(row, pair[1]));
    }
    for _ in 0..4 {
        point.double();
    }
    for (row, pair) in tables.comb.iter().zip(&digits) {
        point.add(&select(row, pair[0]));
    }
    point
}

/// `scalar` times the point whose [`multiples`] the row has. The scalar is below 2^255,
/// little-endian.
#[inline(never)]
pub(crate) fn multiply_row(row: &[Addend; 8], scalar: &[u8; 32]) -> Point {
    let digits = digits(scalar);
    let mut sum = Point::NEUTRAL;
    for pair in digits.iter().rev() {
        shift_add(&mut sum, row, pair[1]);
        shift_add(&mut sum, row, pair[0]);
    }
    sum
}

/// 16 times the sum, and `digit` times the first entry of the row.
#[inline(never)]
fn shift_add(sum: &mut Point, row: &[Addend; 8], digit: i8) {
    sum.double();
    sum.double();
    sum.double();
    sum.double();
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
fn select(row: &[Addend; 8], digit: i8) -> Addend {
    let negative = (digit >> 7).cast_unsigned();
    let magnitude = (digit.cast_unsigned() ^ negative).wrapping_sub(negative);
    let wanted = Lanes::splat_bits(u64::from(magnitude) ^ zero());
    let mut chosen = Addend::NEUTRAL.masked(wanted.same(Lanes::splat_bits(0)));
    for (number, entry) in (1..).zip(row) {
        chosen = chosen.or(&entry.masked(wanted.same(Lanes::splat_bits(number))));
    }
    chosen.choose(&chosen.negated(), lanes((negative & 1).into()))
}

#[inline(always)]
fn lanes(bit: u64) -> Lanes {
    Lanes::splat_bits(mask(bit))
}
