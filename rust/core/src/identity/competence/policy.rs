//! What a verifier asks of a competence, as it comes from a host.

use super::{Attempt, Claim, Minimum, Tally};
use crate::{
    Error, grant::capability::Pattern, range::Range, receipt::chain, trust::policy as options,
};

/// How many others may be asked to have judged an attempt.
const QUORUM: Range = Range::new("quorum", 1, 16);

/// A rate of 1, in parts per million.
const MILLION: u32 = 1_000_000;

const RATE: Range = Range::new("minimum.rate", 0, MILLION as u64);
const VALIDATED_RATE: Range = Range::new("minimum.validatedRate", 0, MILLION as u64);

/// What a verifier asks.
#[derive(Clone, Debug)]
pub struct Policy {
    /// What it asks of the chain.
    pub chain: chain::Policy,
    /// Which attempts count.
    pub domain: Pattern,
    /// First millisecond of the window.
    pub from: Option<u64>,
    /// First millisecond after it.
    pub until: Option<u64>,
    /// How many others must have judged an attempt; 0 counts as 1.
    pub quorum: usize,
    /// What the counts must reach.
    pub minimum: Minimum,
}

const NAMES: [&str; 9] = [
    "domain",
    "from",
    "until",
    "quorum",
    "attempts",
    "rate",
    "validated",
    "validatedRate",
    "streak",
];

impl Policy {
    /// Reads the members of [`chain::Policy`] and `{ domain, from?, until?, quorum?, attempts?, rate?,
    /// validated?, validatedRate?, streak? }`.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`; `ERR_ARGUMENT` for a number out of range; a code of [`Pattern`]; `ERR_RECEIPT_MALFORMED` for text that is not an id; a
    /// code of JSON.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let names: Vec<&str> = chain::Policy::NAMES.into_iter().chain(NAMES).collect();
        let policy = options::read(text, &names)?;
        let members = policy.root();
        let whole = |name| options::whole(members, name);
        let rate = |name, range| -> Result<_, Error> {
            let rate = options::within_as(members, name, range)?;
            Ok(rate.map(|rate| u32::try_from(rate).unwrap_or(MILLION)))
        };
        let domain = options::text(members, "domain")?;
        let missing = || options::malformed("domain", "the name of a domain");
        Ok(Self {
            chain: chain::Policy::of(members)?,
            domain: domain.ok_or_else(missing)?.parse()?,
            from: whole("from")?,
            until: whole("until")?,
            quorum: usize::try_from(options::within(members, QUORUM)?.unwrap_or(1))
                .unwrap_or(usize::MAX),
            minimum: Minimum {
                attempts: whole("attempts")?,
                rate: rate("rate", RATE)?,
                validated: whole("validated")?,
                validated_rate: rate("validatedRate", VALIDATED_RATE)?,
                streak: whole("streak")?,
            },
        })
    }

    /// Whether an attempt of this time counts.
    pub(super) fn covers(&self, attempt: &Attempt, time: u64) -> bool {
        self.domain.covers(&attempt.domain)
            && self.from.is_none_or(|from| time >= from)
            && self.until.is_none_or(|until| time < until)
    }

    /// Whether a claim is about the domain and window that the policy asks for.
    pub(super) fn is_about(&self, claim: &Claim) -> bool {
        self.domain == claim.domain && self.from == claim.from && self.until == claim.until
    }
}

impl Minimum {
    /// Whether it asks for nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Checks that the counts reach it.
    ///
    /// # Errors
    ///
    /// `ERR_COMPETENCE_DOMAIN` if there are no attempts at all; `ERR_COMPETENCE_THRESHOLD`.
    pub fn check(&self, reported: &Tally, validated: &Tally) -> Result<(), Error> {
        let enough = |want: Option<u64>, got| want.is_none_or(|want| got >= want);
        let good = |want: Option<u32>, tally: &Tally| {
            want.is_none_or(|want| tally.rate().is_some_and(|rate| rate >= want))
        };
        let unmet = [
            ("attempts", enough(self.attempts, reported.attempts)),
            ("rate", good(self.rate, reported)),
            ("validated", enough(self.validated, validated.attempts)),
            ("validatedRate", good(self.validated_rate, validated)),
            ("streak", enough(self.streak, reported.streak)),
        ];
        match unmet.into_iter().find(|(_, met)| !met) {
            None => Ok(()),
            Some(_) if reported.attempts == 0 => Err(Error::CompetenceDomain),
            Some((what, _)) => Err(Error::CompetenceThreshold(what)),
        }
    }
}
