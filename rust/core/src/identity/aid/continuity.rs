//! Experiences, anchors, heartbeats and claims.
//!
//! ```text
//! cumulative = SHA-256((previous cumulative or "genesis") ‖ ":" ‖ content_hash ‖ ":" ‖ sequence ‖ ":" ‖ time)
//! signatures : the cumulative hash in hex | "anchor:"… | "heartbeat:"… | "claim:"…
//! ```
//!
//! | AgenticIdentity | Here |
//! | --- | --- |
//! | reports all signatures as good and checks none | verifies each |
//! | recomputes no cumulative hash | recomputes each |
//! | lets time run backwards | reports that as a fact |
//! | takes a claim about eleven events where there are none | compares range, count and gap with the events |
//! | never reports a gap between heartbeats | does not either |

mod gaps;
mod records;

use countersign_kernels::order::set_of;

use self::{
    gaps::{Gap, gaps},
    records::{Checkpoint, Claim, Experience, Heartbeat, longest},
};
use super::record::{self, Record, add_nothing};
use crate::{
    Error,
    aid::{self, Anchors, ensure, refuse, split},
    fact::{Facts, State},
    print::Written,
};

/// Verifies one record: an experience, an anchor, a heartbeat or a claim.
///
/// # Errors
///
/// A code of [`crate::encoding::document`]; `ERR_AID_MALFORMED`, `ERR_AID_AMBIGUOUS`, `ERR_AID_HASH`,
/// `ERR_AID_ID`, `ERR_AID_UNTRUSTED`, `ERR_AID_SIGNATURE`.
pub fn verify(kind: &str, text: &str, anchors: &Anchors) -> Result<String, Error> {
    match kind {
        "experience" => record::verify::<Experience>(text, anchors, add_nothing),
        "anchor" => record::verify(text, anchors, |facts, anchor: &Checkpoint| {
            anchor.witness(facts, anchors)
        }),
        "heartbeat" => record::verify::<Heartbeat>(text, anchors, add_nothing),
        "claim" => record::verify(text, anchors, |facts: Written, claim: &Claim| {
            Ok(facts.text("maxGapSeconds", &claim.max_gap_seconds.to_string()))
        }),
        _ => Err(refuse("a kind of record", "there is none of this name")),
    }
}

/// Verifies a chain of experiences, with anchors and a claim (an empty text for none). Gives the facts
/// `signatures`, `linkage`, `time`, `anchors` if there are any and `claim` if there is one, and the gaps that are
/// longer than `grace` seconds.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED`; a code of an object that cannot be read. Whatever else is wrong is a fact.
pub fn verify_chain(
    events: &[u8],
    checkpoints: &[u8],
    claim: &str,
    grace: u64,
    anchors: &Anchors,
) -> Result<String, Error> {
    let events = read_all::<Experience>(events)?;
    let checkpoints = read_all::<Checkpoint>(checkpoints)?;
    let [mut signatures, mut linkage, mut time] =
        core::array::from_fn(|_| State::over(events.len()));
    for (index, event) in events.iter().enumerate() {
        signatures.refuse_on(index, record::check(event, anchors).map(drop));
        if let Some(before) = index.checked_sub(1).and_then(|before| events.get(before)) {
            linkage.refuse_on(index, check_link(before, event));
            time.refuse_on(index, aid::check_forwards(before.timestamp, event.timestamp));
        }
    }
    let marks = check_anchors(&events, &checkpoints, anchors);
    let mut claim_state = State::over(claim.len());
    if !claim.is_empty() {
        let claim = record::read::<Claim>(claim)?.value;
        claim_state.refuse_on(0, record::check(&claim, anchors).map(drop));
        claim_state.refuse_on(0, claim.fits(&events));
    }
    let gaps = gaps(&events, grace);
    let mut facts = Facts::from([("signatures", signatures), ("linkage", linkage), ("time", time)]);
    facts.push_if(!checkpoints.is_empty(), "anchors", marks);
    facts.push_if(!claim.is_empty(), "claim", claim_state);
    let continuity = match () {
        () if facts.any_refused() || events.is_empty() => "uncertain",
        () if gaps.is_empty() => "continuous",
        () => "discontinuous",
    };
    Ok(facts
        .report()
        .flag("complete", events.first().is_some_and(|event| event.sequence_number == 0))
        .text("continuity", continuity)
        .objects("gaps", gaps.iter(), |row, gap: &Gap| gap.write(row))
        .number("length", events.len() as u64)
        .text("maxGapSeconds", &longest(&events).to_string())
        .texts("uncovered", Experience::UNCOVERED.iter().copied())
        .texts("unproven", ["time", "completeness"].into_iter())
        .end())
}

/// Whether each anchor is good, and of one of the events. Looked up in an index, because both lists may be long.
fn check_anchors(events: &[Experience], checkpoints: &[Checkpoint], anchors: &Anchors) -> State {
    let known =
        set_of(events.iter().map(|event| {
            (&event.id, &event.cumulative_hash, event.sequence_number.checked_add(1))
        }));
    let mut marks = State::over(checkpoints.len());
    for (index, checkpoint) in checkpoints.iter().enumerate() {
        let mark = (
            &checkpoint.experience_id,
            &checkpoint.cumulative_hash,
            Some(checkpoint.experience_count),
        );
        marks.refuse_on(index, record::check(checkpoint, anchors).map(drop));
        marks.refuse_on(index, ensure(known.contains(&mark), || Error::AidEvidence));
    }
    marks
}

fn read_all<T: Record>(list: &[u8]) -> Result<Vec<T>, Error> {
    split(list)?.into_iter().map(|text| Ok(record::read::<T>(text)?.value)).collect()
}

fn check_link(before: &Experience, next: &Experience) -> Result<(), Error> {
    let linked = next.identity == before.identity
        && Some(next.sequence_number) == before.sequence_number.checked_add(1)
        && next.previous_experience_hash.as_ref() == Some(&before.cumulative_hash)
        && next.previous_experience_id.as_ref() == Some(&before.id);
    ensure(linked, || Error::AidLink)
}
