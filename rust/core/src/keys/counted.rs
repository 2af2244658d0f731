//! How many signature checks a thread has made: the unit in which the cost of a verifier is stated and tested.
//!
//! One check is one equation over a curve or a lattice: a signature against one key, the recovery of a key, one member
//! of a ring. A hybrid key takes two. What is refused by its form (a length, an S out of range) takes none.

use core::cell::Cell;

thread_local! {
    static MADE: Cell<u64> = const { Cell::new(0) };
}

/// Signature checks of this thread so far. The difference of two readings is what lay between them.
#[must_use]
pub fn checks_made() -> u64 {
    MADE.get()
}

/// Takes note of one check.
pub(crate) fn count_check() {
    MADE.set(MADE.get().wrapping_add(1));
}
