//! Anchors: the testimonies of witnesses bound the times of a chain from both sides.

use std::collections::VecDeque;

use countersign_kernels::{json::Kind, order::sorted};
use sha2::{Digest, Sha256};

use super::Policy;
use crate::{
    Error,
    encoding::document::Node,
    fact::{Facts, State},
    label,
    print::{Written, quoted},
    receipt::{Id, Receipt, Testimonies},
    record::label_bytes,
};

/// How many anchors are remembered, for a heartbeat to name.
const REMEMBERED: usize = 256;

/// The ids of a receipt's anchors, whether their signatures hold or not.
///
/// # Errors
///
/// `ERR_RECEIPT_MALFORMED` for witnesses that are no list of objects.
pub fn anchor_ids(receipt: &Receipt) -> Result<Vec<Id>, Error> {
    let malformed = || Error::ReceiptMalformed("witnesses".into(), "it must be a list of objects");
    let list = receipt.witnesses().filter(|list| list.kind() == Kind::Array);
    let entries = list.ok_or_else(malformed)?.items();
    entries.map(|entry| anchor_id(receipt.id(), entry)).collect()
}

fn anchor_id(receipt: Id, entry: Node<'_>) -> Result<Id, Error> {
    if entry.kind() != Kind::Object {
        return Err(Error::ReceiptMalformed("witnesses".into(), "it must be a list of objects"));
    }
    let id = quoted(&receipt.to_string());
    let members = entry.canonical_with(&[], &[("receipt", &id)])?;
    Ok(Id(Sha256::digest(label_bytes(label::CONTINUITY_ANCHOR, members.as_bytes())).into()))
}

/// An anchor that holds.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    id: Id,
    /// The receipt it is on.
    index: u64,
    time: u64,
}

/// What the anchors of a chain bound, so far. Times in milliseconds.
#[derive(Clone, Debug)]
pub(super) struct Anchors {
    max_lag: Option<u64>,
    max_lead: Option<u64>,
    quorum: usize,
    skew: u64,
    fact: State,
    freshness: State,
    /// Receipts that are anchored themselves.
    count: u64,
    /// Entries of witnesses that do not hold.
    refused: u64,
    /// Anchors that heartbeats named and that hold.
    acknowledged: u64,
    /// When the last anchor was made.
    last: Option<u64>,
    /// The longest time from a receipt to its anchor.
    lag: u64,
    /// The oldest receipt that no anchor covers yet.
    bare: Option<(u64, u64)>,
    /// If `proven`, the time before which the present receipt cannot have been made; else the first receipt's time.
    after: Option<u64>,
    proven: bool,
    recent: VecDeque<Anchor>,
}

impl Anchors {
    pub(super) fn new(policy: &Policy) -> Self {
        Self {
            max_lag: policy.max_lag,
            max_lead: policy.max_lead,
            quorum: policy.quorum.max(1),
            skew: policy.chain.each.skew.saturating_mul(1000),
            fact: State::Unchecked,
            freshness: State::Unchecked,
            count: 0,
            refused: 0,
            acknowledged: 0,
            last: None,
            lag: 0,
            bare: None,
            after: None,
            proven: false,
            recent: VecDeque::new(),
        }
    }

    /// Takes a receipt, with the anchors that it acknowledges and the verdicts on its witnesses.
    pub(super) fn note(&mut self, index: u64, receipt: &Receipt, named: &[Id], seen: &Testimonies) {
        self.bound_below(index, receipt.time(), named);
        self.remember(index, receipt, seen);
        let times = sorted(seen.valid_times().map(|(_, time)| time).collect());
        self.bound_above(index, receipt.time(), times.get(self.quorum - 1).copied());
    }

    fn bound_below(&mut self, index: u64, time: u64, named: &[Id]) {
        if let Some(after) = self.acknowledge(named) {
            self.after = Some(
                self.after.filter(|_| self.proven).map_or(after, |earlier| earlier.max(after)),
            );
            self.proven = true;
        }
        let after = *self.after.get_or_insert(time);
        if self.proven && time.saturating_add(self.skew) < after {
            self.fact.refuse(index, Error::ContinuityAnchorTime);
        }
        if let Some(max) = self.max_lead {
            let fresh = if time.saturating_sub(after) > max {
                Err(Error::ContinuityFreshness)
            } else {
                Ok(())
            };
            self.freshness.note(index, fresh);
        }
    }

    /// The latest time at or after which a quorum signed the newest receipt whose anchors are named.
    fn acknowledge(&mut self, named: &[Id]) -> Option<u64> {
        let known = |id: &Id| self.recent.iter().rev().find(|anchor| anchor.id == *id).copied();
        let found: Vec<Anchor> = named.iter().filter_map(known).collect();
        self.acknowledged = self.acknowledged.saturating_add(found.len() as u64);
        let newest = found.iter().map(|anchor| anchor.index).max()?;
        // The anchors of one receipt are by different keys, so each counts.
        let mut times: Vec<u64> = found
            .iter()
            .filter(|anchor| anchor.index == newest)
            .map(|anchor| anchor.time)
            .collect();
        times = sorted(times);
        times.reverse();
        times.get(self.quorum - 1).copied()
    }

    fn remember(&mut self, index: u64, receipt: &Receipt, seen: &Testimonies) {
        let refused = seen.list.iter().filter(|testimony| testimony.refused().is_some()).count();
        self.refused = self.refused.saturating_add(refused as u64);
        let entries: Vec<_> = receipt.node().items_of("witnesses").collect();
        for (place, time) in seen.valid_times() {
            let entry = entries.get(place).map(|entry| anchor_id(receipt.id(), *entry));
            let Some(Ok(id)) = entry else { continue };
            if self.recent.len() == REMEMBERED {
                self.recent.pop_front();
            }
            self.recent.push_back(Anchor { id, index, time });
        }
    }

    fn bound_above(&mut self, index: u64, time: u64, anchored: Option<u64>) {
        let (oldest, since) = *self.bare.get_or_insert((index, time));
        let Some(anchored) = anchored else { return };
        self.count = self.count.saturating_add(1);
        self.last = Some(self.last.map_or(anchored, |last| last.max(anchored)));
        self.bare = None;
        let lag = anchored.saturating_sub(since);
        self.lag = self.lag.max(lag);
        if time > anchored.saturating_add(self.skew) {
            self.fact.refuse(index, Error::ContinuityAnchorTime);
        } else if self.max_lag.is_some_and(|max| lag > max) {
            self.fact.refuse(oldest, Error::ContinuityAnchor);
        } else if self.max_lag.is_some() {
            self.fact.pass();
        }
    }

    /// Ends the chain: if receipts are left that no anchor covers, the oldest of them must be young.
    pub(super) fn close(&mut self, end: Option<u64>) {
        let (Some(max), Some((index, since))) = (self.max_lag, self.bare) else { return };
        let young = end.is_some_and(|end| end.saturating_sub(since) <= max);
        self.fact.note(index, if young { Ok(()) } else { Err(Error::ContinuityAnchor) });
    }

    pub(super) fn answer(&self, facts: &mut Facts) {
        facts.push_if(self.max_lag.is_some(), "anchors", self.fact.clone());
        facts.push_if(self.max_lead.is_some(), "freshness", self.freshness.clone());
    }

    pub(super) fn write(&self, report: Written) -> Written {
        report
            .number("acknowledged", self.acknowledged)
            .number("anchored", self.count)
            .number("anchorsRefused", self.refused)
            .number_or_null("lastAnchor", self.last)
            .number("longestLag", self.lag)
            .number_or_null("provenAfter", self.after.filter(|_| self.proven))
    }
}
