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
mod window;

pub use facts::Report;
pub use window::WINDOW;

use super::{
    Binding, Expected, Id, Receipt, Rotation, Testimonies,
    key::{Claim, Held},
    rotation::check_rotation,
    verify::claim,
    verify_witnesses,
};
use crate::{
    Error,
    fact::{Facts, State},
    keys::{Algorithm, PublicKey},
    trust::{Checks, Trust},
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
    signer: Option<(String, Algorithm, Held)>,
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

/// Most rotations that are listed; all of them are followed.
const MAX_LISTED: usize = 64;

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
                self.report.format.fail(index, error.clone());
                self.report.linkage.fail(index, error);
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
        self.signer.as_ref().map(|(_, _, held)| &held.key)
    }

    pub(crate) const fn trust(&self) -> &Trust {
        &self.trust
    }

    pub(crate) const fn expected(&self) -> &Expected {
        &self.policy.each
    }

    /// How many receipts were taken.
    pub(crate) const fn count(&self) -> u64 {
        self.count
    }

    fn check_link(&mut self, index: u64, receipt: &Receipt) {
        let Some(last) = self.window.last() else {
            return self.check_start(index, receipt);
        };
        if !self.unbroken {
            return;
        }
        let linkage = match receipt.previous() {
            _ if last.is_final => Err(Error::ReceiptFinal),
            Some(previous) if previous == last.id => Ok(()),
            previous => Err(self.window.explain(receipt.id(), previous)),
        };
        let sequence = if last.sequence.checked_add(1) == Some(receipt.sequence()) {
            Ok(())
        } else {
            Err(Error::ReceiptSequence)
        };
        self.report.linkage.note(index, linkage);
        self.report.sequence.note(index, sequence);
    }

    fn check_start(&mut self, index: u64, receipt: &Receipt) {
        let start = match self.policy.after {
            None if self.part => Ok(()),
            Some(after) if receipt.previous() == Some(after) => Ok(()),
            None if receipt.sequence() == 0 => Ok(()),
            _ => Err(Error::ReceiptStart),
        };
        if start.is_ok() && self.unbroken {
            self.report.linkage.pass();
            self.report.sequence.pass();
        }
        self.report.start.note(index, start);
    }

    fn check_actor(&mut self, index: u64, receipt: &Receipt) {
        let actor = self.actor.get_or_insert_with(|| receipt.actor().to_owned());
        let same = if actor == receipt.actor() { Ok(()) } else { Err(Error::ReceiptActor) };
        self.report.actors.note(index, same);
    }

    fn check_time(&mut self, index: u64, receipt: &Receipt) {
        let back = self.window.last().is_some_and(|last| receipt.time() < last.time);
        let time = match (back, self.policy.each.is_future(receipt.time())) {
            (true, _) => Err(Error::ReceiptTime),
            (_, true) => Err(Error::ReceiptNotYet),
            _ => Ok(()),
        };
        self.report.time.note(index, time);
    }

    /// Checks the signature and the rotation. Gives the verdicts on the witnesses if the signature holds.
    fn check_signature(&mut self, index: u64, receipt: &Receipt) -> Option<Testimonies> {
        self.prepare(receipt);
        let mut checks = Checks::new(self.policy.each.max_checks);
        let held = match self.find(receipt, &mut checks) {
            Ok(held) => held,
            Err(error) => {
                self.report.signatures.fail(index, error);
                return None;
            }
        };
        self.self_asserted |= held.self_asserted;
        self.unproven |= held.binding == Binding::Unproven;
        let rotation = check_rotation(receipt, &mut checks);
        self.report.signatures.note(index, rotation.as_ref().map(|_| ()).map_err(Clone::clone));
        let seen = self.check_witnesses(index, receipt, &held, &mut checks);
        self.signer = Some((receipt.key_id().to_owned(), receipt.algorithm(), held));
        // Only the chain's own actor can hand the chain over.
        if let (Ok(Some(rotation)), true) = (rotation, self.is_actor(receipt)) {
            if self.rotations.len() < MAX_LISTED {
                self.rotations.push((index, rotation.clone()));
            }
            self.rotated = Some(rotation);
        }
        Some(seen)
    }

    fn check_witnesses(
        &mut self,
        index: u64,
        receipt: &Receipt,
        held: &Held,
        checks: &mut Checks,
    ) -> Testimonies {
        let each = &self.policy.each;
        if each.witnesses == 0 && !(self.witnessed && self.is_actor(receipt)) {
            return Testimonies::default();
        }
        let seen = verify_witnesses(receipt, held, &self.trust, each, checks);
        if each.witnesses > 0 {
            self.report.witnesses.note(index, seen.require(each.witnesses));
        }
        seen
    }

    fn is_actor(&self, receipt: &Receipt) -> bool {
        self.actor.as_deref() == Some(receipt.actor())
    }

    /// Makes tables for the key that signed the receipt before, if this receipt names it too.
    fn prepare(&mut self, receipt: &Receipt) {
        let Some((id, _, held)) = &mut self.signer else { return };
        if id == receipt.key_id() {
            held.key.prepare();
            if let Some(rotation) =
                self.rotated.as_mut().filter(|rotation| rotation.key == held.key)
            {
                rotation.key = held.key.clone();
            }
        }
    }

    fn find(&self, receipt: &Receipt, checks: &mut Checks) -> Result<Held, Error> {
        let statement = receipt.statement();
        let claim = claim(receipt, &statement);
        if let (Some(rotation), true) = (&self.rotated, self.is_actor(receipt)) {
            return self.find_rotated(receipt, rotation, &claim, checks);
        }
        let known = self.signer.as_ref().filter(|(id, algorithm, _)| {
            // The key id begins with the actor's DID, so the key is still bound to that actor.
            id == receipt.key_id() && *algorithm == receipt.algorithm() && self.is_actor(receipt)
        });
        match known {
            Some((_, _, held)) if held.at_any_time && claim.holds(&held.key, checks)? => {
                Ok(held.clone())
            }
            _ => claim.check(&self.trust, self.policy.each.seconds(), checks),
        }
    }

    /// After a rotation only the new key may sign, unless the trust input rules it out.
    fn find_rotated(
        &self,
        receipt: &Receipt,
        rotation: &Rotation,
        claim: &Claim<'_>,
        checks: &mut Checks,
    ) -> Result<Held, Error> {
        let named = receipt.key_id() == rotation.key_id;
        let now = self.policy.each.seconds();
        let ruled_out = self.trust.rules_out(&claim.using(Some(claim.did), &rotation.key, now));
        if !named || receipt.algorithm() != rotation.algorithm || ruled_out {
            return Err(Error::ReceiptKey);
        }
        if !claim.holds(&rotation.key, checks)? {
            return Err(Error::ReceiptSignature);
        }
        // The key that handed over says whose the new key is, so it is bound no better than that key.
        let binding = if self.unproven { Binding::Unproven } else { Binding::Trusted };
        let (key, self_asserted) = (rotation.key.clone(), self.self_asserted);
        Ok(Held { key, binding, self_asserted, at_any_time: true, bare: self.unproven })
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
            trust: self.trust_name(),
        }
    }

    fn facts(&self, last: Option<&Link>) -> Facts {
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

    const fn trust_name(&self) -> Option<&'static str> {
        match (&self.signer, self.self_asserted) {
            (None, _) => None,
            (_, true) => Some("self-asserted"),
            (_, false) => Some("trusted"),
        }
    }

    fn completeness(&self, last: Option<&Link>) -> State {
        let end = self.count.saturating_sub(1);
        let mut fact = State::Unchecked;
        if self.report.start.is_failed() {
            return self.report.start.clone();
        }
        if let Some(count) = self.policy.count {
            let good = if count == self.count { Ok(()) } else { Err(Error::ReceiptCount) };
            fact.note(end, good);
        }
        if let Some(tip) = self.policy.tip {
            let same = self.unbroken && last.is_some_and(|last| last.id == tip);
            fact.note(end, if same { Ok(()) } else { Err(Error::ReceiptTip) });
        }
        if self.unbroken && last.is_some_and(|last| last.is_final) {
            fact.pass();
        }
        fact
    }
}
