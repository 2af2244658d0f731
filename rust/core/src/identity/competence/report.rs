//! What a chain showed of attempts, fact by fact.

use serde_json::Value;

use super::Tally;
use crate::{
    encoding::json::object,
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
    pub(super) validations: Value,
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
        let about = object! {
            "chain": self.chain.about(),
            "domain": &self.domain,
            "claimCount": self.claimed,
            "others": self.others,
            "reported": self.reported.to_value(),
            "validated": self.validated.to_value(),
            "validations": &self.validations,
        };
        self.facts.report(&about).end()
    }
}
