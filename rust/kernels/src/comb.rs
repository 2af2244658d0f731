//! Combs: tables of multiples of a generator, for products with a secret in constant time.
//!
//! For a scalar k below n, either k or n - k is odd. The odd one is a sum of 43 odd digits, each times a power of two: the
//! lowest digit has five bits, as what follows needs, the others have six, and the highest what is left. Each digit has a
//! row of 1, 3, .. 63 times its power of the generator, and reads all of it, through an opaque mask ([`crate::secret`]). No
//! point is doubled.
//!
//! # Why the sums need not be complete
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
//! order of P-256 is 17 modulo 64: then a is 49, and no digit is, or 15, and the number, which is u + a or u - a, is no less
//! than n. (With six bits, n - 34 would add equal points.) Sums on secp256k1 are complete.

use zeroize::Zeroizing;

use crate::{
    digits::{index, select, take_odd},
    numbers::Words,
    scalar::{Group, Secret},
};

/// How many digits there are, but for the highest.
const DIGITS: usize = 42;
/// Bits of the lowest.
const FIRST: u32 = 5;
/// Bits of the others.
const BITS: u32 = 6;
/// Odd multiples from 1 to 63.
pub(crate) const ROW: usize = 32;

/// x and y, as fields store them.
pub(crate) type Entry = [Words; 2];

/// Multiples of a generator. Public constants, 88 KB, made at the first use of a secret.
pub struct Comb {
    /// Of the digits, the lowest first.
    rows: Box<[[Entry; ROW]]>,
    /// Of the highest.
    top: Box<[Entry; ROW]>,
}

/// A point of a curve that has a comb.
pub(crate) trait Sum: Sized {
    /// 1, 3, .. 63 times the point, in variable time.
    fn row(&self) -> [Entry; ROW];
    /// Doubles in place.
    fn double(&mut self);
    /// The point of an entry.
    fn of(entry: &Entry) -> Self;
    /// Adds the point of an entry in place, negated where `negative` has ones.
    fn add(&mut self, entry: &Entry, negative: u64);
    /// The point of opposite sign where `mask` has ones.
    fn negated_if(&self, mask: u64) -> Self;
}

impl Comb {
    /// Of a generator, in variable time.
    #[inline(always)]
    pub(crate) fn new(mut point: impl Sum) -> Self {
        let bits = (0..DIGITS).map(|row| if row == 0 { FIRST } else { BITS });
        let rows = bits.map(|bits| {
            let row = point.row();
            (0..bits).for_each(|_| point.double());
            row
        });
        Self { rows: rows.collect(), top: Box::new(point.row()) }
    }

    /// The multiple of the generator.
    #[inline(always)]
    pub(crate) fn multiply<S: Sum, G: Group>(&self, secret: &Secret<G>) -> S {
        let odd = secret.odd();
        let (digits, highest) = digits(&odd.number);
        let mut sum = S::of(&select(&self.top, index(highest).0));
        for (row, digit) in self.rows.iter().zip(digits.iter()).rev() {
            let (index, negative) = index(*digit);
            sum.add(&select(row, index), negative);
        }
        sum.negated_if(odd.negated)
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
    let highest = (rest[0] | 1).to_le_bytes()[0].cast_signed();
    (digits, highest)
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
        assert!(digits[0].abs() < 1 << FIRST && highest > 0);
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
