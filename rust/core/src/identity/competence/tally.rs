//! Counting attempts, in whole numbers only, so that every machine counts alike.

use super::{Outcome, content::WHOLE};
use crate::print::Written;

/// The least score that continues a streak.
const GOOD: u32 = WHOLE / 2;

/// What was counted.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Tally {
    /// How many attempts.
    pub attempts: u64,
    /// How many successes.
    pub successes: u64,
    /// How many failures.
    pub failures: u64,
    /// The sum of the scores, in parts per million.
    pub sum: u64,
    /// How many attempts in a row were good, ending with the last one.
    pub streak: u64,
    /// The most attempts in a row that were good.
    pub best: u64,
}

impl Tally {
    pub(super) fn add(&mut self, outcome: Outcome) {
        let (success, failure) = (outcome == Outcome::Success, outcome == Outcome::Failure);
        self.attempts = self.attempts.saturating_add(1);
        self.successes = self.successes.saturating_add(success.into());
        self.failures = self.failures.saturating_add(failure.into());
        self.sum = self.sum.saturating_add(outcome.score().into());
        self.streak = if outcome.score() >= GOOD { self.streak.saturating_add(1) } else { 0 };
        self.best = self.best.max(self.streak);
    }

    /// The mean score in parts per million, rounded down; none without attempts.
    #[must_use]
    pub fn rate(&self) -> Option<u32> {
        self.sum.checked_div(self.attempts).and_then(|rate| u32::try_from(rate).ok())
    }

    pub(super) fn write(self, tally: Written) -> Written {
        tally
            .number("attempts", self.attempts)
            .number("bestStreak", self.best)
            .number("failures", self.failures)
            .number("partials", self.attempts - self.successes - self.failures)
            .number_or_null("rate", self.rate().map(u64::from))
            .number("streak", self.streak)
            .number("successes", self.successes)
    }
}
