//! A key of a history, and the time in which it holds.

use serde_json::{Map, Value};

use super::Reason;
use crate::{
    keys::{Algorithm, PublicKey, multikey},
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

    pub(super) fn to_json(&self) -> Value {
        let mut members = Map::new();
        members.insert("key".into(), multikey::encode(&self.key).into());
        members.insert("algorithm".into(), self.algorithm.as_str().into());
        members.insert("from".into(), self.from.0.into());
        let times = [("until", self.until), ("compromisedSince", self.compromised_since)];
        for (name, time) in times {
            if let Some(time) = time {
                members.insert(name.into(), time.0.into());
            }
        }
        if let Some(reason) = self.reason {
            members.insert("reason".into(), reason.as_str().into());
        }
        Value::Object(members)
    }
}
