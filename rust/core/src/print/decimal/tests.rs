//! Against the standard library, which reads, and against `ryu-js`, which writes as ECMAScript does.

use proptest::prelude::*;

use super::Decimal;
use crate::print::number::{spell, spell_single};

/// A generator that needs no seed from outside (splitmix64).
struct Doubles(u64);

impl Iterator for Doubles {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Some(mixed ^ mixed >> 31)
    }
}

fn check_written(double: f64) {
    if double.is_finite() {
        let text = spell(double);
        assert_eq!(text, ryu_js::Buffer::new().format_finite(double), "{:#x}", double.to_bits());
    }
}

fn check_read(digits: u64, exponent: i32) {
    let want: f64 = format!("{digits}e{exponent}").parse().unwrap_or(f64::NAN);
    let got = Decimal { digits, exponent }.to_double();
    assert_eq!(got.to_bits(), want.to_bits(), "{digits}e{exponent}");
}

/// The double itself, what its text is read as, and decimals of any exponent and of the usual ones.
fn check_all(count: usize) {
    let mut random = Doubles(1);
    for bits in Doubles(0).take(count) {
        let double = f64::from_bits(bits);
        check_written(double);
        if double.is_normal() {
            let Decimal { digits, exponent } = Decimal::shortest(double.abs());
            check_read(digits, exponent);
        }
        let kind = random.next().unwrap_or_default();
        let digits = bits % 10_u64.pow(1 + (kind % 19) as u32);
        check_read(digits, (kind >> 8) as i32 % 360);
        check_read(digits, (kind >> 8) as i32 % 40);
    }
}

#[test]
fn ten_thousand_doubles() {
    check_all(10_000);
}

#[test]
#[ignore = "takes a minute: `npm test -- --only long` runs it"]
fn ten_million_doubles() {
    check_all(10_000_000);
}

fn check_single(bits: u32) {
    let single = f32::from_bits(bits);
    if !single.is_nan() {
        assert_eq!(spell_single(single), single.to_string(), "{bits:#x}");
    }
}

#[test]
fn singles_are_written_as_rust_displays_them() {
    Doubles(3).take(50_000).for_each(|bits| check_single(bits as u32));
    for edge in (0..=0x1ff_u32).map(|exponent| exponent << 23) {
        (0..3).for_each(|near| check_single(edge.wrapping_add(near).wrapping_sub(1)));
    }
    for number in 0..=10_000_u16 {
        check_single((f32::from(number) / 10_000.0).to_bits());
        check_single(f32::from(number).to_bits());
    }
}

#[test]
#[ignore = "takes minutes: `npm test -- --only long` runs it"]
fn a_hundred_million_singles() {
    (0..=u32::MAX).step_by(41).for_each(check_single);
}

#[test]
fn powers_of_two_and_ten_and_their_neighbours() {
    let twos = (0..0x7ff_u64).map(|exponent| exponent << 52);
    let tens = (-323..=308)
        .map(|exponent| format!("1e{exponent}").parse::<f64>().unwrap_or(0.0).to_bits());
    for bits in twos.chain(tens) {
        for near in [bits.wrapping_sub(1), bits, bits + 1] {
            check_written(f64::from_bits(near));
            check_written(-f64::from_bits(near));
        }
    }
}

#[test]
fn every_power_is_read() {
    for exponent in -400..=400 {
        for digits in [1, 2, 5, 9, (1 << 53) - 1, (1 << 53) + 1, 9_999_999_999_999_999_999] {
            check_read(digits, exponent);
        }
    }
}

/// Decimals half way between two doubles, which are exact integers here, and their neighbours.
#[test]
fn ties_are_even() {
    for shift in 0..10 {
        for odd in 0..200 {
            let middle = ((1_u64 << 53) + 2 * odd + 1) << shift;
            (middle - 1..=middle + 1).for_each(|digits| check_read(digits, 0));
        }
    }
    // Fractions: 2^53 + 1 + 1/2^k has a short decimal for small k only.
    for digits in [9_007_199_254_740_993_u64, 45_035_996_273_704_965, 225_179_981_368_524_825] {
        (-4..=3).for_each(|exponent| check_read(digits, exponent));
    }
}

proptest! {
    #[test]
    fn integers_are_written(value: u64, shift in 0..64_u32) {
        check_written((value >> shift) as f64);
    }

    #[test]
    fn short_decimals_are_written(digits in 0..100_000_000_u64, exponent in -30..30) {
        check_written(Decimal { digits, exponent }.to_double());
    }
}
