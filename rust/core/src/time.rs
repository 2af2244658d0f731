//! Time as the core sees it: a number that the caller passes in.

pub mod rfc3339;

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
