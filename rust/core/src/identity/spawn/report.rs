//! What a verifier has beside the lineage, and what was found.

use super::{Lineage, MAX_ENDS, MAX_FAMILY};
use crate::{
    Error,
    encoding::frames,
    fact::{Facts, State, refused},
    grant::{self, Status, capability::Pattern},
    keys::multikey,
    print::Written,
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
    /// What a reader needs of each generation, as JSON.
    links: Vec<String>,
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
        self.links = lineage.links().iter().map(link_json).collect();
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
        let grants = self.grants.as_ref().map(grant::Report::to_json);
        let signer = self.signer.as_ref().map(ProvenKey::to_json);
        self.facts
            .report()
            .list("generations", &self.links)
            .json_or_null("grants", grants.as_deref())
            .objects("ignored", self.ignored.iter(), |row, (list, place, error)| {
                refused(row.text("list", list).number("record", *place as u64), error)
            })
            .json_or_null("signer", signer.as_deref())
            .end()
    }
}

fn link_json(link: &super::Link) -> String {
    let spawn = link.spawn.body();
    let guardian = spawn.guardian.as_ref().map(multikey::encode);
    Written::new()
        .flag("accepted", link.acceptance.is_some())
        .texts("ceiling", spawn.ceiling.iter().map(Pattern::as_str))
        .text("child", &spawn.child)
        .text("childKey", &multikey::encode(&spawn.child_key))
        .number("children", spawn.children)
        .number("depth", spawn.depth)
        .number("expires", spawn.expires.0)
        .maybe(guardian.as_deref(), |row, guardian| row.text("guardian", guardian))
        .text("id", &link.id)
        .number("issued", spawn.issued.0)
        .number("number", spawn.number)
        .text("parent", &spawn.parent)
        .text("purpose", &spawn.purpose)
        .end()
}
