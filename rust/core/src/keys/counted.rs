//! How many signature checks a thread has made: the unit in which the cost of a verifier is stated and tested.
//!
//! One check is one signature against one key (both halves of it if the key is a hybrid), the recovery of a key, or one
//! member of a ring. A signature that is refused for its form (its length, an S out of range) takes none.

use core::cell::Cell;

thread_local! {
    static MADE: Cell<u64> = const { Cell::new(0) };
}

/// Signature checks of this thread so far. The difference of two readings is how many were made between them.
#[must_use]
pub fn checks_made() -> u64 {
    MADE.get()
}

/// Counts one check.
pub(crate) fn count_check() {
    MADE.set(MADE.get().wrapping_add(1));
}

/// Counts all that `run` checks as one check: parts of one signature.
pub(crate) fn as_one_check<T>(run: impl FnOnce() -> T) -> T {
    let before = MADE.get();
    let done = run();
    MADE.set(before.wrapping_add(1));
    done
}
