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

    /// As [`Range::check`], of a count of things in memory.
    ///
    /// # Errors
    ///
    /// As [`Range::check`].
    pub fn check_count(self, got: u64) -> Result<usize, Error> {
        Ok(usize::try_from(self.check(got)?).unwrap_or(usize::MAX))
    }

    /// Of which member it is the range.
    pub(crate) const fn member(self) -> &'static str {
        self.member
    }

    #[cold]
    fn refuse(self, got: u64) -> Error {
        let want = match self.most {
            u64::MAX => format!("a whole number from {} on", self.least),
            most => format!("a whole number from {} to {most}", self.least),
        };
        Error::Argument(self.member, want, got)
    }
}
