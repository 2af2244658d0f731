//! One element, which is low and high at once: for what is read alone.

#![allow(clippy::cast_possible_truncation, reason = "limbs of constants are integers")]

use super::value::{Value, chosen, difference, normal, product, squared, sum};
use crate::field25519::{Arithmetic, bytes::limbs};

/// The field on one element. Of two that are given, it takes the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alone;

impl Arithmetic for Alone {
    type Both = Value;
    type Masks = u64;

    #[inline(always)]
    fn constant(low: &[f64; 5], _: &[f64; 5]) -> Value {
        low.map(|limb| limb as i64)
    }

    #[inline(always)]
    fn of_words(low: &[u64; 4], _: &[u64; 4]) -> Value {
        limbs(low).map(u64::cast_signed)
    }

    #[inline(always)]
    fn limbs(value: &Value, _: usize) -> Value {
        *value
    }

    #[cfg(test)]
    fn of_signed(low: &Value, _: &Value) -> Value {
        *low
    }

    #[cfg(debug_assertions)]
    fn bound(value: &Value) -> usize {
        super::units(value)
    }

    #[inline(always)]
    fn sum(a: &Value, b: &Value) -> Value {
        sum(a, b)
    }

    #[inline(always)]
    fn difference(a: &Value, b: &Value) -> Value {
        difference(a, b)
    }

    #[inline(always)]
    fn negated(a: &Value) -> Value {
        a.map(|limb| -limb)
    }

    #[inline(always)]
    fn normal(a: &Value) -> Value {
        normal(a)
    }

    #[inline(always)]
    fn masks([mask, _]: [u64; 2]) -> u64 {
        mask
    }

    #[inline(always)]
    fn chosen(a: &Value, b: &Value, mask: u64) -> Value {
        chosen(a, b, mask)
    }

    #[inline(always)]
    fn product(a: &Value, b: &Value) -> Value {
        product(a, b)
    }

    #[inline(always)]
    fn squared(a: &Value) -> Value {
        squared(a)
    }

    #[inline(never)]
    fn squared_times(a: &Value, count: u32) -> Value {
        (0..count).fold(*a, |power, _| squared(&power))
    }
}
