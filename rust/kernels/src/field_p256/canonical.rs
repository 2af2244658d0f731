//! The one form of a number below p, from limbs of either sign.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "words are taken out of sums"
)]

use super::P;
use crate::{numbers::Words, secret::mask};

/// 320 bits.
type Long = [u64; 5];

/// p and twice p.
const MULTIPLES: [Long; 2] = [
    [P[0], P[1], P[2], P[3], 0],
    [P[0] << 1, P[1] << 1 | P[0] >> 63, P[2] << 1 | P[1] >> 63, P[3] << 1 | P[2] >> 63, P[3] >> 63],
];

/// The words of the value of limbs of `BITS` bits, modulo p. The value is between 0 and 4 p, and limbs are below 2^62
/// in magnitude.
#[inline(always)]
pub(super) fn canonical<const LIMBS: usize, const BITS: u32>(limbs: &[i64; LIMBS]) -> Words {
    let mut number = [0; 5];
    let mut carry = 0;
    for (index, limb) in limbs.iter().enumerate() {
        let sum = limb + carry;
        carry = sum >> BITS;
        // The highest limb keeps what it would carry.
        let last = index + 1 == LIMBS;
        let digit = if last { sum as u64 } else { sum as u64 & ((1 << BITS) - 1) };
        let (word, shift) = (index * BITS as usize / 64, index as u32 * BITS % 64);
        number[word] |= digit << shift;
        if shift > 0 && word < 4 {
            number[word + 1] |= digit >> (64 - shift);
        }
    }
    let [a, b, c, d, _] = below(&below(&number, &MULTIPLES[1]), &MULTIPLES[0]);
    [a, b, c, d]
}

/// The number less the multiple of p, unless that is less than nothing.
#[inline(always)]
fn below(number: &Long, multiple: &Long) -> Long {
    let mut rest = *number;
    let mut borrow = 0;
    for (to, take) in rest.iter_mut().zip(multiple) {
        let word = i128::from(*to) - i128::from(*take) + borrow;
        *to = word as u64;
        borrow = word >> 64;
    }
    let keep = mask(borrow as u64 & 1);
    for (to, own) in rest.iter_mut().zip(number) {
        *to ^= (*to ^ own) & keep;
    }
    rest
}
