//! Attempts, what they add up to, and proofs of competence.
//!
//! ```text
//! attempt   = "attempt:" ‖ id ‖ ":" ‖ identity ‖ ":" ‖ domain ‖ ":" ‖ outcome ‖ ":" ‖ time
//! validator = "validate:" ‖ id ‖ ":" ‖ validator ‖ ":" ‖ outcome ‖ ":" ‖ time
//! proof     : SHA-256("proof:" ‖ identity ‖ ":" ‖ domain ‖ ":" ‖ total ‖ ":" ‖ rate ‖ ":" ‖ time
//!             ‖ ":" ‖ (valid_until or 0)), signed as hex
//! ```
//!
//! Rates are floats of 32 bits, written as Rust writes them. Every attempt is verified before it counts,
//! and counts once. All attempts must be of one identity and domain. A proof's numbers, domain and expiry
//! must be those of its hash, and it must meet its own claim. A domain with a `:` is refused, because its
//! message could be that of another domain. Nobody can prove that no failure was left out.

mod proof;

use serde::{Deserialize, Serialize};

use super::record::{self, Parts, Record};
use crate::{
    Error,
    aid::{self, Anchors, Micros, ensure, refuse, split},
    fact::{unchecked, verdict},
    print::Written,
    print::number::{spell, spell_single},
    trust::ProvenKey,
};

pub use proof::verify_proof;

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
enum Outcome {
    Success,
    Failure { reason: String },
    Partial { score: f32 },
}

impl Outcome {
    fn tag(&self) -> String {
        match self {
            Self::Success => "success".into(),
            Self::Failure { reason } => format!("failure:{reason}"),
            Self::Partial { score } => format!("partial:{}", spell_single(*score)),
        }
    }
}

/// What came of one attempt.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Attempt {
    attempt_id: String,
    identity: String,
    domain: String,
    outcome: Outcome,
    timestamp: u64,
    receipt_id: String,
    context: Option<String>,
    validator: Option<String>,
    validator_signature: Option<String>,
    signature: String,
}

impl Record for Attempt {
    const WHAT: &'static str = "a competence attempt";
    const PREFIX: &'static str = "aatt_";
    const UNCOVERED: &'static [&'static str] = &["context"];

    fn identity(&self) -> &str {
        &self.identity
    }
    fn id(&self) -> &str {
        &self.attempt_id
    }
    fn signature(&self) -> &str {
        &self.signature
    }
    fn parts(&self) -> Result<Parts, Error> {
        let Self { attempt_id: id, identity, domain, timestamp: time, .. } = self;
        ensure(!domain.contains(':'), || Error::AidAmbiguous("domain"))?;
        if let Outcome::Partial { score } = self.outcome {
            ensure((0.0..=1.0).contains(&score), || refuse(Self::WHAT, "the score is not 0 to 1"))?;
        }
        Ok(Parts {
            id_input: Some(format!("{identity}:{domain}:{}:{time}", self.receipt_id)),
            hash_input: None,
            message: format!("attempt:{id}:{identity}:{domain}:{}:{time}", self.outcome.tag()),
        })
    }
}

impl Attempt {
    /// `{ state, validator?, message?, signer?, code?, why?, data? }`, about the signature of who validated it.
    fn validation(&self, row: Written, anchors: &Anchors) -> Written {
        let message = self.validation_message();
        let found = match (&self.validator, &self.validator_signature) {
            (None, None) => None,
            (Some(who), Some(signature)) => {
                Some(self.check_validator(who, &message, signature, anchors))
            }
            _ => Some(Err(refuse(
                "the validation",
                "it has a validator without a signature, or a signature without a validator",
            ))),
        };
        let row = row.maybe(self.validator.as_ref(), |row, who| {
            row.text("message", &message).text("validator", who)
        });
        match &found {
            None => unchecked(row),
            Some(found) => {
                verdict(row, found.as_ref(), |row, signer| row.json("signer", &signer.to_json()))
            }
        }
    }

    fn validation_message(&self) -> String {
        let (id, outcome, time) = (&self.attempt_id, self.outcome.tag(), self.timestamp);
        let who = self.validator.as_deref().unwrap_or_default();
        format!("validate:{id}:{who}:{outcome}:{time}")
    }

    fn check_validator(
        &self,
        who: &str,
        message: &str,
        signature: &str,
        anchors: &Anchors,
    ) -> Result<ProvenKey, Error> {
        ensure(who != self.identity, || Error::CompetenceSelf)?;
        let signer = anchors.key_of(who)?;
        ensure(aid::holds(&signer.key, message, signature), || Error::AidSignature)?;
        Ok(signer)
    }
}

/// What attempts add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Totals {
    total: u64,
    successes: u64,
    failures: u64,
    partial_sum: f32,
    partial_count: u64,
    success_rate: f32,
    streak_current: i64,
    streak_best: i64,
}

impl Totals {
    fn write(&self, totals: Written) -> Written {
        let (sum, rate) = (f64::from(self.partial_sum), f64::from(self.success_rate));
        totals
            .number("failures", self.failures)
            .number("partial_count", self.partial_count)
            .json("partial_sum", &spell(sum))
            .json("streak_best", &self.streak_best.to_string())
            .json("streak_current", &self.streak_current.to_string())
            .json("success_rate", &spell(rate))
            .number("successes", self.successes)
            .number("total", self.total)
    }

    #[allow(clippy::cast_precision_loss, reason = "AgenticIdentity counts in 32-bit floats")]
    fn add(&mut self, outcome: &Outcome) {
        self.total += 1;
        let good = match outcome {
            Outcome::Success => {
                self.successes += 1;
                true
            }
            Outcome::Failure { .. } => {
                self.failures += 1;
                false
            }
            Outcome::Partial { score } => {
                self.partial_sum += score;
                self.partial_count += 1;
                *score >= 0.5
            }
        };
        self.streak_current = match (good, self.streak_current) {
            (true, now @ 0..) => now + 1,
            (true, _) => 1,
            (false, now @ ..=0) => now - 1,
            (false, _) => -1,
        };
        self.streak_best = self.streak_best.max(self.streak_current);
        self.success_rate = (self.successes as f32 + self.partial_sum) / self.total as f32;
    }
}

/// What is asked of a competence. Absent members ask for nothing.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
struct Requirement {
    #[serde(default)]
    min_attempts: u64,
    #[serde(default)]
    min_success_rate: f32,
    min_streak: Option<u32>,
    max_age_seconds: Option<u64>,
}

/// Verifies the attempts of one identity and domain, adds them up, and tells whether the totals meet a
/// requirement: a JSON object `{ min_attempts, min_success_rate, min_streak, max_age_seconds }`. The
/// best streak counts.
///
/// # Errors
///
/// The codes of [`verify_attempt`] for an attempt that does not hold; `ERR_AID_LINK` if one comes
/// twice or is of another identity or domain; `ERR_AID_TIME` if they are not in order;
/// `ERR_AID_MALFORMED`, `ERR_LIMIT_EXCEEDED`.
pub fn check(
    list: &[u8],
    requirement: &str,
    now: Micros,
    anchors: &Anchors,
) -> Result<String, Error> {
    let requirement: Requirement = aid::read_exact(requirement, "a requirement")?;
    let age = requirement.max_age_seconds.map(|seconds| seconds.saturating_mul(1_000_000));
    let since = age.map_or(0, |age| now.0.saturating_sub(age));
    let (mut totals, mut ids) = (Totals::default(), std::collections::BTreeSet::new());
    let mut before: Option<Attempt> = None;
    for text in split(list)? {
        let attempt = record::read::<Attempt>(text)?.value;
        record::check(&attempt, anchors)?;
        if let Some(previous) = &before {
            let same =
                (&previous.identity, &previous.domain) == (&attempt.identity, &attempt.domain);
            ensure(same, || Error::AidLink)?;
            aid::check_forwards(previous.timestamp, attempt.timestamp)?;
        }
        ensure(ids.insert(attempt.attempt_id.clone()), || Error::AidLink)?;
        if attempt.timestamp >= since {
            totals.add(&attempt.outcome);
        }
        before = Some(attempt);
    }
    let attempts = totals.total >= requirement.min_attempts;
    let rate = totals.total > 0 && totals.success_rate >= requirement.min_success_rate;
    let streak = requirement.min_streak.is_none_or(|least| totals.streak_best >= i64::from(least));
    let before = before.as_ref();
    Ok(Written::new()
        .text_or_null("domain", before.map(|attempt| attempt.domain.as_str()))
        .text_or_null("identity", before.map(|attempt| attempt.identity.as_str()))
        .inner("meets", |meets| {
            meets.flag("attempts", attempts).flag("rate", rate).flag("streak", streak)
        })
        .text("rate", &spell_single(totals.success_rate))
        .inner("totals", |written| totals.write(written))
        .texts("unproven", ["completeness", "receipts", "time"].into_iter())
        .end())
}

/// Verifies an attempt.
///
/// # Errors
///
/// As [`super::continuity::verify`].
pub fn verify_attempt(text: &str, anchors: &Anchors) -> Result<String, Error> {
    record::verify(text, anchors, |facts: Written, attempt: &Attempt| {
        Ok(facts.inner("validation", |row| attempt.validation(row, anchors)))
    })
}
