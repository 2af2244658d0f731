//! Combs: tables of multiples of a generator, for products with a secret in constant time.
//!
//! Of a secret scalar k and its opposite one is odd: n - k for the order n; on edwards25519 9 L - k, as k may be as large as
//! 2^255 there. The odd one is a sum of 43 odd digits, each times a power of two: the lowest digit has five bits, as what
//! follows needs, the others have six, and the highest has five again. Each digit has a row of 1, 3, .. 63 times its power of
//! the generator, and reads all of it, through an opaque mask ([`crate::secret`]). No point is doubled.
//!
//! # Why the sums of P-256 need not be complete
//!
//! The highest digit comes first, and is added to nothing. When the digit d of 2^p is added, and 2^q is the power above, the
//! sum is u G with
//!
//! ```text
//! u = 2^q m,   m odd,   0 < u <= 2^256 - 2^q,
//! ```
//!
//! as m has the bits of the number from q on, the lowest of them taken for one. Let a = |d| 2^p, which is less than 2^q,
//! hence less than u, and u + a < 2^256 < 2 n. So equal and opposite points need u + a = n or u - a = n. If d is not the
//! lowest digit, both u and a are even, and n is odd. If it is, q is 5, so that u is 32 modulo 64, and a is at most 31. The
//! order is 17 modulo 64: then a is 49, and no digit is, or 15, and the number, which is u + a or u - a, is no less than n.
//! (With six bits, n - 34 would add equal points.)
//!
//! The sums of the other curves are complete. On edwards25519 k may be zero.

use core::marker::PhantomData;

use zeroize::Zeroizing;

use crate::{
    digits::{Odd, index, select, take_odd},
    numbers::Words,
};

/// How many digits there are, but for the highest.
const DIGITS: usize = 42;
/// Bits of the lowest.
const FIRST: u32 = 5;
/// Bits of the others.
const BITS: u32 = 6;
/// Odd multiples from 1 to 63.
pub(crate) const COMB_ROW: usize = 32;

/// A point of a table, as few words as a field stores it in: x and y, or what a sum has from them.
pub(crate) type Entry<const NUMBERS: usize> = [Words; NUMBERS];

/// Multiples of a generator. Public constants, 44 KB for each number of an entry, made at the first use of a secret.
pub struct Comb<Field, const NUMBERS: usize> {
    /// Of the digits, the lowest first.
    rows: Box<[[Entry<NUMBERS>; COMB_ROW]; DIGITS]>,
    /// Of the highest, whose upper half is never chosen.
    top: Box<[Entry<NUMBERS>; COMB_ROW]>,
    of: PhantomData<Field>,
}

/// More stack than tables take while they are made: 175 KB, those of secp256k1 for keys that have tables.
pub(crate) const MAKING: usize = 192 << 10;

/// A point of a curve that has a comb.
pub(crate) trait Sum<const NUMBERS: usize>: Sized {
    /// The field that it is over.
    type Field;
    /// 1, 3, .. 63 times the point, in variable time.
    fn row(&self) -> [Entry<NUMBERS>; COMB_ROW];
    /// Multiplies by 2^bits in place.
    fn shift(&mut self, bits: u32);
    /// The point of an entry.
    fn of_entry(entry: &Entry<NUMBERS>) -> Self;
    /// Adds the point of an entry in place, negated where `negative` has ones.
    fn add_entry(&mut self, entry: &Entry<NUMBERS>, negative: u64);
    /// The point of opposite sign where `mask` has ones.
    fn opposite_if(&self, mask: u64) -> Self;
}

impl<Field, const NUMBERS: usize> Comb<Field, NUMBERS> {
    /// Of a generator, in variable time.
    #[inline(always)]
    pub(crate) fn new(mut point: impl Sum<NUMBERS, Field = Field>) -> Self {
        let mut rows = Box::new([[[[0; 4]; NUMBERS]; COMB_ROW]; DIGITS]);
        let mut bits = FIRST;
        for row in &mut *rows {
            *row = point.row();
            point.shift(bits);
            bits = BITS;
        }
        Self { rows, top: Box::new(point.row()), of: PhantomData }
    }

    /// With the entries of a row each in the place of the next. The last row is that of the highest digit.
    #[cfg(test)]
    pub(crate) fn spoilt(mut self, row: usize) -> Self {
        self.rows.get_mut(row).unwrap_or(&mut self.top).rotate_left(1);
        self
    }

    /// Asserts that a self-test, which makes one key, sees whichever row is wrong: all have a share in it, as no digit is zero.
    #[cfg(test)]
    pub(crate) fn assert_each_row_counts<Key: PartialEq + core::fmt::Debug>(
        make: fn() -> Self,
        key_by: impl Fn(&Self) -> Key,
    ) {
        let right = key_by(&make());
        for row in 0..=DIGITS {
            assert_ne!(key_by(&make().spoilt(row)), right, "{row}");
        }
    }

    /// The multiple of the generator.
    #[inline(always)]
    pub(crate) fn multiply<S: Sum<NUMBERS, Field = Field>>(&self, odd: &Odd) -> S {
        let (digits, highest) = digits(&odd.number);
        let mut sum = S::of_entry(&select(&self.top, index(highest).0));
        for (row, digit) in self.rows.iter().zip(digits.iter()).rev() {
            let (index, negative) = index(*digit);
            sum.add_entry(&select(row, index), negative);
        }
        sum.opposite_if(odd.negated)
    }
}

/// The digits of an odd number, the lowest first, and the highest.
#[inline(never)]
fn digits(number: &Words) -> (Zeroizing<[i8; DIGITS]>, i8) {
    let mut rest = Zeroizing::new(*number);
    let mut digits = Zeroizing::new([0; DIGITS]);
    let [first, others @ ..] = &mut *digits;
    *first = take_odd::<FIRST>(&mut rest);
    for digit in others {
        *digit = take_odd::<BITS>(&mut rest);
    }
    // Five bits are left.
    let [last, ..] = *rest;
    let [highest, ..] = (last | 1).to_le_bytes();
    (digits, highest.cast_signed())
}

#[cfg(test)]
mod tests {
    use num_bigint::{BigInt, Sign};
    use proptest::prelude::*;

    use super::{BITS, FIRST, digits};
    use crate::numbers::{Words, to_be};

    fn is_their_sum(number: &Words) {
        let (digits, highest) = digits(number);
        assert!(digits.iter().chain([&highest]).all(|digit| digit % 2 != 0));
        assert!(digits.iter().all(|digit| digit.abs() < 1 << BITS));
        assert!(digits[0].abs() < 1 << FIRST && (1..32).contains(&highest));
        let sum =
            digits.iter().rev().fold(BigInt::from(highest), |sum, digit| sum * (1 << BITS) + digit);
        // The lowest has a bit less.
        let sum = (sum - digits[0]) / (1 << (BITS - FIRST)) + digits[0];
        assert_eq!(sum, BigInt::from_bytes_be(Sign::Plus, &to_be(number)));
    }

    #[test]
    fn ends_are_the_sums_of_their_digits() {
        for number in [[1, 0, 0, 0], [3, 0, 0, 0], [1, 0, 0, 1 << 63], [u64::MAX; 4]] {
            is_their_sum(&number);
        }
    }

    proptest! {
        #[test]
        fn odd_numbers_are_the_sums_of_their_digits(mut number in any::<Words>()) {
            number[0] |= 1;
            is_their_sum(&number);
        }
    }
}
