//! The later events of a history, which replace a key. Their bytes are described in [`super`].

use core::str::FromStr;

use super::{commitment, malformed};
use crate::{
    Error,
    keys::{Algorithm, HighS, PublicKey, multikey, verify},
    label,
    print::Written,
    record::{Record, check_algorithm, label_bytes},
    time::UnixSeconds,
};

pub(super) type Signature = Vec<u8>;

/// Why a key was replaced.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reason {
    /// As planned.
    Scheduled,
    /// Somebody else may have it.
    Compromised,
    /// The device with it is lost.
    DeviceLost,
    /// A rule asks for it.
    Policy,
    /// Its owner wanted another.
    Manual,
}

/// A later event: the key that takes over.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rotation {
    /// The identifier.
    pub id: String,
    /// Its place in the history.
    pub sequence: u64,
    /// Hash of the event before it.
    pub previous: [u8; 32],
    /// The new key.
    pub key: PublicKey,
    /// How it signs.
    pub algorithm: Algorithm,
    /// When it takes over.
    pub time: UnixSeconds,
    /// Why the old key is replaced.
    pub reason: Reason,
    /// The time from which the old key is not believed.
    pub compromised_since: Option<UnixSeconds>,
    /// Commitment to the key after it.
    pub next: Option<[u8; 32]>,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 5] =
        [Self::Scheduled, Self::Compromised, Self::DeviceLost, Self::Policy, Self::Manual];

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Scheduled => "scheduled",
            Self::Compromised => "compromised",
            Self::DeviceLost => "device-lost",
            Self::Policy => "policy",
            Self::Manual => "manual",
        }
    }
}

impl FromStr for Reason {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|reason| reason.as_str() == name);
        found.ok_or_else(|| malformed("reason", "it is not a reason of a rotation"))
    }
}

impl Rotation {
    /// What the old key signs.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        label_bytes(label::ROTATION, self.canonical(None).as_bytes())
    }

    /// What the new key signs.
    #[must_use]
    pub fn accept_bytes(&self) -> Vec<u8> {
        label_bytes(label::ROTATION_ACCEPT, self.canonical(None).as_bytes())
    }

    /// Reads an event. The old key signs with `old`.
    pub(super) fn read(
        record: &mut Record<'_>,
        old: Algorithm,
    ) -> Result<(Self, [Signature; 2]), Error> {
        record.kind(label::ROTATION, Error::HistoryVersion)?;
        let rotation = Self {
            id: record.line("id", 1..=256)?.to_owned(),
            sequence: record.whole("sequence", u64::MAX)?,
            previous: record.array("previous")?,
            key: record.key("key")?,
            algorithm: record.algorithm("algorithm")?,
            time: record.seconds("time")?,
            reason: record.line("reason", 1..=64)?.parse()?,
            compromised_since: record.maybe("compromisedSince", Record::seconds)?,
            next: record.maybe("next", Record::array)?,
        };
        let signatures = [
            record.signature("authorized", old)?,
            record.signature("accepted", rotation.algorithm)?,
        ];
        Ok((rotation.check()?, signatures))
    }

    /// Whether the old key, with its algorithm, and the new key signed.
    pub(super) fn is_signed(
        &self,
        old: (&PublicKey, Algorithm),
        [authorized, accepted]: [&[u8]; 2],
    ) -> bool {
        let by_old = verify(old.1, old.0, &self.to_bytes(), authorized, HighS::Refuse);
        let bytes = self.accept_bytes();
        by_old && verify(self.algorithm, &self.key, &bytes, accepted, HighS::Refuse)
    }

    pub(super) fn check(self) -> Result<Self, Error> {
        check_algorithm(&self.key, self.algorithm)?;
        let marked = self.reason == Reason::Compromised;
        let in_order = self.compromised_since.is_none_or(|since| since <= self.time);
        if marked != self.compromised_since.is_some() || !in_order {
            return Err(malformed(
                "compromisedSince",
                "it must be there for the reason `compromised` alone, and not be later than the rotation",
            ));
        }
        Ok(self)
    }

    /// Its canonical text, with the signatures of the old key and of the new one if they are there.
    pub(super) fn canonical(&self, signatures: Option<[&[u8]; 2]>) -> String {
        let [authorized, accepted] = signatures.map_or([None; 2], |both| both.map(Some));
        let since = self.compromised_since.map(|since| since.0);
        Written::new()
            .maybe(accepted, |row, bytes| row.bytes("accepted", bytes))
            .text("algorithm", self.algorithm.as_str())
            .maybe(authorized, |row, bytes| row.bytes("authorized", bytes))
            .maybe(since, |event, since| event.canonical_number("compromisedSince", since))
            .text("id", &self.id)
            .text("key", &multikey::encode(&self.key))
            .maybe(self.next.as_ref().map(<[u8; 32]>::as_slice), |row, bytes| {
                row.bytes("next", bytes)
            })
            .bytes("previous", &self.previous)
            .text("reason", self.reason.as_str())
            .canonical_number("sequence", self.sequence)
            .canonical_number("time", self.time.0)
            .text("type", label::ROTATION)
            .end()
    }
}

/// The commitment to `next`, which must be another key.
pub(super) fn next_of(
    key: &PublicKey,
    next: Option<&PublicKey>,
) -> Result<Option<[u8; 32]>, Error> {
    if next == Some(key) {
        return Err(Error::HistoryCommitment);
    }
    Ok(next.map(commitment))
}
