//! An answer of a verification: facts, not a green light.

use serde_json::{Value, json};

use crate::Error;

/// The answer to one question.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum State {
    /// It holds.
    Ok,
    /// It does not hold.
    Failed {
        /// The first place at which it does not, from 0.
        at: usize,
        /// Why.
        error: Error,
    },
    /// Nobody can say with what was given.
    Unchecked,
}

impl State {
    /// The first of these that fails, else that it holds.
    pub(crate) fn first(checks: impl IntoIterator<Item = Result<(), Error>>) -> Self {
        let mut checks = checks.into_iter().enumerate();
        let failed = checks.find_map(|(at, check)| check.err().map(|error| (at, error)));
        failed.map_or(Self::Ok, |(at, error)| Self::Failed { at, error })
    }

    /// The answer as JSON: `{ state, at?, code?, why? }`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Self::Ok => json!({ "state": "ok" }),
            Self::Failed { at, error } => {
                json!({ "state": "failed", "at": at, "code": error.code(), "why": error.to_string() })
            }
            Self::Unchecked => json!({ "state": "unchecked" }),
        }
    }
}
