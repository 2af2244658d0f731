//! The trust input of the call before: whoever verifies many objects against one reads its keys once.
//!
//! Kept are the caller's own keys, and tables of those that verify often (`keys/repeated.rs`). No verdict is kept: each
//! signature is decided by itself, by the same equation, and whether a key holds is asked anew. Another input takes
//! the place of this one; a chain that was opened meanwhile keeps the tables that it found.

use std::rc::Rc;

use super::{Trust, TrustedKey};
use crate::{
    Error,
    keys::{PublicKey, Uses},
};

/// At which signature that holds a key gets tables. They cost a verification and halve those that follow: whoever
/// stops right there has lost one in eight.
const PAYS: usize = 8;

/// The last trust input that was read.
#[derive(Debug, Default)]
pub struct Recent(Option<Kept>);

#[derive(Debug)]
struct Kept {
    key: Vec<u8>,
    text: String,
    trust: Rc<Trust>,
    uses: Uses,
}

impl Recent {
    /// None was read.
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }

    /// The trust input of a call: one pinned key, tagged, or JSON if that is empty.
    ///
    /// # Errors
    ///
    /// As [`PublicKey::from_tagged`] or [`Trust::from_json`].
    pub fn read(&mut self, key: &[u8], text: &str) -> Result<Rc<Trust>, Error> {
        if let Some(kept) = self.0.as_ref().filter(|kept| kept.key == key && kept.text == text) {
            return Ok(Rc::clone(&kept.trust));
        }
        let trust = Rc::new(if key.is_empty() { Trust::from_json(text)? } else { pinned(key)? });
        let (key, text) = (key.to_vec(), text.to_owned());
        self.0 = Some(Kept { key, text, trust: Rc::clone(&trust), uses: Uses::new(PAYS) });
        Ok(trust)
    }

    /// Takes note that a signature held under a key of the trust input.
    pub fn note(&mut self, key: Option<&PublicKey>) {
        let (Some(kept), Some(key)) = (&mut self.0, key) else { return };
        if let Some(key) = kept.uses.note(key) {
            Rc::make_mut(&mut kept.trust).put_prepared(&key);
        }
    }
}

fn pinned(key: &[u8]) -> Result<Trust, Error> {
    let keys = vec![TrustedKey::pinned(PublicKey::from_tagged(key)?)];
    Ok(Trust { keys, ..Trust::default() })
}
