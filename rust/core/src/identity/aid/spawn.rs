//! Spawned identities: their records, lineage, bounds and end (specs/agentic-identity.md 9).
//!
//! ```text
//! id     = "aspawn_" ‖ base58(SHA-256("spawn:" ‖ parent ‖ ":" ‖ child ‖ ":" ‖ time)[0..16])
//! parent : "spawn:" ‖ id ‖ ":" ‖ parent ‖ ":" ‖ child ‖ ":" ‖ type ‖ ":" ‖ time
//! child  : "ack:" ‖ id ‖ ":" ‖ child ‖ ":" ‖ time
//! ```
//!
//! | AgenticIdentity | Here |
//! | --- | --- |
//! | verifies no signature of a record | both are verified, and identities are those of their keys |
//! | no signature covers the authority | it is within that of every ancestor; the parent's receipt, if given, proves it |
//! | an unknown identity is a root and may do everything | a root is what the caller names |
//! | bounds by the parent's ceiling | by what the parent was granted too, and by the child's own ceiling |
//! | counts depth as 1, never counts descendants, knows no decay | all are counted; a decay, which nothing defines, is refused |
//! | overlooks the subject's own end, and that of ancestors | all must be active |
//! | a cycle never ends | refused |

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    Error,
    aid::{self, Anchors, Fact, Micros, Read, compact, ensure, split},
    grant::aid::{Capability, capability},
    keys::PublicKey,
    receipt::aid as receipts,
};

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
enum SpawnType {
    Worker,
    Delegate,
    Clone,
    Specialist,
    Custom(String),
}

impl SpawnType {
    fn tag(&self) -> &str {
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
enum Lifetime {
    Indefinite,
    Duration { seconds: u64 },
    Until { timestamp: u64 },
    TaskCompletion { task_id: String },
    ParentTermination,
}

impl Lifetime {
    const fn tag(&self) -> &'static str {
        match self {
            Self::Indefinite => "indefinite",
            Self::Duration { .. } => "duration",
            Self::Until { .. } => "until",
            Self::TaskCompletion { .. } => "task_completion",
            Self::ParentTermination => "parent_termination",
        }
    }

    /// The last microsecond; none for what does not end by itself.
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
struct Constraints {
    max_spawn_depth: Option<u32>,
    max_children: Option<u32>,
    max_descendants: Option<u64>,
    can_spawn: bool,
    authority_decay: Option<f32>,
}

impl Constraints {
    /// Whether an identity may have a child at `depth`, beside so many.
    fn check(&self, depth: usize, children: usize, descendants: usize) -> Result<(), Error> {
        let within = |most: Option<u64>, count: usize| {
            most.is_none_or(|most| u64::try_from(count).is_ok_and(|count| count <= most))
        };
        let bound = |good, what| ensure(good, Error::AidSpawn { what });
        bound(self.can_spawn, "can_spawn")?;
        bound(within(self.max_spawn_depth.map(u64::from), depth), "max_spawn_depth")?;
        bound(within(self.max_children.map(u64::from), children), "max_children")?;
        bound(within(self.max_descendants, descendants), "max_descendants")?;
        bound(self.authority_decay.is_none(), "authority_decay")
    }
}

/// A record of a spawn.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(super) struct SpawnRecord {
    pub(super) id: String,
    pub(super) parent_id: String,
    parent_key: String,
    pub(super) child_id: String,
    child_key: String,
    spawn_timestamp: u64,
    spawn_type: SpawnType,
    spawn_purpose: String,
    spawn_receipt_id: String,
    authority_granted: Vec<Capability>,
    authority_ceiling: Vec<Capability>,
    lifetime: Lifetime,
    constraints: Constraints,
    parent_signature: String,
    child_acknowledgment: Option<String>,
    pub(super) terminated: bool,
    terminated_at: Option<u64>,
    termination_reason: Option<String>,
}

const UNCOVERED: [&str; 4] = ["constraints", "terminated", "terminated_at", "termination_reason"];
/// What only the parent's receipt covers.
const BY_RECEIPT: [&str; 5] =
    ["spawn_purpose", "spawn_receipt_id", "authority_granted", "authority_ceiling", "lifetime"];

fn uris(list: &[Capability]) -> Vec<&str> {
    list.iter().map(|it| it.uri.as_str()).collect()
}

impl SpawnRecord {
    pub(super) fn read(text: &str) -> Result<Read<Self>, Error> {
        aid::read(text, "a spawn record")
    }

    pub(super) fn read_all(list: &str) -> Result<Vec<Self>, Error> {
        split(list)?.into_iter().map(|text| Ok(Self::read(text)?.value)).collect()
    }

    pub(super) fn granted(&self) -> Vec<&str> {
        uris(&self.authority_granted)
    }

    pub(super) fn ceiling(&self) -> Vec<&str> {
        uris(&self.authority_ceiling)
    }

    fn id_input(&self) -> String {
        format!("spawn:{}:{}:{}", self.parent_id, self.child_id, self.spawn_timestamp)
    }

    fn message(&self) -> String {
        let (kind, at) = (self.spawn_type.tag(), self.spawn_timestamp);
        format!("spawn:{}:{}:{}:{kind}:{at}", self.id, self.parent_id, self.child_id)
    }

    fn acknowledgment(&self) -> String {
        format!("ack:{}:{}:{}", self.id, self.child_id, self.spawn_timestamp)
    }

    /// Checks ids and signatures; gives the parent's key.
    pub(super) fn check(&self, anchors: &Anchors) -> Result<PublicKey, Error> {
        let parent = anchors.bound(&self.parent_id, &self.parent_key)?;
        let child = anchors.bound(&self.child_id, &self.child_key)?;
        let named = matches!(&self.spawn_type, SpawnType::Custom(tag)
            if ["worker", "delegate", "clone", "specialist"].contains(&tag.as_str()));
        ensure(!named, Error::AidAmbiguous { what: "spawn_type" })?;
        ensure(aid::id("aspawn_", self.id_input().as_bytes()) == self.id, Error::AidId)?;
        let good = aid::holds(&parent, &self.message(), &self.parent_signature);
        ensure(good, Error::AidSignature)?;
        let acknowledged = self.child_acknowledgment.as_ref();
        let good = acknowledged.is_none_or(|it| aid::holds(&child, &self.acknowledgment(), it));
        ensure(good, Error::AidSignature)?;
        Ok(parent)
    }

    fn check_active(&self, now: Micros) -> Result<(), Error> {
        let ended = self.lifetime.end(self.spawn_timestamp).is_some_and(|end| end < now.0);
        ensure(!self.terminated && self.terminated_at.is_none() && !ended, Error::AidExpired)
    }

    /// Whether the authority is within the own ceiling and that of the parent, if it has one.
    fn check_narrow(&self, parent: Option<&Self>) -> Result<(), Error> {
        let within = |all: &[&str], some: &[&str]| {
            ensure(capability::covers_all(all, some), Error::AidWidened)
        };
        within(&self.ceiling(), &self.granted())?;
        let Some(parent) = parent else { return Ok(()) };
        within(&parent.ceiling(), &self.ceiling())?;
        within(&parent.granted(), &self.granted())
    }

    /// Whether the parent's receipt says what the record says.
    fn check_receipt(&self, text: &str, anchors: &Anchors) -> Result<(), Error> {
        let receipt = receipts::verify(text, anchors)?.receipt;
        let data = json!({
            "spawn_id": self.id,
            "child_id": self.child_id,
            "spawn_type": self.spawn_type.tag(),
            "purpose": self.spawn_purpose,
            "authority_granted": self.granted(),
            "authority_ceiling": self.ceiling(),
            "lifetime": self.lifetime.tag(),
        });
        let same = receipt.id == self.spawn_receipt_id
            && receipt.actor == self.parent_id
            && receipt.action_type == receipts::ActionType::Delegation
            && receipt.action.data == Some(data);
        ensure(same, Error::AidEvidence)
    }
}

/// Verifies a record, and that the parent's receipt (empty for none) says the same.
///
/// # Errors
///
/// A code of [`crate::encoding::json`]; `ERR_AID_MALFORMED`, `ERR_AID_KEY`, `ERR_AID_IDENTITY`,
/// `ERR_AID_AMBIGUOUS`, `ERR_AID_ID`, `ERR_AID_SIGNATURE`, `ERR_AID_UNTRUSTED`; the codes of a
/// receipt; `ERR_AID_EVIDENCE` for one that says something else.
pub fn verify(text: &str, receipt: &str, anchors: &Anchors) -> Result<String, Error> {
    let Read { value: it, unknown } = SpawnRecord::read(text)?;
    let key = it.check(anchors)?;
    let standing = anchors.judge(&it.parent_id, &key)?;
    if !receipt.is_empty() {
        it.check_receipt(receipt, anchors)?;
    }
    let mut uncovered: Vec<&str> = unknown.iter().map(String::as_str).collect();
    uncovered.extend(UNCOVERED);
    if receipt.is_empty() {
        uncovered.extend(BY_RECEIPT);
    }
    Ok(json!({
        "record": compact(&it),
        "id": it.id,
        "parent": it.parent_id,
        "child": it.child_id,
        "type": it.spawn_type.tag(),
        "granted": it.granted(),
        "ceiling": it.ceiling(),
        "acknowledgment": if it.child_acknowledgment.is_some() { "holds" } else { "none" },
        "authority": if receipt.is_empty() { "claimed" } else { "proven" },
        "trust": standing.as_str(),
        "idInput": it.id_input(),
        "message": it.message(),
        "acknowledgmentMessage": it.acknowledgment(),
        "uncovered": uncovered,
        "unproven": ["time", "that the parent does not know the child's key"],
    })
    .to_string())
}

/// The facts about where an identity comes from, by records that the caller has: `signatures`,
/// `anchor` (the line begins at one of `roots`, a JSON list), `active`, `narrowing`, `bounds`.
/// `authority` is what it may do if all of them are `ok`, else nothing.
///
/// # Errors
///
/// `ERR_AID_MALFORMED` and codes of JSON for records and roots; `ERR_LIMIT_EXCEEDED`;
/// `ERR_AID_LINK` for two records of one child, and for a cycle.
pub fn lineage(identity: &str, records: &str, roots: &str, now: Micros) -> Result<String, Error> {
    let records = SpawnRecord::read_all(records)?;
    let roots: Vec<String> = aid::read(roots, "a list of roots")?.value;
    let line = line_of(identity, &records)?;
    let [mut signatures, mut active, mut narrowing, mut bounds] = [Fact::over(line.len()); 4];
    for (at, it) in line.iter().enumerate() {
        let parent = line.get(at + 1).copied();
        signatures.note(at, it.check(&Anchors::embedded()).map(drop));
        active.note(at, it.check_active(now));
        narrowing.note(at, it.check_narrow(parent));
        if let Some(parent) = parent {
            let family = Family { records: &records };
            let children = family.children(&parent.child_id).len();
            let descendants = family.descendants(&parent.child_id).len();
            bounds.note(at, parent.constraints.check(line.len() - at, children, descendants));
        }
    }
    let root = line.last().map_or(identity, |it| it.parent_id.as_str());
    let mut anchor = Fact::OK;
    let known = roots.iter().any(|it| it == root);
    anchor.note(line.len().saturating_sub(1), ensure(known, Error::AidUntrusted));
    let failed = [signatures, active, narrowing, bounds, anchor].iter().any(Fact::is_failed);
    let own = line.first().map_or_else(|| vec!["*"], |it| it.granted());
    let family = Family { records: &records };
    Ok(json!({
        "identity": identity,
        "root": root,
        "depth": line.len(),
        "ancestors": line.iter().map(|it| &it.parent_id).collect::<Vec<_>>(),
        "children": family.children(identity),
        "descendants": family.descendants(identity),
        "signatures": signatures,
        "anchor": anchor,
        "active": active,
        "narrowing": narrowing,
        "bounds": bounds,
        "authority": if failed { Vec::new() } else { own },
        "uncovered": UNCOVERED.iter().chain(&BY_RECEIPT).collect::<Vec<_>>(),
        "unproven": ["time", "completeness"],
    })
    .to_string())
}

/// The records from an identity up to its root.
fn line_of<'a>(identity: &str, records: &'a [SpawnRecord]) -> Result<Vec<&'a SpawnRecord>, Error> {
    let mut by_child = std::collections::BTreeMap::new();
    for it in records {
        ensure(by_child.insert(it.child_id.as_str(), it).is_none(), Error::AidLink)?;
    }
    let (mut line, mut current) = (Vec::new(), identity);
    while let Some(record) = by_child.get(current) {
        ensure(line.len() < records.len(), Error::AidLink)?;
        line.push(*record);
        current = &record.parent_id;
    }
    Ok(line)
}

struct Family<'a> {
    records: &'a [SpawnRecord],
}

impl<'a> Family<'a> {
    fn children(&self, parent: &str) -> Vec<&'a str> {
        let of = self.records.iter().filter(|it| it.parent_id == parent);
        of.map(|it| it.child_id.as_str()).collect()
    }

    fn descendants(&self, of: &str) -> Vec<&'a str> {
        let mut parents = std::collections::BTreeMap::<&str, Vec<&'a str>>::new();
        for it in self.records {
            parents.entry(&it.parent_id).or_default().push(&it.child_id);
        }
        let (mut found, mut seen, mut next) = (Vec::new(), BTreeSet::new(), vec![of]);
        while let Some(parent) = next.pop() {
            for child in parents.get(parent).into_iter().flatten() {
                if seen.insert(*child) {
                    found.push(*child);
                    next.push(child);
                }
            }
        }
        found
    }
}

/// A spawn that somebody is about to make, as JSON.
#[derive(Deserialize, Serialize)]
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

/// Whether an identity may spawn: `{ granted, ceiling, parentGranted, parentCeiling, constraints,
/// depth, children, descendants }`, with the parent's constraints and own depth, and what it has.
///
/// # Errors
///
/// `ERR_AID_SPAWN`, `ERR_AID_WIDENED`, `ERR_AID_MALFORMED`.
pub fn check_bounds(plan: &str) -> Result<(), Error> {
    let it: Plan = aid::read(plan, "a plan of a spawn")?.value;
    let (depth, children) = (it.depth.saturating_add(1), it.children.saturating_add(1));
    it.constraints.check(depth, children, it.descendants.saturating_add(1))?;
    let within = |all: &[String], some: &[String]| {
        ensure(capability::covers_all(all, some), Error::AidWidened)
    };
    within(&it.parent_ceiling, &it.ceiling)?;
    within(&it.parent_granted, &it.granted)?;
    within(&it.ceiling, &it.granted)
}

#[derive(Deserialize, Serialize)]
struct End {
    spawn_id: String,
    parent: String,
    #[serde(deserialize_with = "aid::micros")]
    at: u64,
    reason: String,
    #[serde(default)]
    cascade: bool,
}

/// Ends a spawn, with all below it if `cascade`: `{ spawn_id, parent, at, reason, cascade }`.
/// Gives the records after, the ids that ended, and the draft of the parent's receipt.
///
/// # Errors
///
/// `ERR_AID_SPAWN` for another parent, an unknown or an ended spawn; `ERR_AID_MALFORMED`.
pub fn terminate(records: &str, end: &str) -> Result<String, Error> {
    let mut records = SpawnRecord::read_all(records)?;
    let end: End = aid::read(end, "the end of a spawn")?.value;
    let known = records.iter().find(|it| it.id == end.spawn_id);
    let record = known.ok_or(Error::AidSpawn { what: "spawn_id" })?;
    ensure(record.parent_id == end.parent, Error::AidSpawn { what: "parent" })?;
    ensure(!record.terminated, Error::AidSpawn { what: "terminated" })?;
    let child = record.child_id.clone();
    let below: BTreeSet<String> = if end.cascade {
        let family = Family { records: &records };
        family.descendants(&child).into_iter().map(str::to_owned).collect()
    } else {
        BTreeSet::new()
    };
    let mut ended = Vec::new();
    for it in records.iter_mut().filter(|it| !it.terminated) {
        if it.id == end.spawn_id || below.contains(&it.child_id) {
            it.terminated = true;
            it.terminated_at = Some(end.at);
            let own = it.id == end.spawn_id;
            let from = if own { "" } else { "Cascade from parent: " };
            it.termination_reason = Some(format!("{from}{}", end.reason));
            ended.push(it.id.clone());
        }
    }
    let draft = json!({
        "action_type": "Revocation",
        "action": {
            "description": format!("Terminated spawn: {}", end.reason),
            "data": {
                "spawn_id": end.spawn_id,
                "child_id": child,
                "reason": end.reason,
                "cascade": end.cascade,
                "terminated_count": ended.len(),
            },
            "references": [],
        },
        "timestamp": end.at,
        "context_hash": Value::Null,
        "previous_receipt": Value::Null,
    });
    let texts: Vec<String> = records.iter().map(compact).collect();
    Ok(json!({ "records": texts, "terminated": ended, "receipt": draft.to_string() }).to_string())
}
