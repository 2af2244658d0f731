//! Verifying a chain of receipts, one at a time from the oldest on, in bounded memory.
//!
//! Nothing in a receipt stops the verifier: what is wrong becomes a fact. A fact is
//! [`State::Unchecked`] if nothing could be compared.
//!
//! | Fact | Holds if | Codes |
//! | --- | --- | --- |
//! | `format` | every receipt can be read | those of [`Receipt::from_json`] |
//! | `linkage` | every `previous` is the id of the receipt before, and nothing follows the final one | `ERR_RECEIPT_PREVIOUS`, `ERR_RECEIPT_FORK`, `ERR_RECEIPT_DUPLICATE`, `ERR_RECEIPT_FINAL` |
//! | `sequence` | every number is one more than the number before | `ERR_RECEIPT_SEQUENCE` |
//! | `actors` | one actor made them all | `ERR_RECEIPT_ACTOR` |
//! | `signatures` | every signature holds under a trusted key of the actor, or under the key that a rotation in the chain named, unless the trust input rules that key out ([`Trust::rules_out`]) | as [`super::verify`] |
//! | `time` | no receipt is earlier than the one before, or in the future | `ERR_RECEIPT_TIME`, `ERR_RECEIPT_NOT_YET` |
//! | `identities` | every key is bound to the DID of the actor; unchecked if a key was pinned without an owner | |
//! | `witnesses` | every receipt has as many witnesses as the policy asks for; no fact if it asks for none | `ERR_RECEIPT_WITNESSES` |
//! | `completeness` | the chain starts at its start and ends at its end | `ERR_RECEIPT_START`, `ERR_RECEIPT_COUNT`, `ERR_RECEIPT_TIP` |
//!
//! The start is sequence 0, or the receipt after the id that the policy names. The end is marked by a
//! final receipt, and by the tip and the count if the policy names them; all marks must agree. If nothing
//! marks the end, `completeness` is unchecked, because linkage cannot show that the tail was cut off.
//!
//! Each receipt costs at most as many signature checks as a separate one ([`Expected::max_checks`]).
//!
//! A fork or a duplicate can be told from other broken links only if the receipt that it goes back to is
//! among the last [`WINDOW`].
//!
//! The key that verified a receipt is tried first for the next one. At its second receipt it gets tables.
//! Each signature is decided by itself: to combine them would need a proof for every `R`, which costs as
//! much as it saves.

mod facts;
mod links;
mod signature;
mod window;

pub use facts::Report;
pub use window::WINDOW;

use super::{Expected, Id, Receipt, Rotation, Testimonies, key::BoundKey};
use crate::{
    fact::State,
    keys::{Algorithm, PublicKey},
    trust::Trust,
};
use window::{Link, Window};

/// What the verifier knows of the chain from another source.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Time, skew and number of witnesses, for each receipt.
    pub each: Expected,
    /// Who made the chain.
    pub actor: Option<String>,
    /// The id of the receipt before the first.
    pub after: Option<Id>,
    /// The id of the last receipt.
    pub tip: Option<Id>,
    /// How many receipts there are.
    pub count: Option<u64>,
}

/// Verifies a chain as its receipts come.
#[derive(Clone, Debug)]
pub struct Chain {
    trust: Trust,
    policy: Policy,
    /// Whether it may begin anywhere.
    part: bool,
    /// Whether witnesses are looked at even if the policy asks for none.
    witnessed: bool,
    count: u64,
    report: Growing,
    /// The last receipts that could be read.
    window: Window,
    /// Whether the receipt before this one could be read.
    unbroken: bool,
    actor: Option<String>,
    /// The name of the key that verified last, how it signs, and the key.
    signer: Option<(String, Algorithm, BoundKey)>,
    /// The key to which the chain was handed over.
    rotated: Option<Rotation>,
    rotations: Vec<(u64, Rotation)>,
    self_asserted: bool,
    unproven: bool,
}

/// The facts that grow with each receipt.
#[derive(Clone, Debug, Default)]
struct Growing {
    format: State,
    linkage: State,
    sequence: State,
    actors: State,
    signatures: State,
    time: State,
    witnesses: State,
    start: State,
}

impl Chain {
    /// A verifier that has seen no receipt.
    #[must_use]
    pub fn new(trust: Trust, policy: Policy) -> Self {
        Self {
            trust,
            actor: policy.actor.clone(),
            policy,
            part: false,
            witnessed: false,
            count: 0,
            report: Growing::default(),
            window: Window::default(),
            unbroken: true,
            signer: None,
            rotated: None,
            rotations: Vec::new(),
            self_asserted: false,
            unproven: false,
        }
    }

    /// A verifier of a chain that may begin anywhere.
    pub(crate) fn new_part(trust: Trust, policy: Policy) -> Self {
        Self { part: true, ..Self::new(trust, policy) }
    }

    /// Makes [`Chain::take`] give the verdicts on all witnesses.
    pub(crate) fn with_witnesses(self) -> Self {
        Self { witnessed: true, ..self }
    }

    /// Takes the next receipt.
    pub fn push(&mut self, text: &[u8]) {
        self.take(text);
    }

    /// Takes the next receipt. If the actor of the chain signed it, gives the receipt, and the verdicts on its
    /// witnesses if they were looked at.
    pub(crate) fn take(&mut self, text: &[u8]) -> Option<(Receipt, Testimonies)> {
        let index = self.count;
        self.count = self.count.saturating_add(1);
        match Receipt::from_json(text) {
            Ok(receipt) => self.check(index, &receipt).map(|seen| (receipt, seen)),
            Err(error) => {
                self.report.format.refuse(index, error.clone());
                self.report.linkage.refuse(index, error);
                self.unbroken = false;
                None
            }
        }
    }

    fn check(&mut self, index: u64, receipt: &Receipt) -> Option<Testimonies> {
        self.report.format.pass();
        self.check_link(index, receipt);
        self.check_actor(index, receipt);
        self.check_time(index, receipt);
        let seen = self.check_signature(index, receipt);
        self.window.push(Link::of(receipt));
        self.unbroken = true;
        seen.filter(|_| self.is_actor(receipt))
    }

    /// The key that verified last.
    pub(crate) fn key(&self) -> Option<&PublicKey> {
        self.signer.as_ref().map(|(_, _, key)| &key.signer.key)
    }

    pub(crate) const fn trust(&self) -> &Trust {
        &self.trust
    }

    pub(crate) const fn expectation(&self) -> &Expected {
        &self.policy.each
    }

    /// How many receipts were taken.
    pub(crate) const fn count(&self) -> u64 {
        self.count
    }

    fn is_actor(&self, receipt: &Receipt) -> bool {
        self.actor.as_deref() == Some(receipt.actor())
    }

    /// The facts so far, as if no further receipt came.
    #[must_use]
    pub fn report(&self) -> Report {
        let last = self.window.last();
        Report {
            count: self.count,
            actor: self.actor.clone(),
            tip: last.map(|last| last.id),
            facts: self.facts(last),
            rotations: self.rotations.clone(),
            trust: self.standing(),
            signer: self.signer.as_ref().map(|(_, _, key)| key.signer.clone()),
        }
    }
}
