//! Limbs of words, and the one form of a number below p of limbs of either sign.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "limbs and words are taken out of sums"
)]

use crate::numbers::Words;

/// 2^256 - p.
const GAP: i64 = (1 << 32) + 977;

/// `LIMBS` limbs of `BITS` bits, the lowest first.
#[inline(always)]
pub(super) fn limbs<const LIMBS: usize, const BITS: u32>(words: &Words) -> [u64; LIMBS] {
    core::array::from_fn(|index| {
        let (word, shift) = (index * BITS as usize / 64, index as u32 * BITS % 64);
        let above = if word < 3 { words[word + 1] << 1 << (63 - shift) } else { 0 };
        (words[word] >> shift | above) & ((1 << BITS) - 1)
    })
}

/// Words of the value modulo p, of limbs of `BITS` bits and of either sign. `LIMBS` of them have 256 bits and 2 to 4 more. A
/// limb is below 2^62, and below 2^BITS 2^5, in magnitude.
///
/// The first pass carries at most 2^6 out of the top, and its fold is below 2^43. So the second carries -1 to 1, and leaves
/// no number below zero: where -1 leaves, what stays is near the top. Then bits from 256 on are folded, and what is below
/// 2^256 + 2^37 is brought below p by one addition of 2^256 - p and a mask.
#[inline(always)]
pub(super) fn canonical<const LIMBS: usize, const BITS: u32>(limbs: &[i64; LIMBS]) -> Words {
    let mut limbs = *limbs;
    let bits_of_last = 256 - (LIMBS as u32 - 1) * BITS;
    for _ in 0..2 {
        let top = carry::<LIMBS, BITS>(&mut limbs);
        // 2^(BITS LIMBS) modulo p.
        limbs[0] += (GAP << (BITS - bits_of_last)) * top;
    }
    carry::<LIMBS, BITS>(&mut limbs);
    limbs[0] += GAP * cut::<LIMBS>(&mut limbs, bits_of_last);
    carry::<LIMBS, BITS>(&mut limbs);
    // 1 if the value is at least p, which is where adding the gap reaches 2^256.
    let mut more = limbs;
    more[0] += GAP;
    carry::<LIMBS, BITS>(&mut more);
    limbs[0] += GAP * cut::<LIMBS>(&mut more, bits_of_last);
    carry::<LIMBS, BITS>(&mut limbs);
    cut::<LIMBS>(&mut limbs, bits_of_last);
    join::<LIMBS, BITS>(&limbs)
}

/// Carries from limb to limb, and gives what leaves the highest.
#[inline(always)]
fn carry<const LIMBS: usize, const BITS: u32>(limbs: &mut [i64; LIMBS]) -> i64 {
    let mut carry = 0;
    for limb in limbs {
        *limb += carry;
        carry = *limb >> BITS;
        *limb &= (1 << BITS) - 1;
    }
    carry
}

/// Takes what is above `bits` out of the highest limb.
#[inline(always)]
fn cut<const LIMBS: usize>(limbs: &mut [i64; LIMBS], bits: u32) -> i64 {
    let over = limbs[LIMBS - 1] >> bits;
    limbs[LIMBS - 1] &= (1 << bits) - 1;
    over
}

#[inline(always)]
fn join<const LIMBS: usize, const BITS: u32>(limbs: &[i64; LIMBS]) -> Words {
    let mut words = [0; 4];
    for (index, limb) in limbs.iter().enumerate() {
        let (word, shift) = (index * BITS as usize / 64, index as u32 * BITS % 64);
        words[word] |= (*limb as u64) << shift;
        if word < 3 && shift > 64 - BITS {
            words[word + 1] |= *limb as u64 >> (64 - shift);
        }
    }
    words
}
