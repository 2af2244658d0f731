//! Numbers modulo n in constant time, as words: what a signature computes from secrets.
//!
//! The scalars of k256 compute the same, but a compiler turns their carries into a `select`.
//!
//! 2^256 = GAP modulo n, a number of 129 bits. A fold adds GAP times the upper bits to the lower 256 bits.
//! It takes 512 bits to 386, those to 258, and those to 2^256 + 2^131. A fourth fold leaves less than
//! 2^256 < 2 n, from which n is subtracted once, under a mask.

#![allow(clippy::cast_possible_truncation, reason = "words are taken out of products")]

use super::constants::N;
use crate::{field_secp256k1::Words, secret::mask};

/// Twice as many words.
type Wide = [u64; 8];

/// 2^256 - n.
const GAP: [u64; 3] = [!N[0] + 1, !N[1], 1];

/// `(a + b c) d`, all below 2^256.
#[inline(never)]
pub(super) fn response(a: &Words, b: &Words, c: &Words, d: &Words) -> Words {
    let mut sum = reduced(&product(b, c));
    let mut carry = 0;
    for (to, a) in sum.iter_mut().zip(a) {
        let word = u128::from(*to) + u128::from(*a) + carry;
        *to = word as u64;
        carry = word >> 64;
    }
    let [e, f, g, h] = sum;
    reduced(&product(&reduced(&[e, f, g, h, carry as u64, 0, 0, 0]), d))
}

/// The whole product.
#[inline(always)]
fn product(a: &Words, b: &Words) -> Wide {
    let mut product = [0; 8];
    for (index, factor) in a.iter().enumerate() {
        add_multiple(&mut product, index, *factor, b);
    }
    product
}

/// Adds `factor` times the words from place `at` on, which does not carry beyond the end.
#[inline(always)]
fn add_multiple<const N: usize>(sum: &mut Wide, index: usize, factor: u64, words: &[u64; N]) {
    let mut carry = 0;
    for (place, to) in sum.iter_mut().enumerate().skip(index) {
        let multiple = if place < index + N {
            u128::from(factor) * u128::from(words[place - index])
        } else {
            0
        };
        let word = u128::from(*to) + multiple + carry;
        *to = word as u64;
        carry = word >> 64;
    }
}

/// The number modulo n.
#[inline(never)]
fn reduced(number: &Wide) -> Words {
    let [a, b, c, d, ..] = fold::<1>(&fold::<1>(&fold::<3>(&fold::<4>(number))));
    let mut rest = [a, b, c, d];
    let mut borrow = 0;
    for (to, n) in rest.iter_mut().zip(N) {
        let word = i128::from(*to) - i128::from(n) + borrow;
        *to = word as u64;
        borrow = word >> 64;
    }
    let keep = mask(borrow as u64 & 1);
    for (to, own) in rest.iter_mut().zip([a, b, c, d]) {
        *to ^= (*to ^ own) & keep;
    }
    rest
}

/// The lower half, and GAP times the `UPPER` words above it.
#[inline(always)]
fn fold<const UPPER: usize>(number: &Wide) -> Wide {
    let mut sum = *number;
    sum[4..].fill(0);
    for index in 0..UPPER {
        add_multiple(&mut sum, index, number[4 + index], &GAP);
    }
    sum
}
