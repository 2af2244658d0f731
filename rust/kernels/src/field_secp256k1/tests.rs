//! The fields against big integers: random limbs, and limbs at the ends of their contract.

#![allow(clippy::cast_possible_truncation, reason = "limbs are integers")]

use num_bigint::{BigInt, Sign};
use proptest::prelude::*;

use super::{Field, Fused, Limbs, Pair, Tight, Whole, Words, below_p, mul, mul_add, square};

/// A test in each of the fields.
macro_rules! in_each {
    ($test:ident($($argument:expr),*)) => {
        $test::<$crate::field_secp256k1::Fused>($($argument),*);
        $test::<$crate::field_secp256k1::Limbs>($($argument),*);
        $test::<$crate::field_secp256k1::Whole>($($argument),*);
    };
}
pub(crate) use in_each;

fn p() -> BigInt {
    (BigInt::from(1) << 256) - (BigInt::from(1) << 32) - 977
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

/// The most limbs that an element has in any field.
const LIMBS: usize = 10;

/// Limbs of two elements, as far as the field has them.
type Both = [[i64; LIMBS]; 2];

/// A field that can be looked into.
pub(super) trait Seen: Field {
    /// Limbs of an element.
    const COUNT: usize;
    /// The radix is 2 to this power.
    const BITS: u32;
    /// The bound of a product.
    const UNIT: i64 = 1 << Self::BITS;

    /// The limbs of both.
    fn seen(both: &Self::Both) -> Both;
    /// The reverse.
    fn of(limbs: &Both) -> Self::Both;
}

impl Seen for Fused {
    const COUNT: usize = 6;
    const BITS: u32 = 43;

    fn seen(both: &Self::Both) -> Both {
        both.seen()
    }

    fn of(limbs: &Both) -> Self::Both {
        super::fused::Both::of(limbs)
    }
}

impl Seen for Limbs {
    const COUNT: usize = 10;
    const BITS: u32 = 26;

    fn seen(both: &Self::Both) -> Both {
        both.seen()
    }

    fn of(limbs: &Both) -> Self::Both {
        super::limbs::Both::of(limbs)
    }
}

impl Seen for Whole {
    const COUNT: usize = 5;
    const BITS: u32 = 52;
    const UNIT: i64 = (1 << 52) + (1 << 45);

    fn seen(both: &Self::Both) -> Both {
        both.map(|value| core::array::from_fn(|index| value.get(index).copied().unwrap_or(0)))
    }

    fn of(limbs: &Both) -> Self::Both {
        limbs.map(|limbs| core::array::from_fn(|index| limbs[index]))
    }
}

fn values<F: Seen, const A: usize>(pair: &Pair<F, A>) -> [BigInt; 2] {
    let value = |limbs: [i64; LIMBS]| {
        limbs.iter().rev().fold(BigInt::from(0), |sum, limb| (sum << F::BITS) + *limb)
    };
    F::seen(&pair.0).map(value)
}

/// Where a limb of any field lies in its contract: a part of it, `less` from there.
#[derive(Clone, Copy, Debug)]
struct Place(f64, i64);

/// Any, near an end, at an end, near zero, near half a radix.
fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        (-1.0_f64..=1.0).prop_map(|part| Place(part, 0)),
        (prop::sample::select(vec![1.0, -1.0]), 0_i64..4096)
            .prop_map(|(end, less)| Place(end, less)),
        prop::sample::select(vec![1.0, -1.0]).prop_map(|end| Place(end, 0)),
        (-3_i64..=3).prop_map(|less| Place(0.0, less)),
        (prop::sample::select(vec![0.5, -0.5]), -3_i64..=3)
            .prop_map(|(half, less)| Place(half, less)),
    ]
}

type Places = [[Place; LIMBS]; 2];

fn places() -> impl Strategy<Value = Places> {
    prop::array::uniform2(prop::array::uniform10(place()))
}

fn pair<F: Seen, const A: usize>(places: &Places) -> Pair<F, A> {
    let limb = |Place(part, less): Place| {
        // Halves are those of one unit.
        let units = if part.abs() == 0.5 { 1 } else { A as i64 };
        let limb = (part * (units * F::UNIT) as f64) as i64;
        if part == 0.0 { less } else { limb - limb.signum() * less.min(limb.abs()) }
    };
    let mut limbs = places.map(|places| places.map(limb));
    limbs.iter_mut().for_each(|limbs| limbs[F::COUNT..].fill(0));
    Pair::new(F::of(&limbs))
}

/// The result has the right value modulo p and is within one unit; so is its canonical form.
fn check<F: Seen>(got: &Tight<F>, want: [BigInt; 2]) {
    assert!(F::seen(&got.0).iter().flatten().all(|limb| limb.abs() <= F::UNIT));
    assert_eq!(values(got).map(|v| modulo(&v)), want.each_ref().map(modulo));
    assert_eq!(got.to_words(), want.each_ref().map(words));
}

fn zip(a: [BigInt; 2], b: [BigInt; 2], f: fn(&BigInt, &BigInt) -> BigInt) -> [BigInt; 2] {
    [f(&a[0], &b[0]), f(&a[1], &b[1])]
}

fn products_of<F: Seen, const A: usize, const B: usize>(
    a: &Pair<F, A>,
    b: &Pair<F, B>,
) -> [BigInt; 2] {
    zip(values(a), values(b), |a, b| a * b)
}

fn check_mul<F: Seen, const A: usize, const B: usize>(a: &Pair<F, A>, b: &Pair<F, B>) {
    check(&mul(a, b), products_of(a, b));
}

fn check_square<F: Seen, const A: usize>(a: &Pair<F, A>) {
    check(&square(a), products_of(a, a));
}

fn check_mul_add<F: Seen, const A: usize, const B: usize, const C: usize, const D: usize>(
    a: &Pair<F, A>,
    b: &Pair<F, B>,
    c: &Pair<F, C>,
    d: &Pair<F, D>,
) {
    check(&mul_add(a, b, c, d), zip(products_of(a, b), products_of(c, d), |x, y| x + y));
}

fn products<F: Seen>([a, b, c, d]: &[Places; 4]) {
    let (one, three): (Pair<F, 1>, Pair<F, 3>) = (pair(a), pair(b));
    let (four, seven): (Pair<F, 4>, Pair<F, 7>) = (pair(c), pair(d));
    check_mul(&one, &three);
    check_mul(&three, &seven);
    check_mul(&seven, &three);
    check_mul(&four, &four);
    check_mul(&pair::<F, 15>(d), &one);
    check_mul(&one, &pair::<F, 15>(d));
    check_square(&one);
    check_square(&four);
    check_mul_add(&three, &four, &three, &three);
    check_mul_add(&one, &one, &four, &four);
}

fn sums<F: Seen>([a, b]: &[Places; 2]) {
    let (a, b): (Pair<F, 3>, Pair<F, 4>) = (pair(a), pair(b));
    let (sum, difference): (Pair<F, 7>, Pair<F, 7>) = (a.add(&b), a.sub(&b));
    assert_eq!(values(&sum), zip(values(&a), values(&b), |a, b| a + b));
    assert_eq!(values(&difference), zip(values(&a), values(&b), |a, b| a - b));
    assert_eq!(values(&a.less::<3, 4, 15>(&b)), zip(values(&a), values(&b), |a, b| a - 3 * b));
    let ([low, high], [other_low, other]) = (values(&a), values(&b));
    assert_eq!(values(&a.add_high::<4, 7>(&b)), [low.clone(), &high + &other]);
    assert_eq!(values(&a.times::<5, 15>()), [5 * &low, 5 * &high]);
    let both: Pair<F, 6> = a.both_sum();
    assert_eq!(values(&both), [&low + &high, &low + &high]);
    assert_eq!(values(&a.negated()), [-low.clone(), -high.clone()]);
    assert_eq!(values(&a.high_negated()), [low.clone(), -high.clone()]);
    assert_eq!(values(&a.high_negated_if(0)), [low.clone(), high.clone()]);
    assert_eq!(values(&a.high_negated_if(u64::MAX)), [low.clone(), -high.clone()]);
    assert_eq!(values(&a.swapped()), [high.clone(), low.clone()]);
    assert_eq!(values(&a.low_low::<4, 4>(&b)), [low.clone(), other_low.clone()]);
    assert_eq!(values(&a.high_low::<4, 4>(&b)), [high.clone(), other_low.clone()]);
    assert_eq!(values(&a.high_high::<4, 4>(&b)), [high.clone(), other.clone()]);
    let a: Pair<F, 4> = a.loosened();
    assert_eq!(values(&a.choose(&b, [0, u64::MAX])), [low, other]);
    assert_eq!(values(&a.choose(&b, [u64::MAX, 0])), [other_low, high]);
}

fn powers<F: Seen>(places: &Places) {
    let (one, two): (Pair<F, 1>, Pair<F, 2>) = (pair(places), pair(places));
    let power =
        |of: [BigInt; 2], exponent: BigInt| of.map(|value| modulo(&value).modpow(&exponent, &p()));
    check(&two.root(), power(values(&two), (p() + 1) / 4));
    check(&one.root_power(), power(values(&one), (p() - 3) / 4));
}

fn words_and_back<F: Seen>(low: &Words, high: &Words) {
    check(&Tight::<F>::from_words(low, high), [number(low), number(high)]);
}

fn canonical<F: Seen>(places: &Places) {
    let any: Pair<F, 21> = pair(places);
    assert_eq!(any.to_words(), values(&any).each_ref().map(words));
    assert_eq!(any.low_words(), words(&values(&any)[0]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn products_in_each(all in prop::array::uniform4(places())) {
        in_each!(products(&all));
    }

    #[test]
    fn sums_in_each(both in prop::array::uniform2(places())) {
        in_each!(sums(&both));
    }

    #[test]
    fn words_and_back_in_each(low: Words, high: Words, ones in 0_usize..3) {
        let mut both = [low, high];
        both.iter_mut().take(ones).for_each(|words| *words = [u64::MAX; 4]);
        in_each!(words_and_back(&both[0], &both[1]));
        prop_assert!(below_p(&low) == (number(&low) < p()));
    }

    #[test]
    fn canonical_words_of_any_limbs(places in places()) {
        in_each!(canonical(&places));
    }

    #[test]
    fn powers_in_each(places in places()) {
        in_each!(powers(&places));
    }
}

/// Combinations of signs of limbs `less` from both ends of a contract of `A` times `B`: all, where there are as many as the
/// fused ones have.
fn all_signs<F: Seen, const A: usize, const B: usize>(less: i64) {
    for signs in 0..1 << 12_u32 {
        let place =
            |index: usize| Place(if signs >> (index % 12) & 1 == 0 { 1.0 } else { -1.0 }, less);
        let lanes = |from: usize, to: usize| {
            [
                core::array::from_fn(|i| place(from + i)),
                core::array::from_fn(|i| place(to + 13 * i)),
            ]
        };
        check_mul(&pair::<F, A>(&lanes(0, 11)), &pair::<F, B>(&lanes(6, 3)));
    }
}

fn ends<F: Seen>() {
    for less in [0, 1, 54_321] {
        all_signs::<F, 3, 7>(less);
        all_signs::<F, 15, 1>(less);
    }
}

#[test]
fn products_at_the_ends() {
    in_each!(ends());
}

fn squares_and_sums_at_the_ends<F: Seen>() {
    for (signs, less) in (0..1 << 10_u32).flat_map(|signs| [0, 1, 54_321].map(|less| (signs, less)))
    {
        let place = |index: usize| Place(if signs >> index & 1 == 0 { 1.0 } else { -1.0 }, less);
        let lanes = [core::array::from_fn(place), core::array::from_fn(|i| place(9 - i))];
        let (four, three): (Pair<F, 4>, Pair<F, 3>) = (pair(&lanes), pair(&lanes));
        check_square(&four);
        check_mul_add(&four, &three, &three, &three);
        check_mul_add(&four, &three.negated(), &three.swapped(), &three);
    }
}

#[test]
fn squares_and_sums_at_the_ends_in_each() {
    in_each!(squares_and_sums_at_the_ends());
}

/// The contract is there for a reason: some steps beyond it, products are wrong.
#[test]
fn beyond_the_contract_products_are_wrong() {
    let beyond = |units: i64, less: i64| Fused::of(&[[(units << 43) - less; LIMBS]; 2]);
    let (a, b) = (beyond(64, 12_345), beyond(-64, 54_321));
    let of = |both| values(&Pair::<Fused, 21>(both, core::marker::PhantomData));
    let [got, _] = of(Fused::product(&a, &b));
    let [want, _] = zip(of(a), of(b), |a, b| a * b);
    assert_ne!(modulo(&got), modulo(&want));
}

fn beyond_is_caught<F: Seen>() {
    let caught = std::panic::catch_unwind(|| {
        let _ = Tight::<F>::new(F::of(&[[F::UNIT + 1; LIMBS]; 2]));
    });
    let message = caught.unwrap_err();
    assert_eq!(message.downcast_ref(), Some(&"a limb breaks its contract"));
}

#[test]
#[cfg(debug_assertions)]
fn a_limb_beyond_its_contract_is_caught() {
    in_each!(beyond_is_caught());
}

fn about_p<F: Seen>() {
    for (factor, step) in (0..4).flat_map(|factor| (-40_i64..=40).map(move |step| (factor, step))) {
        let near = p() * factor + step;
        let want = words(&near);
        // Limbs of a value that all together hold, and of either sign of one near zero.
        let (sign, digits) = near.to_u64_digits();
        if sign != Sign::Minus {
            let bit =
                |index: usize| digits.get(index / 64).map_or(0, |word| word >> (index % 64) & 1);
            let limb = |index: usize| {
                (0..F::BITS as usize).map(|i| bit(F::BITS as usize * index + i) << i).sum::<u64>()
            };
            let limbs = core::array::from_fn(|i| if i < F::COUNT { limb(i) as i64 } else { 0 });
            assert_eq!(Tight::<F>::new(F::of(&[limbs; 2])).to_words(), [want; 2]);
        }
        let mut small = [0; LIMBS];
        small[0] = step;
        let small = Tight::<F>::new(F::of(&[small; 2]));
        assert_eq!(small.to_words(), [words(&BigInt::from(step)); 2]);
    }
}

#[test]
fn values_about_p_and_its_multiples() {
    in_each!(about_p());
    let gap = (1_u64 << 32) + 977;
    assert!(!below_p(&[gap.wrapping_neg(), u64::MAX, u64::MAX, u64::MAX]));
    assert!(below_p(&[gap.wrapping_neg() - 1, u64::MAX, u64::MAX, u64::MAX]));
}

#[test]
fn the_known_answers_hold() {
    assert!(super::extremes_hold());
}
