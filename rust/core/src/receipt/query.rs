//! Selecting receipts: by actor, action, grant, time, and along a chain.
//!
//! A query verifies nothing: the receipts that it selects must still be verified.
//!
//! A query is `{ actor?, action?, grant?, from?, until?, chain? }`. An `action` that ends in `*` matches every
//! action that begins with the text before the `*`. `from` is inclusive and `until` exclusive, both in Unix
//! milliseconds. `chain` is the id of a receipt: it selects that receipt and its predecessors as far as they
//! are there, oldest first.

use core::mem;

use countersign_kernels::order::indexes;

use super::{Id, Receipt};
use crate::{Error, encoding::frames, print::list_of, trust::policy};

/// What is asked for. A receipt must meet every member that is given.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Query {
    /// Who acted.
    pub actor: Option<String>,
    /// The action, or its beginning and `*`.
    pub action: Option<String>,
    /// The grant under which it was done.
    pub grant: Option<String>,
    /// First millisecond.
    pub from: Option<u64>,
    /// First millisecond after.
    pub until: Option<u64>,
    /// The newest receipt of a chain.
    pub chain: Option<Id>,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; `ERR_RECEIPT_MALFORMED` for text that is not an id; a code of JSON.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let names = ["actor", "action", "grant", "from", "until", "chain"];
        let policy = policy::read(text, &names)?;
        let members = policy.root();
        let text = |name| Ok(policy::text(members, name)?.map(str::to_owned));
        Ok(Self {
            actor: text("actor")?,
            action: text("action")?,
            grant: text("grant")?,
            from: policy::whole(members, "from")?,
            until: policy::whole(members, "until")?,
            chain: policy::text(members, "chain")?.map(|text| text.parse()).transpose()?,
        })
    }

    /// Whether a receipt fits. `chain` is not looked at.
    #[must_use]
    pub fn fits(&self, receipt: &Receipt) -> bool {
        let action = |want: &String| match want.strip_suffix('*') {
            Some(start) => receipt.action().starts_with(start),
            None => receipt.action() == want,
        };
        self.actor.as_ref().is_none_or(|actor| actor == receipt.actor())
            && self.action.as_ref().is_none_or(action)
            && self.grant.as_ref().is_none_or(|grant| receipt.is_under(grant))
            && self.from.is_none_or(|from| receipt.time() >= from)
            && self.until.is_none_or(|until| receipt.time() < until)
    }

    /// The indexes of the receipts that fit, in the given order or in that of the chain.
    #[must_use]
    pub fn select(&self, receipts: &[Receipt]) -> Vec<usize> {
        let fits = |index: &usize| receipts.get(*index).is_some_and(|receipt| self.fits(receipt));
        match self.chain {
            None => (0..receipts.len()).filter(fits).collect(),
            Some(tip) => ancestors(receipts, tip).into_iter().filter(fits).collect(),
        }
    }
}

/// The indexes from the oldest receipt that is there up to `tip`. Visits each receipt once, so it ends.
fn ancestors(receipts: &[Receipt], tip: Id) -> Vec<usize> {
    let id = |index: usize| receipts.get(index).map(Receipt::id);
    let by_id = indexes(receipts.len(), &|a, b| id(a).cmp(&id(b)));
    let (mut found, mut seen, mut next) = (Vec::new(), vec![false; receipts.len()], Some(tip));
    while let Some(want) = next {
        // The last of those that have it.
        let above = by_id.partition_point(|index| id(*index) <= Some(want));
        let index = above.checked_sub(1).and_then(|last| by_id.get(last)).copied();
        let Some(index) = index.filter(|index| id(*index) == Some(want)) else { break };
        if seen.get_mut(index).is_none_or(|seen| mem::replace(seen, true)) {
            break;
        }
        found.push(index);
        next = receipts.get(index).and_then(Receipt::previous);
    }
    found.reverse();
    found
}

/// Selects among receipts, as [`frames`]. Gives a JSON array of indexes.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for frames that do not add up; as [`Query::from_json`] and
/// [`Receipt::from_json`].
pub fn select_json(list: &[u8], query: &str) -> Result<String, Error> {
    let query = Query::from_json(query)?;
    let receipts: Vec<Receipt> =
        frames::whole(list)?.map(Receipt::from_json).collect::<Result<_, _>>()?;
    let selected: Vec<_> = query.select(&receipts).iter().map(ToString::to_string).collect();
    Ok(list_of(&selected))
}

/// The leaf hashes that receipts, as [`frames`], have in a log ([`crate::merkle`]). A leaf leaves out the
/// witnesses, because they may come later.
///
/// # Errors
///
/// `ERR_ENCODING_MALFORMED` for frames that do not add up; as [`Receipt::from_json`].
pub fn leaf_hashes(list: &[u8]) -> Result<Vec<u8>, Error> {
    let hash = |text: &[u8]| {
        let leaf = Receipt::from_json(text)?.leaf()?;
        Ok(crate::merkle::leaf_hash(leaf.as_bytes()))
    };
    let hashes: Vec<_> = frames::whole(list)?.map(hash).collect::<Result<_, _>>()?;
    Ok(hashes.concat())
}
