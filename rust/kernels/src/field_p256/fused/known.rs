//! Known answers of the field on fused multiply-add, for the tests at load.

use core::hint::black_box;

use super::{Field, Fused, Value};
use crate::{lanes::Lanes, numbers::Words};

/// Known answers near the largest limbs that the contract admits, both signs: what a host that does
/// not fuse, or miscompiles, gets wrong.
pub(crate) fn extremes_hold() -> bool {
    let (seven, three, other) = (first(7.0), first(3.0), second(2.0));
    let minus = |value: &Value| Fused::negated_if(value, u64::MAX);
    let products = Fused::two_products([&seven, &minus(&seven)], [&other, &other]);
    let words = |values: [Value; 2]| values.each_ref().map(Fused::packed);
    words(products) == [PRODUCT, OPPOSITE]
        && words(Fused::two_squares([&three, &minus(&three)])) == [POWER; 2]
}

/// All limbs at their end less a few.
fn first(bound: f64) -> Value {
    near_end(bound, 12_345.0, 2.0)
}

/// As [`first`], less others: no low part of a product is zero.
fn second(bound: f64) -> Value {
    near_end(bound, 54_321.0, -2.0)
}

/// One function: where this is inlined, it takes more bytes than a product.
#[inline(never)]
fn near_end(bound: f64, less: f64, step: f64) -> Value {
    Value([0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|index| {
        let end = if index < 5.0 { (1_u64 << 43) as f64 } else { (1_u64 << 36) as f64 };
        Lanes::splat(black_box(bound * end - (less + step * index)))
    }))
}

// Computed with big integers, over R = 2^264, for a_k = sum (k E - 12345 - 2 i) 2^(44 i) and b_k = sum (k E - 54321 +
// 2 i) 2^(44 i), with E = 2^43, but 2^36 for i = 5: a_7 b_2 and less that; a_3 a_3.
const PRODUCT: Words =
    [0x1b25_cca6_4c40_4eea, 0x9316_4af9_f6ac_ed00, 0xc522_c20e_2435_8c3f, 0x35c6_e2ad_bef1_ae77];
const OPPOSITE: Words =
    [0xe4da_3359_b3bf_b115, 0x6ce9_b507_0953_12ff, 0x3add_3df1_dbca_73c0, 0xca39_1d51_410e_5189];
const POWER: Words =
    [0x4da0_0b15_5d04_5014, 0xdcfd_51fc_5f52_4290, 0x307e_875f_99c1_6269, 0xeba1_0ed2_9061_407c];
