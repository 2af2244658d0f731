//! Numbers of the map to the curve that is isogenous to secp256k1, and of the way from there to the curve of the
//! kernel (RFC 9380, section 8.7 and appendix E.1; [`super::constants`]). Each as words, the lowest first. The
//! tests derive all but A and the coefficients, which the vectors of the RFC hold to.

use crate::field_secp256k1::Words;

/// The isogenous curve is y^2 = x^3 + A x + 1771.
pub(super) const A: Words =
    [0x4054_47c0_1a44_4533, 0xe953_d363_cb6f_0e5d, 0xa08a_5558_f0f5_d272, 0x3f87_31ab_dd66_1adc];
/// -A.
pub(super) const MINUS_A: Words =
    [0xbfab_b83e_e5bb_b6fc, 0x16ac_2c9c_3490_f1a2, 0x5f75_aaa7_0f0a_2d8d, 0xc078_ce54_2299_e523];
/// -11, which is no square.
pub(super) const Z: Words =
    [0xffff_fffe_ffff_fc24, 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff];
/// Z A: the denominator of x where it would be zero.
pub(super) const Z_A: Words =
    [0x3c60_eabb_df10_fb5c, 0xf965_eab6_423a_61fe, 0x1a0e_552d_a56f_f50f, 0x4530_dd9d_7c9c_d885];
/// A square root of -Z^3.
pub(super) const ROOT: Words =
    [0xbc6e_cb9c_1297_3975, 0x250b_6507_3012_ec80, 0x46fd_bcb7_2aad_d8f4, 0x25e9_711a_e8c0_dadc];
/// -x of the points that the isogeny takes to the neutral one.
pub(super) const H: Words =
    [0xe295_2b30_9546_368a, 0x0369_b5b2_0faf_20dd, 0xfbe2_596a_8daa_112a, 0x76d6_e37b_21c1_ee0e];
/// u^2 times the coefficients of the numerator of x, the constant one first.
pub(super) const X: [Words; 4] = [
    [0xf422_c3ba_0dd5_cb97, 0xb40a_9fe4_b867_cb35, 0x42b8_a1f5_7a34_23bd, 0xcf0a_bbb0_7ded_f4f7],
    [0x4a15_7d79_e7ab_91a1, 0xe2ca_8e8b_c9ba_30c7, 0x516b_93d2_6620_837c, 0xe4d1_6c32_e7b4_2e15],
    [0xb510_d98d_e15c_d0f2, 0xdd06_c8dd_7f9e_483f, 0x2ba9_fd13_54cf_2329, 0x58e5_90de_421f_3f12],
    [0xd698_201f_b666_e291, 0x1bc4_59cd_e752_f646, 0xcbac_9e23_96d8_a3ad, 0xe11c_6941_4b4d_ebc4],
];
/// u^3 times the coefficients of the numerator of y, without the factor y.
pub(super) const Y: [Words; 4] = [
    [0x99ce_e11f_ff11_4c3a, 0xafb6_cd68_bdf7_e271, 0x3fe1_5892_aea6_9b2c, 0x9516_0397_5692_81d3],
    [0x64cc_26c2_3e41_ec5e, 0xcacd_eb36_aac7_93e7, 0x161b_cc45_650c_ba70, 0xfb80_b0a9_9a82_9ab5],
    [0x7867_88ff_0f58_2bf8, 0xf35c_f7b6_058c_94cd, 0x3a8d_4ff3_2c5e_887e, 0xa54e_a656_a4b6_67b8],
    [0x2d98_efe0_a23c_dfc2, 0xd6a0_58f0_29df_b6e1, 0xb572_6801_71dc_7819, 0x05b8_faf0_8468_8b92],
];
