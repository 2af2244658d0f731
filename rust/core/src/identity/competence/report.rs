//! What a chain showed of attempts, fact by fact.

use serde_json::{Map, Value, json};

use super::Tally;
use crate::{
    Error,
    encoding::json as strict,
    receipt::chain::{self, Fact, REQUIRED, require_facts, unmet},
    trust::policy,
};

/// All facts and counts.
#[derive(Clone, Debug)]
pub struct Report {
    /// The facts of the chain.
    pub chain: chain::Report,
    /// What counted.
    pub domain: String,
    /// Whether the receipts cover the window.
    pub window: Fact,
    /// Whether every attempt can be read and counts once.
    pub attempts: Fact,
    /// Whether the counts reach what was asked.
    pub thresholds: Fact,
    /// Whether every claim is true.
    pub claims: Fact,
    /// How many claims there are about what was asked.
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
    /// The facts as JSON, those of the chain in `chain`.
    #[must_use]
    pub fn to_json(&self) -> String {
        json!({
            "chain": self.chain.to_value(),
            "domain": self.domain,
            "window": self.window.to_value(),
            "attempts": self.attempts.to_value(),
            "thresholds": self.thresholds.to_value(),
            "claims": self.claims.to_value(),
            "claimCount": self.claimed,
            "others": self.others,
            "reported": self.reported.to_value(),
            "validated": self.validated.to_value(),
            "validations": self.validations,
        })
        .to_string()
    }
}

/// The facts that a report must have, and whether one may be unchecked.
const FACTS: [(&str, bool); 4] =
    [("window", false), ("attempts", true), ("thresholds", true), ("claims", true)];

/// Refuses a report unless every fact holds; `policy` is `{ unchecked?: [name] }`, the facts of the
/// chain, or `window`, that may be unchecked. None may have failed. The end of the chain is asked for
/// as the end of the window.
///
/// # Errors
///
/// `ERR_RECEIPT_CHAIN` or `ERR_COMPETENCE_FACT` for the first fact that does not hold;
/// `ERR_POLICY_MALFORMED`; a code of JSON.
pub fn require(report: &str, policy: &str) -> Result<(), Error> {
    let report = strict::parse_object(report.as_bytes())?;
    let policy = policy::read(policy, &["unchecked"])?;
    let mut waived = policy::texts(&policy, "unchecked")?.unwrap_or_default();
    if !waived.iter().all(|name| REQUIRED.contains(name) || *name == "window") {
        return Err(Error::PolicyMalformed { what: "a fact that there is not" });
    }
    waived.push("completeness");
    let chain = report.get("chain").and_then(Value::as_object);
    require_facts(chain.unwrap_or(&Map::new()), &waived)?;
    for (name, optional) in FACTS {
        if let Some((code, index)) = unmet(&report, name, optional || waived.contains(&name)) {
            return Err(Error::CompetenceFact { fact: name, code, index });
        }
    }
    Ok(())
}
