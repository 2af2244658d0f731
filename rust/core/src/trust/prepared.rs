//! Trust inputs that stay in the engine: whoever verifies many objects against one has its keys read once.
//!
//! Kept are the caller's own keys, and tables of those that verify often (`keys/repeated.rs`). No verdict is kept: each
//! signature is decided by itself, by the same equation, and whether a key holds is asked anew. A call holds on to the
//! input that it found, so one that is closed meanwhile serves it to its end.

use std::rc::Rc;

use super::Trust;
use crate::{
    Error,
    handles::Handles,
    keys::{PublicKey, Uses},
};

/// At which signature that holds a key gets tables. They cost a verification and halve those that follow: whoever
/// stops right there has lost one in eight.
const PAYS: usize = 8;

/// How many keys have tables at a time, over all trust inputs: some 10 KB each.
const MOST_TABLES: usize = 512;

/// How many trust inputs may be open at a time. The host closes the oldest one for the next.
pub const MOST_OPEN: usize = 1_024;

/// The trust inputs of a thread, by handle.
#[derive(Debug)]
pub struct Prepared {
    open: Handles<Kept>,
    tables: usize,
}

#[derive(Debug)]
struct Kept {
    trust: Rc<Trust>,
    uses: Uses,
    tables: usize,
}

impl Prepared {
    /// None is open.
    #[must_use]
    pub const fn new() -> Self {
        Self { open: Handles::with_limit(MOST_OPEN), tables: 0 }
    }

    /// Reads a trust input and gives its handle.
    ///
    /// # Errors
    ///
    /// As [`Trust::from_frame`]; `ERR_HANDLE_LIMIT`.
    pub fn open(&mut self, frame: &[u8], document: &str) -> Result<u32, Error> {
        let trust = Rc::new(Trust::from_frame(frame, document)?);
        self.open.insert(Kept { trust, uses: Uses::new(PAYS), tables: 0 })
    }

    /// The trust input of a handle.
    ///
    /// # Errors
    ///
    /// `ERR_HANDLE_CLOSED`.
    pub fn get(&self, handle: u32) -> Result<Rc<Trust>, Error> {
        self.open.get(handle).map(|kept| Rc::clone(&kept.trust))
    }

    /// Forgets a trust input.
    ///
    /// # Errors
    ///
    /// `ERR_HANDLE_CLOSED`.
    pub fn close(&mut self, handle: u32) -> Result<(), Error> {
        let kept = self.open.remove(handle)?;
        self.tables = self.tables.saturating_sub(kept.tables);
        Ok(())
    }

    /// Takes note that a signature held under a key of a trust input, if it is one of its keys.
    pub fn note(&mut self, handle: u32, key: Option<&PublicKey>) {
        let (Some(key), true) = (key, self.tables < MOST_TABLES) else { return };
        let Ok(kept) = self.open.get_mut(handle) else { return };
        if let Some(key) = kept.uses.note(key) {
            Rc::make_mut(&mut kept.trust).put_prepared(&key);
            kept.tables = kept.tables.saturating_add(1);
            self.tables = self.tables.saturating_add(1);
        }
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.open.clear();
        self.tables = 0;
    }

    /// How many keys have tables.
    #[must_use]
    pub const fn tables(&self) -> usize {
        self.tables
    }
}

impl Default for Prepared {
    fn default() -> Self {
        Self::new()
    }
}
