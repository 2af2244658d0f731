//! Inverses against big integers, and each step with the largest numbers that its bounds allow, which random
//! inverses would never reach.

use num_bigint::{BigInt, Sign};
use proptest::prelude::*;

use super::{LIMB, Limbs, Matrix, Modulus, Words, low, parts, split, steps};

/// 2^255 - 19, and the two primes of secp256k1.
const PRIMES: [Words; 3] = [
    [0u64.wrapping_sub(19), u64::MAX, u64::MAX, u64::MAX >> 1],
    crate::secp256k1::FIELD_AND_ORDER[0],
    crate::secp256k1::FIELD_AND_ORDER[1],
];

fn number(words: &Words) -> BigInt {
    words.iter().rev().fold(BigInt::ZERO, |sum, word| (sum << 64) + *word)
}

fn words(number: &BigInt) -> Words {
    let (sign, digits) = number.to_u64_digits();
    assert!(sign != Sign::Minus && digits.len() <= 4);
    core::array::from_fn(|index| digits.get(index).copied().unwrap_or(0))
}

/// The number in nine limbs, of which the highest is signed.
fn value(limbs: &Limbs) -> BigInt {
    limbs.iter().rev().fold(BigInt::ZERO, |sum, limb| (sum << 30) + *limb)
}

/// Nine limbs of a number of either sign.
fn limbs(number: &BigInt) -> Limbs {
    let mut rest = number.clone();
    let limbs = core::array::from_fn(|index| {
        // The remainder that is not negative; the highest limb takes all.
        let limb: BigInt = if index < 8 { &rest & BigInt::from(LIMB) } else { rest.clone() };
        rest = (&rest - &limb) >> 30;
        i64::try_from(limb).unwrap()
    });
    assert_eq!(value(&limbs), *number);
    limbs
}

fn modulo(number: &BigInt, m: &BigInt) -> BigInt {
    ((number % m) + m) % m
}

fn check(number_: &BigInt) {
    for prime in PRIMES {
        let m = number(&prime);
        let k = modulo(number_, &m);
        let inverse = number(&Modulus::new(&prime).invert(&words(&k)));
        let product = &k * &inverse % &m;
        let zero = k == BigInt::ZERO && inverse == k;
        assert!(inverse < m && (zero || product == BigInt::from(1)), "{k} modulo {m}");
    }
}

/// Limbs of zeros and ones, single bits and their neighbours, fractions of the modulus, and opposites of all.
#[test]
fn inverses_at_the_ends() {
    let one = BigInt::from(1);
    for bit in 0..256 {
        for off in -1..=1 {
            let power: BigInt = &one << bit;
            check(&(&power + off));
            check(&(off - &power));
        }
    }
    for pattern in 0..512_u32 {
        let ones: Limbs =
            core::array::from_fn(|index| if pattern >> index & 1 == 1 { LIMB } else { 0 });
        check(&value(&ones));
        check(&-value(&ones));
    }
    for prime in PRIMES {
        let m = number(&prime);
        // Ratios of neighbours in Fibonacci's sequence are where Euclid's steps are most.
        let (mut a, mut b) = (one.clone(), one.clone());
        for part in 1..200 {
            (a, b) = (b.clone(), &a + &b);
            check(&(&m / part));
            check(&(&m * &a / &b));
            check(&(&m * part / 255 + 1));
        }
    }
}

/// A number within 11 m, of either sign, is reduced to below m.
#[test]
fn reductions_at_the_ends() {
    for prime in PRIMES {
        let (modulus, m) = (Modulus::new(&prime), number(&prime));
        for times in -11..=11 {
            for off in [-1, 0, 1, 19, 977] {
                let both: [BigInt; 2] = [&m * times + off, &m * (2 * times - 1) / 2 + off];
                for number_ in both {
                    let limit: BigInt = &m * 11;
                    if number_.magnitude() >= limit.magnitude() {
                        continue;
                    }
                    let d = limbs(&number_);
                    assert_eq!(number(&modulus.reduce(&d, 0)), modulo(&number_, &m));
                    assert_eq!(number(&modulus.reduce(&d, -1)), modulo(&-number_, &m));
                }
            }
        }
    }
}

/// Rows with |u| + |v| = 2^30, on d and e of nearly 11 m of either sign, or with limbs of ones: within an
/// i64, which this build checks, and exact.
#[test]
fn batches_at_the_ends() {
    const ROW: i64 = 1 << 30;
    let rows = [
        (ROW, 0),
        (0, ROW),
        (-ROW, 0),
        (0, -ROW),
        (ROW / 2, -ROW / 2),
        (1 - ROW, 1),
        (-1, 1 - ROW),
    ];
    for prime in PRIMES {
        let (modulus, m) = (Modulus::new(&prime), number(&prime));
        let most: BigInt = &m * 21 / 2;
        let ends = [most.clone(), -&most, &m - 1, -&m, BigInt::ZERO, (BigInt::from(1) << 255) - 1];
        for (u, v) in rows {
            for (q, r) in rows {
                for d in &ends {
                    for e in &ends {
                        let (mut first, mut second) = (limbs(d), limbs(e));
                        Matrix { u, v, q, r }.apply_modulo(&modulus, &mut first, &mut second);
                        for (got, want) in [(&first, d * u + e * v), (&second, d * q + e * r)] {
                            let got = value(got);
                            assert_eq!(modulo(&(&got << 30), &m), modulo(&want, &m));
                            // What it grows by.
                            let bound =
                                (want.magnitude() >> 30_u32) + (m.magnitude() >> 1_u32) + 1_u32;
                            assert!(*got.magnitude() <= bound);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn factors_at_the_ends() {
    const MOST: i64 = 1 << 30;
    for [u, v] in [[MOST, 0], [-MOST, 0], [0, MOST], [0, -MOST], [-1, MOST - 1], [1, 1 - MOST]] {
        assert_eq!(parts(u + (v << 32)), [u, v]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn inverses(bytes: Words, from in 0_u32..256, length in 0_u32..256, ones: bool) {
        // A run of zeros or ones anywhere.
        let run = ((BigInt::from(1) << length) - 1) << from;
        let any = number(&bytes);
        let mixed = if ones { any | run } else { any.clone() - (any & run) };
        check(&mixed);
    }

    /// Rows of a batch, whatever the low words: |u| + |v| is at most 2^30, and the pair is divided by 2^30 exactly.
    #[test]
    fn rows_of_a_batch(f: Words, g: Words, zeta in -300_i64..300, ends in 0_u8..4) {
        let (mut f, mut g) = (split(&f), split(&g));
        if ends & 1 == 1 { f = [LIMB; 9]; f[8] = 0xffff; }
        if ends & 2 == 2 { g = [LIMB; 9]; g[8] = -0x1_0000; }
        f[0] |= 1;
        let mut zeta = zeta;
        let batch = steps(&mut zeta, low(&f), low(&g));
        for (a, b) in [(batch.u, batch.v), (batch.q, batch.r)] {
            prop_assert!(a.abs() + b.abs() <= 1 << 30);
        }
        let (first, second) = (value(&f), value(&g));
        let want = [&first * batch.u + &second * batch.v, &first * batch.q + &second * batch.r];
        batch.apply(&mut f, &mut g);
        prop_assert_eq!([value(&f) << 30, value(&g) << 30], want);
    }
}
