//! Spawned identities: their records, lineage, bounds and end.
//!
//! ```text
//! id     = "aspawn_" ‖ base58(SHA-256("spawn:" ‖ parent ‖ ":" ‖ child ‖ ":" ‖ time)[0..16])
//! parent : "spawn:" ‖ id ‖ ":" ‖ parent ‖ ":" ‖ child ‖ ":" ‖ type ‖ ":" ‖ time
//! child  : "ack:" ‖ id ‖ ":" ‖ child ‖ ":" ‖ time
//! ```
//!
//! | AgenticIdentity | Here |
//! | --- | --- |
//! | verifies no signature of a record | verifies both, and identities must be those of their keys |
//! | covers the authority by no signature | requires that it is within that of every ancestor; what the parents' receipts do not prove is reported as claimed |
//! | takes an unknown identity for a root that may do everything | takes as roots those that the caller names |
//! | bounds a child by the parent's ceiling | bounds it also by what the parent was granted, and by the child's own ceiling |
//! | counts depth as 1, never counts descendants, ignores decay | counts all; refuses a decay, which nothing defines |
//! | overlooks that the subject or an ancestor has ended | requires that all are active |
//! | never ends on a cycle | refuses a cycle |

mod end;
mod evidence;
mod lineage;
mod record;

use self::record::{BEYOND_RECEIPT, BY_RECEIPT, Constraints, UNCOVERED};
pub use self::{end::terminate, lineage::lineage};
pub(super) use self::{evidence::SpawnReceipts, record::SpawnRecord};
use crate::{
    Error,
    aid::{self, Anchors, Read, compact, ensure},
    fact::finding,
    grant::aid::capability,
    print::Written,
    receipt::aid as receipts,
};
use serde::Deserialize;

/// Verifies a record, and that the parent's receipt (empty for none) says the same.
///
/// # Errors
///
/// A code of [`crate::encoding::document`]; `ERR_AID_MALFORMED`, `ERR_AID_KEY`, `ERR_AID_IDENTITY`,
/// `ERR_AID_AMBIGUOUS`, `ERR_AID_ID`, `ERR_AID_SIGNATURE`, `ERR_AID_UNTRUSTED`; the codes of a
/// receipt; `ERR_AID_EVIDENCE` for one that says something else.
pub fn verify(text: &str, receipt: &str, anchors: &Anchors) -> Result<String, Error> {
    let Read { value: record, unknown } = SpawnRecord::read(text)?;
    let key = record.check(anchors)?;
    let signer = anchors.judge(&record.parent_id, &key)?;
    if !receipt.is_empty() {
        record.check_receipt(&receipts::verify(receipt, anchors)?.receipt)?;
    }
    let mut uncovered: Vec<&str> = unknown.iter().map(String::as_str).collect();
    uncovered.extend(UNCOVERED);
    uncovered.extend(BEYOND_RECEIPT);
    if receipt.is_empty() {
        uncovered.extend(BY_RECEIPT);
    }
    let acknowledged = record.child_acknowledgment.is_some();
    let unproven = ["time", "that the parent does not know the child's key"];
    Ok(Written::with_room(2 * text.len() + aid::FACTS)
        .inner("acknowledgment", |row| finding(row, acknowledged.then_some(Ok(()))))
        .text("acknowledgmentMessage", &record.acknowledgment())
        .inner("authority", |row| finding(row, (!receipt.is_empty()).then_some(Ok(()))))
        .texts("ceiling", record.ceiling().into_iter())
        .text("child", &record.child_id)
        .texts("granted", record.granted().into_iter())
        .text("id", &record.id)
        .text("idInput", &record.id_input())
        .text("message", &record.message())
        .text("parent", &record.parent_id)
        .text("record", &compact(&record))
        .json("signer", &signer.to_json())
        .text("type", record.spawn_type.tag())
        .texts("uncovered", uncovered.into_iter())
        .texts("unproven", unproven.into_iter())
        .end())
}

/// A spawn that somebody is about to make, as JSON.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Plan {
    granted: Vec<String>,
    ceiling: Vec<String>,
    parent_granted: Vec<String>,
    parent_ceiling: Vec<String>,
    constraints: Constraints,
    depth: usize,
    children: usize,
    descendants: usize,
}

/// Checks that an identity may spawn, by `{ granted, ceiling, parentGranted, parentCeiling, constraints,
/// depth, children, descendants }`: what the child is to get, what the parent has, the parent's
/// constraints, its own depth, and how many children and descendants it has already.
///
/// # Errors
///
/// `ERR_AID_SPAWN`, `ERR_AID_WIDENED`, `ERR_AID_MALFORMED`.
pub fn check_bounds(plan: &str) -> Result<(), Error> {
    let plan: Plan = aid::read_exact(plan, "a plan of a spawn")?;
    let (depth, children) = (plan.depth.saturating_add(1), plan.children.saturating_add(1));
    plan.constraints.check(depth, children, plan.descendants.saturating_add(1))?;
    let within = |all: &[String], some: &[String]| {
        ensure(capability::covers_all(all, some), || Error::AidWidened)
    };
    within(&plan.parent_ceiling, &plan.ceiling)?;
    within(&plan.parent_granted, &plan.granted)?;
    within(&plan.ceiling, &plan.granted)
}
