//! Silences: how far apart receipts are, by the actor's clock. They are computed, never read from a receipt.

use crate::{
    Error,
    fact::{Facts, State},
    print::Written,
};

/// Most gaps that are listed; all of them are counted.
const MAX_GAPS: usize = 64;

/// A silence that is too long. Times in milliseconds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Gap {
    /// The index of the receipt that ends it; the last one if the end of the window does.
    index: u64,
    /// The number of the receipt before it; none if the beginning of the window is before it.
    after: Option<u64>,
    /// When it began.
    from: u64,
    /// When it ended.
    until: u64,
    /// Whether the identity said that it would be silent.
    announced: bool,
}

/// The silences of a chain.
#[derive(Clone, Debug)]
pub(super) struct Silence {
    max: Option<u64>,
    /// The latest time so far, and the receipt it is of.
    last: Option<(Option<u64>, u64)>,
    fact: State,
    gaps: Vec<Gap>,
    count: u64,
    longest: u64,
}

impl Silence {
    pub(super) fn new(max: Option<u64>, from: Option<u64>) -> Self {
        Self {
            max,
            last: from.map(|from| (None, from)),
            fact: State::Unchecked,
            gaps: Vec::new(),
            count: 0,
            longest: 0,
        }
    }

    /// Takes the sequence and the time of a receipt.
    pub(super) fn note(&mut self, index: u64, (sequence, time): (u64, u64), announced: bool) {
        self.measure(index, time, announced);
        // A time that runs back neither makes a silence nor hides one.
        let latest = self.last.map_or(time, |(_, last)| last.max(time));
        self.last = Some((Some(sequence), latest));
    }

    /// Ends the window.
    pub(super) fn close(&mut self, index: u64, end: u64, announced: bool) {
        self.measure(index, end, announced);
    }

    fn measure(&mut self, index: u64, until: u64, announced: bool) {
        let Some((after, from)) = self.last else { return };
        let length = until.saturating_sub(from);
        self.longest = self.longest.max(length);
        let Some(max) = self.max else { return };
        if length <= max {
            return self.fact.pass();
        }
        self.fact.refuse(index, Error::ContinuityGap(max, length));
        self.count = self.count.saturating_add(1);
        if self.gaps.len() < MAX_GAPS {
            self.gaps.push(Gap { index, after, from, until, announced });
        }
    }

    /// Adds its fact, even if the policy has no bound: the fact is then unchecked.
    pub(super) fn answer(&self, facts: &mut Facts) {
        facts.push("silence", self.fact.clone());
    }

    pub(super) fn write(&self, report: Written) -> Written {
        let row = |row: Written, gap: &Gap| {
            row.number_or_null("after", gap.after)
                .flag("announced", gap.announced)
                .number("from", gap.from)
                .number("index", gap.index)
                .number("until", gap.until)
        };
        report
            .number("gapCount", self.count)
            .objects("gaps", self.gaps.iter(), row)
            .number("longestSilence", self.longest)
    }
}
