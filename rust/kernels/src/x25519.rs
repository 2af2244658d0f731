//! X25519 (RFC 7748, section 5): a Montgomery ladder on pairs, in constant time.
//!
//! A step of the ladder has two points, (X2, Z2) and (X3, Z3), each in one pair, and does
//! three products and two squares of pairs. Which of the points is doubled is a mask, opaque
//! to the compiler ([`crate::secret::mask`]).
//!
//! The caller decides which public keys are refused, and what a result of zero means.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

#[cfg(not(target_family = "wasm"))]
mod words;

use zeroize::Zeroizing;

#[cfg(test)]
pub(crate) use words::agree_by;
#[cfg(not(target_family = "wasm"))]
pub use words::agree_in_words;

use crate::{
    ed25519::clamped,
    edwards25519::{Point, base},
    field25519::{Pair, Tight, mul, square},
    lanes::Lanes,
    secret::mask,
    stack::{DEEP, swept},
};

const ZERO: [f64; 5] = [0.0; 5];
const ONE: [f64; 5] = [1.0, 0.0, 0.0, 0.0, 0.0];
/// (486662 - 2) / 4
const A24: [f64; 5] = [121_665.0, 0.0, 0.0, 0.0, 0.0];

/// The public key of a secret.
#[must_use]
pub fn public(secret: &[u8; 32]) -> [u8; 32] {
    let tables = base::tables();
    swept::<DEEP, _>(|| from_edwards(&base::multiply(tables, &Zeroizing::new(clamped(secret)))))
}

/// u = (1 + y) / (1 - y) = (Z + Y) / (Z - Y), which is 0 for the neutral element.
pub(crate) fn from_edwards(point: &Point) -> [u8; 32] {
    let zy: Tight = point.zt.low_high(&point.xy);
    let fraction: Pair<2> = zy.sum_difference();
    quotient(&fraction.normal())
}

/// `X25519(secret, u)`. The top bit of `u` is not read, and u is taken modulo p.
#[must_use]
pub fn agree(secret: &[u8; 32], u: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    swept::<DEEP, _>(|| Zeroizing::new(quotient(&ladder(&Zeroizing::new(clamped(secret)), u))))
}

/// low / high; zero where high is zero.
#[inline(never)]
fn quotient(fraction: &Tight) -> [u8; 32] {
    mul(fraction, &fraction.swapped().low_inverse()).low_bytes()
}

/// (X2, Z2) of the scalar's multiple.
#[inline(never)]
fn ladder(scalar: &[u8; 32], u: &[u8; 32]) -> Tight {
    let u = Tight::from_bytes(u, u);
    let u_a24: Tight = u.low_low(&Tight::constant(&A24, &A24));
    let mut second = Tight::constant(&ONE, &ZERO);
    let mut third: Tight = u.low_low(&Tight::constant(&ONE, &ONE));
    let mut swapped = 0;
    // Bit 255 of a clamped scalar is zero.
    for index in (0..255).rev() {
        let bit = u64::from(scalar[index >> 3] >> (index & 7) & 1);
        step(&mut second, &mut third, swapped ^ bit, &u_a24);
        swapped = bit;
    }
    exchange(&mut second, &mut third, swapped);
    second
}

/// Exchanges the two if `bit` is 1.
#[inline(always)]
fn exchange(a: &mut Tight, b: &mut Tight, bit: u64) {
    let mask = Lanes::splat_bits(mask(bit));
    (*a, *b) = (a.choose(b, mask), b.choose(a, mask));
}

/// Exchanges the two if `bit` is 1, doubles the second and adds it to the third. Names as in RFC 7748.
#[inline(never)]
fn step(second: &mut Tight, third: &mut Tight, bit: u64, u_a24: &Tight) {
    exchange(second, third, bit);
    let ab: Pair<2> = second.sum_difference();
    let ab = ab.normal();
    // (-D, C), so (-DA, CB), and the squares of CB - DA and of -(DA + CB)
    let dc: Pair<2> = third.difference_sum();
    let da_cb: Pair<2> = mul(&ab, &dc).sum_difference();
    let sums = square(&da_cb.normal());
    // (AA, BB), and (E, -E)
    let squares = square(&ab);
    let opposite = squares.swapped();
    let e: Pair<2> = squares.sub(&opposite);
    // (u (DA - CB)^2, a24 E)
    let products = mul(u_a24, &sums.low_low::<2, 2>(&e));
    let aa_e: Pair<2> = squares.low_low(&e);
    // (BB, AA + a24 E)
    let bb_sum: Pair<2> = opposite.add_high(&products);
    *second = mul(&bb_sum.normal(), &aa_e);
    *third = sums.high_low(&products);
}
