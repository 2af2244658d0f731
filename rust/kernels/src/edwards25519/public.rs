//! Multiples of points by public scalars, in variable time. No secret may be used here.
//!
//! A scalar below 2^253 has one signed digit for each bit, most of them zero. A table of `2^s P` lets the digits from
//! place s on be added s doublings earlier: with tables of `2^(i 256 / N) P` for i below N, a sum is doubled
//! 256 / N times. Each of these is a multiple of P itself and the digits are those of the integer, so
//! that the sum is the same point for every P, whatever its order.
//!
//! | Tables | Width of digits | Odd multiples | Made |
//! | --- | --- | --- | --- |
//! | N = 1, any point | 5 | 8 | for one sum |
//! | N = 8, a key that is used often | 5 | 64 | once for all of its sums |
//! | N = 2 and 8, the base point | 8 | 128 and 512 | at first use |

#![allow(
    clippy::cast_possible_truncation,
    reason = "a word is taken out of two, and a digit is below 128"
)]

use core::hint::black_box;

use super::{Addend, Point};
use crate::field25519::Field;

/// Width of the digits for a point of the caller's: odd multiples up to 15.
const WIDTH: u32 = 5;
/// Odd multiples of a point of the caller's.
pub(crate) type Odd<F> = [Addend<F>; 1 << (WIDTH - 2)];
/// Width of the digits for the base point: odd multiples up to 127.
const BASE_WIDTH: u32 = 8;
/// Odd multiples of a power of two of the base point.
pub(super) type BaseOdd<F> = [Addend<F>; 1 << (BASE_WIDTH - 2)];

/// One for each bit of a scalar.
type Digits = [i8; 256];

/// A multiple of a point, by N tables.
pub(crate) struct Term<'a, F: Field, const N: usize> {
    /// A byte for each table: its digit at this place.
    places: [u64; 256],
    /// How many places there are, up to the last that has a digit.
    length: usize,
    odd: [&'a [Addend<F>]; N],
}

impl<'a, F: Field, const N: usize> Term<'a, F, N> {
    /// A multiple of the point whose tables these are.
    pub(crate) fn new(scalar: &[u8; 32], odd: [&'a Odd<F>; N]) -> Self {
        Self::of(scalar, WIDTH, odd.map(Odd::<F>::as_slice))
    }

    /// A multiple of the base point.
    pub(super) fn of_base(scalar: &[u8; 32], odd: [&'a BaseOdd<F>; N]) -> Self {
        Self::of(scalar, BASE_WIDTH, odd.map(BaseOdd::<F>::as_slice))
    }

    fn of(scalar: &[u8; 32], width: u32, odd: [&'a [Addend<F>]; N]) -> Self {
        const { assert!(N == 1 || N == 2 || N == 8, "a byte for each, and 256 divided") };
        let mut term = Self { places: [0; 256], length: 0, odd };
        each_digit(scalar, width, |index, digit| {
            let (table, place) = (index / (256 / N), index % (256 / N));
            term.places[place] |= u64::from(digit.cast_unsigned()) << (8 * table);
            term.length = term.length.max(place + 1);
        });
        term
    }

    /// Adds the multiples that the digits at this place name.
    #[inline(always)]
    fn add(&self, sum: &mut Point<F>, place: usize) {
        let mut digits = self.places[place];
        while digits != 0 {
            let table = digits.trailing_zeros() / 8;
            let digit = (digits >> (8 * table)) as u8;
            add_multiple(sum, self.odd[table as usize], digit.cast_signed());
            digits ^= u64::from(digit) << (8 * table);
        }
    }
}

/// The sum of three multiples.
pub(crate) fn sum_of_three<F: Field, const A: usize, const B: usize, const C: usize>(
    a: &Term<'_, F, A>,
    b: &Term<'_, F, B>,
    c: &Term<'_, F, C>,
) -> Point<F> {
    let mut sum = Point::neutral();
    for place in (0..a.length.max(b.length).max(c.length)).rev() {
        if a.places[place] | b.places[place] | c.places[place] == 0 {
            sum.double_only();
            continue;
        }
        sum.double();
        a.add(&mut sum, place);
        b.add(&mut sum, place);
        c.add(&mut sum, place);
    }
    sum
}

/// The sum of two multiples.
pub(crate) fn sum_of_two<F: Field, const A: usize, const B: usize>(
    a: &Term<'_, F, A>,
    b: &Term<'_, F, B>,
) -> Point<F> {
    let mut sum = Point::neutral();
    for place in (0..a.length.max(b.length)).rev() {
        if a.places[place] | b.places[place] == 0 {
            sum.double_only();
            continue;
        }
        sum.double();
        a.add(&mut sum, place);
        b.add(&mut sum, place);
    }
    sum
}

/// How many digits there are up to the last that is not zero in both.
pub(super) fn used_length(a: &Digits, b: &Digits) -> usize {
    a.iter().zip(b).rposition(|(a, b)| (*a, *b) != (0, 0)).map_or(0, |last| last + 1)
}

/// Adds `digit` P, given odd multiples of P. The digit is zero or odd.
#[inline(always)]
fn add_multiple<F: Field>(sum: &mut Point<F>, odd: &[Addend<F>], digit: i8) {
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
pub(crate) fn odd_multiples<F: Field, const N: usize>(point: &Point<F>) -> [Addend<F>; N] {
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

/// How many tables a key that is used often has.
pub(crate) const TABLES: usize = 8;

/// Tables of a point of the caller's, for many sums: 10 KB.
#[derive(Clone, Debug)]
pub(crate) struct Prepared<F: Field>([Odd<F>; TABLES]);

impl<F: Field> Prepared<F> {
    /// Odd multiples of `2^(32 i) P`.
    pub(crate) fn new(point: &Point<F>) -> Self {
        let mut point = *point;
        let mut tables = [odd_multiples(&point); TABLES];
        for table in tables.iter_mut().skip(1) {
            point.double_times(256 / TABLES);
            *table = odd_multiples(&point);
        }
        Self(tables)
    }

    /// With one wrong table: that of the next one.
    #[cfg(test)]
    pub(crate) fn spoilt(mut self, table: usize) -> Self {
        self.0[table] = self.0[(table + 1) % TABLES];
        self
    }

    /// Reads all of the tables, so that all are as near in caches as if all had been used. `black_box` promises nothing: that
    /// the reads are made, `npm run timing` shows.
    #[inline(never)]
    pub(crate) fn read(&self) {
        for table in &self.0 {
            black_box(*table);
        }
    }

    /// A multiple of the point.
    pub(crate) fn term(&self, scalar: &[u8; 32]) -> Term<'_, F, TABLES> {
        Term::new(scalar, self.0.each_ref())
    }
}

/// Signed digits of a scalar below 2^253, one for each bit: zero, or odd and below 2^(width - 1) in
/// magnitude, with at least width - 1 zeros between two.
pub(super) fn sparse(scalar: &[u8; 32], width: u32) -> Digits {
    let mut digits = [0; 256];
    each_digit(scalar, width, |index, digit| digits[index] = digit);
    digits
}

/// Gives the digits of [`sparse`] that are not zero, and where they stand.
#[inline(always)]
fn each_digit(scalar: &[u8; 32], width: u32, mut give: impl FnMut(usize, i8)) {
    let mut words = [0_u64; 5];
    for (word, chunk) in words.iter_mut().zip(scalar.as_chunks().0) {
        *word = u64::from_le_bytes(*chunk);
    }
    let mut index = 0;
    let mut carry = 0;
    while index < 256 {
        // Nothing of the next word at zero.
        let (word, shift) = (index / 64, index % 64);
        let bits = words[word] >> shift | words[word + 1] << 1 << (63 - shift);
        let digit = (bits & ((1 << width) - 1)) + carry;
        if digit & 1 == 0 {
            index += 1;
            continue;
        }
        carry = digit >> (width - 1);
        give(index, (digit as i64 - (carry << width) as i64) as i8);
        index += width as usize;
    }
}
