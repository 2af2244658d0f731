//! Reading policies that a host gives.

use super::{Expected, Id, MAX_WITNESSES, chain};
use crate::{
    Error,
    encoding::{document::Node, frames},
    range::Range,
    time,
    trust::{Checks, policy as options},
};

/// How many witnesses may be asked for: no receipt has more.
const WITNESSES: Range = Range::new("witnesses", 0, MAX_WITNESSES as u64);

impl Expected {
    /// What a host expects: the time in Unix milliseconds, the skew in seconds, an id and the hash of
    /// content (empty for none), a number of witnesses, and how many signature checks it allows.
    ///
    /// # Errors
    ///
    /// `ERR_ARGUMENT` for a skew or a number of witnesses or checks out of range; `ERR_RECEIPT_MALFORMED` for text that is
    /// not an id or hash.
    #[allow(clippy::cast_possible_truncation, reason = "saturates by definition")]
    pub fn from_parts(
        now: f64,
        skew: impl Into<f64>,
        id: &str,
        content: &str,
        witnesses: impl Into<f64>,
        max_checks: impl Into<f64>,
    ) -> Result<Self, Error> {
        let skew = time::check_skew(skew)?;
        let witnesses = WITNESSES.check_count(witnesses)?;
        let read = |text: &str| Some(text).filter(|text| !text.is_empty()).map(str::parse::<Id>);
        Ok(Self {
            now: Some(now as u64),
            skew,
            id: read(id).transpose()?,
            content: read(content).transpose()?,
            witnesses,
            max_checks: Checks::check_most(max_checks)?,
        })
    }
}

impl chain::Policy {
    /// Reads `{ now?, skew?, witnesses?, actor?, after?, tip?, count?, maxChecks? }`.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a number out of range; `ERR_RECEIPT_MALFORMED` for text that is not
    /// an id; a code of JSON.
    pub fn from_json(policy: &str) -> Result<Self, Error> {
        Self::of(options::read(policy, &Self::NAMES)?.root())
    }

    /// The names of its members.
    pub(crate) const NAMES: [&'static str; 8] =
        ["now", "skew", "witnesses", "actor", "after", "tip", "count", "maxChecks"];

    /// Reads its members, which may stand among others.
    pub(crate) fn of(members: Node<'_>) -> Result<Self, Error> {
        let id = |name| options::text(members, name)?.map(|text| text.parse()).transpose();
        let default = Expected::default();
        let witnesses = options::within(members, WITNESSES)?.unwrap_or_default();
        Ok(Self {
            each: Expected {
                now: options::whole(members, "now")?,
                skew: options::skew(members)?,
                witnesses: usize::try_from(witnesses).unwrap_or(usize::MAX),
                max_checks: Checks::most_of(members)?,
                ..default
            },
            actor: options::text(members, "actor")?.map(str::to_owned),
            after: id("after")?,
            tip: id("tip")?,
            count: options::whole(members, "count")?,
        })
    }
}

impl chain::Chain {
    /// Takes receipts as [`frames`].
    ///
    /// # Errors
    ///
    /// `ERR_ENCODING_MALFORMED` for frames that do not add up, before any is taken.
    pub fn push_all(&mut self, list: &[u8]) -> Result<(), Error> {
        frames::whole(list)?.for_each(|text| self.push(text));
        Ok(())
    }
}
