//! What a continuity showed, fact by fact.

use serde_json::{Map, Value};

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
        let mut members = Map::new();
        let edge = |index: usize| self.edges.and_then(|edges| edges.get(index).copied());
        members.insert("chain".into(), self.chain.about());
        for (name, index) in [("first", 0), ("last", 1)] {
            members.insert(name.into(), edge(index).map(|(sequence, _)| sequence).into());
        }
        for (name, index) in [("from", 0), ("until", 1)] {
            members.insert(name.into(), edge(index).map(|(_, time)| time).into());
        }
        self.beats.write(&mut members);
        self.silence.write(&mut members);
        self.anchors.write(&mut members);
        self.facts.report(&Value::Object(members)).end()
    }
}
