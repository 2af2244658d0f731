//! Strict reading of the records of this module: every member known, every value in one form.

use core::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::{
    Error,
    encoding::{base64url, jcs, json},
    keys::{Algorithm, PublicKey, multikey},
    time::UnixSeconds,
};

/// The error of a format for a member that is not as it should be.
pub(super) type Refuse = fn(&'static str) -> Error;

/// An object from which members are taken until none is left.
pub(super) struct Record {
    members: Map<String, Value>,
    refuse: Refuse,
}

impl Record {
    pub(super) fn parse(text: &str, refuse: Refuse) -> Result<Self, Error> {
        Ok(Self { members: json::parse_object(text.as_bytes())?, refuse })
    }

    pub(super) fn of(value: Value, member: &'static str, refuse: Refuse) -> Result<Self, Error> {
        match value {
            Value::Object(members) => Ok(Self { members, refuse }),
            _ => Err(refuse(member)),
        }
    }

    /// Takes `type`, which names the format and its version.
    pub(super) fn kind(&mut self, want: &str, other: Error) -> Result<(), Error> {
        if self.text("type", 1..=256)? == want { Ok(()) } else { Err(other) }
    }

    pub(super) fn has(&self, member: &str) -> bool {
        self.members.contains_key(member)
    }

    /// Takes a member if it is there, in the way of `take`.
    pub(super) fn maybe<T>(
        &mut self,
        member: &'static str,
        take: impl FnOnce(&mut Self, &'static str) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        if self.has(member) { take(self, member).map(Some) } else { Ok(None) }
    }

    /// Text of a length in bytes, without control characters.
    pub(super) fn text(
        &mut self,
        member: &'static str,
        length: RangeInclusive<usize>,
    ) -> Result<String, Error> {
        match self.members.remove(member) {
            Some(Value::String(text)) if is_text(&text, &length) => Ok(text),
            _ => Err((self.refuse)(member)),
        }
    }

    pub(super) fn bytes(
        &mut self,
        member: &'static str,
        length: RangeInclusive<usize>,
    ) -> Result<Vec<u8>, Error> {
        let text = self.text(member, 1..=json::MAX_BYTES)?;
        let bytes = base64url::decode(&text).map_err(|_| (self.refuse)(member))?;
        if length.contains(&bytes.len()) { Ok(bytes) } else { Err((self.refuse)(member)) }
    }

    /// Bytes of one length, with the error that says so.
    pub(super) fn array<const N: usize>(&mut self, member: &'static str) -> Result<[u8; N], Error> {
        self.array_or(member, |got| Error::BytesLength { what: member, want: N, got })
    }

    /// Bytes of one length, with an error of the format for another.
    pub(super) fn array_or<const N: usize>(
        &mut self,
        member: &'static str,
        wrong: impl FnOnce(usize) -> Error,
    ) -> Result<[u8; N], Error> {
        let bytes = self.bytes(member, 0..=json::MAX_BYTES)?;
        let got = bytes.len();
        bytes.try_into().map_err(|_| wrong(got))
    }

    /// A signature of the length of its algorithm.
    pub(super) fn signature(
        &mut self,
        member: &'static str,
        algorithm: Algorithm,
    ) -> Result<Vec<u8>, Error> {
        let bytes = self.bytes(member, 0..=json::MAX_BYTES)?;
        match (algorithm.signature_len(), bytes.len()) {
            (want, got) if want != got => Err(Error::BytesLength { what: member, want, got }),
            _ => Ok(bytes),
        }
    }

    /// A member of any type.
    pub(super) fn value(&mut self, member: &'static str) -> Result<Value, Error> {
        self.members.remove(member).ok_or((self.refuse)(member))
    }

    pub(super) fn number(&mut self, member: &'static str) -> Result<u64, Error> {
        let value = self.members.remove(member).and_then(|value| value.as_u64());
        value.ok_or((self.refuse)(member))
    }

    pub(super) fn seconds(&mut self, member: &'static str) -> Result<UnixSeconds, Error> {
        self.number(member).map(UnixSeconds)
    }

    pub(super) fn key(&mut self, member: &'static str) -> Result<PublicKey, Error> {
        multikey::decode(&self.text(member, 1..=multikey::MAX_TEXT)?)
    }

    pub(super) fn algorithm(&mut self, member: &'static str) -> Result<Algorithm, Error> {
        self.text(member, 1..=64)?.parse()
    }

    /// A list of at most `limit` objects.
    pub(super) fn list(&mut self, member: &'static str, limit: usize) -> Result<Vec<Self>, Error> {
        let refuse = self.refuse;
        match self.members.remove(member) {
            Some(Value::Array(items)) if items.len() > limit => {
                Err(Error::LimitExceeded { what: member, limit })
            }
            Some(Value::Array(items)) => {
                items.into_iter().map(|item| Self::of(item, member, refuse)).collect()
            }
            _ => Err(refuse(member)),
        }
    }

    /// Refuses a member that nobody took: nothing may ride along unread.
    pub(super) fn end(self) -> Result<(), Error> {
        if self.members.is_empty() { Ok(()) } else { Err((self.refuse)("unknown")) }
    }
}

/// Whether text has a length in bytes, and no control character.
pub(super) fn is_text(text: &str, length: &RangeInclusive<usize>) -> bool {
    length.contains(&text.len()) && !text.chars().any(char::is_control)
}

/// `lp` of each part, one after the other. Every part is far below 4 GiB.
pub(super) fn frame(parts: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::with_capacity(parts.iter().map(|part| part.len() + 4).sum());
    for part in parts {
        out.extend(u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes());
        out.extend(*part);
    }
    out
}

/// `lp(label) ‖ lp(JCS(members))`.
pub(super) fn labelled(label: &str, members: Map<String, Value>) -> Result<Vec<u8>, Error> {
    Ok(frame(&[label.as_bytes(), &jcs::canonicalize(&Value::Object(members))?]))
}
