//! Ranges of the numbers that a caller chooses: options, policies, drafts.
//!
//! A host hands over numbers of the right type and knows no more of them. What a number may be is said once, here in
//! the core, by a [`Range`], so that every host refuses the same numbers with the same words.
//!
//! ```
//! use countersign_core::range::Range;
//!
//! const QUORUM: Range = Range::new("quorum", 1, 64);
//!
//! assert_eq!(QUORUM.check(64), Ok(64));
//! let refused = QUORUM.check(65).unwrap_err();
//! assert_eq!(refused.to_string(), "quorum must be a whole number from 1 to 64, got 65");
//! ```

use serde_json::Number;

use crate::Error;

/// The whole numbers that a member may be.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Range {
    member: &'static str,
    least: u64,
    most: u64,
}

impl Range {
    /// From `least` to `most`, both of them allowed.
    #[must_use]
    pub const fn new(member: &'static str, least: u64, most: u64) -> Self {
        Self { member, least, most }
    }

    /// From `least` on.
    #[must_use]
    pub const fn at_least(member: &'static str, least: u64) -> Self {
        Self::new(member, least, u64::MAX)
    }

    /// Gives `got` if it is in the range.
    ///
    /// # Errors
    ///
    /// `ERR_ARGUMENT`, the code that hosts have for a value of the wrong type too.
    pub fn check(self, got: u64) -> Result<u64, Error> {
        if (self.least..=self.most).contains(&got) { Ok(got) } else { Err(self.refuse(got)) }
    }

    /// As [`Range::check`], of a number as a host has it, which may be negative or too large for any range.
    ///
    /// # Errors
    ///
    /// As [`Range::check`]; also for a fraction, and what is no number at all.
    pub fn check_number(self, got: impl Into<f64>) -> Result<u64, Error> {
        self.check_json(&of_double(got.into()))
    }

    /// As [`Range::check_number`], of a count of things in memory.
    ///
    /// # Errors
    ///
    /// As [`Range::check_number`].
    pub fn check_count(self, got: impl Into<f64>) -> Result<usize, Error> {
        Ok(usize::try_from(self.check_number(got)?).unwrap_or(usize::MAX))
    }

    /// As [`Range::check_number`], of a number in JSON.
    pub(crate) fn check_json(self, got: &Number) -> Result<u64, Error> {
        match got.as_u64() {
            Some(whole) => self.check(whole),
            None => Err(self.refuse(got.clone())),
        }
    }

    /// Of which member it is the range.
    pub(crate) const fn member(self) -> &'static str {
        self.member
    }

    #[cold]
    fn refuse(self, got: impl Into<Number>) -> Error {
        let want = match self.most {
            u64::MAX => format!("a whole number from {} on", self.least),
            most => format!("a whole number from {} to {most}", self.least),
        };
        Error::Argument(self.member, want, got.into())
    }
}

/// The number that decimal text is: the form in which 64 bits cross the boundary.
pub(crate) fn whole_from_text(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// A double as JSON writes it, whole where it is; what is not finite is out of every range.
#[allow(
    clippy::cast_possible_truncation,
    reason = "a whole number below 2^53 is exact, and the cast is compared"
)]
#[allow(clippy::cast_precision_loss, reason = "it is compared with what it came from")]
fn of_double(number: f64) -> Number {
    let whole = number as i64;
    let is_whole = (whole as f64).total_cmp(&number).is_eq();
    let fraction = || Number::from_f64(number).unwrap_or_else(|| i64::MIN.into());
    if is_whole { whole.into() } else { fraction() }
}
