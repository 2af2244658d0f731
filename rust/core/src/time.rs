//! Time as the core sees it: a number that the caller passes in.

pub mod rfc3339;

use crate::{Error, range::Range};

/// Whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct UnixSeconds(pub u64);

impl UnixSeconds {
    /// Seconds as JavaScript passes them. A negative number is zero, and a fraction is dropped.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "saturates by definition")]
    pub const fn from_number(seconds: f64) -> Self {
        Self(seconds as u64)
    }
}

/// How far two honest clocks may differ by default, in seconds.
pub const CLOCK_SKEW: u64 = 60;

/// The most that a caller may allow clocks to differ, in seconds: a day.
pub const MAX_CLOCK_SKEW: u64 = 86_400;

/// How far clocks may differ, as a caller allows it.
pub(crate) const SKEW: Range = Range::new("skew", 0, MAX_CLOCK_SKEW);

/// The same where each side must take some messages: with no difference at all, none would pass.
const WINDOW: Range = Range::new("skew", 1, MAX_CLOCK_SKEW);

/// Checks a difference of clocks that a caller allows, in seconds.
///
/// # Errors
///
/// `ERR_ARGUMENT` above [`MAX_CLOCK_SKEW`].
pub fn check_skew(seconds: impl Into<f64>) -> Result<u64, Error> {
    SKEW.check_number(seconds)
}

/// As [`check_skew`], of a difference that is also how long a message can be used, and so not zero.
///
/// # Errors
///
/// As [`check_skew`]; `ERR_ARGUMENT` for zero.
pub fn check_window(seconds: impl Into<f64>) -> Result<u64, Error> {
    WINDOW.check_number(seconds)
}

/// When a life of `lifetime` seconds ends that begins at `start`: the first second after it.
///
/// # Errors
///
/// `ERR_ARGUMENT` for no life at all. What is made says how long its life may be.
pub fn check_end(start: UnixSeconds, lifetime: u64) -> Result<UnixSeconds, Error> {
    let lifetime = Range::at_least("lifetime", 1).check(lifetime)?;
    Ok(UnixSeconds(start.0.saturating_add(lifetime)))
}
