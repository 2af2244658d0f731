//! Masks that keep a secret out of branches.
//!
//! LLVM turns `(a & m) | (b & !m)` into a `select` or a branch once it proves that
//! `m` is zero or all ones. So a mask is xored with a zero from a volatile read,
//! which the compiler cannot predict. `xtask inspect` checks the shipped module for
//! branches and selects.
//!
//! Nothing here stops an engine from compiling a vector instruction into a branch;
//! no engine is known to do that.

#![allow(unsafe_code, reason = "a volatile read, of which the compiler must know nothing")]

use core::ptr;

static ZERO: u64 = 0;

/// All ones for `bit` = 1, zero for `bit` = 0, and no compiler knows that there are but two.
///
/// The bit must come out of arithmetic: of a comparison LLVM makes a `select` all the same.
#[inline(always)]
pub(crate) fn mask(bit: u64) -> u64 {
    0_u64.wrapping_sub(bit) ^ zero()
}

/// Zero, which no compiler knows. For many masks at once.
#[inline(always)]
pub(crate) fn zero() -> u64 {
    // SAFETY: reads a static.
    unsafe { ptr::read_volatile(&raw const ZERO) }
}
