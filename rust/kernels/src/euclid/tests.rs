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

/// [`check_modulo`] of 8 L, of which L is all that v must not reach.
fn check(k: &BigUint) -> u32 {
    check_modulo(k, &number(&N))
}

/// The relation and the bounds; gives the longer of both lengths.
fn check_modulo(k: &BigUint, n: &BigUint) -> u32 {
    let fraction = odd_fraction(&words(k), &words(n));
    let (u, v) = (number(&fraction.u), number(&fraction.v));
    let product = k * &v % n;
    let product = if fraction.negative { (n - product) % n } else { product };
    assert_eq!(product, u, "{k} {n}");
    assert!(v.bit(0) && v.bits() <= 251 && v < n >> 3, "{k} {n}");
    assert!(u < BigUint::from(1_u32) << 128 || u <= *k, "{k} {n}");
    assert!(u.bits() <= 253, "{k} {n}");
    bits(&split(&fraction.u)).max(bits(&split(&fraction.v)))
}

fn scalar() -> impl Strategy<Value = BigUint> {
    let order = || number(&N) >> 3;
    let uniform = any::<[u64; 4]>().prop_map(move |words| number(&words) % order());
    // Near a multiple of n / d: one of the vectors is short, and may have an even v.
    let near = (1_u64..2000, any::<u64>(), any::<u32>(), any::<bool>(), 0_u32..200).prop_map(
        move |(d, times, off, below, shift)| {
            let multiple = number(&N) * times / (BigUint::from(d) << shift);
            let off = BigUint::from(off);
            let sum = if below { multiple + order() - off } else { multiple + off };
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

/// The cost of a verification depends on this.
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

/// Checks the inverse of a number that has no divisor in common with n.
fn check_inverse(k: &BigUint, n: &BigUint) {
    let inverse = number(&invert(&words(k), &words(n)));
    assert!(inverse < *n && k * inverse % n == BigUint::from(1_u32) % n, "{k} {n}");
}

/// Two numbers with these quotients after the first one, which is chosen to give n its size.
fn of_quotients(quotients: &[BigUint]) -> (BigUint, BigUint) {
    let mut pair = (BigUint::from(1_u32), BigUint::ZERO);
    for quotient in quotients.iter().rev() {
        let next = quotient * &pair.0 + &pair.1;
        if next.bits() > 251 {
            break;
        }
        pair = (next, pair.0);
    }
    pair
}

/// Quotients that a step in words cannot take: from 31 bits on, of 64 and more, and those beside them;
/// among small ones.
fn quotients() -> impl Strategy<Value = Vec<BigUint>> {
    let huge = (prop_oneof![Just(31_u32), Just(32), Just(63), Just(64), 29_u32..200], 0_u32..3)
        .prop_map(|(bits, off)| (BigUint::from(1_u32) << bits) + off - 1_u32);
    let small = prop_oneof![Just(1_u32), Just(2), 1_u32..9].prop_map(BigUint::from).boxed();
    let run = |small: BoxedStrategy<BigUint>| prop::collection::vec(small, 0..90);
    let parts = (run(small.clone()), huge.clone(), run(small.clone()), huge, run(small));
    parts.prop_map(|(first, one, middle, two, last)| {
        [first, vec![one], middle, vec![two], last].concat()
    })
}

/// n with this remainder pair: `q k + rest`, even, at least 2^255.
fn even_above(k: &BigUint, rest: &BigUint) -> BigUint {
    let least = BigUint::from(1_u32) << 255;
    let quotient = (&least - rest) / k + 1_u32;
    let n: BigUint = &quotient * k + rest;
    if n.bit(0) { n + k } else { n }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn quotients_of_any_length(quotients in quotients()) {
        let (k, rest) = of_quotients(&quotients);
        prop_assume!(rest < k);
        // With n itself made of them.
        check_inverse(&rest, &k);
        // An even k has an odd rest, and every n would be odd.
        let (k, rest) = if k.bit(0) { (k, rest) } else { (&k + &rest, rest) };
        let n = even_above(&k, &rest);
        prop_assert!(n.bits() == 256 && &k << 3 < n);
        check_modulo(&k, &n);
        check_inverse(&k, &n);
    }
}

/// One quotient of each length, with every number of ones or twos behind it, and as many before as there is
/// room for.
#[test]
fn a_long_quotient_in_every_place() {
    for (small, bits) in [30, 31, 32, 33, 62, 63, 64, 65, 96, 128, 160, 191]
        .into_iter()
        .flat_map(|bits| [(1_u32, bits), (2, bits)])
    {
        let one = BigUint::from(1_u32);
        let short = |count| vec![BigUint::from(small); count];
        let room = |behind: &usize| of_quotients(&short(*behind)).0.bits() + bits < 251;
        for behind in (0..180).step_by(7).take_while(room) {
            for long in [(&one << bits) - 1_u32, &one << bits, (&one << bits) + 1_u32] {
                let (k, rest) = of_quotients(&[short(360), vec![long], short(behind)].concat());
                let (k, rest) = if k.bit(0) { (k, rest) } else { (&k + &rest, rest) };
                let n = even_above(&k, &rest);
                check_modulo(&k, &n);
                check_inverse(&k, &n);
            }
        }
    }
}
