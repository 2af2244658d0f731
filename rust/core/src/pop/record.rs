//! Strict reading of the records of this module: every member known, every value in one form.

use core::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::{
    Error,
    encoding::{base64url, json},
    keys::{PublicKey, multikey},
    time::UnixSeconds,
};

/// Longest text, in bytes.
pub(super) const MAX_TEXT: usize = 8192;

/// An object from which members are taken until none is left.
pub(super) struct Record(Map<String, Value>);

impl Record {
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        json::parse_object(text.as_bytes()).map(Self)
    }

    /// Takes `type`, which names the format and its version.
    pub(super) fn kind(&mut self) -> Result<String, Error> {
        self.text("type")
    }

    pub(super) fn text(&mut self, member: &'static str) -> Result<String, Error> {
        match self.0.remove(member) {
            Some(Value::String(text)) if (1..=MAX_TEXT).contains(&text.len()) => Ok(text),
            _ => Err(Error::PopMalformed { member }),
        }
    }

    pub(super) fn bytes(
        &mut self,
        member: &'static str,
        length: RangeInclusive<usize>,
    ) -> Result<Vec<u8>, Error> {
        let bytes = base64url::decode(&self.text(member)?);
        bytes.ok().filter(|it| length.contains(&it.len())).ok_or(Error::PopMalformed { member })
    }

    pub(super) fn seconds(&mut self, member: &'static str) -> Result<UnixSeconds, Error> {
        let value = self.0.remove(member).and_then(|value| value.as_u64());
        value.map(UnixSeconds).ok_or(Error::PopMalformed { member })
    }

    pub(super) fn key(&mut self, member: &'static str) -> Result<PublicKey, Error> {
        multikey::decode(&self.text(member)?)
    }

    pub(super) fn has(&self, member: &str) -> bool {
        self.0.contains_key(member)
    }

    /// Refuses a member that nobody took: nothing may ride along unread.
    pub(super) fn end(self) -> Result<(), Error> {
        if self.0.is_empty() { Ok(()) } else { Err(Error::PopMalformed { member: "unknown" }) }
    }
}
