//! Elements from and to words of 64 bits, the lowest first.

#![allow(clippy::cast_possible_truncation, reason = "a limb is an integer below 2^53")]

use super::{Pair, Words};

const MASK: u64 = (1 << 43) - 1;
/// 2^256 - p.
const GAP: i64 = (1 << 32) + 977;
/// Bits of the highest limb of a number below 2^256.
const TOP: u32 = 256 - 5 * 43;

impl<const A: usize> Pair<A> {
    /// Both elements, each in its one canonical form, which is below p.
    #[inline]
    pub(crate) fn to_words(self) -> [Words; 2] {
        [self.low_words(), self.swapped().low_words()]
    }

    /// The low element in its canonical form.
    #[inline]
    pub(crate) fn low_words(self) -> Words {
        // Exact: limbs are integers below 2^48.
        canonical(self.0.map(|limb| limb.doubles()[0] as i64))
    }

    /// Which elements are zero.
    #[inline]
    pub(crate) fn is_zero(&self) -> [bool; 2] {
        self.to_words().map(|words| words == [0; 4])
    }
}

/// Six limbs of four words, each below 2^43.
pub(crate) const fn limbs(words: &Words) -> [u64; 6] {
    [
        words[0] & MASK,
        (words[0] >> 43 | words[1] << 21) & MASK,
        (words[1] >> 22 | words[2] << 42) & MASK,
        words[2] >> 1 & MASK,
        (words[2] >> 44 | words[3] << 20) & MASK,
        words[3] >> 23,
    ]
}

/// Whether a number is below p.
pub(crate) fn below_p(words: &Words) -> bool {
    let [low, upper @ ..] = words;
    !(upper == &[u64::MAX; 3] && *low >= GAP.cast_unsigned().wrapping_neg())
}

/// Limbs of either sign, each at most 2^48 in magnitude, as words of the value modulo p.
///
/// The first pass carries at most 2^5 out of the top, and leaves limbs of 43 bits but for the
/// lowest, which is within 2^41 of them. The second carries that through, -1 to 1 out of the
/// top, and leaves all limbs between 0 and 2^43: if 1 leaves, limb 0 is below 2^41, and if -1 does, it is
/// above 2^43 - 2^41. So the value is below 2^258; its bits from 256 on are folded, and what is below
/// 2^256 + 2^35 is brought below p by one addition of 2^256 - p and a mask.
#[inline(never)]
pub(super) fn canonical(mut limbs: [i64; 6]) -> Words {
    for _ in 0..2 {
        let top = carry(&mut limbs, 0);
        limbs[0] += 4 * GAP * top;
    }
    let top = limbs[5] >> TOP;
    limbs[5] &= (1 << TOP) - 1;
    limbs[0] += GAP * top;
    // 1 if the value is at least p, which is where adding the gap reaches 2^256.
    let mut over = GAP;
    for limb in limbs.iter().take(5) {
        over = (limb + over) >> 43;
    }
    over = (limbs[5] + over) >> TOP;
    carry(&mut limbs, GAP * over);
    limbs[5] &= (1 << TOP) - 1;
    join(&limbs)
}

/// Adds `carry` to the lowest limb, carries to the top and gives what leaves it.
#[inline(always)]
fn carry(limbs: &mut [i64; 6], mut carry: i64) -> i64 {
    for limb in limbs {
        *limb += carry;
        carry = *limb >> 43;
        *limb &= MASK as i64;
    }
    carry
}

#[inline(always)]
fn join(limbs: &[i64; 6]) -> Words {
    let [a, b, c, d, e, f] = limbs.map(i64::cast_unsigned);
    [a | b << 43, b >> 21 | c << 22, c >> 42 | d << 1 | e << 44, e >> 20 | f << 23]
}
