//! What receipts of parents prove of spawns: what was granted, and that one ended.
//!
//! The signatures of a record cover its parties, its kind and its time. The parent's receipt of the
//! spawn covers what it grants. A receipt by the parent of the type `Revocation` whose data names the
//! spawn as `spawn_id` ends it, whatever the record says.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::record::SpawnRecord;
use crate::{
    Error,
    aid::{Anchors, split},
    receipt::aid::{self as receipts, ActionType, Receipt},
};

/// Receipts that hold.
pub(in super::super) struct SpawnReceipts {
    by_id: BTreeMap<String, Receipt>,
    /// Who ended which spawn.
    ended: BTreeSet<(String, String)>,
}

impl SpawnReceipts {
    /// Verifies a list of receipts.
    pub(in super::super) fn read(list: &[u8], anchors: &Anchors) -> Result<Self, Error> {
        let (mut by_id, mut ended) = (BTreeMap::new(), BTreeSet::new());
        for text in split(list)? {
            let receipt = receipts::verify(text, anchors)?.receipt;
            let data = receipt.action.data.as_ref();
            let spawn = data.and_then(|data| data.get("spawn_id")).and_then(Value::as_str);
            if let (ActionType::Revocation, Some(spawn)) = (&receipt.action_type, spawn) {
                ended.insert((receipt.actor.clone(), spawn.to_owned()));
            }
            by_id.insert(receipt.id.clone(), receipt);
        }
        Ok(Self { by_id, ended })
    }

    /// Whether the parent's receipt says what the record says; `None` without that receipt.
    pub(in super::super) fn check(&self, record: &SpawnRecord) -> Option<Result<(), Error>> {
        self.by_id.get(&record.spawn_receipt_id).map(|receipt| record.check_receipt(receipt))
    }

    /// Whether the parent ended the spawn.
    pub(super) fn ends(&self, record: &SpawnRecord) -> bool {
        self.ended.contains(&(record.parent_id.clone(), record.id.clone()))
    }
}
