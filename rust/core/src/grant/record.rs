//! Strict reading of the records of this module: every member known, every value in one form.

use core::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::{
    Error,
    did::Did,
    encoding::{base64url, json},
    keys::{PublicKey, multikey},
    time::UnixSeconds,
};

/// Members of a JSON object.
pub(super) type Members = Map<String, Value>;

/// Longest DID, key id or URL, in bytes.
pub(super) const MAX_TEXT: usize = 2048;

/// What an id starts with.
pub(super) const ID_PREFIX: &str = "grant:";

/// An object from which members are taken until none is left.
pub(super) struct Record(Members);

impl Record {
    pub(super) const fn new(members: Members) -> Self {
        Self(members)
    }

    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        json::parse_object(text.as_bytes()).map(Self)
    }

    pub(super) fn has(&self, member: &str) -> bool {
        self.0.contains_key(member)
    }

    pub(super) fn take(&mut self, member: &'static str) -> Option<Value> {
        self.0.remove(member)
    }

    pub(super) fn text(&mut self, member: &'static str, most: usize) -> Result<String, Error> {
        match self.0.remove(member) {
            Some(Value::String(text)) if (1..=most).contains(&text.len()) => Ok(text),
            _ => Err(malformed(member)),
        }
    }

    /// A DID in its one canonical spelling.
    pub(super) fn did(&mut self, member: &'static str) -> Result<String, Error> {
        let text = self.text(member, MAX_TEXT)?;
        let canonical = text.parse::<Did>().is_ok_and(|did| did.as_str() == text);
        if canonical { Ok(text) } else { Err(malformed(member)) }
    }

    pub(super) fn key(&mut self, member: &'static str) -> Result<PublicKey, Error> {
        multikey::decode(&self.text(member, multikey::MAX_TEXT)?)
    }

    /// The id of a grant: its prefix, and 32 bytes in base64url.
    pub(super) fn id(&mut self, member: &'static str) -> Result<String, Error> {
        let text = self.text(member, MAX_TEXT)?;
        let hash = text.strip_prefix(ID_PREFIX).map(base64url::decode);
        match hash {
            Some(Ok(hash)) if hash.len() == 32 => Ok(text),
            _ => Err(malformed(member)),
        }
    }

    pub(super) fn bytes(
        &mut self,
        member: &'static str,
        length: RangeInclusive<usize>,
    ) -> Result<Vec<u8>, Error> {
        let text = self.text(member, length.end().saturating_mul(2))?;
        let bytes = base64url::decode(&text);
        bytes.ok().filter(|it| length.contains(&it.len())).ok_or(malformed(member))
    }

    pub(super) fn whole(&mut self, member: &'static str, most: u64) -> Result<u64, Error> {
        let value = self.0.remove(member).and_then(|value| value.as_u64());
        value.filter(|value| *value <= most).ok_or(malformed(member))
    }

    pub(super) fn seconds(&mut self, member: &'static str) -> Result<UnixSeconds, Error> {
        self.whole(member, u64::MAX).map(UnixSeconds)
    }

    pub(super) fn object(&mut self, member: &'static str) -> Result<Self, Error> {
        match self.0.remove(member) {
            Some(Value::Object(members)) => Ok(Self(members)),
            _ => Err(malformed(member)),
        }
    }

    /// A list of texts, without one that stands twice.
    pub(super) fn texts(
        &mut self,
        member: &'static str,
        most: usize,
    ) -> Result<Vec<String>, Error> {
        let Some(Value::Array(items)) = self.0.remove(member) else {
            return Err(malformed(member));
        };
        if items.len() > most {
            return Err(Error::LimitExceeded { what: member, limit: most });
        }
        let mut texts: Vec<String> = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Value::String(text) if !texts.contains(&text) => texts.push(text),
                _ => return Err(malformed(member)),
            }
        }
        Ok(texts)
    }

    /// Every member that is left.
    pub(super) fn rest(self) -> Members {
        self.0
    }

    /// Refuses a member that nobody took: nothing may ride along unread.
    pub(super) fn end(self) -> Result<(), Error> {
        if self.0.is_empty() { Ok(()) } else { Err(malformed("unknown")) }
    }
}

pub(super) const fn malformed(member: &'static str) -> Error {
    Error::GrantMalformed { member }
}
