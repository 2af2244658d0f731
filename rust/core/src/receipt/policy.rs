//! Policies as they come from a host: strict JSON objects.

use serde_json::{Map, Value};

use super::{Expected, Receipt, chain, verify};
use crate::{
    Error,
    encoding::json,
    time::UnixSeconds,
    trust::{Trust, policy as given},
};

/// Verifies with a policy in JSON: `{ now?, skew?, id?, content?, witnesses? }`, times in
/// milliseconds, `skew` in seconds, `content` the hash of content that is at hand.
///
/// # Errors
///
/// As [`Receipt::from_json`] and [`verify()`]; `ERR_POLICY_MALFORMED`.
pub fn verify_json(text: &[u8], trust: &Trust, policy: &str) -> Result<String, Error> {
    let members = given::read(policy, &["now", "skew", "id", "content", "witnesses"])?;
    let expected = expected(&members)?;
    Ok(verify(&Receipt::from_json(text)?, trust, &expected)?.to_json())
}

fn expected(members: &Map<String, Value>) -> Result<Expected, Error> {
    let default = Expected::default();
    let id = |name| given::text(members, name)?.map(str::parse).transpose();
    let witnesses = given::whole(members, "witnesses")?.unwrap_or_default();
    Ok(Expected {
        now: given::whole(members, "now")?,
        skew: given::whole(members, "skew")?.unwrap_or(default.skew),
        id: id("id")?,
        content: id("content")?,
        witnesses: usize::try_from(witnesses).unwrap_or(usize::MAX),
    })
}

impl chain::Policy {
    /// Reads `{ now?, skew?, witnesses?, actor?, after?, tip?, count? }`.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; `ERR_RECEIPT_MALFORMED` for an id that is none; a code of JSON.
    pub fn from_json(policy: &str) -> Result<Self, Error> {
        let names = ["now", "skew", "witnesses", "actor", "after", "tip", "count"];
        let members = given::read(policy, &names)?;
        let id = |name| given::text(&members, name)?.map(str::parse).transpose();
        Ok(Self {
            each: expected(&members)?,
            actor: given::text(&members, "actor")?.map(str::to_owned),
            after: id("after")?,
            tip: id("tip")?,
            count: given::whole(&members, "count")?,
        })
    }
}

/// Separates texts that cross together: a letter that no JSON text holds (RFC 7464).
pub(super) const SEPARATOR: char = '\u{1e}';

impl chain::Chain {
    /// Takes receipts behind each other, each after a separator, U+001E.
    pub fn push_all(&mut self, texts: &str) {
        for text in texts.split(SEPARATOR).skip(1) {
            self.push(text.as_bytes());
        }
    }
}

/// The time of a policy, in the unit of the trust input.
pub(super) fn now(policy: &str) -> Result<Option<UnixSeconds>, Error> {
    let members = json::parse_object(policy.as_bytes())?;
    Ok(given::whole(&members, "now")?.map(|now| UnixSeconds(now / 1000)))
}
