//! Trust inputs that stay in the engine, so that a caller who verifies many objects has its keys read once.
//!
//! They keep the caller's keys, and tables of those that verify often (`keys/repeated.rs`). No verdict is kept: each
//! signature is decided by itself, by the same equation, and whether a key holds is checked each time. A call keeps the
//! input that it found until it ends, even if the input is closed meanwhile.

use std::rc::Rc;

use super::Trust;
use crate::{
    Error,
    handles::Handles,
    keys::{PublicKey, Uses},
};

/// The number of the good signature at which a key gets tables. They cost one verification and halve the cost of those
/// that follow: a caller who stops right there has lost one in eight.
const PAYS: usize = 8;

/// How many keys have tables at a time, over all trust inputs: some 10 KB each.
const MOST_TABLES: usize = 512;

/// How many trust inputs may be open at a time. The host closes the oldest one for the next.
pub const MOST_OPEN: usize = 1_024;

/// The trust inputs of a thread, by handle.
#[derive(Debug)]
pub struct Prepared {
    inputs: Handles<Kept>,
    tables: usize,
}

#[derive(Debug)]
struct Kept {
    trust: Rc<Trust>,
    uses: Uses,
    tables: usize,
}

impl Prepared {
    /// Without any trust input.
    #[must_use]
    pub const fn new() -> Self {
        Self { inputs: Handles::with_limit(MOST_OPEN), tables: 0 }
    }

    /// Reads a trust input and gives its handle.
    ///
    /// # Errors
    ///
    /// As [`Trust::from_frame`]; `ERR_HANDLE_LIMIT`.
    pub fn open(&mut self, frame: &[u8], document: &str) -> Result<u32, Error> {
        let trust = Rc::new(Trust::from_frame(frame, document)?);
        self.inputs.insert(Kept { trust, uses: Uses::new(PAYS), tables: 0 })
    }

    /// The trust input of a handle.
    ///
    /// # Errors
    ///
    /// `ERR_HANDLE_CLOSED`.
    pub fn get(&self, handle: u32) -> Result<Rc<Trust>, Error> {
        self.inputs.get(handle).map(|kept| Rc::clone(&kept.trust))
    }

    /// Forgets a trust input.
    ///
    /// # Errors
    ///
    /// `ERR_HANDLE_CLOSED`.
    pub fn close(&mut self, handle: u32) -> Result<(), Error> {
        let kept = self.inputs.remove(handle)?;
        self.tables = self.tables.saturating_sub(kept.tables);
        Ok(())
    }

    /// Counts that a signature held under a key, if it is one of the trust input's.
    pub fn note(&mut self, handle: u32, key: Option<&PublicKey>) {
        let (Some(key), true) = (key, self.tables < MOST_TABLES) else { return };
        let Ok(kept) = self.inputs.get_mut(handle) else { return };
        if let Some(key) = kept.uses.note(key) {
            Rc::make_mut(&mut kept.trust).put_prepared(&key);
            kept.tables = kept.tables.saturating_add(1);
            self.tables = self.tables.saturating_add(1);
        }
    }

    /// Forgets every trust input.
    pub fn clear(&mut self) {
        self.inputs.clear();
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
