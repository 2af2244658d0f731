//! An answer of a verification: facts, not a green light.

use core::ops::Deref;

use serde_json::{Map, Value, json};

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

    /// This, unless it holds and `then` does not.
    pub(crate) fn and(self, then: impl FnOnce() -> Self) -> Self {
        if self == Self::Ok { then() } else { self }
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

/// The answers of one report, by name, in the order in which they were found.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Facts(Vec<(&'static str, State)>);

impl Deref for Facts {
    type Target = [(&'static str, State)];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Extend<(&'static str, State)> for Facts {
    fn extend<I: IntoIterator<Item = (&'static str, State)>>(&mut self, facts: I) {
        self.0.extend(facts);
    }
}

impl Facts {
    pub(crate) fn push(&mut self, fact: &'static str, state: State) {
        self.0.push((fact, state));
    }

    /// The answer to a question; not asked is not checked.
    #[must_use]
    pub fn state(&self, fact: &str) -> &State {
        let found = self.iter().find(|(asked, _)| *asked == fact);
        found.map_or(&State::Unchecked, |(_, state)| state)
    }

    /// Refuses unless every fact holds, but for those that may stay unchecked.
    ///
    /// # Errors
    ///
    /// The error of the first fact that failed; else `unchecked` of the first that is open.
    pub fn require(
        &self,
        may_be_unchecked: &[&str],
        unchecked: impl FnOnce(&'static str) -> Error,
    ) -> Result<(), Error> {
        for (_, state) in self.iter() {
            if let State::Failed { error, .. } = state {
                return Err(error.clone());
            }
        }
        let open = |(fact, state): &&(&'static str, State)| {
            *state == State::Unchecked && !may_be_unchecked.contains(fact)
        };
        self.iter().find(open).map_or(Ok(()), |(fact, _)| Err(unchecked(fact)))
    }

    /// The answers as JSON: `{ fact: state }`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let named = |(fact, state): &(&'static str, State)| ((*fact).to_owned(), state.to_value());
        Value::Object(self.iter().map(named).collect::<Map<_, _>>())
    }
}
