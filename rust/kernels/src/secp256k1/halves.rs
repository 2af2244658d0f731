//! A scalar as two of half its length, in constant time.
//!
//! A scalar k of a point P is split as k = k1 + k2 LAMBDA with both below 2^129 in magnitude (Gallant,
//! Lambert, Vanstone 2001), as LAMBDA (x, y) = (BETA x, y) costs only a product.

#![allow(clippy::cast_possible_truncation, reason = "words are taken out of a product")]

use zeroize::Zeroizing;

use super::constants::{A1, A2, G1, G2, MINUS_B1};
use crate::{
    numbers::{Words, less, multiply_add, product},
    secret::mask,
};

/// Half of a scalar.
pub(super) struct Half {
    /// Below 2^129.
    pub(super) magnitude: Zeroizing<Words>,
    /// Ones if it is negative.
    pub(super) negative: u64,
}

/// k1 and k2 of a number below n. The vectors (a1, b1) and (a2, b2) are short and a + b LAMBDA = 0 for both, so taking
/// c1 of one and c2 of the other away from (k, 0), with c the nearest to where (k, 0) lies between
/// them, leaves something short: it can be computed modulo 2^256.
pub(super) fn split(k: &Words) -> [Half; 2] {
    let (c1, c2) = (scaled(k, &G1), scaled(k, &G2));
    let k1 = less(&less(k, &low_product(&c1, &A1)).0, &low_product(&c2, &A2)).0;
    // b2 = a1
    let k2 = less(&low_product(&c1, &MINUS_B1), &low_product(&c2, &A1)).0;
    [k1, k2].map(|number| {
        let negative = mask(number[3] >> 63);
        let opposite = less(&[0; 4], &number).0;
        let magnitude = core::array::from_fn(|i| number[i] ^ (number[i] ^ opposite[i]) & negative);
        Half { magnitude: Zeroizing::new(magnitude), negative }
    })
}

/// `a b / 2^384`, rounded. It is below 2^128 for the two numbers that come as `b`.
#[inline(never)]
fn scaled(a: &Words, b: &Words) -> [u64; 2] {
    let [.., half, low, high] = product(a, b);
    let sum = (u128::from(high) << 64 | u128::from(low)) + u128::from(half >> 63);
    [sum as u64, (sum >> 64) as u64]
}

/// The product modulo 2^256.
#[inline(never)]
fn low_product(a: &[u64; 2], b: &Words) -> Words {
    let mut sum = [0; 4];
    for (index, factor) in a.iter().enumerate() {
        let mut carry = 0;
        for (to, word) in sum[index..].iter_mut().zip(b) {
            (*to, carry) = multiply_add(*to, *factor, *word, carry);
        }
    }
    sum
}
