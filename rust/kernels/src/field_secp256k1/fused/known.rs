//! Known answers of the field, for the tests at load.

use core::hint::black_box;

use super::{Both, Fused, UNIT};
use crate::{
    field_secp256k1::{Pair, Words, mul, mul_add, square},
    lanes::Lanes,
};

/// Known answers near the largest limbs that the contract admits, both signs: what a host that does
/// not fuse, or miscompiles, gets wrong.
pub(crate) fn extremes_hold() -> bool {
    let product = mul(&first::<7>(1.0), &second::<3>(-1.0)).to_words();
    let sum = mul_add(&first::<3>(1.0), &second::<4>(-1.0), &first::<3>(-1.0), &second::<3>(1.0));
    let power = square(&first::<4>(-1.0)).to_words();
    product == [PRODUCT, OPPOSITE] && sum.to_words() == [SUM, OPPOSITE_SUM] && power == [POWER; 2]
}

/// All limbs at their end less a few, those of the high lane with this sign.
fn first<const A: usize>(sign: f64) -> Pair<Fused, A> {
    Pair::new(near_end(A as f64, sign, 12_345.0, 2.0))
}

/// As [`first`], less others: no low part of a product is zero.
fn second<const A: usize>(sign: f64) -> Pair<Fused, A> {
    Pair::new(near_end(A as f64, sign, 54_321.0, -2.0))
}

/// One function: where this is inlined, it takes more bytes than a product.
#[inline(never)]
fn near_end(units: f64, sign: f64, less: f64, step: f64) -> Both {
    Both([0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|index| {
        let limb = black_box(units * UNIT as f64 - (less + step * index));
        Lanes::pair(limb, sign * limb)
    }))
}

// Computed with big integers, for a_k = sum (k U - 12345 - 2 i) 2^(43 i) and b_k = sum (k U - 54321 + 2 i)
// 2^(43 i): a_7 b_3 and less that, a_3 b_4 + a_3 b_3 and less that, a_4 a_4.
const PRODUCT: Words =
    [0x7a04_bb65_f77e_53d5, 0xdd98_e1d4_f6ec_42c0, 0x557b_2409_0ae7_e495, 0xa047_55e0_8ed4_293d];
const OPPOSITE: Words =
    [0x85fb_4499_0881_a85a, 0x2267_1e2b_0913_bd3f, 0xaa84_dbf6_f518_1b6a, 0x5fb8_aa1f_712b_d6c2];
const SUM: Words =
    [0x704a_709c_2a13_fe28, 0x9294_1b4e_1938_738e, 0xa86d_2e1c_63ed_1e91, 0xd6bf_e4cc_8d97_9ec6];
const OPPOSITE_SUM: Words =
    [0x8fb5_8f62_d5eb_fe07, 0x6d6b_e4b1_e6c7_8c71, 0x5792_d1e3_9c12_e16e, 0x2940_1b33_7268_6139];
const POWER: Words =
    [0x1097_99e5_9167_59e1, 0x3312_a10c_1e9f_d864, 0x5cb6_739b_3a0b_0542, 0x100f_c266_e06e_ee40];
