//! Euclid's algorithm against a big-integer oracle.

use num_bigint::BigUint;
use proptest::prelude::*;

use super::{Words, bits, invert, odd_fraction, split};

/// 8 L.
const N: Words = [0xc093_18d2_e7ae_9f68, 0xa6f7_cef5_17bc_e6b2, 0, 1 << 63];
/// 2^255 - 19, and the two primes of secp256k1.
const PRIMES: [Words; 3] = [
    [0u64.wrapping_sub(19), u64::MAX, u64::MAX, u64::MAX >> 1],
    crate::secp256k1::FIELD_AND_ORDER[0],
    crate::secp256k1::FIELD_AND_ORDER[1],
];

fn number(words: &Words) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |sum, word| (sum << 64) + word)
}

fn words(number: &BigUint) -> Words {
    let mut words = [0; 4];
    number.iter_u64_digits().zip(&mut words).for_each(|(digit, word)| *word = digit);
    words
}

/// The relation and the bounds; gives the longer of both lengths.
fn check(k: &BigUint) -> u32 {
    let (n, order) = (number(&N), number(&N) >> 3);
    let fraction = odd_fraction(&words(k), &N);
    let (u, v) = (number(&fraction.u), number(&fraction.v));
    let product = k * &v % &n;
    let product = if fraction.negative { (&n - product) % &n } else { product };
    assert_eq!(product, u, "{k}");
    assert!(v.bit(0) && v < order, "{k}");
    assert!(u < order || u == *k, "{k}");
    assert!(v.bits() <= 251 && u.bits() <= 253, "{k}");
    bits(&split(&fraction.u)).max(bits(&split(&fraction.v)))
}

fn scalar() -> impl Strategy<Value = BigUint> {
    let order = || number(&N) >> 3;
    let uniform = any::<[u64; 4]>().prop_map(move |words| number(&words) % order());
    // Near a multiple of n / d: one of the vectors is short, and may have an even v.
    let near = (1_u64..2000, any::<u64>(), any::<u32>(), any::<bool>(), 0_u32..200).prop_map(
        move |(d, times, off, below, shift)| {
            let at = number(&N) * times / (BigUint::from(d) << shift);
            let off = BigUint::from(off);
            let sum = if below { at + order() - off } else { at + off };
            sum % order()
        },
    );
    prop_oneof![uniform, near]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn fractions(k in scalar()) {
        check(&k);
    }

    #[test]
    fn inverses(k: [u64; 4], short in 0_u32..256) {
        for prime in PRIMES {
            for k in [number(&k) >> short, number(&prime) - (number(&k) >> short) % number(&prime)] {
                let k = k % number(&prime);
                let inverse = number(&invert(&words(&k), &prime));
                let want = if k == BigUint::ZERO { BigUint::ZERO } else { k.modinv(&number(&prime)).unwrap() };
                prop_assert_eq!(inverse, want);
            }
        }
    }
}

#[test]
fn small_numbers_and_large_ones() {
    let order = number(&N) >> 3;
    for small in 0_u32..3000 {
        let small = BigUint::from(small);
        check(&small);
        check(&(&order - 1_u32 - &small));
        check(&(&order / 2_u32 + &small));
        check(&(&order / 3_u32 - &small));
        check(&((BigUint::from(1_u32) << 128) + &small));
        check(&((BigUint::from(1_u32) << 128) - 1_u32 - &small));
    }
    for shift in 0..252 {
        check(&(BigUint::from(1_u32) << shift));
        check(&((BigUint::from(1_u32) << shift) - 1_u32));
        check(&(&order - (BigUint::from(1_u32) << shift)));
    }
}

/// What the cost of a verification rests on.
#[test]
fn nearly_all_are_short() {
    let order = number(&N) >> 3;
    let mut k = BigUint::from(7_u32);
    let mut lengths = [0_u32; 256];
    for _ in 0..10_000 {
        k = (&k * &k + 0x9e37_79b9_7f4a_7c15_u64) % &order;
        lengths[check(&k) as usize] += 1;
    }
    let above = |bits: usize| lengths[bits + 1..].iter().sum::<u32>();
    assert!(above(128) < 6000 && above(130) < 1000 && above(140) < 10, "{:?}", &lengths[120..]);
}
