//! Heartbeats: receipts by which an identity says that it is there.

use core::str::FromStr;
use std::borrow::Cow;

use countersign_kernels::json::Kind;

use super::HEARTBEAT;
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Document, Node, Numbers},
        frames,
    },
    fact::{Facts, State},
    print::Written,
    receipt::{Id, Receipt},
    record::Record,
};

/// Most anchors that a heartbeat acknowledges.
const MAX_ANCHORS: usize = 16;

/// The state of the identity, as it says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Status {
    /// At work.
    Active,
    /// Ready for work.
    Idle,
    /// At work, but not in good order.
    Degraded,
    /// Silent from now on.
    Suspended,
}

/// What a heartbeat says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Heartbeat {
    /// The state of the identity.
    pub status: Status,
    /// The bytes that a verifier chose.
    pub challenge: Option<Vec<u8>>,
    /// Anchors that existed before it.
    pub anchors: Vec<Id>,
}

impl Status {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Active, Self::Idle, Self::Degraded, Self::Suspended];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Idle => "idle",
            Self::Degraded => "degraded",
            Self::Suspended => "suspended",
        }
    }
}

impl FromStr for Status {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|status| status.as_str() == name);
        found.ok_or_else(|| malformed("status", "it is not a status of a heartbeat"))
    }
}

fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::ContinuityHeartbeat(member.into(), reason)
}

impl Heartbeat {
    fn read(mut record: Record<'_>) -> Result<Self, Error> {
        let read = Self {
            status: record.line("status", 1..=16)?.parse()?,
            challenge: record
                .maybe("challenge", |record, name| record.bytes(name, super::policy::CHALLENGE))?,
            anchors: record.maybe("anchors", Record::value)?.map_or(Ok(Vec::new()), |value| {
                anchors(value).ok_or_else(|| {
                    malformed("anchors", "it must be a list of ids of receipts, none of them twice")
                })
            })?,
        };
        record.end()?;
        Ok(read)
    }

    /// The heartbeat in a receipt, if it is one.
    ///
    /// # Errors
    ///
    /// `ERR_CONTINUITY_HEARTBEAT` for content that is hidden or of another form.
    pub fn of(receipt: &Receipt) -> Result<Option<Self>, Error> {
        if receipt.action() != HEARTBEAT {
            return Ok(None);
        }
        let content =
            receipt.node().get("content").ok_or_else(|| malformed("content", "it is missing"))?;
        Self::read(Record::of(content, "content", malformed)?).map(Some)
    }
}

fn anchors(list: Node<'_>) -> Option<Vec<Id>> {
    if list.kind() != Kind::Array || list.is_empty() || list.items().nth(MAX_ANCHORS).is_some() {
        return None;
    }
    let ids: Vec<Id> = list.items().map(|id| id.as_str()?.parse().ok()).collect::<Option<_>>()?;
    let twice = ids
        .iter()
        .enumerate()
        .any(|(index, id)| ids.iter().skip(index + 1).any(|other| other == id));
    (!twice).then_some(ids)
}

/// Makes the content of a heartbeat, as JSON, from its status, a challenge (no bytes for none), and the
/// receipts whose anchors it acknowledges, as [`frames`].
///
/// # Errors
///
/// `ERR_CONTINUITY_HEARTBEAT`; `ERR_ENCODING_MALFORMED` for frames that do not add up; a code of
/// [`Receipt::from_json`].
pub fn heartbeat(status: &str, challenge: &[u8], acknowledged: &[u8]) -> Result<String, Error> {
    let mut ids = Vec::new();
    for text in frames::whole(acknowledged)? {
        ids.extend(super::anchor_ids(&Receipt::from_json(text)?)?);
    }
    let ids: Vec<String> = ids.iter().map(Id::to_string).collect();
    let ids = (!acknowledged.is_empty()).then(|| ids.iter().map(String::as_str));
    let challenge = (!challenge.is_empty()).then(|| base64url::encode(challenge));
    let content = Written::new()
        .maybe(ids, |content, ids| content.texts("anchors", ids))
        .maybe(challenge, |content, challenge| content.text("challenge", &challenge))
        .text("status", status)
        .end();
    let document = Document::read_text(&content, Numbers::Reprinted)?;
    Heartbeat::read(Record::new(document.root(), malformed))?;
    Ok(content)
}

/// The heartbeats of a chain.
#[derive(Clone, Debug)]
pub(super) struct Beats {
    challenge: Option<Vec<u8>>,
    fact: State,
    count: u64,
    /// Sequence, time and status of the last heartbeat.
    last: Option<(u64, u64, Status)>,
    /// Sequence of the last heartbeat that answered the challenge.
    answered: Option<u64>,
    /// Whether the last receipt announced a silence.
    suspended: bool,
}

impl Beats {
    pub(super) const fn new(challenge: Option<Vec<u8>>) -> Self {
        Self {
            challenge,
            fact: State::Unchecked,
            count: 0,
            last: None,
            answered: None,
            suspended: false,
        }
    }

    pub(super) const fn is_suspended(&self) -> bool {
        self.suspended
    }

    /// Takes a receipt; gives the anchors that it acknowledges.
    pub(super) fn note(&mut self, index: u64, receipt: &Receipt) -> Vec<Id> {
        self.suspended = false;
        let beat = match Heartbeat::of(receipt) {
            Ok(None) => return Vec::new(),
            Ok(Some(beat)) => beat,
            Err(error) => {
                self.fact.refuse(index, error);
                return Vec::new();
            }
        };
        self.fact.pass();
        self.count += 1;
        self.suspended = beat.status == Status::Suspended;
        self.last = Some((receipt.sequence(), receipt.time(), beat.status));
        if self.challenge.is_some() && beat.challenge == self.challenge {
            self.answered = Some(receipt.sequence());
        }
        beat.anchors
    }

    /// Adds its facts; `last` is the place of the last receipt.
    pub(super) fn answer(&self, facts: &mut Facts, last: u64) {
        facts.push_if(false, "heartbeats", self.fact.clone());
        if let Some(want) = &self.challenge {
            let mut challenge = State::Unchecked;
            let unanswered = || Error::ContinuityChallenge(base64url::encode(want));
            challenge.note(last, self.answered.map(|_| ()).ok_or_else(unanswered));
            facts.push("challenge", challenge);
        }
    }

    pub(super) fn write(&self, report: Written) -> Written {
        let report =
            report.number_or_null("answered", self.answered).number("heartbeatCount", self.count);
        match self.last {
            Some((sequence, time, status)) => report.inner("lastHeartbeat", |beat| {
                let beat = beat.number("sequence", sequence).text("status", status.as_str());
                beat.number("time", time)
            }),
            None => report.json("lastHeartbeat", "null"),
        }
    }
}
