//! One element as five words, and what is computed with it. What limbs may be is for the caller to know: see [`super`].

#![allow(clippy::cast_possible_truncation, reason = "limbs are taken out of sums")]

use super::MASK;

/// Limbs of an element, the lowest first.
pub(super) type Value = [i64; 5];

#[inline(always)]
pub(super) fn zip(a: &Value, b: &Value, f: impl Fn(i64, i64) -> i64) -> Value {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3]), f(a[4], b[4])]
}

#[inline(always)]
pub(super) fn sum(a: &Value, b: &Value) -> Value {
    zip(a, b, |a, b| a + b)
}

#[inline(always)]
pub(super) fn difference(a: &Value, b: &Value) -> Value {
    zip(a, b, |a, b| a - b)
}

#[inline(always)]
pub(super) fn product(a: &Value, b: &Value) -> Value {
    let folded = b.map(|limb| 19 * limb);
    let near = |i: usize, j: usize| wide(a[i], b[j]);
    let over = |i: usize, j: usize| wide(a[i], folded[j]);
    reduced([
        near(0, 0) + over(4, 1) + over(3, 2) + over(2, 3) + over(1, 4),
        near(1, 0) + near(0, 1) + over(4, 2) + over(3, 3) + over(2, 4),
        near(2, 0) + near(1, 1) + near(0, 2) + over(4, 3) + over(3, 4),
        near(3, 0) + near(2, 1) + near(1, 2) + near(0, 3) + over(4, 4),
        near(4, 0) + near(3, 1) + near(2, 2) + near(1, 3) + near(0, 4),
    ])
}

/// What stands on both sides of the diagonal is counted twice.
#[inline(always)]
pub(super) fn squared(a: &Value) -> Value {
    let (twice, folded) = (a.map(|limb| 2 * limb), a.map(|limb| 19 * limb));
    let t = |i: usize, j: usize| wide(twice[i], a[j]);
    let over = |i: usize, j: usize| wide(twice[i], folded[j]);
    reduced([
        wide(a[0], a[0]) + over(1, 4) + over(2, 3),
        t(0, 1) + over(2, 4) + wide(a[3], folded[3]),
        t(0, 2) + wide(a[1], a[1]) + over(3, 4),
        t(0, 3) + t(1, 2) + wide(a[4], folded[4]),
        t(0, 4) + t(1, 3) + wide(a[2], a[2]),
    ])
}

#[inline(always)]
pub(super) fn wide(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// Carries each limb into the next, and the last one into the first, 19 times.
#[inline(always)]
pub(super) fn normal([a, b, c, d, e]: &Value) -> Value {
    let rest = |limb: &i64| limb & MASK.cast_signed();
    [
        rest(a) + 19 * (e >> 51),
        rest(b) + (a >> 51),
        rest(c) + (b >> 51),
        rest(d) + (c >> 51),
        rest(e) + (d >> 51),
    ]
}

/// `b` where the mask has ones, and `a` where it has zeros.
#[inline(always)]
pub(super) fn chosen(a: &Value, b: &Value, mask: u64) -> Value {
    zip(a, b, |a, b| a ^ (a ^ b) & mask.cast_signed())
}

/// Carries each column into the next, and the last one into the first, 19 times.
#[inline(always)]
pub(super) fn reduced([t0, t1, t2, t3, t4]: [i128; 5]) -> Value {
    let (l0, carry) = split(t0);
    let (l1, carry) = split(t1 + carry);
    let (l2, carry) = split(t2 + carry);
    let (l3, carry) = split(t3 + carry);
    let (l4, carry) = split(t4 + carry);
    let l0 = l0 + 19 * carry as i64;
    [l0 & MASK.cast_signed(), l1 + (l0 >> 51), l2, l3, l4]
}

/// The lowest bits, and what is above them.
#[inline(always)]
const fn split(column: i128) -> (i64, i128) {
    (column as i64 & MASK.cast_signed(), (column >> 51) as i64 as i128)
}
