//! A history that was verified as a whole, and what it says.

use super::{
    Inception, MAX_EVENTS, Period, Reason, Rotation, commitment, event::next_of, hash, malformed,
};
use crate::{
    Error,
    did::peer,
    error::excerpt,
    keys::{Algorithm, PublicKey},
    label,
    print::Written,
    record::{self, Record},
    time::UnixSeconds,
    trust::Trust,
    unsigned::{Unsigned, UnsignedByTwo},
};

/// A history in which every signature and link holds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct History {
    id: String,
    long_id: String,
    events: Vec<String>,
    pub(super) hashes: Vec<[u8; 32]>,
    periods: Vec<Period>,
    next: Option<[u8; 32]>,
}

impl History {
    /// The text of a history that starts with `inception`, to be signed by its key.
    ///
    /// # Errors
    ///
    /// None: no value of a field causes one.
    pub fn unsigned(inception: Inception) -> Result<Unsigned, Error> {
        let (algorithm, key) = (inception.algorithm, inception.key.clone());
        let message = inception.to_bytes();
        let complete = move |_: &[u8], signature: &[u8]| {
            Ok(Self::start(&inception, signature)?.to_text().into_bytes())
        };
        Ok(Unsigned::new(algorithm, message, complete).bind_to(key, Error::HistorySignature))
    }

    /// Starts a history with its first event.
    ///
    /// # Errors
    ///
    /// `ERR_HISTORY_SIGNATURE`.
    pub fn start(inception: &Inception, signature: &[u8]) -> Result<Self, Error> {
        if !inception.is_signed(signature) {
            return Err(Error::HistorySignature);
        }
        let event = inception.canonical(Some(signature));
        let Inception { key, algorithm, created, next } = inception;
        let long_id = inception.long_id()?;
        Ok(Self {
            id: peer::short_form(&long_id)?.as_str().to_owned(),
            long_id: long_id.as_str().to_owned(),
            hashes: vec![hash(&event)],
            events: vec![event],
            periods: vec![Period::new(key.clone(), *algorithm, *created)],
            next: *next,
        })
    }

    /// Reads and verifies a history: every event, every signature, every link.
    ///
    /// # Errors
    ///
    /// `ERR_HISTORY_MALFORMED`, `ERR_HISTORY_VERSION`, `ERR_LIMIT_EXCEEDED`; for an event as
    /// [`History::extend`]; `ERR_HISTORY_ID` if it is of another identifier than `id`.
    pub fn verify(text: &str, id: &str) -> Result<Self, Error> {
        let history = Self::read(text)?;
        if history.id == id {
            Ok(history)
        } else {
            Err(Error::HistoryId(id.to_owned(), history.id))
        }
    }

    /// As [`History::verify`], for any identifier: an owner extends a history that it knows as its own.
    ///
    /// # Errors
    ///
    /// As [`History::verify`].
    pub fn read(text: &str) -> Result<Self, Error> {
        let document = record::read(text)?;
        let mut record = Record::new(document.root(), malformed);
        record.kind(label::HISTORY, Error::HistoryVersion)?;
        let mut events = record.objects("events", MAX_EVENTS)?.into_iter();
        record.end()?;
        let mut first =
            events.next().ok_or_else(|| malformed("events", "it must hold an event"))?;
        let (inception, signature) = Inception::read(&mut first)?;
        first.end()?;
        let mut history = Self::start(&inception, &signature)?;
        for mut event in events {
            let old = history
                .periods
                .last()
                .ok_or_else(|| malformed("events", "it must hold an event"))?
                .algorithm;
            let (rotation, [authorized, accepted]) = Rotation::read(&mut event, old)?;
            event.end()?;
            history.extend(&rotation, [&authorized, &accepted])?;
        }
        Ok(history)
    }

    /// Makes the event that replaces the current key by `key`.
    ///
    /// # Errors
    ///
    /// `ERR_HISTORY_TIME`, `ERR_HISTORY_KEY`, `ERR_HISTORY_COMMITMENT`, as [`History::extend`];
    /// `ERR_HISTORY_MALFORMED` for a mark without its reason; `ERR_KEY_ALGORITHM`.
    pub fn rotation(
        &self,
        (key, algorithm): (PublicKey, Algorithm),
        time: UnixSeconds,
        (reason, compromised_since): (Reason, Option<UnixSeconds>),
        next: Option<&PublicKey>,
    ) -> Result<Rotation, Error> {
        let rotation = Rotation {
            id: self.id.clone(),
            sequence: self.sequence() + 1,
            previous: self.tip(),
            next: next_of(&key, next)?,
            key,
            algorithm,
            time,
            reason,
            compromised_since,
        }
        .check()?;
        self.check(&rotation)?;
        Ok(rotation)
    }

    /// The text of the history with `rotation` at its end: the current key signs it first, and then the new key.
    ///
    /// # Errors
    ///
    /// `ERR_HISTORY_SIGNATURE` for a signer that is not that key; once both have signed, as [`History::extend`].
    pub fn unsigned_rotation(mut self, rotation: Rotation) -> Result<UnsignedByTwo, Error> {
        let last = self.periods.last().ok_or(Error::HistorySignature)?;
        let (old, algorithm) = (last.key.clone(), last.algorithm);
        let (message, accepting) = (rotation.to_bytes(), rotation.accept_bytes());
        let authorized = move |_: &[u8], authorized: &[u8]| {
            let (authorized, new) = (authorized.to_vec(), rotation.key.clone());
            let next = rotation.algorithm;
            let accepted = move |_: &[u8], accepted: &[u8]| {
                self.extend(&rotation, [&authorized, accepted])?;
                Ok(self.to_text().into_bytes())
            };
            Ok(Unsigned::new(next, accepting, accepted).bind_to(new, Error::HistorySignature))
        };
        Ok(Unsigned::new(algorithm, message, authorized).bind_to(old, Error::HistorySignature))
    }

    /// Adds an event, with the signatures of the old key and of the new.
    ///
    /// # Errors
    ///
    /// `ERR_HISTORY_ID`, `ERR_HISTORY_SEQUENCE`, `ERR_HISTORY_PREVIOUS` for an event of another place;
    /// `ERR_HISTORY_TIME` unless it is later than the one before; `ERR_HISTORY_KEY` for a key that was
    /// used before; `ERR_HISTORY_COMMITMENT` for another key than was committed to;
    /// `ERR_HISTORY_SIGNATURE`; `ERR_LIMIT_EXCEEDED`.
    pub fn extend(&mut self, rotation: &Rotation, signatures: [&[u8]; 2]) -> Result<(), Error> {
        self.check(rotation)?;
        let last =
            self.periods.last_mut().ok_or_else(|| malformed("events", "it must hold an event"))?;
        if !rotation.is_signed((&last.key, last.algorithm), signatures) {
            return Err(Error::HistorySignature);
        }
        last.until = Some(rotation.time);
        last.reason = Some(rotation.reason);
        last.compromised_since = rotation.compromised_since;
        self.periods.push(Period::new(rotation.key.clone(), rotation.algorithm, rotation.time));
        let event = rotation.canonical(Some(signatures));
        self.hashes.push(hash(&event));
        self.events.push(event);
        self.next = rotation.next;
        Ok(())
    }

    /// The identifier.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The place of the last event.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        u64::try_from(self.hashes.len()).unwrap_or(u64::MAX).saturating_sub(1)
    }

    /// The hash of the last event.
    #[must_use]
    pub fn tip(&self) -> [u8; 32] {
        self.hashes.last().copied().unwrap_or_default()
    }

    /// The keys, oldest first.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// The key whose signatures at `time` are believed, if there is one.
    #[must_use]
    pub fn key_at(&self, time: UnixSeconds) -> Option<&Period> {
        self.periods.iter().find(|period| period.holds(time))
    }

    /// A trust input that lists every key for the time in which it holds. For documents that state when they
    /// were signed.
    #[must_use]
    pub fn trust(&self) -> Trust {
        let keys = self.periods.iter().map(|period| period.to_trusted_key(&self.id)).collect();
        Trust { keys, ..Trust::default() }
    }

    /// Writes the history.
    #[must_use]
    pub fn to_text(&self) -> String {
        Written::new().list("events", &self.events).text("type", label::HISTORY).end()
    }

    /// The facts, as JSON; `valid` is the place of the key that holds at `time`.
    #[must_use]
    pub fn to_json(&self, time: UnixSeconds) -> String {
        let valid = self.periods.iter().position(|period| period.holds(time));
        Written::new()
            .flag("committed", self.next.is_some())
            .text("id", &self.id)
            .objects("keys", self.periods.iter(), |row, period| period.write(row))
            .text("longId", &self.long_id)
            .number("sequence", self.sequence())
            .bytes("tip", &self.tip())
            .maybe(valid, |facts, valid| facts.number("valid", valid as u64))
            .end()
    }

    fn check(&self, rotation: &Rotation) -> Result<(), Error> {
        if self.hashes.len() >= MAX_EVENTS {
            return Err(Error::LimitExceeded("number of events", MAX_EVENTS));
        }
        if rotation.id != self.id {
            return Err(Error::HistoryId(self.id.clone(), excerpt(&rotation.id)));
        }
        let (place, want) = (self.hashes.len(), self.sequence() + 1);
        if rotation.sequence != want {
            return Err(Error::HistorySequence(place, want, rotation.sequence));
        }
        if rotation.previous != self.tip() {
            return Err(Error::HistoryPrevious(place));
        }
        if self.periods.last().is_none_or(|last| rotation.time <= last.from) {
            return Err(Error::HistoryTime(place));
        }
        if self.periods.iter().any(|period| period.key == rotation.key) {
            return Err(Error::HistoryKey(place));
        }
        if self.next.is_some_and(|next| next != commitment(&rotation.key)) {
            return Err(Error::HistoryCommitment);
        }
        Ok(())
    }
}
