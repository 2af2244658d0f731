//! Strict reading of a record: every member known, every value in one form.

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
pub(crate) type Members = Map<String, Value>;

/// The error of a format for a member that is not as it should be.
pub type Refuse = fn(&'static str) -> Error;

/// Longest DID, key id or URL, in bytes.
pub(crate) const MAX_TEXT: usize = 8192;

/// An object from which members are taken until none is left.
pub struct Record {
    members: Members,
    refuse: Refuse,
}

impl Record {
    pub(crate) const fn new(members: Members, refuse: Refuse) -> Self {
        Self { members, refuse }
    }

    pub(crate) fn parse(text: &str, refuse: Refuse) -> Result<Self, Error> {
        Ok(Self::new(json::parse_object(text.as_bytes())?, refuse))
    }

    pub(crate) fn has(&self, member: &str) -> bool {
        self.members.contains_key(member)
    }

    /// Takes a member if it is there, in the way of `take`.
    pub(crate) fn maybe<T>(
        &mut self,
        member: &'static str,
        take: impl FnOnce(&mut Self, &'static str) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        if self.has(member) { take(self, member).map(Some) } else { Ok(None) }
    }

    pub(crate) fn take(&mut self, member: &'static str) -> Option<Value> {
        self.members.remove(member)
    }

    pub(crate) fn text(&mut self, member: &'static str, most: usize) -> Result<String, Error> {
        match self.members.remove(member) {
            Some(Value::String(text)) if (1..=most).contains(&text.len()) => Ok(text),
            _ => Err((self.refuse)(member)),
        }
    }

    /// A DID in its one canonical spelling.
    pub(crate) fn did(&mut self, member: &'static str) -> Result<String, Error> {
        let text = self.text(member, MAX_TEXT)?;
        let canonical = text.parse::<Did>().is_ok_and(|did| did.as_str() == text);
        if canonical { Ok(text) } else { Err((self.refuse)(member)) }
    }

    pub(crate) fn key(&mut self, member: &'static str) -> Result<PublicKey, Error> {
        multikey::decode(&self.text(member, multikey::MAX_TEXT)?)
    }

    /// The id of a record: a prefix, and 32 bytes in base64url.
    pub(crate) fn id(&mut self, member: &'static str, prefix: &str) -> Result<String, Error> {
        let text = self.text(member, MAX_TEXT)?;
        let hash = text.strip_prefix(prefix).map(base64url::decode);
        match hash {
            Some(Ok(hash)) if hash.len() == 32 => Ok(text),
            _ => Err((self.refuse)(member)),
        }
    }

    pub(crate) fn bytes(
        &mut self,
        member: &'static str,
        length: RangeInclusive<usize>,
    ) -> Result<Vec<u8>, Error> {
        let text = self.text(member, length.end().saturating_mul(2))?;
        let bytes = base64url::decode(&text);
        bytes.ok().filter(|it| length.contains(&it.len())).ok_or((self.refuse)(member))
    }

    pub(crate) fn whole(&mut self, member: &'static str, most: u64) -> Result<u64, Error> {
        let value = self.members.remove(member).and_then(|value| value.as_u64());
        value.filter(|value| *value <= most).ok_or((self.refuse)(member))
    }

    pub(crate) fn seconds(&mut self, member: &'static str) -> Result<UnixSeconds, Error> {
        self.whole(member, u64::MAX).map(UnixSeconds)
    }

    pub(crate) fn object(&mut self, member: &'static str) -> Result<Self, Error> {
        match self.members.remove(member) {
            Some(Value::Object(members)) => Ok(Self::new(members, self.refuse)),
            _ => Err((self.refuse)(member)),
        }
    }

    /// A list of texts, without one that stands twice. `most` is small: each is compared with all.
    pub(crate) fn texts(
        &mut self,
        member: &'static str,
        most: usize,
    ) -> Result<Vec<String>, Error> {
        let Some(Value::Array(items)) = self.members.remove(member) else {
            return Err((self.refuse)(member));
        };
        if items.len() > most {
            return Err(Error::LimitExceeded { what: member, limit: most });
        }
        let mut texts: Vec<String> = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Value::String(text) if !texts.contains(&text) => texts.push(text),
                _ => return Err((self.refuse)(member)),
            }
        }
        Ok(texts)
    }

    /// Every member that is left.
    pub(crate) fn rest(self) -> Members {
        self.members
    }

    /// Refuses a member that nobody took: nothing may ride along unread.
    pub(crate) fn end(self) -> Result<(), Error> {
        if self.members.is_empty() { Ok(()) } else { Err((self.refuse)("unknown")) }
    }
}
