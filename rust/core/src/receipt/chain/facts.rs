//! What was found of a chain, fact by fact.

use super::{
    super::{Id, Rotation},
    Chain,
    window::Link,
};
use crate::{
    Error,
    fact::{Facts, State},
    keys::multikey,
    print::Written,
    trust::{ProvenKey, Standing},
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
    /// Who vouches for the keys, if any signature held: where they differ, nobody but a receipt itself.
    pub trust: Option<Standing>,
    /// The key of the last receipt whose signature held.
    pub signer: Option<ProvenKey>,
}

impl Report {
    /// The answer to a question: unchecked, if it was not asked.
    #[must_use]
    pub fn state(&self, fact: &str) -> &State {
        self.facts.state(fact)
    }

    /// The report as JSON: `{ facts, count, actor, tip, rotations, trust, signer }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.write(self.facts.report()).end()
    }

    /// Writes what it says beside the facts.
    pub(crate) fn write(&self, about: Written) -> Written {
        let signer = self.signer.as_ref().map(ProvenKey::to_json);
        about
            .text_or_null("actor", self.actor.as_deref())
            .number("count", self.count)
            .objects("rotations", self.rotations.iter(), rotation)
            .json_or_null("signer", signer.as_deref())
            .text_or_null("tip", self.tip.map(|tip| tip.to_string()).as_deref())
            .text_or_null("trust", self.trust.map(Standing::as_str))
    }
}

impl Chain {
    /// Each question and its answer, after the receipt `last`.
    pub(super) fn facts(&self, last: Option<&Link>) -> Facts {
        let found = self.report.clone();
        let mut facts = Facts::from([
            ("format", found.format),
            ("linkage", found.linkage),
            ("sequence", found.sequence),
            ("actors", found.actors),
            ("signatures", found.signatures),
            ("identities", self.identities()),
            ("time", found.time),
        ]);
        facts.push_if(self.policy.each.witnesses > 0, "witnesses", found.witnesses);
        facts.push("completeness", self.completeness(last));
        facts
    }

    const fn identities(&self) -> State {
        if self.signer.is_none() || self.unproven { State::Unchecked } else { State::Ok }
    }

    /// Who vouches for the keys, if any signature held.
    pub(super) const fn standing(&self) -> Option<Standing> {
        match (&self.signer, self.self_asserted) {
            (None, _) => None,
            (_, true) => Some(Standing::SelfAsserted),
            (_, false) => Some(Standing::Trusted),
        }
    }

    fn completeness(&self, last: Option<&Link>) -> State {
        let end = self.count.saturating_sub(1);
        let mut fact = State::Unchecked;
        if self.report.start.is_refused() {
            return self.report.start.clone();
        }
        if let Some(want) = self.policy.count {
            let got = self.count;
            fact.note(end, if want == got { Ok(()) } else { Err(Error::ReceiptCount(want, got)) });
        }
        if let Some(tip) = self.policy.tip {
            fact.note(end, self.check_tip(tip, last.map(|last| last.id)));
        }
        if self.unbroken && last.is_some_and(|last| last.is_final) {
            fact.pass();
        }
        fact
    }

    fn check_tip(&self, want: Id, got: Option<Id>) -> Result<(), Error> {
        if self.unbroken && got == Some(want) {
            return Ok(());
        }
        let got = got.map_or_else(|| "none".to_owned(), |id| id.to_string());
        Err(Error::ReceiptTip(want.to_string(), got))
    }
}

fn rotation(row: Written, (index, rotation): &(u64, Rotation)) -> Written {
    row.text("algorithm", rotation.algorithm.as_str())
        .number("index", *index)
        .text("key", &multikey::encode(&rotation.key))
        .text("keyId", &rotation.key_id)
}
