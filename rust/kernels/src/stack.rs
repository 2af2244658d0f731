//! What keeps a secret out of the stack after use.
//!
//! Whatever did not fit in registers, and every array that a function had, lies below the stack pointer
//! until a later call happens to write there. In WebAssembly that stack is part of the memory.
//!
//! Best effort: a compiler may keep copies elsewhere, in registers and in the frame of the caller.

#![allow(unsafe_code, reason = "overwrites memory that holds nothing any more")]

use core::{hint::black_box, mem::MaybeUninit};

/// More than the deepest chain of frames of any curve, cipher or hash. Measured in WebAssembly on a stack that
/// was painted before: after a key, a signature or an agreement, all that is left of them is the frame of the
/// caller, below 512 bytes.
pub const DEEP: usize = 16 << 10;

/// Runs `work`, then overwrites the stack below this call, `DEPTH` bytes of it.
pub fn swept<const DEPTH: usize, T>(work: impl FnOnce() -> T) -> T {
    let outcome = apart(work);
    sweep::<DEPTH>();
    outcome
}

/// Runs `work` in a frame of its own, so that all that it has on the stack is below the caller's: where a later
/// [`sweep`] of the caller, or of whoever calls next from the same depth, reaches it.
#[inline(never)]
pub fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Overwrites the stack below this call, `DEPTH` bytes of it.
#[inline(never)]
pub fn sweep<const DEPTH: usize>() {
    let mut stack = MaybeUninit::<[u8; DEPTH]>::uninit();
    // SAFETY: writes all of what is on the stack here, and reads nothing.
    unsafe { stack.as_mut_ptr().write_bytes(0, 1) };
    // What was written is read, for all that a compiler knows.
    black_box(&stack);
}
