//! What the verification of a chain found, as facts.

use super::State;
use crate::{
    Error,
    fact::{Facts, refused},
    print::Written,
    time::UnixSeconds,
    trust::ProvenKey,
};

/// A question about a chain.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Fact {
    /// Every link can be read, and there are not too many.
    Form,
    /// The key of the first issuer is trusted.
    Root,
    /// Every DID is that of its key: by itself, or by the trust input.
    Identities,
    /// Every link is signed by the key that it names.
    Signatures,
    /// Every link names the one before as its parent, and is issued by its subject.
    Linkage,
    /// No link allows more than the one before.
    Narrowing,
    /// No link is deeper than one above it allows, counted from the root.
    Depth,
    /// Every link holds now.
    Time,
    /// Nobody who may revoke a link has done so.
    Revocation,
    /// Every link covers the action asked for.
    Capability,
    /// Every link is for this verifier.
    Audience,
    /// Every link allows the address of the client.
    Network,
    /// No link is used up.
    Uses,
    /// The verifier knows every custom constraint, and accepts it.
    Custom,
    /// Whoever asks holds the last key.
    Holder,
}

impl Fact {
    /// What is asked of a chain.
    pub const CHAIN: [Self; 9] = [
        Self::Form,
        Self::Root,
        Self::Identities,
        Self::Signatures,
        Self::Linkage,
        Self::Narrowing,
        Self::Depth,
        Self::Time,
        Self::Revocation,
    ];

    /// What is asked of an action as well.
    pub const ACTION: [Self; 6] =
        [Self::Capability, Self::Audience, Self::Network, Self::Uses, Self::Custom, Self::Holder];

    /// Its name in results.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Root => "root",
            Self::Identities => "identities",
            Self::Signatures => "signatures",
            Self::Linkage => "linkage",
            Self::Narrowing => "narrowing",
            Self::Depth => "depth",
            Self::Time => "time",
            Self::Revocation => "revocation",
            Self::Capability => "capability",
            Self::Audience => "audience",
            Self::Network => "network",
            Self::Uses => "uses",
            Self::Custom => "custom",
            Self::Holder => "holder",
        }
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Each question and its answer.
    pub facts: Facts,
    /// The key of the first issuer, if it is trusted. Where the trust input takes any key, the chain proves what its
    /// first issuer says of itself.
    pub signer: Option<ProvenKey>,
    /// What the links say, from the root on: JSON texts.
    pub links: Vec<String>,
    /// Status records that were passed over, by their place, and why.
    pub ignored: Vec<(usize, Error)>,
    /// Uses that are to be counted.
    pub counted: Vec<Counted>,
    /// What to mark as used: a presentation that holds. `{ mark, sender, until }`.
    pub replay: Option<String>,
}

/// A use that is to be counted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Counted {
    /// Id of the link.
    pub id: String,
    /// How often it may be used.
    pub limit: u64,
    /// First second at which it no longer holds, if it ends. After that its count can be dropped.
    pub expires: Option<UnixSeconds>,
}

impl Counted {
    fn write(&self, row: Written) -> Written {
        row.maybe(self.expires, |row, end| row.number("expires", end.0))
            .text("id", &self.id)
            .number("limit", self.limit)
    }
}

impl Report {
    /// The answer to a question; unchecked if nobody asked it.
    #[must_use]
    pub fn state(&self, fact: Fact) -> &State {
        self.facts.state(fact.as_str())
    }

    pub(super) fn push(&mut self, fact: Fact, state: State) {
        self.facts.push(fact.as_str(), state);
    }

    /// Requires every fact to hold; those named in `unchecked` may also be unchecked.
    ///
    /// # Errors
    ///
    /// As [`Facts::require`].
    pub fn require(&self, unchecked: &[Fact]) -> Result<(), Error> {
        let names: Vec<&str> = unchecked.iter().map(|fact| fact.as_str()).collect();
        self.facts.require(&names)
    }

    /// The report as JSON: `{ facts, signer, links, ignored: [{ state, record, code, why, data? }],
    /// counted: [{ id, limit, expires? }], replay: { mark, sender, until } | null }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let signer = self.signer.as_ref().map(ProvenKey::to_json);
        self.facts
            .report()
            .objects("counted", self.counted.iter(), |row, counted| counted.write(row))
            .objects("ignored", self.ignored.iter(), |row, (record, error)| {
                refused(row.number("record", *record as u64), error)
            })
            .list("links", &self.links)
            .json_or_null("replay", self.replay.as_deref())
            .json_or_null("signer", signer.as_deref())
            .end()
    }
}
