//! What a verification of several objects found: facts, and no verdict over all.

use serde::Serialize;

use crate::Error;

/// One fact: `{ status: "ok" | "failed" | "unchecked", at, code }`, with the first bad index.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub struct Fact {
    status: &'static str,
    at: Option<usize>,
    code: Option<&'static str>,
}

impl Fact {
    /// Nothing was looked at.
    pub const UNCHECKED: Self = Self { status: "unchecked", at: None, code: None };

    /// Nothing bad so far.
    pub const OK: Self = Self { status: "ok", at: None, code: None };

    /// [`Fact::OK`], or [`Fact::UNCHECKED`] where there is nothing to look at.
    #[must_use]
    pub const fn over(count: usize) -> Self {
        if count == 0 { Self::UNCHECKED } else { Self::OK }
    }

    /// Takes in what was found at `at`. The first failure stays.
    pub fn note(&mut self, at: usize, found: Result<(), Error>) {
        if let (Err(error), None) = (found, self.code) {
            *self = Self { status: "failed", at: Some(at), code: Some(error.code()) };
        }
    }

    /// Says that the rest is not looked at: what was `ok` so far is not checked.
    pub fn stop(&mut self) {
        if self.is_ok() {
            *self = Self::UNCHECKED;
        }
    }

    /// Whether it is `ok`.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.status == "ok"
    }

    /// Whether it is `failed`.
    #[must_use]
    pub fn is_failed(&self) -> bool {
        self.status == "failed"
    }
}
