//! Where an identity comes from, and who is below it.

use std::collections::BTreeSet;

use countersign_kernels::order::Index;

use super::{
    evidence::SpawnReceipts,
    record::{BEYOND_RECEIPT, BY_RECEIPT, SpawnRecord, UNCOVERED},
};
use crate::{
    Error,
    aid::{Anchors, Micros, ensure},
    fact::{Facts, State},
};

/// Verifies where an identity comes from, by the records that the caller has. The facts are `signatures`,
/// `anchor` (the line begins at an identity that is trusted), `active`, `narrowing`, `bounds`, and
/// `receipts` (each parent's receipt of the spawn is there, and says what the record says).
///
/// No signature of a record covers what it grants. So `authority` is what was granted if nothing
/// failed and `receipts` is `ok`, else it is empty. `claimed` is what the records say if nothing failed.
/// Nothing signs when a lifetime ends, nor the bounds of a parent. So `active` stays unchecked if a
/// lifetime ends at a set time or a receipt is missing, and `bounds` if a parent has a record of its own.
///
/// # Errors
///
/// `ERR_AID_MALFORMED` and codes of JSON for records; `ERR_LIMIT_EXCEEDED`;
/// `ERR_AID_LINK` for two records of one child, and for a cycle; the codes of a receipt that does
/// not hold.
pub fn lineage(
    identity: &str,
    records: &[u8],
    receipts: &[u8],
    now: Micros,
    roots: &Anchors,
) -> Result<String, Error> {
    let records = SpawnRecord::read_all(records)?;
    let evidence = SpawnReceipts::read(receipts, &Anchors::embedded())?;
    let (line, family) = (line_of(identity, &records)?, Family::new(&records));
    let mut judged = Judged::over(line.len());
    judged.each(&line, &evidence, now);
    judged.bounds(&line, &family);
    let root = line.last().map_or(identity, |record| record.parent_id.as_str());
    judged.anchor(&line, roots.is_trusted(root));
    let shown = judged.close(&line);
    let facts = judged.facts();
    let granted = match line.first() {
        _ if facts.any_refused() => Vec::new(),
        None => vec!["*"],
        Some(own) => own.granted(),
    };
    let authority = if line.is_empty() || shown { granted.clone() } else { Vec::new() };
    let beyond: &[&str] = if shown { &[] } else { &BY_RECEIPT };
    Ok(facts
        .report()
        .texts("ancestors", line.iter().map(|record| record.parent_id.as_str()))
        .texts("authority", authority.into_iter())
        .texts("children", family.children(identity))
        .texts("claimed", granted.into_iter())
        .number("depth", line.len() as u64)
        .texts("descendants", family.descendants(identity).into_iter())
        .text("identity", identity)
        .text("root", root)
        .texts("uncovered", UNCOVERED.iter().chain(beyond).chain(&BEYOND_RECEIPT).copied())
        .texts("unproven", ["time", "completeness"].into_iter())
        .end())
}

/// The facts of a line, while it is judged.
struct Judged {
    signatures: State,
    anchor: State,
    active: State,
    narrowing: State,
    bounds: State,
    receipts: State,
}

impl Judged {
    fn over(count: usize) -> Self {
        let [signatures, active, narrowing, bounds, receipts] =
            core::array::from_fn(|_| State::over(count));
        Self { signatures, anchor: State::Ok, active, narrowing, bounds, receipts }
    }

    /// What each record says of itself, beside its receipt and the record above it.
    fn each(&mut self, line: &[&SpawnRecord], evidence: &SpawnReceipts, now: Micros) {
        for (index, record) in line.iter().enumerate() {
            self.signatures.refuse_on(index, record.check(&Anchors::embedded()).map(drop));
            let ended = ensure(!evidence.ends(record), || {
                Error::AidExpired("a receipt of its parent says that it was terminated".into())
            });
            self.active.refuse_on(index, ended.and_then(|()| record.check_active(now)));
            self.narrowing.refuse_on(index, record.check_narrow(line.get(index + 1).copied()));
            match evidence.check(record) {
                Some(found) => self.receipts.refuse_on(index, found),
                None => self.receipts.stop(),
            }
        }
    }

    /// How many each parent may have below it, by its own record.
    fn bounds<'a>(&mut self, line: &[&SpawnRecord], family: &Family<'a>) {
        // On the way up, each parent has below it all that the generation before has: nobody is visited twice.
        let (mut seen, mut below) = (BTreeSet::new(), Vec::<&'a str>::new());
        for (index, parent) in line.iter().skip(1).enumerate() {
            family.gather(&parent.child_id, &mut seen, &mut below);
            let children = family.children(&parent.child_id).len();
            let within = parent.constraints.check(line.len() - index, children, below.len());
            self.bounds.refuse_on(index, within);
        }
    }

    /// Whether the line begins at an identity that is trusted.
    fn anchor(&mut self, line: &[&SpawnRecord], is_trusted: bool) {
        let trusted = ensure(is_trusted, || Error::AidUntrusted);
        self.anchor.refuse_on(line.len().saturating_sub(1), trusted);
    }

    /// Leaves open what nothing signs. Tells whether the receipts show what the records say.
    fn close(&mut self, line: &[&SpawnRecord]) -> bool {
        let shown = self.receipts == State::Ok;
        if !shown || line.iter().any(|record| record.has_end()) {
            self.active.stop();
        }
        if line.len() > 1 {
            self.bounds.stop();
        }
        shown
    }

    fn facts(self) -> Facts {
        Facts::from([
            ("signatures", self.signatures),
            ("anchor", self.anchor),
            ("active", self.active),
            ("narrowing", self.narrowing),
            ("bounds", self.bounds),
            ("receipts", self.receipts),
        ])
    }
}

/// The records from an identity up to its root.
fn line_of<'a>(identity: &str, records: &'a [SpawnRecord]) -> Result<Vec<&'a SpawnRecord>, Error> {
    let by_child = records.iter().map(|record| (record.child_id.as_str(), record));
    let by_child = Index::of(by_child.collect());
    ensure(by_child.groups().all(|same| same.len() == 1), || Error::AidLink)?;
    let (mut line, mut current) = (Vec::new(), identity);
    while let Some((_, record)) = by_child.all(current).first() {
        ensure(line.len() < records.len(), || Error::AidLink)?;
        line.push(*record);
        current = &record.parent_id;
    }
    Ok(line)
}

/// Who spawned whom. Indexed once, because the lists may be long.
pub(super) struct Family<'a> {
    /// Parents and their children.
    children: Index<&'a str, &'a str>,
}

impl<'a> Family<'a> {
    pub(super) fn new(records: &'a [SpawnRecord]) -> Self {
        let pair = |record: &'a SpawnRecord| (&*record.parent_id, &*record.child_id);
        Self { children: Index::of(records.iter().map(pair).collect()) }
    }

    pub(super) fn children(&self, parent: &str) -> impl ExactSizeIterator<Item = &'a str> {
        self.children.all(parent).iter().map(|(_, child)| *child)
    }

    pub(super) fn descendants(&self, of: &str) -> Vec<&'a str> {
        let mut found = Vec::new();
        self.gather(of, &mut BTreeSet::new(), &mut found);
        found
    }

    /// Adds to `found` everybody below `of` who is not in `seen` yet.
    fn gather(&self, of: &str, seen: &mut BTreeSet<&'a str>, found: &mut Vec<&'a str>) {
        let mut next: Vec<&str> = vec![of];
        while let Some(parent) = next.pop() {
            for child in self.children(parent) {
                if seen.insert(child) {
                    found.push(child);
                    next.push(child);
                }
            }
        }
    }
}
