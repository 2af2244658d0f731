//! A scalar as two of half its length, in constant time.
//!
//! A scalar k of a point P is split as k = k1 + k2 LAMBDA with both below 2^128 in magnitude (Gallant,
//! Lambert, Vanstone 2001), as LAMBDA (x, y) = (BETA x, y) costs only a product.
//!
//! As a1 b2 - a2 b1 = n, (k, 0) is k b2 / n times (a1, b1) and -k b1 / n times (a2, b2). G1 and G2 are 2^384 b2 / n and
//! 2^384 (-b1) / n, rounded, so off by at most 1/2. k is below n, so k G1 / 2^384 and k G2 / 2^384 are off by at most 2^-129,
//! and by 1/2 more once they are rounded. So |k1| <= (a1 + a2)(1/2 + 2^-129) and |k2| <= (|b1| + b2)(1/2 + 2^-129). Both
//! sums are below 2^128.5, and so both halves below 2^128.

#![allow(clippy::cast_possible_truncation, reason = "words are taken out of a product")]

use zeroize::Zeroizing;

use super::constants::{A1, A2, G1, G2, MINUS_B1};
use crate::{
    numbers::{Words, less, multiply_add, product},
    secret::mask,
};

/// Half of a scalar.
pub(super) struct Half {
    /// Below 2^128.
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

/// `a b / 2^384`, rounded. Both are below 2^256 - 2^128, so that it is below 2^128.
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

#[cfg(test)]
mod tests {
    use num_bigint::{BigInt, Sign};
    use proptest::prelude::*;

    use super::{
        super::{constants::LAMBDA, order::N},
        Words, split,
    };
    use crate::numbers::less;

    fn integer(words: &Words) -> BigInt {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        BigInt::from_bytes_le(Sign::Plus, &bytes)
    }

    /// Halves are short, and make the number again.
    fn check(k: &Words) {
        let [k1, k2] = split(k).map(|half| {
            assert!(half.magnitude[2..] == [0, 0], "a half is below 2^128");
            integer(&half.magnitude) * if half.negative == 0 { 1 } else { -1 }
        });
        assert_eq!((k1 + k2 * integer(&LAMBDA) - integer(k)) % integer(&N), BigInt::ZERO);
    }

    proptest! {
        #[test]
        fn halves_make_the_number(mut k: Words) {
            k[3] >>= 1;
            check(&k);
            check(&less(&N, &k).0);
        }
    }

    #[test]
    fn halves_at_the_ends() {
        let near =
            |words: &Words| (0..40).map(|step| less(words, &[step, 0, 0, 0]).0).collect::<Vec<_>>();
        let ends: Vec<Words> = [near(&N), near(&LAMBDA), near(&less(&N, &LAMBDA).0)].concat();
        ends.iter().filter(|k| **k != N).for_each(check);
        (0..40).for_each(|k| check(&[k, 0, 0, 0]));
    }
}
