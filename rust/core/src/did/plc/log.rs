//! Follows the log from its genesis to the last operation in force.

use countersign_kernels::json::Kind;

use super::operation::{Operation, State};
use crate::{Error, did::Did, encoding::document::Node, error::excerpt, time::rfc3339};

/// Most operations in one log.
pub const MAX_OPERATIONS: usize = 256;

/// How long a more powerful key may nullify an operation, in milliseconds. The end counts.
const RECOVERY: u64 = 72 * 60 * 60 * 1_000;

/// An operation, with the notes of the directory that cannot be computed from it.
struct Entry {
    operation: Operation,
    /// Milliseconds since 1970.
    created: u64,
    nullified: bool,
}

/// An operation that was valid when it was added.
struct Accepted {
    entry: Entry,
    /// Which of the rotation keys before it signed.
    signer: usize,
    nullified: bool,
}

/// The operations so far, and the places of those in force, each after the one that it names.
#[derive(Default)]
struct Log {
    accepted: Vec<Accepted>,
    in_force: Vec<usize>,
}

/// The state that the log gives its DID.
pub(super) fn verify(did: &Did, entries: Node<'_>) -> Result<State, Error> {
    if entries.items().nth(MAX_OPERATIONS).is_some() {
        return Err(Error::LimitExceeded("operations of a DID", MAX_OPERATIONS));
    }
    let mut log = Log::default();
    for (place, entry) in entries.items().enumerate() {
        let entry = Entry::read(did, entry).map_err(|what| Error::DidLog(place, what))?;
        log.add(did, place, entry)?;
    }
    log.state(did)
}

impl Entry {
    fn read(did: &Did, entry: Node<'_>) -> Result<Self, &'static str> {
        let text = |name: &str| entry.get(name).and_then(Node::as_str);
        if text("did") != Some(did.as_str()) {
            return Err("is of another DID");
        }
        let operation = entry.get("operation").filter(|own| own.kind() == Kind::Object);
        let operation = Operation::read(operation.ok_or("is not an object")?)?;
        if text("cid") != Some(operation.cid.as_str()) {
            return Err("has another hash than its `cid`");
        }
        let created = text("createdAt").and_then(milliseconds);
        let nullified = entry.get("nullified").and_then(Node::as_bool);
        Ok(Self {
            operation,
            created: created.ok_or("has no `createdAt` with milliseconds in UTC")?,
            nullified: nullified.ok_or("does not say whether it is nullified")?,
        })
    }
}

impl Log {
    fn add(&mut self, did: &Did, place: usize, entry: Entry) -> Result<(), Error> {
        let fault = |what| Error::DidLog(place, what);
        if self.accepted.last().is_some_and(|last| entry.created < last.entry.created) {
            return Err(fault("is earlier than the one before"));
        }
        let (before, signer) = match &entry.operation.previous {
            None => (0, self.genesis_signer(did, &entry).map_err(fault)?),
            Some(previous) => self.next_signer(previous, &entry).map_err(fault)?,
        };
        let signer = signer.ok_or_else(|| Error::DidLogSignature(place))?;
        for nullified in self.in_force.split_off(before) {
            if let Some(accepted) = self.accepted.get_mut(nullified) {
                accepted.nullified = true;
            }
        }
        self.in_force.push(place);
        self.accepted.push(Accepted { entry, signer, nullified: false });
        Ok(())
    }

    fn genesis_signer(&self, did: &Did, entry: &Entry) -> Result<Option<usize>, &'static str> {
        let first = self.accepted.is_empty() && entry.operation.is_genesis_of(did.id());
        let state = entry.operation.state.as_ref().filter(|_| first);
        let state = state.ok_or("is not the genesis operation whose hash the DID is")?;
        Ok(entry.operation.signer(&state.rotation))
    }

    /// How many operations stay in force before this one, and which key of the last of them signed it.
    fn next_signer(
        &self,
        previous: &str,
        entry: &Entry,
    ) -> Result<(usize, Option<usize>), &'static str> {
        let names = |accepted: &Accepted| accepted.entry.operation.cid == previous;
        let place =
            self.in_force().position(names).ok_or("follows no operation that is in force")?;
        let named = self.in_force().nth(place);
        let state = named.and_then(|accepted| accepted.entry.operation.state.as_ref());
        let keys = &state.ok_or("follows a tombstone")?.rotation;
        let powerful = match self.in_force().nth(place + 1) {
            None => keys.as_slice(),
            Some(first) if entry.created - first.entry.created > RECOVERY => {
                return Err("nullifies an operation that is more than 72 hours older");
            }
            Some(first) => keys.get(..first.signer).unwrap_or_default(),
        };
        Ok((place + 1, entry.operation.signer(powerful)))
    }

    fn in_force(&self) -> impl Iterator<Item = &Accepted> {
        self.in_force.iter().filter_map(|place| self.accepted.get(*place))
    }

    fn state(mut self, did: &Did) -> Result<State, Error> {
        let is_noted = |accepted: &Accepted| accepted.nullified == accepted.entry.nullified;
        if let Some(place) = self.accepted.iter().position(|accepted| !is_noted(accepted)) {
            return Err(Error::DidLog(
                place,
                "has a `nullified` that does not follow from the log",
            ));
        }
        let last = self.in_force.pop().map(|place| self.accepted.swap_remove(place));
        let last = last.ok_or_else(|| Error::DidLog(0, "is missing"))?;
        last.entry.operation.state.ok_or_else(|| Error::DidDeactivated(excerpt(did.as_str())))
    }
}

/// `YYYY-MM-DDThh:mm:ss.sssZ`, as directories write it.
fn milliseconds(text: &str) -> Option<u64> {
    let (stamp, rest) = text.split_at_checked(19)?;
    let digits = rest.strip_prefix('.')?.strip_suffix('Z')?;
    let plain = digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let fraction: u64 = plain.then(|| digits.parse().ok())??;
    Some(rfc3339::parse(&format!("{stamp}Z"))?.0 * 1_000 + fraction)
}
