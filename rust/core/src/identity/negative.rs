//! Negative proofs, version 1: what an identity cannot do, did not do, or says it will not do.
//!
//! These three must not be mistaken for each other. Each result names its `evidence`, and under `unproven`
//! what it does not prove.
//!
//! | Evidence | Shows | From what | Does not prove |
//! | --- | --- | --- | --- |
//! | `ceiling` | nothing in this lineage, or under these grants, lets an identity do a thing | signed spawns or grants, recomputed by the verifier ([`exclude_by_lineage`], [`exclude_by_grants`]) | authority from elsewhere |
//! | `absence` | no receipt of an action is among those of a range | a chain of receipts, recomputed ([`absence`]) | acts without a receipt, another chain |
//! | `declaration` | an identity said that it does not do a thing | a signed statement, maybe seen by witnesses ([`verify_declaration`]) | that it is true |
//!
//! The first two have no record of their own: the proof is the chain itself, and a claim about it that
//! nobody recomputes is worth nothing.
//!
//! A **ceiling** excludes a capability if no request is covered by both. A ceiling that covers a part of the
//! capability excludes nothing. A spawn bounds at birth what its child may ever be granted, so a lineage
//! excludes a capability from then on and for ever, even after it has ended. But a grant does not show the
//! lineage, so the exclusion is only enforced by verifiers that ask for the lineage of a grant. A chain of
//! grants excludes only for itself: there may be other grants.
//!
//! An **absence** is looked for in the receipts from one sequence number to another. If both numbers are
//! named, the receipts must be linked and reach from the first to the last. If the last is not named, the
//! chain must be complete ([`crate::receipt::chain`]).
//!
//! Records are as in [`crate::signed_record`], with these members and no other:
//!
//! | Record, `type` `countersign/…/v1` | Members |
//! | --- | --- |
//! | `negative-declaration` | `declarer`, `key`, `keyId`?, `capabilities`, `from`, `until`, `issued`, `reason`?, `nonce` |
//! | `negative-witness` | `declaration`, `witness`, `key`, `keyId`?, `issued` |
//!
//! | Member | Value |
//! | --- | --- |
//! | `declarer`, `witness` | a DID in canonical spelling, at most 8192 bytes |
//! | `key` | Multikey, which signs |
//! | `keyId` | name of that key in a trust input, at most 8192 bytes |
//! | `capabilities` | 1 to 64 capabilities ([`crate::grant::capability`]), none twice |
//! | `from`, `until` | first second of the window, and first after it |
//! | `issued` | Unix seconds: of the time before, the declaration says what was not done; of the time after, what will not be done |
//! | `reason` | text, 1 to 8192 bytes |
//! | `nonce` | base64url of 16 to 64 bytes |
//! | `declaration` | its id: `negative:` ‖ base64url(SHA-256(lp("countersign/negative-id/v1") ‖ JCS(whole declaration))) |
//!
//! A witness says that it saw the declaration, not that the declaration is true. A witness is reported and
//! counts for nothing if it is not trusted, is the declarer, repeats the key of an earlier witness, or if
//! its signature does not hold.

mod absence;
mod ceiling;
mod declaration;
mod verify;

pub use absence::{Query, absence};
pub use ceiling::{exclude_by_grants, exclude_by_lineage};
pub use declaration::{Declaration, Testimony, unsigned, witness};
pub use verify::{Asked, verify_declaration};

use crate::{
    Error,
    fact::{Facts, State},
    print::Written,
};

/// Most witnesses of one declaration.
pub const MAX_WITNESSES: usize = 64;

/// Most receipts of one search.
pub const MAX_RECEIPTS: usize = 65_536;

/// What was found: facts, and what they are about.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Each question and its answer.
    pub facts: Facts,
    json: String,
}

impl Report {
    fn new(
        evidence: &'static str,
        unproven: &[&str],
        facts: Facts,
        about: impl FnOnce(Written) -> Written,
    ) -> Self {
        let begun = facts.report().text("evidence", evidence);
        let json = about(begun.texts("unproven", unproven.iter().copied())).end();
        Self { facts, json }
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

    /// The report as JSON: `{ evidence, unproven, facts, … }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.json.clone()
    }
}
