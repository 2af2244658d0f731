//! The end of a spawn, and of all below it.

use std::collections::BTreeSet;

use countersign_kernels::order::set_of;
use serde::Deserialize;

use super::{lineage::Family, record::SpawnRecord};
use crate::{
    Error,
    aid::{self, compact, ensure},
    print::Written,
};

#[derive(Deserialize)]
struct End {
    spawn_id: String,
    parent: String,
    #[serde(deserialize_with = "aid::micros")]
    at: u64,
    reason: String,
    #[serde(default)]
    cascade: bool,
}

/// Ends a spawn, by `{ spawn_id, parent, at, reason, cascade }`; with `cascade` also all spawns below it.
/// Gives the changed records, the ids that ended, and the draft of the parent's receipt.
///
/// # Errors
///
/// `ERR_AID_SPAWN` for another parent, an unknown or an ended spawn; `ERR_AID_MALFORMED`.
pub fn terminate(records: &[u8], end: &str) -> Result<String, Error> {
    let mut records = SpawnRecord::read_all(records)?;
    let end: End = aid::read_exact(end, "the end of a spawn")?;
    let known = records.iter().find(|record| record.id == end.spawn_id);
    let record = known.ok_or_else(|| Error::AidSpawn("spawn_id"))?;
    ensure(record.parent_id == end.parent, || Error::AidSpawn("parent"))?;
    ensure(!record.terminated, || Error::AidSpawn("terminated"))?;
    let child = record.child_id.clone();
    let family = Family::new(&records);
    let below = if end.cascade { family.descendants(&child) } else { Vec::new() };
    let below = set_of(below.into_iter().map(str::to_owned));
    let ended = mark_ended(&mut records, &end, &below);
    let draft = draft_receipt(&end, &child, ended.len());
    let texts: Vec<String> = records.iter().map(compact).collect();
    Ok(Written::new()
        .text("receipt", &draft)
        .texts("records", texts.iter().map(String::as_str))
        .texts("terminated", ended.iter().map(String::as_str))
        .end())
}

/// Writes the end into the record itself, and into those of everybody `below`. Gives the ids that ended.
fn mark_ended(records: &mut [SpawnRecord], end: &End, below: &BTreeSet<String>) -> Vec<String> {
    let mut ended = Vec::new();
    for record in records.iter_mut().filter(|record| !record.terminated) {
        let is_own = record.id == end.spawn_id;
        if is_own || below.contains(&record.child_id) {
            record.terminated = true;
            record.terminated_at = Some(end.at);
            let from = if is_own { "" } else { "Cascade from parent: " };
            record.termination_reason = Some(format!("{from}{}", end.reason));
            ended.push(record.id.clone());
        }
    }
    ended
}

/// What the parent signs about it.
fn draft_receipt(end: &End, child: &str, ended: usize) -> String {
    let data = |data: Written| {
        data.flag("cascade", end.cascade)
            .text("child_id", child)
            .text("reason", &end.reason)
            .text("spawn_id", &end.spawn_id)
            .number("terminated_count", ended as u64)
    };
    let action = |action: Written| {
        action
            .inner("data", data)
            .text("description", &format!("Terminated spawn: {}", end.reason))
            .json("references", "[]")
    };
    Written::new()
        .inner("action", action)
        .text("action_type", "Revocation")
        .json("context_hash", "null")
        .json("previous_receipt", "null")
        // Microseconds, of which every digit counts.
        .json("timestamp", &end.at.to_string())
        .end()
}
