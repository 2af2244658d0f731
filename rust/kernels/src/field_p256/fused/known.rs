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
    near_end(bound, 12_345.0, 2.0, 1.0)
}

/// As [`first`], less others, so that no low part of a product is zero, and of either sign in turn, so that a column goes up
/// and down.
fn second(bound: f64) -> Value {
    near_end(bound, 54_321.0, -2.0, -1.0)
}

/// One function: where this is inlined, it takes more bytes than a product.
#[inline(never)]
fn near_end(bound: f64, less: f64, step: f64, turn: f64) -> Value {
    let mut sign = 1.0;
    Value([0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|index| {
        let end = if index < 5.0 { (1_u64 << 43) as f64 } else { (1_u64 << 36) as f64 };
        let limb = sign * (bound * end - (less + step * index));
        sign *= turn;
        Lanes::splat(black_box(limb))
    }))
}

// Computed with big integers, over R = 2^264, for a_k = sum (k E - 12345 - 2 i) 2^(44 i) and b_k = sum (-1)^i (k E -
// 54321 + 2 i) 2^(44 i), with E = 2^43, but 2^36 for i = 5: a_7 b_2 and less that; a_3 a_3.
const PRODUCT: Words =
    [0x0324_944f_fbed_0637, 0xbbe7_3967_8f85_e39a, 0x88cb_d3de_55a1_f4ee, 0xf5b6_55bf_af21_9ba6];
const OPPOSITE: Words =
    [0xfcdb_6bb0_0412_f9c8, 0x4418_c699_707a_1c65, 0x7734_2c21_aa5e_0b11, 0x0a49_aa3f_50de_645a];
const POWER: Words =
    [0x4da0_0b15_5d04_5014, 0xdcfd_51fc_5f52_4290, 0x307e_875f_99c1_6269, 0xeba1_0ed2_9061_407c];
