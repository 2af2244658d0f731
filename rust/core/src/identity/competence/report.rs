//! What a chain showed of attempts, fact by fact.

use super::Tally;
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
    /// The pattern of the domains that count.
    pub domain: String,
    /// How many claims there are about this domain and window.
    pub claimed: u64,
    /// Attempts that do not count: of other domains, or outside the window.
    pub others: u64,
    /// What the agent says of itself.
    pub reported: Tally,
    /// What others say.
    pub validated: Tally,
    pub(super) validations: String,
}

impl Report {
    /// The answer to a question: unchecked, if it was not asked.
    #[must_use]
    pub fn state(&self, fact: &str) -> &State {
        self.facts.state(fact)
    }

    /// The report as JSON: `{ facts, chain, … }`, `chain` without its facts.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.facts
            .report()
            .inner("chain", |chain| self.chain.write(chain))
            .number("claimCount", self.claimed)
            .text("domain", &self.domain)
            .number("others", self.others)
            .inner("reported", |tally| self.reported.write(tally))
            .inner("validated", |tally| self.validated.write(tally))
            .json("validations", &self.validations)
            .end()
    }
}
