//! Constants of the curve, each as words, the lowest first. The tests derive every one of them.
//!
//! The kernel computes on y^2 = x^3 + 1/3, to which (x, y) -> (u^2 x, u^3 y) with u^6 = 1/21 takes the
//! curve y^2 = x^3 + 7: three times the last coefficient is 1, so the complete formulas have no
//! product with a constant.

use crate::{
    field_secp256k1::{P, Words},
    inverse::Modulus,
};

/// For inverses modulo p.
pub(super) static MODULO_P: Modulus = Modulus::new(&P);
/// The generator on the curve of the kernel: x.
pub(super) const BASE_X: Words =
    [0x53e9_9657_41a4_2898, 0xede9_cebb_e465_250e, 0x9058_d690_970f_fc5e, 0x42d3_bd21_aea1_c1e7];
/// The generator on the curve of the kernel: y.
pub(super) const BASE_Y: Words =
    [0x1840_a435_60b2_47b3, 0xb9c6_87e0_c37a_b309, 0x845e_c0ca_06cc_6bd9, 0xab90_aa57_0a2c_f6d7];
/// u^2.
pub(super) const U2: Words =
    [0x8b59_2124_699e_11d0, 0xf9e7_283d_21ea_a87d, 0x2911_8f40_4d9d_c115, 0xe9ff_b34b_a5bd_49eb];
/// u^3.
pub(super) const U3: Words =
    [0xcf21_4cb1_1c6b_9976, 0xa2e9_6154_6a98_49bf, 0x2310_f827_0240_aab9, 0x9a82_775d_f706_b879];
/// 1 / u^2.
pub(super) const PER_U2: Words =
    [0xac8f_1dba_b09d_c55b, 0xf4fb_a153_2fd6_4ac1, 0x01f5_d59c_7bf8_67f0, 0x51e9_8ee0_a1e9_32bb];
/// 1 / u^3.
pub(super) const PER_U3: Words =
    [0xfdbb_4a93_54d3_c47a, 0x5d24_fbec_be7e_0cbb, 0xe064_5b33_2f4e_013a, 0xacb3_cab5_438d_21ef];
/// A cube root of 1 modulo p: (BETA x, y) is a multiple of (x, y).
pub(super) const BETA: Words =
    [0xc139_6c28_7195_01ee, 0x9cf0_4975_12f5_8995, 0x6e64_479e_ac34_34e9, 0x7ae9_6a2b_657c_0710];
/// p - n, below which an x coordinate above n may be meant.
pub(super) const P_LESS_N: Words =
    [0x402d_a172_2fc9_baee, 0x4551_2319_50b7_5fc4, 0x0000_0000_0000_0001, 0x0000_0000_0000_0000];
/// 2^384 b_2 / n, rounded.
pub(super) const G1: Words =
    [0xe893_209a_45db_b031, 0x3daa_8a14_71e8_ca7f, 0xe86c_90e4_9284_eb15, 0x3086_d221_a7d4_6bcd];
/// 2^384 (-b_1) / n, rounded.
pub(super) const G2: Words =
    [0x1571_b4ae_8ac4_7f71, 0x2212_08ac_9df5_06c6, 0x6f54_7fa9_0abf_e4c4, 0xe443_7ed6_010e_8828];
/// a_1 of the short vectors (a_i, b_i) with a_i + b_i LAMBDA = 0 modulo n, for LAMBDA a cube root of 1; and b_2, too.
pub(super) const A1: Words = [0xe86c_90e4_9284_eb15, 0x3086_d221_a7d4_6bcd, 0, 0];
/// a_2.
pub(super) const A2: Words = [0x57c1_108d_9d44_cfd8, 0x14ca_50f7_a8e2_f3f6, 1, 0];
/// -b_1.
pub(super) const MINUS_B1: Words = [0x6f54_7fa9_0abf_e4c3, 0xe443_7ed6_010e_8828, 0, 0];
/// LAMBDA modulo n: (BETA x, y) is LAMBDA (x, y).
#[cfg(test)]
pub(super) const LAMBDA: Words =
    [0xdf02_967c_1b23_bd72, 0x122e_22ea_2081_6678, 0xa526_1c02_8812_645a, 0x5363_ad4c_c05c_30e0];
