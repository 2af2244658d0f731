//! How a history stands to what a verifier has seen before, and to another history.

use super::History;
use crate::{Error, print::Written, time::UnixSeconds};

/// An event that a verifier has seen before.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Known {
    /// Its place.
    pub sequence: u64,
    /// Its hash.
    pub hash: [u8; 32],
}

/// How one history stands to another of the same identifier.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Relation {
    /// They are the same.
    Same,
    /// The first continues where the second ends.
    Ahead,
    /// The second continues where the first ends.
    Behind,
    /// They differ from this event on: somebody signed twice.
    Fork(usize),
}

impl Known {
    /// Makes a known event of the values that a host gives; `None` if the hash is empty.
    ///
    /// # Errors
    ///
    /// `ERR_BYTES_LENGTH` for a hash of another length.
    #[allow(clippy::cast_possible_truncation, reason = "saturates, and is compared with a length")]
    pub fn from_parts(sequence: f64, hash: &[u8]) -> Result<Option<Self>, Error> {
        if hash.is_empty() {
            return Ok(None);
        }
        let wrong = || Error::BytesLength("hash of an event", 32, hash.len());
        let hash = hash.try_into().map_err(|_| wrong())?;
        Ok(Some(Self { sequence: sequence as u64, hash }))
    }
}

impl Relation {
    /// The name, and of a fork the first event in which they differ, as JSON.
    #[must_use]
    pub fn to_json(self) -> String {
        let name = match self {
            Self::Same => "same",
            Self::Ahead => "ahead",
            Self::Behind => "behind",
            Self::Fork(_) => "fork",
        };
        let place = if let Self::Fork(place) = self { Some(place as u64) } else { None };
        Written::new()
            .maybe(place, |relation, place| relation.number("at", place))
            .text("relation", name)
            .end()
    }
}

impl History {
    /// Checks that the history contains an event that was seen before, and that no event is in the future.
    ///
    /// # Errors
    ///
    /// `ERR_HISTORY_TRUNCATED` if it ends before that event; `ERR_HISTORY_FORK` if it has another one
    /// in its place; `ERR_HISTORY_TIME` if its last event is later than `now` and the skew.
    pub fn check_now(
        &self,
        known: Option<Known>,
        now: UnixSeconds,
        skew: u64,
    ) -> Result<(), Error> {
        if let Some(known) = known {
            let place = usize::try_from(known.sequence).unwrap_or(usize::MAX);
            match self.hashes.get(place) {
                None => return Err(Error::HistoryTruncated(known.sequence)),
                Some(hash) if *hash != known.hash => return Err(Error::HistoryFork(place)),
                Some(_) => {}
            }
        }
        let latest = self.periods().last().map_or(0, |period| period.from.0);
        let last = self.hashes.len().saturating_sub(1);
        if latest > now.0.saturating_add(skew) { Err(Error::HistoryTime(last)) } else { Ok(()) }
    }
}

/// How `first` stands to `second`.
///
/// # Errors
///
/// `ERR_HISTORY_ID` if they are of two identifiers.
pub fn compare(first: &History, second: &History) -> Result<Relation, Error> {
    if first.id() != second.id() {
        return Err(Error::HistoryId(first.id().to_owned(), second.id().to_owned()));
    }
    let mut pairs = first.hashes.iter().zip(&second.hashes);
    if let Some(place) = pairs.position(|(left, right)| left != right) {
        return Ok(Relation::Fork(place));
    }
    Ok(match first.hashes.len().cmp(&second.hashes.len()) {
        core::cmp::Ordering::Equal => Relation::Same,
        core::cmp::Ordering::Greater => Relation::Ahead,
        core::cmp::Ordering::Less => Relation::Behind,
    })
}
