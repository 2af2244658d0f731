//! What the NEON half of `libcrux-sha3` asks of a vector of two 64-bit lanes, on WebAssembly's simd128.
//!
//! libcrux is generic in these functions: with them its own two-way Keccak and its own ML-DSA over it compile for
//! `wasm32` unchanged. There is no rotation of lanes in simd128; two shifts and an `or` stand for it.

#![no_std]

/// Under the name that libcrux has for it.
#[cfg(feature = "simd128")]
pub mod arm64 {
    use core::arch::wasm32::*;

    /// Two lanes.
    #[allow(non_camel_case_types)]
    pub type _uint64x2_t = v128;

    #[inline(always)]
    fn rotate<const LEFT: i32, const RIGHT: i32>(a: v128) -> v128 {
        v128_or(i64x2_shl(a, LEFT as u32), u64x2_shr(a, RIGHT as u32))
    }

    #[inline(always)]
    pub fn _vdupq_n_u64(a: u64) -> v128 {
        u64x2_splat(a)
    }

    #[inline(always)]
    pub fn _veorq_u64(a: v128, b: v128) -> v128 {
        v128_xor(a, b)
    }

    #[inline(always)]
    pub fn _veor3q_u64(a: v128, b: v128, c: v128) -> v128 {
        v128_xor(a, v128_xor(b, c))
    }

    #[inline(always)]
    pub fn _vrax1q_u64(a: v128, b: v128) -> v128 {
        v128_xor(a, rotate::<1, 63>(b))
    }

    #[inline(always)]
    pub fn _vxarq_u64<const LEFT: i32, const RIGHT: i32>(a: v128, b: v128) -> v128 {
        rotate::<LEFT, RIGHT>(v128_xor(a, b))
    }

    #[inline(always)]
    pub fn _vbcaxq_u64(a: v128, b: v128, c: v128) -> v128 {
        v128_xor(a, v128_andnot(b, c))
    }

    #[inline(always)]
    pub fn _vtrn1q_u64(a: v128, b: v128) -> v128 {
        i64x2_shuffle::<0, 2>(a, b)
    }

    #[inline(always)]
    pub fn _vtrn2q_u64(a: v128, b: v128) -> v128 {
        i64x2_shuffle::<1, 3>(a, b)
    }

    #[inline(always)]
    pub fn _vld1q_u64(from: &[u64]) -> v128 {
        u64x2(from[0], from[1])
    }

    #[inline(always)]
    pub fn _vld1q_bytes_u64(from: &[u8]) -> v128 {
        assert_eq!(from.len(), 16);
        // SAFETY: sixteen bytes are there.
        unsafe { v128_load(from.as_ptr().cast()) }
    }

    #[inline(always)]
    pub fn _vst1q_bytes_u64(to: &mut [u8], a: v128) {
        assert_eq!(to.len(), 16);
        // SAFETY: sixteen bytes are there.
        unsafe { v128_store(to.as_mut_ptr().cast(), a) }
    }
}
