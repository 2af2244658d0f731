//! The records of continuity: what each has, its id, and what is signed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::record::{Parts, Record};
use crate::{
    Error,
    aid::{self, Anchors, Witness, ensure, refuse},
    print::Written,
};

/// An event in a chain.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(super) struct Experience {
    pub(super) id: String,
    pub(super) identity: String,
    pub(super) event_type: Value,
    pub(super) timestamp: u64,
    pub(super) duration: Option<u64>,
    pub(super) content_hash: String,
    pub(super) intensity: f32,
    pub(super) previous_experience_id: Option<String>,
    pub(super) previous_experience_hash: Option<String>,
    pub(super) sequence_number: u64,
    pub(super) cumulative_hash: String,
    pub(super) signature: String,
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
        ensure((0.0..=1.0).contains(&self.intensity), || refuse(what, "intensity is not 0 to 1"))?;
        let genesis = self.sequence_number == 0;
        ensure(genesis == self.previous_experience_hash.is_none(), || Error::AidLink)?;
        let previous = self.previous_experience_hash.as_deref().unwrap_or("genesis");
        let hexadecimal =
            previous.len() == 64 && previous.bytes().all(|byte| byte.is_ascii_hexdigit());
        let plain = genesis || hexadecimal;
        ensure(plain, || Error::AidAmbiguous("previous_experience_hash"))?;
        let (sequence, time) = (self.sequence_number, self.timestamp);
        Ok(Parts {
            id_input: Some(format!("exp:{}:{sequence}:{time}", self.identity)),
            hash_input: Some(format!("{previous}:{}:{sequence}:{time}", self.content_hash)),
            message: self.cumulative_hash.clone(),
        })
    }
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(super) enum AnchorType {
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
pub(super) struct Checkpoint {
    pub(super) id: String,
    pub(super) identity: String,
    pub(super) anchor_type: AnchorType,
    pub(super) experience_id: String,
    pub(super) cumulative_hash: String,
    pub(super) experience_count: u64,
    pub(super) timestamp: u64,
    pub(super) previous_anchor: Option<String>,
    pub(super) external_witness: Option<String>,
    pub(super) signature: String,
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
        let (id, count, time) = (&self.id, self.experience_count, self.timestamp);
        let last =
            count.checked_sub(1).ok_or_else(|| refuse(Self::WHAT, "it counts no experience"))?;
        let (tag, hash) = (self.anchor_type.tag(), &self.cumulative_hash);
        Ok(Parts {
            id_input: Some(format!("anchor:{}:{last}:{time}", self.identity)),
            hash_input: None,
            message: format!("anchor:{id}:{tag}:{hash}:{count}:{time}"),
        })
    }
}

impl Checkpoint {
    /// What became of the witness, a record in a text of its own.
    pub(super) fn witness(&self, facts: Written, anchors: &Anchors) -> Result<Written, Error> {
        let Some(text) = &self.external_witness else { return Ok(facts.json("witnesses", "[]")) };
        let witness = aid::read::<Witness>(text, "a witness")?.value;
        let hash = &self.cumulative_hash;
        let found = Witness::check_all(&[witness], hash, &self.identity, anchors);
        Ok(facts.objects("witnesses", found.list.iter(), |row, fact| fact.write(row)))
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
pub(super) struct Heartbeat {
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
        let (id, sequence, time) = (&self.id, self.sequence_number, self.timestamp);
        Ok(Parts {
            id_input: Some(format!("hb:{}:{sequence}:{time}", self.identity)),
            hash_input: None,
            message: format!("heartbeat:{id}:{sequence}:{}:{status}:{time}", self.continuity_hash),
        })
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
pub(super) enum ClaimType {
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

/// A claim about a range of a chain. Its id cannot be recomputed: it covers a time that the record lacks.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(super) struct Claim {
    pub(super) id: String,
    pub(super) identity: String,
    pub(super) claim_type: ClaimType,
    pub(super) start_anchor: String,
    pub(super) start_timestamp: u64,
    pub(super) start_experience: u64,
    pub(super) end_anchor: String,
    pub(super) end_timestamp: u64,
    pub(super) end_experience: u64,
    pub(super) experience_count: u64,
    pub(super) max_gap_seconds: u64,
    pub(super) signature: String,
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
    /// Checks that the events are the claimed ones.
    pub(super) fn fits(&self, events: &[Experience]) -> Result<(), Error> {
        let (Some(first), Some(last)) = (events.first(), events.last()) else {
            return Err(Error::AidEvidence);
        };
        let range = first.identity == self.identity
            && (first.timestamp, first.sequence_number)
                == (self.start_timestamp, self.start_experience)
            && (last.timestamp, last.sequence_number) == (self.end_timestamp, self.end_experience)
            && usize::try_from(self.experience_count) == Ok(events.len())
            && self.max_gap_seconds >= longest(events);
        ensure(range, || Error::AidEvidence)
    }
}

/// The longest time between two events, in whole seconds.
pub(super) fn longest(events: &[Experience]) -> u64 {
    let delta = |(a, b): (&Experience, &Experience)| b.timestamp.saturating_sub(a.timestamp);
    events.iter().zip(events.iter().skip(1)).map(delta).max().unwrap_or(0) / 1_000_000
}
