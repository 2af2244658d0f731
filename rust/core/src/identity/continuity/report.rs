//! What a continuity showed, fact by fact.

use serde_json::{Map, Value};

use super::{Anchors, Silence, heartbeat::Beats};
use crate::{
    Error,
    encoding::json as strict,
    receipt::chain::{self, Fact, REQUIRED, require_facts, unmet},
    trust::policy,
};

/// All facts.
#[derive(Clone, Debug)]
pub struct Report {
    /// The facts of the chain.
    pub chain: chain::Report,
    pub(super) edges: Option<[(u64, u64); 2]>,
    pub(super) range: Fact,
    pub(super) silence: Silence,
    pub(super) anchors: Anchors,
    pub(super) beats: Beats,
}

impl Report {
    /// The facts as JSON, those of the chain in `chain`. Times are Unix milliseconds.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut members = Map::new();
        let edge = |at: usize| self.edges.and_then(|edges| edges.get(at).copied());
        members.insert("chain".into(), self.chain.to_value());
        for (name, at) in [("first", 0), ("last", 1)] {
            members.insert(name.into(), edge(at).map(|(sequence, _)| sequence).into());
        }
        for (name, at) in [("from", 0), ("until", 1)] {
            members.insert(name.into(), edge(at).map(|(_, time)| time).into());
        }
        members.insert("range".into(), self.range.to_value());
        self.beats.write(&mut members, self.chain.count.saturating_sub(1));
        self.silence.write(&mut members);
        self.anchors.write(&mut members);
        Value::Object(members).to_string()
    }
}

/// The facts that a report must have, and whether one may be unchecked: what nobody asked for.
const FACTS: [(&str, bool); 6] = [
    ("range", true),
    ("heartbeats", true),
    ("silence", false),
    ("anchors", true),
    ("freshness", true),
    ("challenge", true),
];

/// Refuses a report unless every fact holds; `policy` is `{ unchecked?: [name] }`, the facts of the
/// chain, or `silence`, that may be unchecked. None may have failed.
///
/// # Errors
///
/// `ERR_RECEIPT_CHAIN` or `ERR_CONTINUITY_FACT` for the first fact that does not hold;
/// `ERR_POLICY_MALFORMED`; a code of JSON.
pub fn require(report: &str, policy: &str) -> Result<(), Error> {
    let report = strict::parse_object(report.as_bytes())?;
    let policy = policy::read(policy, &["unchecked"])?;
    let waived = policy::texts(&policy, "unchecked")?.unwrap_or_default();
    let known = |name: &&str| REQUIRED.contains(name) || *name == "silence";
    if !waived.iter().all(known) {
        return Err(Error::PolicyMalformed { what: "a fact that there is not" });
    }
    let chain = report.get("chain").and_then(Value::as_object);
    require_facts(chain.unwrap_or(&Map::new()), &waived)?;
    for (name, optional) in FACTS {
        if let Some((code, index)) = unmet(&report, name, optional || waived.contains(&name)) {
            return Err(Error::ContinuityFact { fact: name, code, index });
        }
    }
    Ok(())
}
