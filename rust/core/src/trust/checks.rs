//! How many signature checks one call may make.
//!
//! If an object does not name its key, a verifier tries the trusted ones. The sender of the object chooses how many
//! signatures it has, and may have chosen the document that the keys are from: without a bound, 2 KB of text would
//! cost seconds. So each call has one [`Checks`], from which every signature that is tried against a key takes one.
//!
//! ```
//! use countersign_core::{Error, trust::Checks};
//!
//! let mut checks = Checks::new(2);
//! assert_eq!(checks.take(), Ok(()));
//! assert_eq!(checks.take(), Ok(()));
//! assert_eq!(checks.take(), Err(Error::TrustChecks(2)));
//! ```

use super::policy;
use crate::{Error, encoding::document::Node, range::Range};

/// Signature checks that are left to a call.
#[derive(Clone, Debug)]
pub struct Checks {
    most: usize,
    left: usize,
}

impl Checks {
    /// How many a call makes unless the caller says otherwise.
    pub const DEFAULT: usize = 16;

    /// How many a caller may allow: 16 signatures, each against 256 keys.
    pub const MOST: usize = 4_096;

    /// A budget for one call.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { most, left: most }
    }

    /// Takes one check, before it is made.
    ///
    /// # Errors
    ///
    /// `ERR_TRUST_CHECKS` if none is left.
    pub fn take(&mut self) -> Result<(), Error> {
        if self.left == 0 {
            return Err(Error::TrustChecks(self.most));
        }
        self.left -= 1;
        Ok(())
    }

    /// Of the refusals of several signatures of which none holds, the one that refuses their object: that of a signature
    /// that was not tried, as it may well hold; else the first.
    pub(crate) fn decisive<'a>(refusals: impl IntoIterator<Item = &'a Error>) -> Option<&'a Error> {
        let mut refusals = refusals.into_iter();
        let first = refusals.next()?;
        let untried = |error: &&Error| error.is("ERR_TRUST_CHECKS");
        Some(Some(first).filter(untried).or_else(|| refusals.find(untried)).unwrap_or(first))
    }

    /// Allows `more` checks.
    pub(crate) const fn add(&mut self, more: usize) {
        self.most = self.most.saturating_add(more);
        self.left = self.left.saturating_add(more);
    }

    const RANGE: Range = Range::new("maxChecks", 1, Self::MOST as u64);

    /// Reads the member `maxChecks` of a policy, 1 to [`Checks::MOST`]; [`Checks::DEFAULT`] where there is none.
    pub(crate) fn most_of(members: Node<'_>) -> Result<usize, Error> {
        let most = policy::within(members, Self::RANGE)?;
        Ok(most.map_or(Self::DEFAULT, |most| usize::try_from(most).unwrap_or(Self::MOST)))
    }

    /// How many checks a caller allows, if that is 1 to [`Checks::MOST`].
    pub(crate) fn check_most(most: impl Into<f64>) -> Result<usize, Error> {
        Self::RANGE.check_count(most)
    }
}
