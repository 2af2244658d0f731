//! When a work is tested, and what becomes of an engine whose answers are wrong.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::{comb::MAKING, stack::swept};

/// Before which uses a work is tested. An engine's better compiler takes over within some ten.
const AGAIN: [u32; 5] = [1, 16, 64, 256, 4096];

/// How many uses of a work were asked for.
pub(super) struct Watch(AtomicU32);

impl Watch {
    pub(super) const fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// Counts a use. The count stops at the last number. It stands once in an engine, and not at each use.
    #[inline(never)]
    fn is_due(&self) -> bool {
        let Self(uses) = self;
        let asked = uses.load(Ordering::Relaxed).saturating_add(1);
        uses.store(asked, Ordering::Relaxed);
        AGAIN.contains(&asked)
    }
}

/// Whether a test failed, for the host to ask when the engine has stopped.
static FAILED: AtomicBool = AtomicBool::new(false);

/// More of the stack than a test takes, which may make tables.
const DEPTH: usize = MAKING;

/// Whether this build has the instruction.
pub(super) const FUSED: bool = cfg!(all(target_arch = "wasm32", target_feature = "relaxed-simd"));

/// Whether a work is tested while it is in use: in WebAssembly, whose parts come one after the other and are compiled by
/// the host. What was compiled before is tested once, all of it, at load.
const WATCHED: bool = cfg!(target_family = "wasm");

/// Runs `test` when it is due, where that is the rule.
#[inline]
pub(super) fn test_if_due(work: &Watch, test: impl FnOnce() -> bool) {
    if WATCHED && work.is_due() {
        pass(test);
    }
}

/// Runs `test` at load, which is the one before the first use.
pub(super) fn sound_at_load(work: &Watch, test: impl FnOnce() -> bool) -> bool {
    work.is_due();
    test()
}

/// The test is a generic parameter, since with a pointer to a function the core of the engine would have every test, and
/// all code that the tests reach.
#[cold]
pub(super) fn pass(test: impl FnOnce() -> bool) {
    // The tables of a test lie deeper on the stack than the caller wipes, and may cover secrets of an earlier call.
    if !swept::<DEPTH, _>(test) {
        lost();
    }
}

/// What was computed and checked. What fails its check stops the engine: only a computer that multiplies wrongly gets
/// there.
///
/// # Panics
///
/// Natively, if the check failed.
#[inline]
pub fn sound<T>(checked: Option<T>) -> T {
    match checked {
        Some(value) => value,
        None if WATCHED => lost(),
        None => panic!("this computer multiplies wrongly"),
    }
}

/// Stops the engine for good, before a wrong result can leave it.
#[cold]
fn lost() -> ! {
    FAILED.store(true, Ordering::Relaxed);
    std::process::abort()
}

/// Whether the engine stopped because its host computes wrongly.
#[must_use]
pub fn has_failed() -> bool {
    FAILED.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::{AtomicU32, Watch, has_failed, sound};

    #[test]
    fn a_test_is_due_before_some_of_the_first_uses() {
        let work = Watch::new();
        let due: Vec<_> = (1..5_000).filter(|_| work.is_due()).collect();
        assert_eq!(due, [1, 16, 64, 256, 4096]);
        let last = Watch(AtomicU32::new(u32::MAX));
        assert!(!last.is_due() && !last.is_due());
    }

    #[test]
    fn what_holds_is_handed_on() {
        assert_eq!(sound(Some(5)), 5);
        assert!(!has_failed());
    }
}
