//! Numbers of one session: rising, or new within a sliding window (as in RFC 4303, section 3.4.3).

use crate::Error;

/// How far below the highest number a new one may be.
pub const WINDOW: u64 = 1_024;

const WORDS: usize = 16;

/// The highest number, and which of the [`WINDOW`] up to it were seen.
///
/// Number `n` has the bit `n % WINDOW`; bits of numbers that the window leaves behind are cleared.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    highest: Option<u64>,
    seen: [u64; WORDS],
}

impl Sequence {
    /// Whether `number` is new; changes nothing.
    pub(super) fn check(&self, number: u64, ordered: bool) -> Result<(), Error> {
        let Some(highest) = self.highest else { return Ok(()) };
        if number > highest {
            return Ok(());
        }
        if ordered || highest.saturating_sub(number) >= WINDOW {
            let least = if ordered { highest } else { highest - WINDOW };
            return Err(Error::GuardSequence(format!("{number} is not above {least}")));
        }
        if self.bit(number) { Err(Error::GuardReplay) } else { Ok(()) }
    }

    /// Marks a number that was checked.
    pub(super) fn mark(&mut self, number: u64) {
        match self.highest {
            Some(highest) if number <= highest => {}
            Some(highest) if number.saturating_sub(highest) < WINDOW => {
                // None of the numbers between was seen. Their bits are those of numbers that leave the window.
                for skipped in highest.saturating_add(1)..number {
                    self.set(skipped, false);
                }
                self.highest = Some(number);
            }
            _ => {
                self.seen = [0; WORDS];
                self.highest = Some(number);
            }
        }
        self.set(number, true);
    }

    fn bit(&self, number: u64) -> bool {
        let (word, mask) = place(number);
        self.seen.get(word).is_some_and(|bits| bits & mask != 0)
    }

    fn set(&mut self, number: u64, on: bool) {
        let (word, mask) = place(number);
        if let Some(bits) = self.seen.get_mut(word) {
            *bits = if on { *bits | mask } else { *bits & !mask };
        }
    }
}

fn place(number: u64) -> (usize, u64) {
    let slot = number % WINDOW;
    (usize::try_from(slot / 64).unwrap_or_default(), 1 << (slot % 64))
}
