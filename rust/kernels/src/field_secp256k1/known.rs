//! Known answers of the field, for the tests at load.

use core::hint::black_box;

use super::{Pair, UNIT, Words, mul, mul_add, square};
use crate::lanes::Lanes;

/// Known answers at the largest limbs that the contract admits, both signs: what a host that does
/// not fuse, or miscompiles, gets wrong.
pub(crate) fn extremes_hold() -> bool {
    let product = mul(&both::<7>(1.0), &both::<3>(-1.0)).to_words();
    let sum =
        mul_add(&both::<3>(1.0), &both::<4>(-1.0), &both::<3>(-1.0), &both::<3>(1.0)).to_words();
    let power = square(&both::<4>(-1.0)).to_words();
    product == [PRODUCT, OPPOSITE] && sum == product && power == [POWER; 2]
}

/// All limbs at their end, those of the high lane with this sign.
fn both<const A: usize>(sign: f64) -> Pair<A> {
    let limb = black_box((A as u64 * UNIT) as f64);
    Pair::new([Lanes::pair(limb, sign * limb); 6])
}

// Computed with big integers: 21 v v, -21 v v and 16 v v for v = U (1 + 2^43 + .. + 2^215).
const PRODUCT: Words =
    [0x3c25_c644_1324_1634, 0x6900_0190_be4f_c150, 0x3c1f_b2a0_000a_04f4, 0x5400_0140_be0f_c000];
const OPPOSITE: Words =
    [0xc3da_39ba_ecdb_e5fb, 0x96ff_fe6f_41b0_3eaf, 0xc3e0_4d5f_fff5_fb0b, 0xabff_febf_41f0_3fff];
const POWER: Words =
    [0x2dd3_a340_0e95_6640, 0x5000_0131_540c_0100, 0x2dcf_0200_0007_a240, 0x4000_00f4_600c_0000];
