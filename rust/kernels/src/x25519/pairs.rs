//! X25519 on pairs.
//!
//! A step of the ladder has two points, (X2, Z2) and (X3, Z3), each in one pair, and does three products and two squares of
//! pairs.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

use zeroize::Zeroizing;

use super::quotient;
use crate::{
    ed25519::clamped,
    field25519::{Field, Pair, Tight, mul, square},
    secret::mask,
    stack::{DEEP, swept},
};

const ZERO: [f64; 5] = [0.0; 5];
const ONE: [f64; 5] = [1.0, 0.0, 0.0, 0.0, 0.0];
/// (486662 - 2) / 4
const A24: [f64; 5] = [121_665.0, 0.0, 0.0, 0.0, 0.0];

/// As [`super::agree`].
pub(crate) fn agree_in_pairs<F: Field>(secret: &[u8; 32], u: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    swept::<DEEP, _>(|| Zeroizing::new(quotient(&ladder::<F>(&Zeroizing::new(clamped(secret)), u))))
}

/// (X2, Z2) of the scalar's multiple.
#[inline(never)]
fn ladder<F: Field>(scalar: &[u8; 32], u: &[u8; 32]) -> Tight<F> {
    let u = Tight::from_bytes(u, u);
    let u_a24: Tight<F> = u.low_low(&Tight::constant(&A24, &A24));
    let mut second = Tight::constant(&ONE, &ZERO);
    let mut third: Tight<F> = u.low_low(&Tight::constant(&ONE, &ONE));
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
fn exchange<F: Field>(a: &mut Tight<F>, b: &mut Tight<F>, bit: u64) {
    let masks = F::masks([mask(bit); 2]);
    (*a, *b) = (a.choose(b, masks), b.choose(a, masks));
}

/// Exchanges the two if `bit` is 1, doubles the second and adds it to the third. Names as in RFC 7748.
#[inline(never)]
fn step<F: Field>(second: &mut Tight<F>, third: &mut Tight<F>, bit: u64, u_a24: &Tight<F>) {
    exchange(second, third, bit);
    let ab: Pair<F, 2> = second.sum_difference();
    let ab = ab.normal();
    // (-D, C), so (-DA, CB), and the squares of CB - DA and of -(DA + CB)
    let dc: Pair<F, 2> = third.difference_sum();
    let da_cb: Pair<F, 2> = mul(&ab, &dc).sum_difference();
    let sums = square(&da_cb.normal());
    // (AA, BB), and (E, -E)
    let squares = square(&ab);
    let opposite = squares.swapped();
    let e: Pair<F, 2> = squares.sub(&opposite);
    // (u (DA - CB)^2, a24 E)
    let products = mul(u_a24, &sums.low_low::<2, 2>(&e));
    let aa_e: Pair<F, 2> = squares.low_low(&e);
    // (BB, AA + a24 E)
    let bb_sum: Pair<F, 2> = opposite.add_high(&products);
    *second = mul(&bb_sum.normal(), &aa_e);
    *third = sums.high_low(&products);
}
