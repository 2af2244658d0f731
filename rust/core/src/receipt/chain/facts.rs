//! What was found of a chain, fact by fact.

use serde_json::{Value, json};

use super::super::{Id, Rotation};
use crate::{
    fact::{Facts, State},
    keys::multikey,
};

/// All facts of a chain.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Report {
    /// How many receipts were seen.
    pub count: u64,
    /// Who made the chain: the actor expected, or that of the first receipt.
    pub actor: Option<String>,
    /// The id of the last receipt that could be read.
    pub tip: Option<Id>,
    /// Each question and its answer.
    pub facts: Facts,
    /// Key rotations, each with the index of its receipt; at most 64.
    pub rotations: Vec<(u64, Rotation)>,
    /// Who vouches for the keys, if any signature held.
    pub trust: Option<&'static str>,
}

impl Report {
    /// The answer to a question: unchecked, if it was not asked.
    #[must_use]
    pub fn state(&self, fact: &str) -> &State {
        self.facts.state(fact)
    }

    /// The report as JSON: `{ facts, count, actor, tip, rotations, trust }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.facts.report(self.about()).to_json()
    }

    /// What it says beside the facts.
    pub(crate) fn about(&self) -> Value {
        json!({
            "count": self.count,
            "actor": self.actor,
            "tip": self.tip.map(|tip| tip.to_string()),
            "rotations": self.rotations.iter().map(rotation).collect::<Vec<_>>(),
            "trust": self.trust,
        })
    }
}

fn rotation((index, rotation): &(u64, Rotation)) -> Value {
    json!({
        "index": index,
        "keyId": rotation.key_id,
        "algorithm": rotation.algorithm.as_str(),
        "key": multikey::encode(&rotation.key),
    })
}
