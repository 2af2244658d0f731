//! Which of the last [`WINDOW`] messages of an epoch have come, one bit each.

use crate::Error;

/// How far behind the newest message a late one may be.
pub const WINDOW: u64 = 1024;
const WORDS: usize = 16;

/// Bit `s mod 1024` is that of sequence `s`, for the 1024 sequences below `next`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Window {
    /// One more than the newest sequence; 0 before the first.
    next: u64,
    bits: [u64; WORDS],
}

impl Window {
    /// Refuses a message that came before or is too old. It changes nothing.
    pub(super) fn check(&self, sequence: u64) -> Result<(), Error> {
        if sequence >= self.next {
            return Ok(());
        }
        if self.next - sequence > WINDOW {
            return Err(Error::SessionOld);
        }
        let (word, bit) = place(sequence);
        let seen = self.bits.get(word).is_some_and(|bits| bits & bit != 0);
        if seen { Err(Error::SessionReplayed) } else { Ok(()) }
    }

    /// Marks a message that [`Window::check`] let through and whose tag held.
    pub(super) fn mark(&mut self, sequence: u64) {
        if sequence >= self.next {
            self.slide(sequence);
        }
        let (word, bit) = place(sequence);
        if let Some(bits) = self.bits.get_mut(word) {
            *bits |= bit;
        }
    }

    /// Makes `sequence` the newest, and forgets what falls out.
    fn slide(&mut self, sequence: u64) {
        if sequence - self.next >= WINDOW {
            self.bits = [0; WORDS];
        } else {
            for passed in self.next..=sequence {
                let (word, bit) = place(passed);
                if let Some(bits) = self.bits.get_mut(word) {
                    *bits &= !bit;
                }
            }
        }
        self.next = sequence.saturating_add(1);
    }
}

/// The word of a sequence, and its bit in it.
fn place(sequence: u64) -> (usize, u64) {
    let slot = sequence % WINDOW;
    (usize::try_from(slot / 64).unwrap_or(0), 1 << (slot % 64))
}
