//! A key of a history, and the time in which it holds.

use super::Reason;
use crate::{
    keys::{Algorithm, PublicKey, multikey},
    print::Written,
    time::UnixSeconds,
    trust::TrustedKey,
};

/// A key and its time.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Period {
    /// The key.
    pub key: PublicKey,
    /// How it signs.
    pub algorithm: Algorithm,
    /// First second at which it holds.
    pub from: UnixSeconds,
    /// First second at which it no longer holds.
    pub until: Option<UnixSeconds>,
    /// Why it was replaced.
    pub reason: Option<Reason>,
    /// The time from which it is not believed.
    pub compromised_since: Option<UnixSeconds>,
}

impl Period {
    /// A key that holds from a time on.
    pub(super) const fn new(key: PublicKey, algorithm: Algorithm, from: UnixSeconds) -> Self {
        Self { key, algorithm, from, until: None, reason: None, compromised_since: None }
    }

    /// Whether a signature of this key at `time` is believed.
    #[must_use]
    pub fn holds(&self, time: UnixSeconds) -> bool {
        let before = |end: Option<UnixSeconds>| end.is_none_or(|end| time < end);
        self.from <= time && before(self.until) && before(self.compromised_since)
    }

    /// The key as a trusted key of `id`, for documents that state a time in which it holds.
    pub(super) fn to_trusted_key(&self, id: &str) -> TrustedKey {
        TrustedKey {
            controller: Some(id.to_owned()),
            algorithm: Some(self.algorithm),
            from: Some(self.from),
            until: self.until.into_iter().chain(self.compromised_since).min(),
            ..TrustedKey::pinned(self.key.clone())
        }
    }

    pub(super) fn write(&self, row: Written) -> Written {
        let time = |name| move |row: Written, time: UnixSeconds| row.number(name, time.0);
        row.text("algorithm", self.algorithm.as_str())
            .maybe(self.compromised_since, time("compromisedSince"))
            .number("from", self.from.0)
            .text("key", &multikey::encode(&self.key))
            .maybe(self.reason, |row, reason| row.text("reason", reason.as_str()))
            .maybe(self.until, time("until"))
    }
}
