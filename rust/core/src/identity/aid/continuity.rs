//! Experiences, anchors, heartbeats and claims (specs/agentic-identity.md 7).
//!
//! ```text
//! cumulative = SHA-256((previous cumulative or "genesis") ‖ ":" ‖ content_hash ‖ ":" ‖ sequence ‖ ":" ‖ time)
//! signatures : the cumulative hash in hex | "anchor:"… | "heartbeat:"… | "claim:"…
//! ```
//!
//! | AgenticIdentity | Here |
//! | --- | --- |
//! | says that all signatures are good without a look | each is verified |
//! | recomputes no cumulative hash | recomputed |
//! | time may run backwards | a fact |
//! | a claim about eleven events holds for none | range, count and gap are those of the events |
//! | two kinds of gap are told; the one of heartbeats never | the same |

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::record::{self, Parts, Record, nothing};
use crate::{
    Error,
    aid::{self, Anchors, Fact, Witness, ensure, split},
};

/// An event in a chain.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Experience {
    id: String,
    identity: String,
    event_type: Value,
    timestamp: u64,
    duration: Option<u64>,
    content_hash: String,
    intensity: f32,
    previous_experience_id: Option<String>,
    previous_experience_hash: Option<String>,
    sequence_number: u64,
    cumulative_hash: String,
    signature: String,
}

impl Record for Experience {
    const WHAT: &'static str = "an experience";
    const PREFIX: &'static str = "aexp_";
    const UNCOVERED: &'static [&'static str] =
        &["event_type", "duration", "intensity", "previous_experience_id"];

    fn identity(&self) -> &str {
        &self.identity
    }
    fn id(&self) -> &str {
        &self.id
    }
    fn hash(&self) -> Option<&str> {
        Some(&self.cumulative_hash)
    }
    fn signature(&self) -> &str {
        &self.signature
    }
    fn parts(&self) -> Result<Parts, Error> {
        let what = Self::WHAT;
        ensure((0.0..=1.0).contains(&self.intensity), Error::AidMalformed { what })?;
        let genesis = self.sequence_number == 0;
        ensure(genesis == self.previous_experience_hash.is_none(), Error::AidLink)?;
        let previous = self.previous_experience_hash.as_deref().unwrap_or("genesis");
        let hexadecimal = previous.len() == 64 && previous.bytes().all(|it| it.is_ascii_hexdigit());
        let plain = genesis || hexadecimal;
        ensure(plain, Error::AidAmbiguous { what: "previous_experience_hash" })?;
        let (sequence, at) = (self.sequence_number, self.timestamp);
        Ok(Parts {
            id_input: Some(format!("exp:{}:{sequence}:{at}", self.identity)),
            hash_input: Some(format!("{previous}:{}:{sequence}:{at}", self.content_hash)),
            message: self.cumulative_hash.clone(),
        })
    }
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
enum AnchorType {
    Genesis,
    TimeBased { interval_hours: u32 },
    ExperienceCount { interval: u64 },
    Manual,
    External { witness: String },
}

impl AnchorType {
    const fn tag(&self) -> &'static str {
        match self {
            Self::Genesis => "genesis",
            Self::TimeBased { .. } => "time_based",
            Self::ExperienceCount { .. } => "experience_count",
            Self::Manual => "manual",
            Self::External { .. } => "external",
        }
    }
}

/// A checkpoint of a chain.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Checkpoint {
    id: String,
    identity: String,
    anchor_type: AnchorType,
    experience_id: String,
    cumulative_hash: String,
    experience_count: u64,
    timestamp: u64,
    previous_anchor: Option<String>,
    external_witness: Option<String>,
    signature: String,
}

impl Record for Checkpoint {
    const WHAT: &'static str = "a continuity anchor";
    const PREFIX: &'static str = "aanch_";
    const UNCOVERED: &'static [&'static str] =
        &["experience_id", "previous_anchor", "external_witness"];

    fn identity(&self) -> &str {
        &self.identity
    }
    fn id(&self) -> &str {
        &self.id
    }
    fn signature(&self) -> &str {
        &self.signature
    }
    fn parts(&self) -> Result<Parts, Error> {
        let (id, count, at) = (&self.id, self.experience_count, self.timestamp);
        let last = count.checked_sub(1).ok_or(Error::AidMalformed { what: Self::WHAT })?;
        let (tag, hash) = (self.anchor_type.tag(), &self.cumulative_hash);
        Ok(Parts {
            id_input: Some(format!("anchor:{}:{last}:{at}", self.identity)),
            hash_input: None,
            message: format!("anchor:{id}:{tag}:{hash}:{count}:{at}"),
        })
    }
}

impl Checkpoint {
    /// What became of the witness, a record in a text of its own.
    fn witness(&self, anchors: &Anchors) -> Result<Value, Error> {
        let Some(text) = &self.external_witness else { return Ok(json!({ "witnesses": [] })) };
        let witness = aid::read::<Witness>(text, "a witness")?.value;
        let hash = &self.cumulative_hash;
        let facts = Witness::check_all(&[witness], hash, &self.identity, anchors);
        Ok(json!({ "witnesses": facts }))
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
enum Status {
    Active,
    Idle,
    Suspended,
    Degraded,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Health {
    memory_usage_bytes: u64,
    experience_rate_per_hour: f64,
    error_count: u64,
    latency_ms: u64,
}

/// A sign of life.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Heartbeat {
    id: String,
    identity: String,
    timestamp: u64,
    sequence_number: u64,
    continuity_hash: String,
    experience_count: u64,
    experiences_since_last: u64,
    status: Status,
    health: Health,
    signature: String,
}

impl Record for Heartbeat {
    const WHAT: &'static str = "a heartbeat";
    const PREFIX: &'static str = "ahb_";
    const UNCOVERED: &'static [&'static str] =
        &["experience_count", "experiences_since_last", "health"];

    fn identity(&self) -> &str {
        &self.identity
    }
    fn id(&self) -> &str {
        &self.id
    }
    fn signature(&self) -> &str {
        &self.signature
    }
    fn parts(&self) -> Result<Parts, Error> {
        let status = match self.status {
            Status::Active => "active",
            Status::Idle => "idle",
            Status::Suspended => "suspended",
            Status::Degraded => "degraded",
        };
        let (id, sequence, at) = (&self.id, self.sequence_number, self.timestamp);
        Ok(Parts {
            id_input: Some(format!("hb:{}:{sequence}:{at}", self.identity)),
            hash_input: None,
            message: format!("heartbeat:{id}:{sequence}:{}:{status}:{at}", self.continuity_hash),
        })
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
enum ClaimType {
    #[serde(rename = "FullContinuity")]
    Full,
    #[serde(rename = "RangeContinuity")]
    Range,
    #[serde(rename = "SinceContinuity")]
    Since,
}

impl ClaimType {
    const fn tag(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Range => "range",
            Self::Since => "since",
        }
    }
}

/// A claim about a range of a chain. Its id holds a time that the record does not.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Claim {
    id: String,
    identity: String,
    claim_type: ClaimType,
    start_anchor: String,
    start_timestamp: u64,
    start_experience: u64,
    end_anchor: String,
    end_timestamp: u64,
    end_experience: u64,
    experience_count: u64,
    max_gap_seconds: u64,
    signature: String,
}

impl Record for Claim {
    const WHAT: &'static str = "a continuity claim";
    const PREFIX: &'static str = "aclm_";
    const UNCOVERED: &'static [&'static str] =
        &["id", "start_anchor", "start_experience", "end_anchor", "end_experience"];

    fn identity(&self) -> &str {
        &self.identity
    }
    fn id(&self) -> &str {
        &self.id
    }
    fn signature(&self) -> &str {
        &self.signature
    }
    fn parts(&self) -> Result<Parts, Error> {
        let (id, tag) = (&self.id, self.claim_type.tag());
        let (start, end) = (self.start_timestamp, self.end_timestamp);
        let (count, gap) = (self.experience_count, self.max_gap_seconds);
        Ok(Parts {
            id_input: None,
            hash_input: None,
            message: format!("claim:{id}:{tag}:{start}:{end}:{count}:{gap}"),
        })
    }
}

impl Claim {
    /// Whether the events are those that are claimed.
    fn fits(&self, events: &[Experience]) -> Result<(), Error> {
        let (Some(first), Some(last)) = (events.first(), events.last()) else {
            return Err(Error::AidEvidence);
        };
        let range = first.identity == self.identity
            && (first.timestamp, first.sequence_number)
                == (self.start_timestamp, self.start_experience)
            && (last.timestamp, last.sequence_number) == (self.end_timestamp, self.end_experience)
            && usize::try_from(self.experience_count) == Ok(events.len())
            && self.max_gap_seconds >= longest(events);
        ensure(range, Error::AidEvidence)
    }
}

/// The longest time between two events, in whole seconds.
fn longest(events: &[Experience]) -> u64 {
    let delta = |(a, b): (&Experience, &Experience)| b.timestamp.saturating_sub(a.timestamp);
    events.iter().zip(events.iter().skip(1)).map(delta).max().unwrap_or(0) / 1_000_000
}

/// Verifies one record: an experience, an anchor, a heartbeat or a claim.
///
/// # Errors
///
/// A code of [`crate::encoding::json`]; `ERR_AID_MALFORMED`, `ERR_AID_AMBIGUOUS`, `ERR_AID_HASH`,
/// `ERR_AID_ID`, `ERR_AID_UNTRUSTED`, `ERR_AID_SIGNATURE`.
pub fn verify(kind: &str, text: &str, anchors: &Anchors) -> Result<String, Error> {
    match kind {
        "experience" => record::verify::<Experience>(text, anchors, nothing),
        "anchor" => record::verify(text, anchors, |it: &Checkpoint| it.witness(anchors)),
        "heartbeat" => record::verify::<Heartbeat>(text, anchors, nothing),
        "claim" => record::verify(text, anchors, |it: &Claim| {
            Ok(json!({ "maxGapSeconds": it.max_gap_seconds.to_string() }))
        }),
        _ => Err(Error::AidMalformed { what: "a kind of record" }),
    }
}

/// The facts about a chain of experiences, with anchors and a claim (an empty text for none):
/// `signatures`, `linkage`, `time`, `anchors`, `claim`, and the gaps longer than `grace` seconds.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED`; an object that cannot be read. What it has wrong is a fact.
pub fn verify_chain(
    events: &str,
    checkpoints: &str,
    claim: &str,
    grace: u64,
    anchors: &Anchors,
) -> Result<String, Error> {
    let events = read_all::<Experience>(events)?;
    let checkpoints = read_all::<Checkpoint>(checkpoints)?;
    let [mut signatures, mut linkage, mut time] = [Fact::over(events.len()); 3];
    for (at, it) in events.iter().enumerate() {
        signatures.note(at, record::check(it, anchors).map(drop));
        if let Some(before) = at.checked_sub(1).and_then(|before| events.get(before)) {
            linkage.note(at, linked(before, it));
            time.note(at, ensure(before.timestamp <= it.timestamp, Error::AidTime));
        }
    }
    let mut marks = Fact::over(checkpoints.len());
    for (at, it) in checkpoints.iter().enumerate() {
        let known = events.iter().any(|event| {
            event.id == it.experience_id
                && event.cumulative_hash == it.cumulative_hash
                && event.sequence_number.checked_add(1) == Some(it.experience_count)
        });
        marks.note(at, record::check(it, anchors).map(drop));
        marks.note(at, ensure(known, Error::AidEvidence));
    }
    let mut claimed = Fact::over(claim.len());
    if !claim.is_empty() {
        let claim = record::read::<Claim>(claim)?.value;
        claimed.note(0, record::check(&claim, anchors).map(drop));
        claimed.note(0, claim.fits(&events));
    }
    let gaps = gaps(&events, grace);
    let failed = [signatures, linkage, time, marks, claimed].iter().any(Fact::is_failed);
    Ok(json!({
        "length": events.len(),
        "signatures": signatures,
        "linkage": linkage,
        "time": time,
        "anchors": marks,
        "claim": claimed,
        "gaps": gaps.iter().map(Gap::to_value).collect::<Vec<_>>(),
        "maxGapSeconds": longest(&events).to_string(),
        "state": if failed || events.is_empty() { "uncertain" } else if gaps.is_empty() { "continuous" } else { "discontinuous" },
        "complete": events.first().is_some_and(|it| it.sequence_number == 0),
        "uncovered": Experience::UNCOVERED,
        "unproven": ["time", "completeness"],
    })
    .to_string())
}

fn read_all<T: Record>(list: &str) -> Result<Vec<T>, Error> {
    split(list)?.into_iter().map(|text| Ok(record::read::<T>(text)?.value)).collect()
}

fn linked(before: &Experience, next: &Experience) -> Result<(), Error> {
    let linked = next.identity == before.identity
        && Some(next.sequence_number) == before.sequence_number.checked_add(1)
        && next.previous_experience_hash.as_ref() == Some(&before.cumulative_hash)
        && next.previous_experience_id.as_ref() == Some(&before.id);
    ensure(linked, Error::AidLink)
}

struct Gap {
    start: u64,
    end: u64,
    kind: &'static str,
    severity: &'static str,
    impact: String,
}

impl Gap {
    fn to_value(&self) -> Value {
        json!({
            "start": self.start.to_string(),
            "end": self.end.to_string(),
            "gap_type": self.kind,
            "severity": self.severity,
            "impact": self.impact,
        })
    }
}

/// The gaps, in AgenticIdentity's words.
fn gaps(events: &[Experience], grace: u64) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for (before, next) in events.iter().zip(events.iter().skip(1)) {
        let (start, end) = (before.timestamp, next.timestamp);
        let mut push = |kind, severity, impact| {
            gaps.push(Gap { start, end, kind, severity, impact });
        };
        let (from, to) = (before.sequence_number, next.sequence_number);
        let (delta, expected) = (end.saturating_sub(start), from.saturating_add(1));
        if delta > grace.saturating_mul(1_000_000) {
            let seconds = delta / 1_000_000;
            let impact = format!("{seconds}s gap between seq {from} and {to}");
            push("Temporal", severity(seconds), impact);
        }
        if to != expected {
            let last = to.saturating_sub(1);
            push("Sequence", "Major", format!("Missing sequences {expected} to {last}"));
        }
        let link = next.previous_experience_hash.as_ref();
        if link.is_some_and(|hash| *hash != before.cumulative_hash) {
            push("Hash", "Critical", format!("Hash chain broken at seq {to}"));
        }
    }
    gaps
}

const fn severity(seconds: u64) -> &'static str {
    match seconds {
        0..=60 => "Minor",
        61..=3_600 => "Moderate",
        3_601..=86_400 => "Major",
        _ => "Critical",
    }
}
