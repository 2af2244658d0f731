//! The fields against big integers: random limbs, and limbs at the ends of their contract.

#![allow(clippy::cast_possible_truncation, reason = "limbs are integers")]

use num_bigint::BigInt;
use proptest::prelude::*;

use super::{Element, Field, Fused, Limbs, P, Tight, Whole, mul_both, mul_less, square_both};
use crate::numbers::Words;

fn number(words: &Words) -> BigInt {
    words.iter().rev().fold(BigInt::from(0), |sum, word| (sum << 64) + *word)
}

fn p() -> BigInt {
    (BigInt::from(1) << 256) - (BigInt::from(1) << 224)
        + (BigInt::from(1) << 192)
        + (BigInt::from(1) << 96)
        - 1
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

/// A field that can be looked into.
trait Seen: Field {
    /// The exponent of R.
    const R: u32;

    /// The whole value over nothing, and whether it is within the contract of this bound.
    fn seen(value: &Self::Value, bound: u64) -> (BigInt, bool);
    /// A value of this bound, of nine numbers between -1 and 1.
    fn near(bound: u64, parts: &[f64; 9], less: u64) -> Self::Value;
}

/// The value of limbs, and whether the lower ones are within `unit` and the value is within 2^256, `bound` times.
fn within(limbs: &[i64], bits: u32, unit: i64, bound: u64) -> (BigInt, bool) {
    let value = limbs.iter().rev().fold(BigInt::from(0), |sum, limb| (sum << bits) + *limb);
    let (_, lower) = limbs.split_last().unwrap();
    let most = bound as i64 * unit;
    let limit = BigInt::from(bound) << 256;
    let fits = lower.iter().all(|limb| limb.abs() <= most) && value <= limit && value >= -limit;
    (value, fits)
}

/// An integer of this part of `unit`, `less` from its end.
fn part(unit: i64, part: f64, less: u64) -> i64 {
    let limb = (unit as f64 * part) as i64;
    limb - limb.signum() * (less as i64).min(limb.abs())
}

impl Seen for Fused {
    const R: u32 = 264;

    fn seen(value: &Self::Value, bound: u64) -> (BigInt, bool) {
        within(&value.low(), 44, (1 << 43) + (1 << 8), bound)
    }

    fn near(bound: u64, parts: &[f64; 9], less: u64) -> Self::Value {
        let limb = |index: usize| {
            // The lowest limbs may add half of 2^220 to the value, so the highest one leaves room.
            let unit = if index < 5 { (1 << 43) + (1 << 8) } else { (1 << 36) - 1 };
            part(bound as i64 * unit, parts[index], less)
        };
        super::fused::Value::from_limbs(core::array::from_fn(limb))
    }
}

impl Seen for Limbs {
    const R: u32 = 261;

    fn seen(value: &Self::Value, bound: u64) -> (BigInt, bool) {
        within(value, 29, 1 << 28, bound)
    }

    fn near(bound: u64, parts: &[f64; 9], less: u64) -> Self::Value {
        core::array::from_fn(|index| {
            let unit = if index < 8 { 1 << 28 } else { (1 << 24) - 1 };
            part(bound as i64 * unit, parts[index], less)
        })
    }
}

impl Seen for Whole {
    const R: u32 = 256;

    fn seen(value: &Self::Value, _: u64) -> (BigInt, bool) {
        (number(value), number(value) < p())
    }

    /// Words near their ends, below p.
    fn near(_: u64, parts: &[f64; 9], less: u64) -> Self::Value {
        let word =
            |index: usize| ((parts[index].abs() * u64::MAX as f64) as u64).saturating_sub(less);
        words(&number(&core::array::from_fn(word)))
    }
}

fn element<F: Seen, const A: usize>(parts: &[f64; 9], less: u64) -> Element<F, A> {
    Element(F::near(A as u64, parts, less))
}

fn value<F: Seen, const A: usize>(element: &Element<F, A>) -> BigInt {
    let (value, fits) = F::seen(&element.0, A as u64);
    assert!(fits, "the bound of {A} holds");
    value
}

/// A product stands for `want` over R, is within the contract, and so is its canonical form.
fn check<F: Seen>(got: &Tight<F>, want: &BigInt) {
    assert_eq!(modulo(&(value(got) << F::R)), modulo(want));
    assert_eq!(number(&got.packed()), modulo(&value(got)));
}

/// As [`check`], for a difference of products.
fn differs<F: Seen>(got: &Element<F, 2>, want: &BigInt) {
    assert_eq!(modulo(&(value(got) << F::R)), modulo(want));
}

fn products<F: Seen>(a: &[f64; 9], b: &[f64; 9], less: u64) {
    let (seven, two) = (element::<F, 7>(a, less), element::<F, 2>(b, less + 54_321));
    let (three, one) = (element::<F, 3>(b, less), element::<F, 1>(a, less + 77));
    let (v7, v2, v3, v1) = (value(&seven), value(&two), value(&three), value(&one));
    check(&seven.mul(&two), &(&v7 * &v2));
    check(&two.mul(&seven), &(&v7 * &v2));
    check(&three.square(), &(&v3 * &v3));
    let [first, second] = mul_both((&seven, &two), (&three, &one));
    check(&first, &(&v7 * &v2));
    check(&second, &(&v3 * &v1));
    let [first, second] = square_both(&three, &one);
    check(&first, &(&v3 * &v3));
    check(&second, &(&v1 * &v1));
    let (minus_two, minus_seven) = (two.negated_if(u64::MAX), seven.negated_if(u64::MAX));
    differs(&mul_less((&three, &three), (&two, &two)), &(&v3 * &v3 - &v2 * &v2));
    differs(&mul_less((&three, &three), (&two, &minus_two)), &(&v3 * &v3 + &v2 * &v2));
    differs(&mul_less((&seven, &one), (&minus_seven, &one)), &(&v7 * &v1 * 2));
    differs(&mul_less((&minus_seven, &one), (&one, &seven)), &(&v7 * &v1 * -2));
    differs(&mul_less((&three, &two), (&two, &three)), &BigInt::from(0));
    assert_eq!(number(&three.to_words()), modulo(&(&v3 * inverse_r::<F>())));
}

/// 1 / R.
fn inverse_r<F: Seen>() -> BigInt {
    (BigInt::from(1) << F::R).modpow(&(p() - 2), &p())
}

fn sums<F: Seen>(a: &[f64; 9], b: &[f64; 9], less: u64) {
    let (x, y) = (element::<F, 3>(a, less), element::<F, 4>(b, less));
    let (vx, vy) = (value(&x), value(&y));
    let same = |got: BigInt, want: BigInt| assert_eq!(modulo(&got), modulo(&want));
    same(value(&x.add::<4, 7>(&y)), &vx + &vy);
    same(value(&x.sub::<4, 7>(&y)), &vx - &vy);
    same(value(&x.doubled::<6>()), 2 * &vx);
    same(value(&x.tripled::<9>()), 3 * &vx);
    same(value(&x.negated_if(0)), vx.clone());
    same(value(&x.negated_if(u64::MAX)), -vx);
    let wide = element::<F, 64>(a, less);
    same(value(&wide.tightened()), value(&wide));
    same(value(&wide.negated_if(u64::MAX).tightened()), -value(&wide));
}

fn numbers<F: Seen>(low: &Words) {
    let element = Tight::<F>::from_words(low);
    assert_eq!(number(&element.to_words()), modulo(&number(low)));
    let unpacked = Element::<F, 2>::unpacked(&element.packed());
    assert_eq!(unpacked.to_words(), element.to_words());
    assert_eq!(element.is_zero(), modulo(&number(low)) == BigInt::from(0));
}

fn each<T>(run: impl Fn() -> T, other: impl Fn() -> T, third: impl Fn() -> T) {
    run();
    other();
    third();
}

/// Between -1 and 1: any, an end, near an end.
fn fraction() -> impl Strategy<Value = f64> {
    prop_oneof![-1.0..1.0, Just(1.0), Just(-1.0), 0.999_999..1.0, -1.0..-0.999_999, Just(0.0)]
}

fn nine() -> impl Strategy<Value = [f64; 9]> {
    prop::array::uniform9(fraction())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn products_and_sums(a in nine(), b in nine(), less in 0..4096_u64) {
        each(
            || products::<Fused>(&a, &b, less),
            || products::<Limbs>(&a, &b, less),
            || products::<Whole>(&a, &b, less),
        );
        each(
            || sums::<Fused>(&a, &b, less),
            || sums::<Limbs>(&a, &b, less),
            || sums::<Whole>(&a, &b, less),
        );
    }

    #[test]
    fn words_and_back(mut low: Words, ones in 0_usize..5) {
        low.iter_mut().rev().take(ones).for_each(|word| *word = u64::MAX);
        each(|| numbers::<Fused>(&low), || numbers::<Limbs>(&low), || numbers::<Whole>(&low));
    }
}

/// Every combination of signs of limbs at both ends.
#[test]
fn products_at_the_ends() {
    for signs in 0..1_u32 << 10 {
        let end = |index: usize| if signs >> (index % 10) & 1 == 0 { 1.0 } else { -1.0 };
        let (a, b) = (core::array::from_fn(end), core::array::from_fn(|index| end(index + 5)));
        for less in [0, 1, 54_321] {
            products::<Fused>(&a, &b, less);
            products::<Limbs>(&a, &b, less);
            products::<Whole>(&a, &b, less);
            sums::<Fused>(&a, &b, less);
            sums::<Limbs>(&a, &b, less);
            sums::<Whole>(&a, &b, less);
        }
    }
}

#[test]
fn numbers_about_p() {
    for step in -40_i64..=40 {
        let near = p() + step;
        let (_, digits) = near.to_u64_digits();
        let near: Words = digits.try_into().unwrap();
        each(|| numbers::<Fused>(&near), || numbers::<Limbs>(&near), || numbers::<Whole>(&near));
        let small = [step.unsigned_abs(), 0, 0, 0];
        each(|| numbers::<Fused>(&small), || numbers::<Limbs>(&small), || numbers::<Whole>(&small));
    }
}

fn constants<F: Seen>() {
    let r = BigInt::from(1) << F::R;
    let b = BigInt::parse_bytes(
        b"5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
        16,
    );
    assert_eq!(F::ONE, words(&r));
    assert_eq!(F::SQUARE, words(&(&r * &r)));
    assert_eq!(F::B, words(&(&r * b.unwrap())));
    let three = Tight::<F>::from_words(&[3, 0, 0, 0]);
    assert_eq!(number(&three.root().to_words()), BigInt::from(3).modpow(&((p() + 1) / 4), &p()));
}

#[test]
fn constants_of_each_field() {
    assert_eq!(number(&P), p());
    constants::<Fused>();
    constants::<Limbs>();
    constants::<Whole>();
}

#[test]
fn the_known_answers_hold() {
    assert!(super::extremes_hold());
}

/// The contract is there for a reason: far beyond it, products are wrong.
#[test]
fn beyond_the_contract_products_are_wrong() {
    let ones = [1.0; 9];
    let far = Fused::near(512, &ones, 12_345);
    let (value, _) = Fused::seen(&far, 512);
    let (got, _) = Fused::seen(&Fused::product(&far, &far), 1);
    assert_ne!(modulo(&(got << Fused::R)), modulo(&(&value * &value)));
}
