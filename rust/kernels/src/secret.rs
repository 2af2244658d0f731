//! What keeps a secret out of branches, and out of memory after use.
//!
//! LLVM turns `(a & m) | (b & !m)` into a `select` or a branch once it proves that
//! `m` is zero or all ones. So a mask is xored with a zero that is read volatile,
//! of which the compiler knows nothing. `xtask inspect` reads the shipped module
//! for what it made of it.
//!
//! Nothing here stops an engine from compiling a vector instruction into a branch;
//! no engine is known to do that.

#![allow(unsafe_code, reason = "a volatile read, of which the compiler must know nothing")]

use core::{hint::black_box, mem::MaybeUninit, ptr};

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

/// Runs `work`, then overwrites the stack that it used, up to [`STACK`] bytes.
///
/// Vectors whose address was taken, and what did not fit in registers, lie there.
/// Best effort: a compiler may keep copies elsewhere.
pub(crate) fn swept<T>(work: impl FnOnce() -> T) -> T {
    let outcome = apart(work);
    sweep();
    outcome
}

/// More than the deepest chain of frames below [`swept`]. Measured in WebAssembly on a stack that was painted
/// before: after a key, a signature or an agreement of either curve, all that is left of them is the frame
/// of the caller, below 512 bytes.
const STACK: usize = 16 << 10;

#[inline(never)]
fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}

#[inline(never)]
fn sweep() {
    let mut stack = MaybeUninit::<[u8; STACK]>::uninit();
    // SAFETY: writes all of what is on the stack here, and reads nothing.
    unsafe { stack.as_mut_ptr().write_bytes(0, 1) };
    // What was written is read, for all that a compiler knows.
    black_box(&stack);
}
