// A field against big integers: random limbs, and limbs at the ends of their contract.

use num_bigint::{BigInt, Sign};
use proptest::prelude::*;

use crate::field25519::{self as field, Arithmetic, Pair, bytes::centred, mul, square};

type Tight = field::Tight<F>;

fn p() -> BigInt {
    (BigInt::from(1) << 255) - 19
}

fn value(limbs: &[i64; 5]) -> BigInt {
    limbs.iter().rev().fold(BigInt::from(0), |sum, limb| (sum << 51) + BigInt::from(*limb))
}

fn values<const A: usize>(pair: &Pair<F, A>) -> [BigInt; 2] {
    [0, 1].map(|lane| value(&F::limbs(&pair.0, lane)))
}

fn modulo(value: &BigInt) -> BigInt {
    ((value % p()) + p()) % p()
}

fn bytes(value: &BigInt) -> [u8; 32] {
    let mut out = [0; 32];
    let (_, digits) = modulo(value).to_bytes_le();
    out[..digits.len()].copy_from_slice(&digits);
    out
}

/// A limb within `units`: any, near an end, at an end, near zero, near half a radix.
fn limb(units: u64) -> impl Strategy<Value = i64> {
    let end = (units * UNIT) as i64;
    let half = 1_i64 << 50;
    prop_oneof![
        -end..=end,
        (end - 4096)..=end,
        (-end)..=(4096 - end),
        Just(end),
        Just(-end),
        -3_i64..=3,
        (half - 3)..=(half + 3),
        (-half - 3)..=(3 - half),
    ]
}

fn pair<const A: usize>() -> impl Strategy<Value = Pair<F, A>> {
    let value = || prop::array::uniform5(limb(A as u64));
    (value(), value()).prop_map(|(low, high)| Pair::new(F::of_signed(&low, &high)))
}

/// The result has the right value modulo p and is within one unit; so is its canonical form.
fn check(got: &Tight, want: [BigInt; 2]) {
    let limbs = [0, 1].map(|lane| F::limbs(&got.0, lane));
    assert!(limbs.iter().flatten().all(|limb| limb.unsigned_abs() <= UNIT));
    assert_eq!(values(got).map(|v| modulo(&v)), want.each_ref().map(modulo));
    assert_eq!(got.to_bytes(), want.each_ref().map(bytes));
}

fn zip(a: [BigInt; 2], b: [BigInt; 2], f: fn(&BigInt, &BigInt) -> BigInt) -> [BigInt; 2] {
    [f(&a[0], &b[0]), f(&a[1], &b[1])]
}

fn check_mul<const A: usize, const B: usize>(a: &Pair<F, A>, b: &Pair<F, B>) {
    check(&mul(a, b), zip(values(a), values(b), |a, b| a * b));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn products(a in pair::<1>(), b in pair::<1>(), two in pair::<2>(), three in pair::<3>()) {
        check_mul(&a, &b);
        check_mul(&two, &b);
        check_mul(&a, &two);
        check_mul(&three, &b);
        check_mul(&a, &three);
        check(&square(&a), zip(values(&a), values(&a), |a, b| a * b));
    }

    #[test]
    fn normal_forms(a in pair::<1>(), four in pair::<4>(), seven in pair::<7>()) {
        check(&a.normal(), values(&a));
        check(&four.normal(), values(&four));
        check(&seven.normal(), values(&seven));
    }

    #[test]
    fn sums(a in pair::<3>(), b in pair::<4>()) {
        let sum: Pair<F, 7> = a.add(&b);
        let difference: Pair<F, 7> = a.sub(&b);
        prop_assert_eq!(values(&sum), zip(values(&a), values(&b), |a, b| a + b));
        prop_assert_eq!(values(&difference), zip(values(&a), values(&b), |a, b| a - b));
        let [low, high] = values(&a);
        prop_assert_eq!(values(&a.add_high::<4, 7>(&b)), [low.clone(), &high + &values(&b)[1]]);
        let ends: Pair<F, 6> = a.sum_difference();
        prop_assert_eq!(values(&ends), [&low + &high, &low - &high]);
        let ends: Pair<F, 6> = a.difference_sum();
        prop_assert_eq!(values(&ends), [&high - &low, &high + &low]);
        prop_assert_eq!(values(&a.negated()), [-low.clone(), -high.clone()]);
        prop_assert_eq!(values(&a.high_negated()), [low, -high]);
    }

    #[test]
    fn bytes_and_back(low: [u8; 32], high: [u8; 32]) {
        let both = Tight::from_bytes(&low, &high);
        let want = [low, high].map(|mut bytes| {
            bytes[31] &= 0x7f;
            BigInt::from_bytes_le(Sign::Plus, &bytes)
        });
        check(&both, want);
    }

    #[test]
    fn canonical_bytes_of_any_limbs(a in pair::<7>()) {
        prop_assert_eq!(a.to_bytes(), values(&a).each_ref().map(bytes));
    }
}

/// Every combination of signs of limbs at both ends of a contract of `A` times `B`.
fn all_signs<const A: usize, const B: usize>() {
    for signs in 0..1 << 10_u32 {
        let end = |units: u64, index: usize| {
            let limb = (units * UNIT) as i64;
            if signs >> index & 1 == 0 { limb } else { -limb }
        };
        let both = |low: &dyn Fn(usize) -> i64, high: &dyn Fn(usize) -> i64| {
            F::of_signed(&core::array::from_fn(low), &core::array::from_fn(high))
        };
        let (of_a, of_b) = (A as u64, B as u64);
        let a = Pair::<F, A>::new(both(&|i| end(of_a, i), &|i| end(of_a, 9 - i)));
        let b = Pair::<F, B>::new(both(&|i| end(of_b, 5 + i), &|i| end(of_b, i)));
        check_mul(&a, &b);
    }
}

#[test]
fn products_at_the_ends() {
    all_signs::<3, 1>();
    all_signs::<1, 3>();
    all_signs::<2, 1>();
    all_signs::<1, 1>();
}

#[test]
fn squares_at_the_ends() {
    for signs in 0..1 << 5_u32 {
        let end = |index: usize| if signs >> index & 1 == 0 { UNIT as i64 } else { -(UNIT as i64) };
        let (low, high) = (core::array::from_fn(end), core::array::from_fn(|i| end(4 - i)));
        let a = Tight::new(F::of_signed(&low, &high));
        check(&square(&a), zip(values(&a), values(&a), |a, b| a * b));
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a limb breaks its contract")]
fn a_limb_beyond_its_contract_is_caught() {
    let limbs = [(UNIT + 1) as i64; 5];
    let _ = Tight::new(F::of_signed(&limbs, &limbs));
}

#[test]
fn values_about_p() {
    for step in -40_i64..=40 {
        let near = p() + step;
        let want = bytes(&near);
        // The value on its own, and with limbs of either sign about it.
        let limbs = [(1_i64 << 51) - 19 + step, MASK, MASK, MASK, MASK];
        assert_eq!(Pair::<F, 2>::new(F::of_signed(&limbs, &limbs)).to_bytes(), [want; 2]);
        let small = [step, 0, 0, 0, 0];
        assert_eq!(Tight::new(F::of_signed(&small, &small)).to_bytes(), [want; 2]);
    }
    const MASK: i64 = (1 << 51) - 1;
}

proptest! {
    #[test]
    fn powers(a in pair::<1>()) {
        let v = values(&a).map(|v| modulo(&v));
        let power = |e: BigInt| v.each_ref().map(|v| v.modpow(&e, &p()));
        check(&a.inverse(), power(p() - 2));
        let [inverse, _] = power(p() - 2);
        check(&a.low_inverse(), [inverse.clone(), inverse]);
        prop_assert_eq!(a.low_bytes(), a.to_bytes()[0]);
        check(&a.root_power(), power((p() - 5) / 8));
    }

    #[test]
    #[allow(clippy::cast_possible_truncation, reason = "they are whole, and below 2^51")]
    fn constants_have_small_limbs(words: [u64; 4]) {
        let limbs = centred(&words);
        prop_assert!(limbs.iter().all(|limb| limb.abs() <= ((1_u64 << 50) + (1 << 12)) as f64));
        let all: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let low = BigInt::from_bytes_le(Sign::Plus, &all) % (BigInt::from(1) << 255);
        prop_assert_eq!(modulo(&value(&limbs.map(|limb| limb as i64))), modulo(&low));
    }
}

#[test]
fn the_inverse_of_zero_is_zero() {
    let zero = Tight::constant(&[0.0; 5], &[0.0; 5]);
    assert_eq!(zero.inverse().is_zero(), [true; 2]);
    assert_eq!(zero.low_inverse().is_zero(), [true; 2]);
    assert_eq!(zero.negated().is_zero(), [true; 2]);
}
