//! Functions that a part of the engine brings with it.
//!
//! A page loads the WebAssembly engine in parts (`wasm-pack.toml`), and code belongs to the part whose exports lead to
//! it. Where code that every page loads leads to code that few pages need, the call goes through a [`Slot`]: a table of
//! functions that the other part registers. The first call asks the host for the part; where that has none at hand, the
//! caller gets an error that names the part, not a trap.
//!
//! | Engine | Registered |
//! | --- | --- |
//! | native, tests | while compiling |
//! | WebAssembly | by the part's export `register…`, which the host calls when it has made the instance; an engine of one piece has all of these exports |

use core::{cell::Cell, hint::black_box};
use std::sync::OnceLock;

use countersign_kernels::parts::load;

use crate::Error;

thread_local! {
    /// The part that a call lacked last.
    static MISSED: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Runs one call of the boundary. Where it lacked a part, that is the answer, whatever became of the error inside: a
/// key that cannot be read must not count as no key, nor a signature that cannot be checked as a wrong one.
///
/// # Errors
///
/// Those of `call`; `ERR_PART_MISSING`.
pub fn with_all_parts<T>(call: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    MISSED.set(None);
    let result = call();
    MISSED.take().map_or(result, |part| Err(Error::PartMissing(part)))
}

/// The place of one table of functions.
#[derive(Debug)]
pub(crate) struct Slot<T: 'static> {
    /// Name of the part that has the table.
    part: &'static str,
    compiled: Option<&'static T>,
    registered: OnceLock<&'static T>,
}

impl<T> Slot<T> {
    /// A slot for `table`, which is there from the start unless the engine may come in parts.
    pub(crate) const fn new(part: &'static str, table: &'static T) -> Self {
        let compiled = if cfg!(target_family = "wasm") { None } else { Some(table) };
        Self { part, compiled, registered: OnceLock::new() }
    }

    /// Makes the functions of `table` callable. The compiler must not know which table that is: it would call its
    /// functions by name, and so tie them to their callers.
    pub(crate) fn register(&self, table: &'static T) {
        self.registered.get_or_init(|| black_box(table));
    }

    /// The functions.
    ///
    /// # Errors
    ///
    /// `ERR_PART_MISSING` if the part that has them is not loaded.
    pub(crate) fn get(&self) -> Result<&'static T, Error> {
        self.present().or_else(|| self.load()).ok_or_else(|| {
            MISSED.set(Some(self.part));
            Error::PartMissing(self.part)
        })
    }

    fn present(&self) -> Option<&'static T> {
        self.compiled.or_else(|| self.registered.get().copied())
    }

    /// The functions of a part that comes now.
    #[cold]
    fn load(&self) -> Option<&'static T> {
        load(self.part).then(|| self.present()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::{Error, OnceLock, Slot, with_all_parts};

    struct Table {
        answer: fn() -> u32,
    }

    static TABLE: Table = Table { answer: || 42 };

    #[test]
    fn a_native_engine_has_everything() {
        let slot = Slot::new("answers", &TABLE);
        assert_eq!(slot.get().map(|table| (table.answer)()), Ok(42));
    }

    #[test]
    fn a_part_that_is_not_loaded_is_named() {
        let slot: Slot<Table> =
            Slot { part: "answers", compiled: None, registered: OnceLock::new() };
        let swallowed = with_all_parts(|| Ok(slot.get().is_ok()));
        assert_eq!(swallowed, Err(Error::PartMissing("answers")));
        assert_eq!(with_all_parts(|| Ok(1)), Ok(1));
        let refused = slot.get().map(|table| (table.answer)()).unwrap_err();
        assert!(refused.is("ERR_PART_MISSING") && refused.to_string().contains("answers"));
        slot.register(&TABLE);
        slot.register(&TABLE);
        assert_eq!(slot.get().map(|table| (table.answer)()), Ok(42));
    }
}
