//! Trust inputs that stay in the engine, so that a caller who verifies many objects has its keys read once.
//!
//! They keep the caller's keys, and tables of those that verify often (`keys/repeated.rs`). No verdict is kept: each
//! signature is decided by itself, by the same equation, and whether a key holds is checked each time. A call keeps the
//! input that it found until it ends, even if the input is closed meanwhile.
//!
//! Every verifier counts, because each one makes a [`super::ProvenKey`] of the entry that signed. The counts are looked at
//! when a call asks for the input, so a key has tables from the call on that follows the one in which it was due.
//!
//! | What | Memory | At most |
//! | --- | --- | --- |
//! | a trust input | its keys, with a counter of 8 bytes each | [`MOST_OPEN`] of 256 keys |
//! | tables of a key of Ed25519, secp256k1 or P-256 | some 10 KB | 64 keys of an input, 512 of all: some 5 MB |

use std::rc::Rc;

use super::{Trust, TrustedKey};
use crate::{
    Error,
    handles::Handles,
    keys::{MOST_TABLES as MOST_OF_INPUT, has_tables},
};

/// After how many signatures a key gets tables. They cost one verification and halve the cost of those that follow: a
/// caller who stops right there has lost one in eight.
const PAYS: usize = 8;

/// How many keys have tables at a time, over all trust inputs: some 10 KB each.
const MOST_TABLES: usize = 512;

/// How many trust inputs may be open at a time. The host closes the oldest one for the next.
pub const MOST_OPEN: usize = 1_024;

/// The trust inputs of a thread, by handle.
#[derive(Debug)]
pub struct Prepared {
    inputs: Handles<Input>,
    tables: usize,
}

#[derive(Debug)]
struct Input {
    trust: Rc<Trust>,
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
    pub fn prepare(&mut self, frame: &[u8], document: &str) -> Result<u32, Error> {
        let trust = Rc::new(Trust::from_frame(frame, document)?);
        self.inputs.insert(Input { trust, tables: 0 })
    }

    /// The trust input of a handle, with tables of the keys that were proven often enough by now.
    ///
    /// # Errors
    ///
    /// `ERR_HANDLE_CLOSED`.
    pub fn get(&mut self, handle: u32) -> Result<Rc<Trust>, Error> {
        let room = MOST_TABLES.saturating_sub(self.tables);
        let input = self.inputs.get_mut(handle)?;
        self.tables = self.tables.saturating_add(input.prepare(room));
        Ok(Rc::clone(&input.trust))
    }

    /// Forgets a trust input.
    ///
    /// # Errors
    ///
    /// `ERR_HANDLE_CLOSED`.
    pub fn close(&mut self, handle: u32) -> Result<(), Error> {
        let input = self.inputs.remove(handle)?;
        self.tables = self.tables.saturating_sub(input.tables);
        Ok(())
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

impl Input {
    /// Makes tables for the keys that are due, for at most `room`. Gives how many have tables now that had none.
    fn prepare(&mut self, room: usize) -> usize {
        let room = room.min(MOST_OF_INPUT.saturating_sub(self.tables));
        let is_due =
            |entry: &&TrustedKey| entry.proofs.is_due(PAYS) && has_tables(entry.key.key_type());
        let mut made = 0;
        while made < room
            && let Some(due) = self.trust.keys.iter().find(is_due)
        {
            let key = due.key.with_tables();
            Rc::make_mut(&mut self.trust).put_prepared(&key);
            made += 1;
        }
        self.tables = self.tables.saturating_add(made);
        made
    }
}

impl Default for Prepared {
    fn default() -> Self {
        Self::new()
    }
}
