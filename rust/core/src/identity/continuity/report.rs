//! What a continuity showed, fact by fact.

use super::{Anchors, Silence, heartbeat::Beats};
use crate::{
    fact::{Facts, State},
    receipt::chain,
};

/// What was found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Each question and its answer: those about the chain first.
    pub facts: Facts,
    /// What was found of the chain.
    pub chain: chain::Report,
    pub(super) edges: Option<[(u64, u64); 2]>,
    pub(super) silence: Silence,
    pub(super) anchors: Anchors,
    pub(super) beats: Beats,
}

impl Report {
    /// The answer to a question: unchecked, if it was not asked.
    #[must_use]
    pub fn state(&self, fact: &str) -> &State {
        self.facts.state(fact)
    }

    /// The report as JSON: `{ facts, chain, … }`, `chain` without its facts. Times are Unix milliseconds.
    #[must_use]
    pub fn to_json(&self) -> String {
        let [first, last] = self.edges.map_or([None; 2], |edges| edges.map(Some));
        let (number, time) = (|edge: (u64, u64)| edge.0, |edge: (u64, u64)| edge.1);
        let report = self
            .facts
            .report()
            .inner("chain", |chain| self.chain.write(chain))
            .number_or_null("first", first.map(number))
            .number_or_null("from", first.map(time))
            .number_or_null("last", last.map(number))
            .number_or_null("until", last.map(time));
        self.anchors.write(self.silence.write(self.beats.write(report))).end()
    }
}
