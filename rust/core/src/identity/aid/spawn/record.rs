//! A record of a spawn: its members, what is signed, and what is checked.

use serde::{Deserialize, Serialize};

use crate::{
    Error,
    aid::{self, Anchors, Micros, Read, ensure, split},
    grant::aid::{Capability, capability},
    keys::PublicKey,
    print::Written,
    receipt::aid as receipts,
};

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(in super::super) enum SpawnType {
    Worker,
    Delegate,
    Clone,
    Specialist,
    Custom(String),
}

impl SpawnType {
    pub(super) fn tag(&self) -> &str {
        match self {
            Self::Worker => "worker",
            Self::Delegate => "delegate",
            Self::Clone => "clone",
            Self::Specialist => "specialist",
            Self::Custom(tag) => tag,
        }
    }
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(in super::super) enum Lifetime {
    Indefinite,
    Duration { seconds: u64 },
    Until { timestamp: u64 },
    TaskCompletion { task_id: String },
    ParentTermination,
}

impl Lifetime {
    pub(super) const fn tag(&self) -> &'static str {
        match self {
            Self::Indefinite => "indefinite",
            Self::Duration { .. } => "duration",
            Self::Until { .. } => "until",
            Self::TaskCompletion { .. } => "task_completion",
            Self::ParentTermination => "parent_termination",
        }
    }

    /// The last microsecond; none for a lifetime that does not end by itself.
    fn end(&self, start: u64) -> Option<u64> {
        match self {
            Self::Duration { seconds } => {
                Some(start.saturating_add(seconds.saturating_mul(1_000_000)))
            }
            Self::Until { timestamp } => Some(*timestamp),
            Self::Indefinite | Self::TaskCompletion { .. } | Self::ParentTermination => None,
        }
    }
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(in super::super) struct Constraints {
    max_spawn_depth: Option<u32>,
    max_children: Option<u32>,
    max_descendants: Option<u64>,
    can_spawn: bool,
    authority_decay: Option<f32>,
}

impl Constraints {
    /// Checks that an identity may have a child at `depth`, as one of so many children and descendants.
    pub(super) fn check(
        &self,
        depth: usize,
        children: usize,
        descendants: usize,
    ) -> Result<(), Error> {
        let within = |most: Option<u64>, count: usize| {
            most.is_none_or(|most| u64::try_from(count).is_ok_and(|count| count <= most))
        };
        let bound = |good, what| ensure(good, || Error::AidSpawn(what));
        bound(self.can_spawn, "can_spawn")?;
        bound(within(self.max_spawn_depth.map(u64::from), depth), "max_spawn_depth")?;
        bound(within(self.max_children.map(u64::from), children), "max_children")?;
        bound(within(self.max_descendants, descendants), "max_descendants")?;
        bound(self.authority_decay.is_none(), "authority_decay")
    }
}

/// A record of a spawn.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(in super::super) struct SpawnRecord {
    pub(in super::super) id: String,
    pub(in super::super) parent_id: String,
    pub(in super::super) parent_key: String,
    pub(in super::super) child_id: String,
    pub(in super::super) child_key: String,
    pub(in super::super) spawn_timestamp: u64,
    pub(in super::super) spawn_type: SpawnType,
    pub(in super::super) spawn_purpose: String,
    pub(in super::super) spawn_receipt_id: String,
    pub(in super::super) authority_granted: Vec<Capability>,
    pub(in super::super) authority_ceiling: Vec<Capability>,
    pub(in super::super) lifetime: Lifetime,
    pub(in super::super) constraints: Constraints,
    pub(in super::super) parent_signature: String,
    pub(in super::super) child_acknowledgment: Option<String>,
    pub(in super::super) terminated: bool,
    pub(in super::super) terminated_at: Option<u64>,
    pub(in super::super) termination_reason: Option<String>,
}

/// What no signature covers.
pub(super) const UNCOVERED: [&str; 4] =
    ["constraints", "terminated", "terminated_at", "termination_reason"];
/// What only the parent's receipt covers. Of capabilities that is the URI, of the lifetime its kind.
pub(super) const BY_RECEIPT: [&str; 5] =
    ["spawn_purpose", "spawn_receipt_id", "authority_granted", "authority_ceiling", "lifetime"];
/// What not even the receipt covers.
pub(super) const BEYOND_RECEIPT: [&str; 7] = [
    "authority_granted.description",
    "authority_granted.constraints",
    "authority_ceiling.description",
    "authority_ceiling.constraints",
    "lifetime.seconds",
    "lifetime.timestamp",
    "lifetime.task_id",
];

fn uris(list: &[Capability]) -> Vec<&str> {
    list.iter().map(|capability| capability.uri.as_str()).collect()
}

impl SpawnRecord {
    pub(in super::super) fn read(text: &str) -> Result<Read<Self>, Error> {
        let read = aid::read::<Self>(text, "a spawn record")?;
        capability::check_count(read.value.authority_granted.len())?;
        capability::check_count(read.value.authority_ceiling.len())?;
        Ok(read)
    }

    pub(in super::super) fn read_all(list: &[u8]) -> Result<Vec<Self>, Error> {
        split(list)?.into_iter().map(|text| Ok(Self::read(text)?.value)).collect()
    }

    pub(in super::super) fn granted(&self) -> Vec<&str> {
        uris(&self.authority_granted)
    }

    pub(in super::super) fn ceiling(&self) -> Vec<&str> {
        uris(&self.authority_ceiling)
    }

    pub(super) fn id_input(&self) -> String {
        format!("spawn:{}:{}:{}", self.parent_id, self.child_id, self.spawn_timestamp)
    }

    pub(super) fn message(&self) -> String {
        let (kind, time) = (self.spawn_type.tag(), self.spawn_timestamp);
        format!("spawn:{}:{}:{}:{kind}:{time}", self.id, self.parent_id, self.child_id)
    }

    pub(super) fn acknowledgment(&self) -> String {
        format!("ack:{}:{}:{}", self.id, self.child_id, self.spawn_timestamp)
    }

    /// Checks ids and signatures; gives the parent's key.
    pub(in super::super) fn check(&self, anchors: &Anchors) -> Result<PublicKey, Error> {
        let parent = anchors.read_key(&self.parent_id, &self.parent_key)?;
        let child = anchors.read_key(&self.child_id, &self.child_key)?;
        let named = matches!(&self.spawn_type, SpawnType::Custom(tag)
            if ["worker", "delegate", "clone", "specialist"].contains(&tag.as_str()));
        ensure(!named, || Error::AidAmbiguous("spawn_type"))?;
        ensure(aid::id("aspawn_", self.id_input().as_bytes()) == self.id, || Error::AidId)?;
        let good = aid::holds(&parent, &self.message(), &self.parent_signature);
        ensure(good, || Error::AidSignature)?;
        let acknowledged = self.child_acknowledgment.as_ref();
        let good = acknowledged
            .is_none_or(|signature| aid::holds(&child, &self.acknowledgment(), signature));
        ensure(good, || Error::AidSignature)?;
        Ok(parent)
    }

    /// Whether it ends at a set time, which nothing signs.
    pub(super) const fn has_end(&self) -> bool {
        matches!(self.lifetime, Lifetime::Duration { .. } | Lifetime::Until { .. })
    }

    pub(super) fn check_active(&self, now: Micros) -> Result<(), Error> {
        ensure(!self.terminated && self.terminated_at.is_none(), || {
            Error::AidExpired("the record says that it was terminated".into())
        })?;
        aid::check_end(self.lifetime.end(self.spawn_timestamp), now)
    }

    /// Checks that the authority is within its own ceiling, and within that of the parent if there is one.
    pub(super) fn check_narrow(&self, parent: Option<&Self>) -> Result<(), Error> {
        let within = |all: &[&str], some: &[&str]| {
            ensure(capability::covers_all(all, some), || Error::AidWidened)
        };
        within(&self.ceiling(), &self.granted())?;
        let Some(parent) = parent else { return Ok(()) };
        within(&parent.ceiling(), &self.ceiling())?;
        within(&parent.granted(), &self.granted())
    }

    /// Checks that the parent's receipt says what the record says.
    pub(super) fn check_receipt(&self, receipt: &receipts::Receipt) -> Result<(), Error> {
        let data = Written::new()
            .texts("authority_ceiling", self.ceiling().into_iter())
            .texts("authority_granted", self.granted().into_iter())
            .text("child_id", &self.child_id)
            .text("lifetime", self.lifetime.tag())
            .text("purpose", &self.spawn_purpose)
            .text("spawn_id", &self.id)
            .text("spawn_type", self.spawn_type.tag())
            .end();
        let same = receipt.id == self.spawn_receipt_id
            && receipt.actor == self.parent_id
            && receipt.action_type == receipts::ActionType::Delegation
            && receipt.action.data.as_ref().map(aid::compact) == Some(data);
        ensure(same, || Error::AidEvidence)
    }
}
