//! Scalars of 256 bits as digits, for sums of multiples of points.
//!
//! | Digits | Of a secret | Magnitude | Sum |
//! | --- | --- | --- | --- |
//! | [`odd`], [`take_odd`] | yes | odd, below 2^BITS: 31, or 63 in a comb | the odd number, below 2^256, with what the caller adds: `32^DIGITS`, the highest digit |
//! | [`sparse`] | no | 0, or odd and below 2^(WIDTH - 1): at most 127 | the number |

#![allow(clippy::indexing_slicing, reason = "fixed arrays, places within them")]

use zeroize::Zeroizing;

use crate::{
    numbers::Words,
    quads::Duo,
    secret::{mask, zero},
};

/// Odd multiples from 1 to 31.
pub(crate) const ROW: usize = 16;

/// The odd one of a secret scalar and its opposite.
pub(crate) struct Odd {
    pub(crate) number: Zeroizing<Words>,
    /// Ones if it is the opposite.
    pub(crate) negated: u64,
}

impl Odd {
    #[inline(always)]
    pub(crate) fn of(own: &Words, opposite: &Words) -> Self {
        let negated = mask(!own[0] & 1);
        let mut number = Zeroizing::new([0; 4]);
        for ((to, own), opposite) in number.iter_mut().zip(own).zip(opposite) {
            *to = own ^ (own ^ opposite) & negated;
        }
        Self { number, negated }
    }
}

/// Odd digits of -31 to 31, one for each power of 32, which with `32^DIGITS` make up an odd number below twice that.
#[inline(never)]
pub(crate) fn odd<const DIGITS: usize>(number: &Words) -> Zeroizing<[i8; DIGITS]> {
    let mut rest = Zeroizing::new(*number);
    let mut digits = Zeroizing::new([0; DIGITS]);
    for digit in digits.iter_mut() {
        *digit = take_odd::<5>(&mut rest);
    }
    digits
}

/// Takes the lowest digit off an odd number, which is shifted by its bits, at most six: one bit more than those, the lowest
/// of which is taken for one, less `2^BITS`. The lowest bit of the rest is to be taken for one, too.
#[inline(always)]
pub(crate) fn take_odd<const BITS: u32>(rest: &mut Words) -> i8 {
    const { assert!(BITS <= 6, "a digit is an i8") };
    let window = rest[0] & ((2 << BITS) - 1) | 1;
    for i in 0..3 {
        rest[i] = rest[i] >> BITS | rest[i + 1] << (64 - BITS);
    }
    rest[3] >>= BITS;
    window.to_le_bytes()[0].cast_signed() - (1 << BITS)
}

/// Where the magnitude of an odd digit stands in its row, of which no compiler knows anything; and ones if it is
/// negative.
#[inline(always)]
pub(crate) fn index(digit: i8) -> (u64, u64) {
    let sign = (digit >> 7).cast_unsigned();
    let magnitude = (digit.cast_unsigned() ^ sign).wrapping_sub(sign);
    (u64::from(magnitude >> 1) ^ zero(), mask(u64::from(sign & 1)))
}

/// The entry of this index of a row, of which all are read.
#[inline(never)]
#[allow(
    clippy::needless_range_loop,
    clippy::cast_possible_wrap,
    reason = "a few entries; a loop over two things at once has a branch out of it"
)]
pub(crate) fn select<const WORDS: usize, const ROW: usize>(
    row: &[[Words; WORDS]; ROW],
    index: u64,
) -> [Words; WORDS] {
    let index = Duo::splat(index.cast_signed());
    let mut chosen = [[Duo::splat(0); 2]; WORDS];
    for entry in 0..ROW {
        let here = index.same(Duo::splat(entry as i64));
        for place in 0..WORDS {
            let [low, high] = Duo::of_words(&row[entry][place]);
            chosen[place][0] = chosen[place][0].or(low.and(here));
            chosen[place][1] = chosen[place][1].or(high.and(here));
        }
    }
    chosen.map(Duo::to_words)
}

/// Signed digits of a public number, one for each bit: zero, or odd and below 2^(width - 1) in magnitude, with at
/// least width - 1 zeros between two. The number has at least `width` bits fewer than there are digits.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a digit is below 128"
)]
pub(crate) fn sparse<const DIGITS: usize>(number: &Words, width: u32) -> [i8; DIGITS] {
    let word = |index: usize| number.get(index).copied().unwrap_or(0);
    let mut digits = [0; DIGITS];
    let mut index = 0;
    let mut carry = 0;
    while index < DIGITS {
        let (place, shift) = (index / 64, index % 64);
        // Nothing of the second word without a shift.
        let window = word(place) >> shift | word(place + 1) << 1 << (63 - shift);
        let digit = (window & ((1 << width) - 1)) + carry;
        if digit & 1 == 0 {
            index += 1;
            continue;
        }
        carry = digit >> (width - 1);
        digits[index] = (digit as i64 - (carry << width) as i64) as i8;
        index += width as usize;
    }
    digits
}

/// The odd multiple of the magnitude of a public digit; nothing for zero.
#[inline]
pub(crate) fn multiple<T>(odd: &[T], digit: i8) -> Option<&T> {
    if digit == 0 { None } else { odd.get(usize::from(digit.unsigned_abs() >> 1)) }
}
