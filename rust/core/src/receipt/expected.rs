//! What a verifier of receipts knows beside its trust input.

use super::Id;
use crate::{
    time::{CLOCK_SKEW, UnixSeconds},
    trust::Checks,
};

/// What the verifier knows from another source than the receipt.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// The time, in Unix milliseconds.
    pub now: Option<u64>,
    /// Allowed difference of the clocks, in seconds.
    pub skew: u64,
    /// The id under which the receipt was kept or named.
    pub id: Option<Id>,
    /// The hash of content that the verifier holds.
    pub content: Option<Id>,
    /// How many witnesses must hold.
    pub witnesses: usize,
    /// How many signature checks one receipt may cost, without those that are added for its witnesses.
    pub max_checks: usize,
}

impl Default for Expected {
    fn default() -> Self {
        let (skew, max_checks) = (CLOCK_SKEW, Checks::DEFAULT);
        Self { now: None, skew, id: None, content: None, witnesses: 0, max_checks }
    }
}

impl Expected {
    /// The time in the unit of the trust input.
    pub(super) fn seconds(&self) -> Option<UnixSeconds> {
        self.now.map(|now| UnixSeconds(now / 1000))
    }

    /// Whether a time is in the future by more than the clocks may differ.
    pub(crate) fn is_future(&self, time: u64) -> bool {
        let latest = self.now.map(|now| now.saturating_add(self.skew.saturating_mul(1000)));
        latest.is_some_and(|latest| time > latest)
    }
}
