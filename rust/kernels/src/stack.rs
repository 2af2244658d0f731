//! Wipes secrets that a call leaves on the stack.
//!
//! Values that did not fit in registers, and the arrays of a function, stay below the stack pointer until
//! a later call happens to write there. In WebAssembly that stack is part of the memory.
//!
//! This is best effort: a compiler may keep copies elsewhere, in registers and in the frame of the caller.

#![allow(unsafe_code, reason = "overwrites memory that holds nothing any more")]

use core::{hint::black_box, mem::MaybeUninit};

/// More than the deepest chain of frames of any curve, cipher or hash. Measured in WebAssembly on a stack that
/// was painted before: after a key, a signature or an agreement, all that is left of them is the frame of the
/// caller, below 512 bytes.
pub const DEEP: usize = 16 << 10;

/// Runs `work`, then overwrites the stack below this call, `DEPTH` bytes of it; also where a panic ends it.
/// As [`roomy`], for `work` and the sweep together.
pub fn swept<const DEPTH: usize, T>(work: impl FnOnce() -> T) -> T {
    roomy::<DEPTH, T>(|| {
        let _sweep = Sweep::<DEPTH>;
        apart(work)
    })
}

/// Sweeps when it is dropped: an unwinding panic has left the frames below by then. (Not on Windows, where they stand
/// until it is caught.)
struct Sweep<const DEPTH: usize>;

impl<const DEPTH: usize> Drop for Sweep<DEPTH> {
    fn drop(&mut self) {
        sweep::<DEPTH>();
        #[cfg(target_arch = "x86_64")]
        clear_registers();
    }
}

/// Clears the vector registers, in which a hash leaves its state: whatever runs next may save them on its stack, as
/// the dynamic linker does when a function is called for the first time. (The low 16 bytes of the first 16.)
#[cfg(target_arch = "x86_64")]
fn clear_registers() {
    // SAFETY: changes nothing but the registers that it names.
    unsafe {
        core::arch::asm!(
            "pxor xmm0, xmm0",
            "pxor xmm1, xmm1",
            "pxor xmm2, xmm2",
            "pxor xmm3, xmm3",
            "pxor xmm4, xmm4",
            "pxor xmm5, xmm5",
            "pxor xmm6, xmm6",
            "pxor xmm7, xmm7",
            "pxor xmm8, xmm8",
            "pxor xmm9, xmm9",
            "pxor xmm10, xmm10",
            "pxor xmm11, xmm11",
            "pxor xmm12, xmm12",
            "pxor xmm13, xmm13",
            "pxor xmm14, xmm14",
            "pxor xmm15, xmm15",
            out("xmm0") _,
            out("xmm1") _,
            out("xmm2") _,
            out("xmm3") _,
            out("xmm4") _,
            out("xmm5") _,
            out("xmm6") _,
            out("xmm7") _,
            out("xmm8") _,
            out("xmm9") _,
            out("xmm10") _,
            out("xmm11") _,
            out("xmm12") _,
            out("xmm13") _,
            out("xmm14") _,
            out("xmm15") _,
            options(nomem, nostack, preserves_flags),
        );
    }
}

/// Runs `work` with at least `DEPTH` bytes of stack, on another stack if this one has fewer left.
///
/// Node leaves an addon 192 KiB when JavaScript calls it from its deepest recursion, and a worker has no more than
/// its `resourceLimits.stackSizeMb`. A call that goes deeper ends the process. The memory of WebAssembly has one stack.
#[inline]
pub fn roomy<const DEPTH: usize, T>(work: impl FnOnce() -> T) -> T {
    #[cfg(not(target_family = "wasm"))]
    if DEPTH > SMALL {
        return stacker::maybe_grow(DEPTH + SMALL, 2 * (DEPTH + SMALL), work);
    }
    work()
}

/// Bytes that are always left, so that nothing has to be asked.
#[cfg(not(target_family = "wasm"))]
const SMALL: usize = 48 << 10;

/// Runs `work` in a frame of its own, so that everything it puts on the stack is below the caller's frame. There a
/// later [`sweep`] reaches it, from the caller or from the next call at the same depth.
#[inline(never)]
pub fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Overwrites the stack below this call, `DEPTH` bytes of it.
#[inline(never)]
pub fn sweep<const DEPTH: usize>() {
    let mut stack = MaybeUninit::<[u8; DEPTH]>::uninit();
    // SAFETY: writes the whole array, which is on the stack, and reads nothing.
    unsafe { stack.as_mut_ptr().write_bytes(0, 1) };
    // To the compiler this may read what was written, so the writes stay.
    black_box(&stack);
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::{
        fs::OpenOptions,
        hint::black_box,
        os::unix::fs::FileExt,
        panic::{catch_unwind, resume_unwind},
        thread,
    };

    use super::{roomy, swept};

    const DEPTH: usize = 64 << 10;
    const SECRET: u8 = 0xa7;

    /// Fills half of `DEPTH` with the secret.
    #[inline(never)]
    fn spoil() {
        black_box([SECRET; DEPTH / 2]);
    }

    #[inline(never)]
    fn spoil_and_panic() {
        spoil();
        // Does not call the hook, which prints.
        resume_unwind(Box::new(()));
    }

    /// Runs `work`, and counts the bytes of the secret that it left below.
    fn left_by(work: fn()) -> usize {
        let memory = OpenOptions::new().read(true).open("/proc/self/mem").unwrap();
        let mut below = vec![0; 2 * DEPTH];
        let place = 0_u8;
        let here = (&raw const place).addr();
        work();
        memory.read_exact_at(&mut below, (here - 2 * DEPTH) as u64).unwrap();
        // Addresses of frames may have such a byte too, but not many in a row.
        let runs = below.chunk_by(|one, next| one == next);
        runs.filter(|run| run.len() >= 16 && run.first() == Some(&SECRET)).map(<[u8]>::len).sum()
    }

    fn on_a_thread(size: usize, work: impl FnOnce() + Send + 'static) {
        thread::Builder::new().stack_size(size).spawn(work).unwrap().join().unwrap();
    }

    #[test]
    fn what_work_leaves_is_wiped() {
        on_a_thread(1 << 20, || {
            assert!(left_by(spoil) > DEPTH / 4, "what is looked for can be found");
            assert!(left_by(|| swept::<DEPTH, _>(spoil)) < 64);
        });
    }

    #[test]
    fn what_a_panic_leaves_is_wiped() {
        on_a_thread(1 << 20, || {
            assert!(left_by(|| drop(catch_unwind(spoil_and_panic))) > DEPTH / 4);
            assert!(left_by(|| drop(catch_unwind(|| swept::<DEPTH, _>(spoil_and_panic)))) < 64);
        });
    }

    #[test]
    fn work_that_needs_more_than_is_left_gets_it() {
        const MORE: usize = 1 << 20;
        #[inline(never)]
        fn deep() -> u8 {
            black_box([1_u8; MORE - 4_096]).into_iter().fold(0, u8::wrapping_add)
        }
        on_a_thread(128 << 10, || {
            assert_eq!(roomy::<MORE, _>(deep), 0);
            assert_eq!(swept::<MORE, _>(deep), 0);
            assert!(catch_unwind(|| swept::<MORE, _>(spoil_and_panic)).is_err());
        });
    }
}
