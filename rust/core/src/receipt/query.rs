//! Selecting receipts: by actor, action, grant, time, and along a chain.
//!
//! A query reads and verifies nothing: what it gives must be verified as any receipt.
//!
//! `{ actor?, action?, grant?, from?, until?, chain? }`: `action` ending in `*` matches every action
//! that begins so; `from` is inclusive and `until` exclusive, Unix milliseconds; `chain` is the id
//! of a receipt, and selects it and those before it that are there, oldest first.

use std::collections::{HashMap, HashSet};

use super::{Id, Receipt};
use crate::{Error, encoding::frames, trust::policy};

/// What is asked for. Everything that is given must hold.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Query {
    /// Who acted.
    pub actor: Option<String>,
    /// The action, or its beginning and `*`.
    pub action: Option<String>,
    /// Under which grant.
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
    /// `ERR_POLICY_MALFORMED`; `ERR_RECEIPT_MALFORMED` for an id that is none; a code of JSON.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let names = ["actor", "action", "grant", "from", "until", "chain"];
        let members = policy::read(text, &names)?;
        let text = |name| Ok(policy::text(&members, name)?.map(str::to_owned));
        Ok(Self {
            actor: text("actor")?,
            action: text("action")?,
            grant: text("grant")?,
            from: policy::whole(&members, "from")?,
            until: policy::whole(&members, "until")?,
            chain: policy::text(&members, "chain")?.map(str::parse).transpose()?,
        })
    }

    /// Whether a receipt fits, its chain apart.
    #[must_use]
    pub fn fits(&self, receipt: &Receipt) -> bool {
        let action = |want: &String| match want.strip_suffix('*') {
            Some(start) => receipt.action().starts_with(start),
            None => receipt.action() == want,
        };
        self.actor.as_ref().is_none_or(|actor| actor == receipt.actor())
            && self.action.as_ref().is_none_or(action)
            && self.grant.as_ref().is_none_or(|grant| receipt.grant() == Some(grant))
            && self.from.is_none_or(|from| receipt.time() >= from)
            && self.until.is_none_or(|until| receipt.time() < until)
    }

    /// The indexes of receipts that fit: in the order given, or of the chain.
    #[must_use]
    pub fn select(&self, receipts: &[Receipt]) -> Vec<usize> {
        let fits = |index: &usize| receipts.get(*index).is_some_and(|receipt| self.fits(receipt));
        match self.chain {
            None => (0..receipts.len()).filter(fits).collect(),
            Some(tip) => ancestors(receipts, tip).into_iter().filter(fits).collect(),
        }
    }
}

/// From the oldest that is there to `tip`. Each receipt once, so it ends.
fn ancestors(receipts: &[Receipt], tip: Id) -> Vec<usize> {
    let by_id: HashMap<Id, usize> =
        receipts.iter().enumerate().map(|(index, receipt)| (receipt.id(), index)).collect();
    let (mut found, mut seen, mut next) = (Vec::new(), HashSet::new(), Some(tip));
    while let Some(id) = next.filter(|id| seen.insert(*id)) {
        let Some(index) = by_id.get(&id) else { break };
        found.push(*index);
        next = receipts.get(*index).and_then(Receipt::previous);
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
    Ok(serde_json::Value::from(query.select(&receipts)).to_string())
}

/// The leaf hashes in a log ([`crate::merkle`]) of receipts, as [`frames`]. Witnesses are outside:
/// they may come later.
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
