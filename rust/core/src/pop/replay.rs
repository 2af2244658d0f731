//! Each nonce once: the check and the mark are one step.

use std::collections::HashMap;

use crate::time::UnixSeconds;

/// Remembers nonces. An implementation over a shared store must be atomic.
pub trait ReplayStore {
    /// Marks `nonce` until `expires`. `false` if it was marked before, or there is no room.
    fn check_and_mark(&mut self, nonce: &[u8], expires: UnixSeconds, now: UnixSeconds) -> bool;
}

/// A store in memory, for one process.
///
/// Full means refused: to forget a live nonce would let it be used again.
#[derive(Debug)]
pub struct MemoryReplay {
    seen: HashMap<Vec<u8>, UnixSeconds>,
    limit: usize,
}

impl MemoryReplay {
    /// An empty store for at most `limit` live nonces.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { seen: HashMap::new(), limit }
    }
}

impl ReplayStore for MemoryReplay {
    fn check_and_mark(&mut self, nonce: &[u8], expires: UnixSeconds, now: UnixSeconds) -> bool {
        if self.seen.len() >= self.limit {
            self.seen.retain(|_, end| now < *end);
        }
        if self.seen.get(nonce).is_some_and(|end| now < *end) || self.seen.len() >= self.limit {
            return false;
        }
        self.seen.insert(nonce.to_vec(), expires);
        true
    }
}
