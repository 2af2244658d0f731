//! Queries over receipts: by actor, type, time, and what follows from one of them.
//!
//! AgenticIdentity gives only the direct successors of `chain_root`, and repeats a receipt that is in the
//! list twice. Here all successors of the root are given, and each receipt once.

use std::collections::BTreeSet;

use countersign_kernels::order::{Index, sorted_by};
use serde::{Deserialize, Serialize};

use super::{ActionType, Receipt, verify};
use crate::{
    Error,
    aid::{self, Anchors, split},
    print::{Written, list_of},
};

/// What is asked for. Members that are absent ask for nothing.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
struct Query {
    actor: Option<String>,
    action_type: Option<ActionType>,
    #[serde(default, deserialize_with = "aid::micros_option")]
    from: Option<u64>,
    #[serde(default, deserialize_with = "aid::micros_option")]
    until: Option<u64>,
    chain_root: Option<String>,
    limit: Option<usize>,
    oldest_first: Option<bool>,
}

impl Query {
    fn matches(&self, receipt: &Receipt, line: Option<&BTreeSet<String>>) -> bool {
        self.actor.as_ref().is_none_or(|actor| *actor == receipt.actor)
            && self.action_type.as_ref().is_none_or(|kind| *kind == receipt.action_type)
            && self.from.is_none_or(|from| from <= receipt.timestamp)
            && self.until.is_none_or(|until| receipt.timestamp <= until)
            && line.is_none_or(|line| line.contains(&receipt.id))
    }
}

/// The receipts that match, as JSON: `[{ index, id }]`, newest first unless asked otherwise.
/// Every receipt must hold. Both ends of the time are inclusive, as in AgenticIdentity.
///
/// # Errors
///
/// `ERR_AID_MALFORMED`; `ERR_LIMIT_EXCEEDED`; the codes of [`verify`].
pub fn query(list: &[u8], anchors: &Anchors, query: &str) -> Result<String, Error> {
    let query: Query = aid::read_exact(query, "a query")?;
    let verified = split(list)?.into_iter().map(|text| Ok(verify(text, anchors)?.receipt));
    let receipts = verified.collect::<Result<Vec<_>, Error>>()?;
    let line = query.chain_root.as_ref().map(|root| line_of(root, &receipts));
    let mut seen = BTreeSet::new();
    let fits = |(_, receipt): &(usize, &Receipt)| {
        query.matches(receipt, line.as_ref()) && seen.insert(receipt.id.clone())
    };
    let found = receipts.iter().enumerate().filter(fits).collect();
    // Equal ones keep their order.
    let mut found: Vec<(usize, &Receipt)> =
        sorted_by(found, |(_, a), (_, b)| a.timestamp.cmp(&b.timestamp));
    if query.oldest_first != Some(true) {
        found.reverse();
    }
    found.truncate(query.limit.unwrap_or(usize::MAX));
    let row = |(index, receipt): &(usize, &Receipt)| {
        Written::new().text("id", &receipt.id).number("index", *index as u64).end()
    };
    Ok(list_of(&found.iter().map(row).collect::<Vec<_>>()))
}

/// All successors of a root, without the root itself. Ids are hashes, so there is no cycle.
fn line_of(root: &str, receipts: &[Receipt]) -> BTreeSet<String> {
    let follower = receipts.iter().filter_map(|receipt| {
        let previous = receipt.previous_receipt.as_deref()?;
        Some((previous, receipt.id.as_str()))
    });
    let followers = Index::of(follower.collect());
    let (mut line, mut todo) = (BTreeSet::new(), vec![root]);
    while let Some(id) = todo.pop() {
        for (_, next) in followers.all(id) {
            if line.insert((*next).to_owned()) {
                todo.push(next);
            }
        }
    }
    line
}
