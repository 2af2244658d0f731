//! What a verifier has beside the lineage, and what was found.

use serde_json::Value;

use super::{Lineage, MAX_ENDS, MAX_FAMILY};
use crate::{
    Error,
    encoding::{frames, json::object},
    fact::{Facts, State, refused},
    grant::{self, Status},
    keys::multikey,
    trust::ProvenKey,
};

/// The questions, in the order in which they are answered. A report has `family` only if relatives were given or the
/// options say that all are known, and `authority` only if grants were given.
pub const FACTS: [&str; 13] = [
    "form",
    "root",
    "identities",
    "signatures",
    "acceptance",
    "linkage",
    "narrowing",
    "depth",
    "children",
    "time",
    "termination",
    "family",
    "authority",
];

/// What a verifier has beside the lineage.
#[derive(Default)]
pub struct Evidence<'a> {
    /// A chain of grants whose last links follow the lineage; empty for none.
    pub grants: &'a str,
    /// Revocations of grants.
    pub status: Status,
    /// Terminations and completions.
    pub ends: Vec<&'a [u8]>,
    /// Other spawns.
    pub family: Vec<&'a [u8]>,
}

impl<'a> Evidence<'a> {
    /// Takes the lists as frames.
    ///
    /// # Errors
    ///
    /// `ERR_ENCODING_MALFORMED` for frames that do not add up; `ERR_LIMIT_EXCEEDED`.
    pub fn read(
        grants: &'a str,
        status: &[u8],
        ends: &'a [u8],
        family: &'a [u8],
    ) -> Result<Self, Error> {
        Ok(Self {
            grants,
            status: Status::from_frames(status)?,
            ends: frames::at_most(ends, "number of ends", MAX_ENDS)?.collect(),
            family: frames::at_most(family, "number of relatives", MAX_FAMILY)?.collect(),
        })
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Each question and its answer.
    pub facts: Facts,
    /// Records that count for nothing here: their list, their place in that list, and the reason.
    pub ignored: Vec<(&'static str, usize, Error)>,
    /// What was found of the grants, if any were given.
    pub grants: Option<grant::Report>,
    /// The key of the first parent, if it is trusted.
    pub signer: Option<ProvenKey>,
    links: Vec<Value>,
}

impl Report {
    pub(super) fn unread(place: usize, error: Error) -> Self {
        let mut report = Self::default();
        report.push("form", State::Refused { place, error });
        FACTS.iter().skip(1).for_each(|fact| report.push(fact, State::Unchecked));
        report
    }

    pub(super) fn push(&mut self, fact: &'static str, state: State) {
        self.facts.push(fact, state);
    }

    pub(super) fn set_lineage(&mut self, lineage: &Lineage) {
        self.links = lineage.links().iter().map(to_value).collect();
    }

    /// The answer to a question: unchecked, if it was not asked.
    #[must_use]
    pub fn state(&self, fact: &str) -> &State {
        self.facts.state(fact)
    }

    /// Refuses unless every fact holds. The facts in `unchecked` may stay unchecked.
    ///
    /// # Errors
    ///
    /// As [`Facts::require`].
    pub fn require(&self, unchecked: &[&str]) -> Result<(), Error> {
        self.facts.require(unchecked)
    }

    /// The report as JSON: `{ signer, facts, generations, ignored: [{ state, list, record, code, why, data? }],
    /// grants }`, `grants` as in [`grant::Report`], or `null`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let ignored: Vec<Value> = self
            .ignored
            .iter()
            .map(|(list, place, error)| refused(error, object! { "list": list, "record": place }))
            .collect();
        let grants = self.grants.as_ref().map(grant::Report::to_json);
        let about = object! {
            "signer": self.signer.as_ref(),
            "generations": self.links.as_slice(),
            "ignored": ignored,
        };
        self.facts.report(&about).json("grants", grants.as_deref().unwrap_or("null")).end()
    }
}

/// What a reader needs of a generation.
fn to_value(link: &super::Link) -> Value {
    let spawn = link.spawn.body();
    let ceiling: Vec<&str> = spawn.ceiling.iter().map(|pattern| pattern.as_str()).collect();
    let mut out = object! {
        "id": &link.id,
        "parent": &spawn.parent,
        "child": &spawn.child,
        "childKey": multikey::encode(&spawn.child_key),
        "purpose": &spawn.purpose,
        "ceiling": ceiling,
        "depth": spawn.depth,
        "children": spawn.children,
        "number": spawn.number,
        "issued": spawn.issued.0,
        "expires": spawn.expires.0,
        "accepted": link.acceptance.is_some(),
    };
    if let (Some(guardian), Some(out)) = (&spawn.guardian, out.as_object_mut()) {
        out.insert("guardian".into(), multikey::encode(guardian).into());
    }
    out
}
