//! What a verifier of a lineage asks.
//!
//! As JSON: `{ "now": seconds, "skew"?: seconds, "purpose"?: text, "maxGenerations"?: n,
//! "ends"?: true, "revocations"?: true, "family"?: true }`. The last three say that the caller knows of
//! no other records.

use super::MAX_GENERATIONS;
use crate::{
    Error,
    did::Purpose,
    grant,
    range::Range,
    time::{CLOCK_SKEW, UnixSeconds},
    trust::policy,
};

/// How many generations may be allowed. [`MAX_GENERATIONS`] bounds a greater number.
const GENERATIONS: Range = Range::at_least("maxGenerations", 1);

/// How a lineage is judged.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// The time.
    pub now: UnixSeconds,
    /// Allowed difference of the clocks, in seconds.
    pub skew: u64,
    /// What the first parent's key must be trusted for.
    pub purpose: Purpose,
    /// Most generations, up to [`MAX_GENERATIONS`].
    pub max_generations: usize,
    /// Whether the given ends are all there are.
    pub ends: bool,
    /// Whether the given revocations of grants are all there are.
    pub revocations: bool,
    /// Whether the given relatives are all there are.
    pub family: bool,
}

impl Options {
    /// Options at `now`, with the defaults.
    #[must_use]
    pub const fn new(now: UnixSeconds) -> Self {
        Self {
            now,
            skew: CLOCK_SKEW,
            purpose: Purpose::CapabilityDelegation,
            max_generations: MAX_GENERATIONS,
            ends: false,
            revocations: false,
            family: false,
        }
    }

    /// Reads the options.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a number out of range; `ERR_TRUST_MALFORMED` for an unknown
    /// purpose; a code of [`crate::encoding::document`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let names = ["now", "skew", "purpose", "maxGenerations", "ends", "revocations", "family"];
        let policy = policy::read(text, &names)?;
        let members = policy.root();
        let now = policy::time(members, "now")?;
        let mut options = Self::new(now.ok_or_else(|| policy::malformed("now", "the time"))?);
        options.skew = policy::skew(members)?;
        if let Some(purpose) = policy::text(members, "purpose")? {
            options.purpose = purpose.parse()?;
        }
        if let Some(most) = policy::within(members, GENERATIONS)? {
            let most = usize::try_from(most).unwrap_or(MAX_GENERATIONS);
            options.max_generations = most.min(MAX_GENERATIONS);
        }
        options.ends = policy::flag(members, "ends")?;
        options.revocations = policy::flag(members, "revocations")?;
        options.family = policy::flag(members, "family")?;
        Ok(options)
    }

    pub(in super::super) const fn grants(&self) -> grant::Options {
        grant::Options {
            now: self.now,
            skew: self.skew,
            purpose: self.purpose,
            max_links: grant::MAX_LINKS,
            complete: self.revocations,
        }
    }
}
