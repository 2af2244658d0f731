//! Two vector forms of ML-DSA's NTT (FIPS 204, algorithm 41), as prototypes: what could a kernel give?
//!
//! Integers: four lanes of 32 bits, Montgomery's multiplication by `extmul`. Floats: two lanes of `f64`, products below
//! 2^53 and a fused multiply-add, so every step is exact. Coefficients stay below 9 q, as in libcrux.

use core::arch::wasm32::*;

const Q: i32 = 8_380_417;
/// 1 / q modulo 2^32.
const INVERSE: i32 = 58_728_449;
const ROOT: i64 = 1_753;

/// The roots in the order of their use, times `factor`, between -q/2 and q/2.
const fn roots(factor: i64) -> [i32; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let (mut power, mut left) = (factor % Q as i64, (at as u8).reverse_bits());
        while left > 0 {
            power = power * ROOT % Q as i64;
            left -= 1;
        }
        let centred = if power > Q as i64 / 2 { power - Q as i64 } else { power };
        table[at] = centred as i32;
        at += 1;
    }
    table
}

static ROOTS: [i32; 256] = roots(1 << 32);
static ROOTS_BY_Q: [i32; 256] = {
    let mut table = roots(1 << 32);
    let mut at = 0;
    while at < 256 {
        table[at] = table[at].wrapping_mul(INVERSE);
        at += 1;
    }
    table
};

/// The roots as floats, over `divisor`.
const fn floats(divisor: f64) -> [f64; 256] {
    let (from, mut table, mut at) = (roots(1), [0.0; 256], 0);
    while at < 256 {
        table[at] = from[at] as f64 / divisor;
        at += 1;
    }
    table
}

static FLOATS: [f64; 256] = floats(1.0);
static FLOATS_BY_Q: [f64; 256] = floats(Q as f64);

/// `a * b / 2^32` modulo q, where `by_q` is `b / q` modulo 2^32.
#[inline(always)]
fn reduced(a: v128, b: v128, by_q: v128) -> v128 {
    let (q, m) = (i32x4_splat(Q), i32x4_mul(a, by_q));
    let low = i64x2_sub(i64x2_extmul_low_i32x4(a, b), i64x2_extmul_low_i32x4(m, q));
    let high = i64x2_sub(i64x2_extmul_high_i32x4(a, b), i64x2_extmul_high_i32x4(m, q));
    i32x4_shuffle::<1, 3, 5, 7>(low, high)
}

/// Four lanes of a table from `at` on.
#[inline(always)]
fn four(table: &[i32; 256], at: usize) -> v128 {
    i32x4(table[at], table[at + 1], table[at + 2], table[at + 3])
}

/// Two roots, each for two lanes.
#[inline(always)]
fn twice(table: &[i32; 256], at: usize) -> v128 {
    i32x4(table[at], table[at], table[at + 1], table[at + 1])
}

/// The transform on four lanes of integers.
#[inline(never)]
pub fn integers(v: &mut [v128; 64]) {
    let (mut root, mut len) = (1, 32);
    while len >= 1 {
        for start in (0..64).step_by(2 * len) {
            let (zeta, by_q) = (i32x4_splat(ROOTS[root]), i32x4_splat(ROOTS_BY_Q[root]));
            root += 1;
            for at in start..start + len {
                let t = reduced(v[at + len], zeta, by_q);
                (v[at], v[at + len]) = (i32x4_add(v[at], t), i32x4_sub(v[at], t));
            }
        }
        len /= 2;
    }
    for at in 0..32 {
        let (u, w) = (v[2 * at], v[2 * at + 1]);
        let (a, b) = (i32x4_shuffle::<0, 1, 4, 5>(u, w), i32x4_shuffle::<2, 3, 6, 7>(u, w));
        let t = reduced(b, twice(&ROOTS, 64 + 2 * at), twice(&ROOTS_BY_Q, 64 + 2 * at));
        let (a, b) = (i32x4_add(a, t), i32x4_sub(a, t));
        let (a, b) = (i32x4_shuffle::<0, 4, 2, 6>(a, b), i32x4_shuffle::<1, 5, 3, 7>(a, b));
        let t = reduced(b, four(&ROOTS, 128 + 4 * at), four(&ROOTS_BY_Q, 128 + 4 * at));
        let (a, b) = (i32x4_add(a, t), i32x4_sub(a, t));
        v[2 * at] = i32x4_shuffle::<0, 4, 1, 5>(a, b);
        v[2 * at + 1] = i32x4_shuffle::<2, 6, 3, 7>(a, b);
    }
}

/// `a * b` modulo q, where `by_q` is `b / q`.
#[inline(always)]
fn product(a: v128, b: v128, by_q: v128) -> v128 {
    let quotient = f64x2_nearest(f64x2_mul(a, by_q));
    f64x2_relaxed_nmadd(quotient, f64x2_splat(Q.into()), f64x2_mul(a, b))
}

/// The transform on two lanes of floats, with the conversions.
#[inline(never)]
pub fn by_floats(v: &mut [v128; 64]) {
    let mut f = [f64x2_splat(0.0); 128];
    for (at, four) in v.iter().enumerate() {
        f[2 * at] = f64x2_convert_low_i32x4(*four);
        f[2 * at + 1] = f64x2_convert_low_i32x4(i32x4_shuffle::<2, 3, 2, 3>(*four, *four));
    }
    let (mut root, mut len) = (1, 64);
    while len >= 1 {
        for start in (0..128).step_by(2 * len) {
            let (zeta, by_q) = (f64x2_splat(FLOATS[root]), f64x2_splat(FLOATS_BY_Q[root]));
            root += 1;
            for at in start..start + len {
                let t = product(f[at + len], zeta, by_q);
                (f[at], f[at + len]) = (f64x2_add(f[at], t), f64x2_sub(f[at], t));
            }
        }
        len /= 2;
    }
    for at in 0..64 {
        let (u, w, root) = (f[2 * at], f[2 * at + 1], 128 + 2 * at);
        let (a, b) = (i64x2_shuffle::<0, 2>(u, w), i64x2_shuffle::<1, 3>(u, w));
        let by_q = f64x2(FLOATS_BY_Q[root], FLOATS_BY_Q[root + 1]);
        let t = product(b, f64x2(FLOATS[root], FLOATS[root + 1]), by_q);
        let a_plus = i32x4_trunc_sat_f64x2_zero(f64x2_add(a, t));
        let a_minus = i32x4_trunc_sat_f64x2_zero(f64x2_sub(a, t));
        v[at] = i32x4_shuffle::<0, 4, 1, 5>(a_plus, a_minus);
    }
}

/// The products of two transforms, lane by lane, over 2^32.
#[inline(never)]
pub fn multiply(a: &mut [v128; 64], b: &[v128; 64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = reduced(*a, *b, i32x4_mul(*b, i32x4_splat(INVERSE)));
    }
}
