//! What a chain proved, fact by fact.

use serde_json::{Map, Value, json};

use super::super::{Id, Rotation};
use crate::{Error, encoding::json as strict, keys::multikey, trust::policy};

/// One fact.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Fact {
    /// Nothing could be compared.
    #[default]
    Unchecked,
    /// It holds for everything seen.
    Ok,
    /// It does not hold.
    Failed {
        /// The first receipt for which it does not, from 0.
        index: u64,
        /// Why.
        code: &'static str,
    },
}

impl Fact {
    /// Whether it failed.
    #[must_use]
    pub const fn is_failed(self) -> bool {
        matches!(self, Self::Failed { .. })
    }

    pub(crate) fn pass(&mut self) {
        if *self == Self::Unchecked {
            *self = Self::Ok;
        }
    }

    pub(crate) fn fail(&mut self, index: u64, error: &Error) {
        if !self.is_failed() {
            *self = Self::Failed { index, code: error.code() };
        }
    }

    pub(crate) fn note(&mut self, index: u64, outcome: Result<(), Error>) {
        match outcome {
            Ok(()) => self.pass(),
            Err(error) => self.fail(index, &error),
        }
    }

    pub(crate) fn to_value(self) -> Value {
        match self {
            Self::Unchecked => json!({ "outcome": "unchecked" }),
            Self::Ok => json!({ "outcome": "ok" }),
            Self::Failed { index, code } => {
                json!({ "outcome": "failed", "index": index, "code": code })
            }
        }
    }
}

/// All facts of a chain.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Report {
    /// How many receipts were seen.
    pub count: u64,
    /// Who made the chain: the actor expected, or that of the first receipt.
    pub actor: Option<String>,
    /// The id of the last receipt that could be read.
    pub tip: Option<Id>,
    /// The facts, each with its name.
    pub facts: [(&'static str, Fact); 8],
    /// Key rotations, each with the index of its receipt; at most 64.
    pub rotations: Vec<(u64, Rotation)>,
    /// Who vouches for the keys, if any signature held.
    pub trust: Option<&'static str>,
    /// Whether a key was used of which nothing says whose it is.
    pub unproven: bool,
}

impl Report {
    /// A fact by its name.
    #[must_use]
    pub fn fact(&self, name: &str) -> Fact {
        let found = self.facts.iter().find(|(own, _)| *own == name);
        found.map_or(Fact::Unchecked, |(_, fact)| *fact)
    }

    /// The facts as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.to_value().to_string()
    }

    pub(crate) fn to_value(&self) -> Value {
        let mut members = Map::new();
        members.insert("count".into(), self.count.into());
        members.insert("actor".into(), self.actor.clone().into());
        members.insert("tip".into(), self.tip.map(|tip| tip.to_string()).into());
        for (name, fact) in self.facts {
            members.insert(name.into(), fact.to_value());
        }
        members.insert("rotations".into(), self.rotations.iter().map(rotation).collect());
        members.insert("trust".into(), self.trust.into());
        let unproven: &[&str] = if self.unproven { &["actor"] } else { &[] };
        members.insert("unproven".into(), json!(unproven));
        Value::Object(members)
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

/// Facts that a chain must have by default. Witnesses count where the policy asked for them.
pub(crate) const REQUIRED: [&str; 7] =
    ["format", "linkage", "sequence", "actors", "signatures", "time", "completeness"];

/// Refuses a report unless every fact is `ok`; `policy` is `{ unchecked?: [name] }`, the facts that
/// may be unchecked. None may have failed.
///
/// # Errors
///
/// `ERR_RECEIPT_CHAIN` for the first fact that does not hold; `ERR_POLICY_MALFORMED`; a code of JSON.
pub fn require(report: &str, policy: &str) -> Result<(), Error> {
    let report = strict::parse_object(report.as_bytes())?;
    let policy = policy::read(policy, &["unchecked"])?;
    let waived = policy::texts(&policy, "unchecked")?.unwrap_or_default();
    if waived.iter().any(|name| !REQUIRED.contains(name)) {
        return Err(Error::PolicyMalformed { what: "a fact that there is not" });
    }
    require_facts(&report, &waived)
}

/// Refuses the facts of a chain as [`require`] does, with the facts that may be unchecked.
pub(crate) fn require_facts(report: &Map<String, Value>, waived: &[&str]) -> Result<(), Error> {
    for name in REQUIRED.into_iter().chain(["witnesses"]) {
        let optional = name == "witnesses" || waived.contains(&name);
        if let Some((code, index)) = unmet(report, name, optional) {
            return Err(Error::ReceiptChain { fact: name, code, index });
        }
    }
    Ok(())
}

/// Why a fact of a report does not do, and where, if it does not.
pub(crate) fn unmet(
    report: &Map<String, Value>,
    name: &str,
    optional: bool,
) -> Option<(String, u64)> {
    let fact = report.get(name).and_then(Value::as_object);
    let text = |member| fact?.get(member)?.as_str();
    match text("outcome") {
        Some("ok") => None,
        Some("unchecked") if optional => None,
        _ => {
            let index = fact.and_then(|fact| fact.get("index")?.as_u64()).unwrap_or_default();
            Some((text("code").unwrap_or("unchecked").to_owned(), index))
        }
    }
}
