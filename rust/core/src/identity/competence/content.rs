//! What attempts, validations and claims say. See the grammar in [`super`].

use core::fmt;
use std::borrow::Cow;

use super::{ATTEMPT, CLAIM, VALIDATION};
use crate::{
    Error,
    encoding::document::{Document, Numbers},
    grant::capability::{MAX_LEN, Pattern, Request},
    print::quoted,
    receipt::{Id, Receipt},
    record::{self, Record},
};

/// The score of a success, in parts per million.
pub(super) const WHOLE: u32 = 1_000_000;

/// What counts must reach. Rates are in parts per million.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Minimum {
    /// Attempts.
    pub attempts: Option<u64>,
    /// Mean score of the attempts.
    pub rate: Option<u32>,
    /// Attempts that others judged.
    pub validated: Option<u64>,
    /// Mean score of these.
    pub validated_rate: Option<u32>,
    /// Good attempts in a row, ending with the last one.
    pub streak: Option<u64>,
}

/// How an attempt went.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// As it should.
    Success,
    /// Not at all.
    Failure,
    /// In part, in parts per million.
    Partial(u32),
}

/// What an agent says of something that it tried.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Attempt {
    /// At what.
    pub domain: Request,
    /// How it went.
    pub outcome: Outcome,
    /// The receipt that records the work.
    pub work: Option<Id>,
}

/// What another party says of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Validation {
    /// The attempt.
    pub attempt: Id,
    /// How it went.
    pub outcome: Outcome,
}

/// What an agent says of its attempts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Claim {
    /// At what.
    pub domain: Pattern,
    /// First millisecond.
    pub from: Option<u64>,
    /// First millisecond after.
    pub until: Option<u64>,
    /// What is claimed.
    pub minimum: Minimum,
}

fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::CompetenceMalformed(member.into(), reason)
}

impl Outcome {
    /// The score, in parts per million.
    #[must_use]
    pub const fn score(self) -> u32 {
        match self {
            Self::Success => WHOLE,
            Self::Failure => 0,
            Self::Partial(score) => score,
        }
    }

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        let outcome = record.line("outcome", 1..=16)?;
        let score = record.maybe("score", |record, name| record.whole(name, u64::MAX))?;
        match (outcome, score) {
            ("success", None) => Ok(Self::Success),
            ("failure", None) => Ok(Self::Failure),
            ("partial", Some(score @ 1..1_000_000)) => {
                u32::try_from(score).map(Self::Partial).map_err(|_| {
                    malformed("score", "it must be there for `partial` alone: 1 to 999999")
                })
            }
            ("success" | "failure" | "partial", _) => {
                Err(malformed("score", "it must be there for `partial` alone: 1 to 999999"))
            }
            _ => Err(malformed("outcome", "it must be success, failure or partial")),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Partial(_) => "partial",
        })
    }
}

/// Reads the content of a receipt, which must be of this action.
fn read_content<'a>(receipt: &'a Receipt, action: &str) -> Result<Record<'a>, Error> {
    if receipt.action() != action {
        return Err(malformed("action", "the receipt is of another action"));
    }
    let content =
        receipt.node().get("content").ok_or_else(|| malformed("content", "it is missing"))?;
    Record::of(content, "content", malformed)
}

fn id(record: &mut Record<'_>, member: &'static str) -> Result<Id, Error> {
    record
        .line(member, 1..=128)?
        .parse()
        .map_err(|_| malformed(member, "it is not the id of a receipt"))
}

/// A whole number that a double carries.
fn whole(record: &mut Record<'_>, member: &'static str) -> Result<u64, Error> {
    record.whole(member, (1 << 53) - 1)
}

fn rate(record: &mut Record<'_>, member: &'static str) -> Result<u32, Error> {
    let rate = record.whole(member, WHOLE.into())?;
    u32::try_from(rate).map_err(|_| malformed(member, "it is not the id of a receipt"))
}

impl Attempt {
    /// The attempt in a receipt.
    ///
    /// # Errors
    ///
    /// `ERR_COMPETENCE_MALFORMED`; a code of [`Request`].
    pub fn of(receipt: &Receipt) -> Result<Self, Error> {
        Self::read(read_content(receipt, ATTEMPT)?)
    }

    fn read(mut record: Record<'_>) -> Result<Self, Error> {
        let read = Self {
            domain: record.line("domain", 1..=MAX_LEN)?.parse()?,
            outcome: Outcome::read(&mut record)?,
            work: record.maybe("work", id)?,
        };
        record.end().map(|()| read)
    }
}

impl Validation {
    /// The validation in a receipt.
    ///
    /// # Errors
    ///
    /// `ERR_COMPETENCE_MALFORMED`.
    pub fn of(receipt: &Receipt) -> Result<Self, Error> {
        Self::read(read_content(receipt, VALIDATION)?)
    }

    fn read(mut record: Record<'_>) -> Result<Self, Error> {
        let attempt = id(&mut record, "attempt")?;
        let outcome = Outcome::read(&mut record)?;
        record.end().map(|()| Self { attempt, outcome })
    }
}

impl Claim {
    /// The claim in a receipt.
    ///
    /// # Errors
    ///
    /// `ERR_COMPETENCE_MALFORMED`; a code of [`Pattern`].
    pub fn of(receipt: &Receipt) -> Result<Self, Error> {
        Self::read(read_content(receipt, CLAIM)?)
    }

    fn read(mut record: Record<'_>) -> Result<Self, Error> {
        let read = Self {
            domain: record.line("domain", 1..=MAX_LEN)?.parse()?,
            from: record.maybe("from", whole)?,
            until: record.maybe("until", whole)?,
            minimum: Minimum {
                attempts: Some(whole(&mut record, "attempts")?),
                rate: Some(rate(&mut record, "rate")?),
                validated: record.maybe("validated", whole)?,
                validated_rate: record.maybe("validatedRate", rate)?,
                streak: None,
            },
        };
        record.end().map(|()| read)
    }
}

/// Checks the content of an attempt or a claim, and gives it back. `kind` is `attempt` or `claim`.
///
/// # Errors
///
/// `ERR_COMPETENCE_MALFORMED`; a code of a capability or of JSON.
pub fn content(kind: &str, text: &str) -> Result<String, Error> {
    let document = record::read(text)?;
    let record = Record::new(document.root(), malformed);
    match kind {
        "attempt" => Attempt::read(record).map(drop)?,
        "claim" => Claim::read(record).map(drop)?,
        _ => return Err(malformed("kind", "it must be attempt or claim")),
    }
    Ok(text.to_owned())
}

/// Makes the content of a validation: what `validator` says of the attempt in a receipt. `text` has
/// `outcome` and `score`.
///
/// # Errors
///
/// `ERR_COMPETENCE_SELF` for a validator that is the actor; as [`Attempt::of`] and [`Validation::of`].
pub fn validation(receipt: &Receipt, validator: &str, text: &str) -> Result<String, Error> {
    Attempt::of(receipt)?;
    if receipt.actor() == validator {
        return Err(Error::CompetenceSelf);
    }
    let id = quoted(&receipt.id().to_string());
    let text = record::read(text)?.root().text_with(&[("attempt", &id)])?;
    let document = Document::read_text(&text, Numbers::Reprinted)?;
    Validation::read(Record::new(document.root(), malformed))?;
    document.canonical()
}
