//! The field against big integers: random limbs, and limbs at the ends of their contract.

#![allow(clippy::cast_possible_truncation, reason = "limbs are integers")]

use num_bigint::{BigInt, Sign};
use proptest::prelude::*;

use super::{Pair, Tight, UNIT, Words, below_p, mul, mul_add, square};
use crate::lanes::Lanes;

fn p() -> BigInt {
    (BigInt::from(1) << 256) - (BigInt::from(1) << 32) - 977
}

fn value(limbs: &[f64; 6]) -> BigInt {
    limbs.iter().rev().fold(BigInt::from(0), |sum, limb| (sum << 43) + BigInt::from(*limb as i64))
}

fn values<const A: usize>(pair: &Pair<A>) -> [BigInt; 2] {
    let limbs = pair.0.map(Lanes::doubles);
    [0, 1].map(|lane| value(&limbs.map(|limb| limb[lane])))
}

fn modulo(value: &BigInt) -> BigInt {
    ((value % p()) + p()) % p()
}

fn words(value: &BigInt) -> Words {
    let mut out = [0; 4];
    let (_, digits) = modulo(value).to_u64_digits();
    out[..digits.len()].copy_from_slice(&digits);
    out
}

fn number(words: &Words) -> BigInt {
    words.iter().rev().fold(BigInt::from(0), |sum, word| (sum << 64) + *word)
}

/// A limb within `units`: any, near an end, at an end, near zero, near half a radix.
fn limb(units: u64) -> impl Strategy<Value = f64> {
    let end = (units * UNIT) as i64;
    let half = 1_i64 << 42;
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
    .prop_map(|limb| limb as f64)
}

fn pair<const A: usize>() -> impl Strategy<Value = Pair<A>> {
    prop::array::uniform12(limb(A as u64))
        .prop_map(|x| Pair::new(core::array::from_fn(|i| Lanes::pair(x[i], x[i + 6]))))
}

/// The result has the right value modulo p and is within one unit; so is its canonical form.
fn check(got: &Tight, want: [BigInt; 2]) {
    let limbs = got.0.map(Lanes::doubles);
    assert!(limbs.iter().flatten().all(|limb| limb.abs() <= UNIT as f64));
    assert_eq!(values(got).map(|v| modulo(&v)), want.each_ref().map(modulo));
    assert_eq!(got.to_words(), want.each_ref().map(words));
}

fn zip(a: [BigInt; 2], b: [BigInt; 2], f: fn(&BigInt, &BigInt) -> BigInt) -> [BigInt; 2] {
    [f(&a[0], &b[0]), f(&a[1], &b[1])]
}

fn products_of<const A: usize, const B: usize>(a: &Pair<A>, b: &Pair<B>) -> [BigInt; 2] {
    zip(values(a), values(b), |a, b| a * b)
}

fn check_mul<const A: usize, const B: usize>(a: &Pair<A>, b: &Pair<B>) {
    check(&mul(a, b), products_of(a, b));
}

fn check_square<const A: usize>(a: &Pair<A>) {
    check(&square(a), products_of(a, a));
}

fn check_mul_add<const A: usize, const B: usize, const C: usize, const D: usize>(
    a: &Pair<A>,
    b: &Pair<B>,
    c: &Pair<C>,
    d: &Pair<D>,
) {
    check(&mul_add(a, b, c, d), zip(products_of(a, b), products_of(c, d), |x, y| x + y));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn products(one in pair::<1>(), three in pair::<3>(), four in pair::<4>(), seven in pair::<7>()) {
        check_mul(&one, &three);
        check_mul(&three, &seven);
        check_mul(&seven, &three);
        check_mul(&four, &four);
        check_square(&one);
        check_square(&four);
        check_mul_add(&three, &four, &three, &three);
        check_mul_add(&one, &one, &four, &four);
    }

    #[test]
    fn products_of_most(one in pair::<1>(), most in pair::<21>()) {
        check_mul(&one, &most);
        check_mul(&most, &one);
    }

    #[test]
    fn sums(a in pair::<3>(), b in pair::<4>()) {
        let sum: Pair<7> = a.add(&b);
        let difference: Pair<7> = a.sub(&b);
        prop_assert_eq!(values(&sum), zip(values(&a), values(&b), |a, b| a + b));
        prop_assert_eq!(values(&difference), zip(values(&a), values(&b), |a, b| a - b));
        prop_assert_eq!(values(&a.less::<3, 4, 15>(&b)), zip(values(&a), values(&b), |a, b| a - 3 * b));
        let [low, high] = values(&a);
        let [_, other] = values(&b);
        prop_assert_eq!(values(&a.add_high::<4, 7>(&b)), [low.clone(), &high + &other]);
        prop_assert_eq!(values(&a.times::<5, 15>()), [5 * &low, 5 * &high]);
        let both: Pair<6> = a.both_sum();
        prop_assert_eq!(values(&both), [&low + &high, &low + &high]);
        prop_assert_eq!(values(&a.negated()), [-low.clone(), -high.clone()]);
        prop_assert_eq!(values(&a.high_negated()), [low.clone(), -high.clone()]);
        prop_assert_eq!(values(&a.high_negated_if(0)), [low.clone(), high.clone()]);
        prop_assert_eq!(values(&a.high_negated_if(u64::MAX)), [low, -high]);
    }

    #[test]
    fn words_and_back(low: Words, high: Words) {
        check(&Tight::from_words(&low, &high), [number(&low), number(&high)]);
        prop_assert!(below_p(&low) == (number(&low) < p()));
    }

    #[test]
    fn packed_and_back(low: Words, high: Words, ones in 0_usize..3) {
        let mut both = [low, high];
        both.iter_mut().take(ones).for_each(|words| *words = [u64::MAX; 4]);
        let packed = Tight::from_words(&both[0], &both[1]).packed();
        check(&packed.unpacked(), both.each_ref().map(number));
        let none = packed.masked(Lanes::splat_bits(0));
        check(&none.or(&packed.masked(Lanes::splat_bits(u64::MAX))).unpacked(), both.each_ref().map(number));
    }

    #[test]
    fn canonical_words_of_any_limbs(a in pair::<21>()) {
        prop_assert_eq!(a.to_words(), values(&a).each_ref().map(words));
    }

    #[test]
    fn roots(a in pair::<2>()) {
        let exponent = (p() + 1) / 4;
        let v = values(&a).map(|v| modulo(&v).modpow(&exponent, &p()));
        check(&a.root(), v);
    }

    #[test]
    fn root_powers(a in pair::<1>()) {
        let exponent = (p() - 3) / 4;
        let v = values(&a).map(|v| modulo(&v).modpow(&exponent, &p()));
        check(&a.root_power(), v);
    }
}

/// Every combination of signs of limbs `less` from both ends of a contract of `A` times `B`.
fn all_signs<const A: usize, const B: usize>(less: u64) {
    for signs in 0..1 << 12_u32 {
        let end = |units: u64, index: usize| {
            let limb = (units * UNIT - less) as f64;
            if signs >> index & 1 == 0 { limb } else { -limb }
        };
        let a = Pair::<A>::new(core::array::from_fn(|i| {
            Lanes::pair(end(A as u64, i), end(A as u64, 11 - i))
        }));
        let b = Pair::<B>::new(core::array::from_fn(|i| {
            Lanes::pair(end(B as u64, 6 + i), end(B as u64, i))
        }));
        check_mul(&a, &b);
    }
}

#[test]
fn products_at_the_ends() {
    for less in [0, 1, 54_321] {
        all_signs::<3, 7>(less);
        all_signs::<21, 1>(less);
    }
}

#[test]
fn squares_and_sums_at_the_ends() {
    for (signs, less) in (0..1 << 6_u32).flat_map(|signs| [0, 1, 54_321].map(|less| (signs, less)))
    {
        let end = |units: u64, index: usize| {
            let limb = (units * UNIT - less) as f64;
            if signs >> index & 1 == 0 { limb } else { -limb }
        };
        let four = Pair::<4>::new(core::array::from_fn(|i| Lanes::pair(end(4, i), end(4, 5 - i))));
        let three = Pair::<3>::new(core::array::from_fn(|i| Lanes::pair(end(3, i), end(3, 5 - i))));
        check_square(&four);
        check_mul_add(&four, &three, &three, &three);
        check_mul_add(&four, &three.negated(), &three.swapped(), &three);
    }
}

/// The contract is there for a reason: some steps beyond it, products are wrong.
#[test]
fn beyond_the_contract_products_are_wrong() {
    let beyond =
        |units: u64, less: u64| Pair::<21>([Lanes::splat((units * UNIT - less) as f64); 6]);
    let (a, b) = (beyond(64, 12_345), beyond(64, 54_321).negated_unchecked());
    let [got, _] = values(&Pair::<21>(super::product::multiply(&a.0, &b.0)));
    let [want, _] = products_of(&a, &b);
    assert_ne!(modulo(&got), modulo(&want));
}

impl<const A: usize> Pair<A> {
    fn negated_unchecked(&self) -> Self {
        Self(self.0.map(|limb| Lanes::splat(0.0).sub(limb)))
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a limb breaks its contract")]
fn a_limb_beyond_its_contract_is_caught() {
    let _ = Tight::new([Lanes::splat((UNIT + 1) as f64); 6]);
}

#[test]
fn values_about_p_and_its_multiples() {
    for factor in 0..4 {
        for step in -40_i64..=40 {
            let near = p() * factor + step;
            let want = words(&near);
            // Limbs of 43 bits of a value below 2^258, and of either sign of one near zero.
            let (sign, digits) = near.to_u64_digits();
            if sign != Sign::Minus {
                let bit = |index: usize| {
                    digits.get(index / 64).map_or(0, |word| word >> (index % 64) & 1)
                };
                let limb =
                    |index: usize| (0..43).map(|i| bit(43 * index + i) << i).sum::<u64>() as f64;
                let limbs = core::array::from_fn(|index| Lanes::splat(limb(index)));
                assert_eq!(Pair::<1>::new(limbs).to_words(), [want; 2]);
            }
            let mut small = [Lanes::splat(0.0); 6];
            small[0] = Lanes::splat(step as f64);
            assert_eq!(Pair::<1>::new(small).to_words(), [words(&BigInt::from(step)); 2]);
        }
    }
    let gap = (1_u64 << 32) + 977;
    assert!(!below_p(&[gap.wrapping_neg(), u64::MAX, u64::MAX, u64::MAX]));
    assert!(below_p(&[gap.wrapping_neg() - 1, u64::MAX, u64::MAX, u64::MAX]));
}

#[test]
fn the_known_answers_hold() {
    assert!(super::extremes_hold());
}
