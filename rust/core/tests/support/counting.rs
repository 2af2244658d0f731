//! An allocator that counts, for tests of what a call costs: work that is counted is the same on every machine.

#![allow(dead_code, unreachable_pub, reason = "no test uses all of it")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// Counts the allocations of the thread that asks.
struct Counting;

// SAFETY: all work is the system allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        BYTES.set(BYTES.get() + layout.size());
        // SAFETY: as for the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as for the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often `run` allocates.
pub fn count(run: impl FnOnce()) -> usize {
    let before = COUNT.get();
    run();
    COUNT.get() - before
}

/// How many bytes `run` allocates, whatever it frees.
pub fn bytes(run: impl FnOnce()) -> usize {
    let before = BYTES.get();
    run();
    BYTES.get() - before
}
