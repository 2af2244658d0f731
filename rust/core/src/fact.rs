//! What a verification answers: facts, not one green light.
//!
//! | State | When |
//! | --- | --- |
//! | `ok` | It holds. |
//! | `failed` | It was checked and does not hold, is malformed, or states what the policy excludes. |
//! | `unchecked` with a code | It is there, and nobody can say with what was given: no trusted key fits, the checks are used up, the algorithm is not supported or not allowed. |
//! | `unchecked` alone | Nothing was given to check. |
//!
//! The first three are the same for a fact and for a row about one signature, proof or witness ([`verdict`]), and the
//! code tells them apart ([`Error::state`]). Only the last may be let pass by whoever requires a report.
//!
//! A report answers many questions. It leaves out a question that nobody asked, such as how many witnesses
//! signed where no number was wanted. A question that was asked, and that cannot be answered from the input,
//! is [`State::Unchecked`]. So one rule is enough for whoever requires a report ([`Facts::require`]): no fact
//! may have failed, and only those that the caller names may be unchecked.

use core::ops::Deref;

use crate::{Error, print::Written};

/// The answer to one question.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum State {
    /// It holds.
    Ok,
    /// It does not hold, or nobody can say, as the error tells ([`Error::state`]). Either way it is refused.
    Refused {
        /// The first place at which it is refused, from 0.
        place: usize,
        /// Why.
        error: Error,
    },
    /// The input does not tell.
    #[default]
    Unchecked,
}

impl State {
    /// Failed at the first of `checks` that fails, else ok.
    pub(crate) fn first(checks: impl IntoIterator<Item = Result<(), Error>>) -> Self {
        let mut checks = checks.into_iter().enumerate();
        let failed = checks.find_map(|(place, check)| check.err().map(|error| (place, error)));
        failed.map_or(Self::Ok, |(place, error)| Self::Refused { place, error })
    }

    /// The state before any of `count` places is looked at: ok so far, or unchecked if there is no place.
    pub(crate) const fn over(count: usize) -> Self {
        if count == 0 { Self::Unchecked } else { Self::Ok }
    }

    /// Records what was found at one place. The first failure stays.
    pub(crate) fn note(&mut self, place: impl TryInto<usize>, found: Result<(), Error>) {
        match found {
            Ok(()) => self.pass(),
            Err(error) => self.refuse(place, error),
        }
    }

    /// Records a failure that was found at one place. Unlike in [`Self::note`], a success changes nothing.
    pub(crate) fn refuse_on(&mut self, place: usize, found: Result<(), Error>) {
        if let Err(error) = found {
            self.refuse(place, error);
        }
    }

    /// Records a success: ok, unless it has failed.
    pub(crate) fn pass(&mut self) {
        if *self == Self::Unchecked {
            *self = Self::Ok;
        }
    }

    /// Records a failure at a place, unless there was one before.
    pub(crate) fn refuse(&mut self, place: impl TryInto<usize>, error: Error) {
        if !self.is_refused() {
            *self = Self::Refused { place: place.try_into().unwrap_or(usize::MAX), error };
        }
    }

    /// Ends the checks early: what held so far becomes unchecked.
    pub(crate) fn stop(&mut self) {
        if *self == Self::Ok {
            *self = Self::Unchecked;
        }
    }

    /// Whether it is refused.
    #[must_use]
    pub const fn is_refused(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }

    /// This state, or that of `then` if this one is ok.
    pub(crate) fn and(self, then: impl FnOnce() -> Self) -> Self {
        if self == Self::Ok { then() } else { self }
    }

    /// The answer as JSON: `{ state, at?, code?, why?, data? }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.write(Written::with_room(128)).end()
    }

    fn write(&self, row: Written) -> Written {
        match self {
            Self::Ok => ok(row),
            Self::Refused { place, error } => refused(row.number("at", *place as u64), error),
            Self::Unchecked => unchecked(row),
        }
    }
}

/// What a report says of one signature, proof or witness: the row, `state`, and what `write` says of what holds, or `code`,
/// `why` and `data` of what is refused.
pub(crate) fn verdict<T>(
    row: Written,
    found: Result<T, &Error>,
    write: impl FnOnce(Written, T) -> Written,
) -> Written {
    match found {
        Ok(proven) => write(ok(row), proven),
        Err(error) => refused(row, error),
    }
}

/// [`verdict`] on what an object may lack: a row that is unchecked where it does, and says no more where it holds.
pub(crate) fn finding(row: Written, found: Option<Result<(), &Error>>) -> Written {
    match found {
        Some(found) => verdict(row, found, |row, ()| row),
        None => unchecked(row),
    }
}

/// [`verdict`] where something is refused: a record that does not count, a receipt or a message of a batch. The data of the
/// error stand apart, because a row has a place of its own.
pub(crate) fn refused(row: Written, error: &Error) -> Written {
    let row = row.text("state", error.state()).text("code", error.code());
    let row = row.text("why", &error.to_string());
    match error.data() {
        [] => row,
        _ => row.inner("data", |data| error.write_data(data)),
    }
}

/// [`verdict`] on what holds.
pub(crate) fn ok(row: Written) -> Written {
    row.json("state", "\"ok\"")
}

/// A row about what nobody asked, or nobody can answer.
pub(crate) fn unchecked(row: Written) -> Written {
    row.json("state", "\"unchecked\"")
}

/// Room for the facts and what describes the subject.
const ROOM: usize = 2 << 10;

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

impl<const N: usize> From<[(&'static str, State); N]> for Facts {
    fn from(facts: [(&'static str, State); N]) -> Self {
        Self(facts.into())
    }
}

impl Facts {
    pub(crate) fn push(&mut self, fact: &'static str, state: State) {
        self.0.push((fact, state));
    }

    /// Adds an answer, unless nobody asked for it and nothing was found.
    pub(crate) fn push_if(&mut self, asked: bool, fact: &'static str, state: State) {
        if asked || state != State::Unchecked {
            self.push(fact, state);
        }
    }

    /// Whether any fact has failed.
    pub(crate) fn any_refused(&self) -> bool {
        self.iter().any(|(_, state)| state.is_refused())
    }

    /// The answer to a question; unchecked if nobody asked it.
    #[must_use]
    pub fn state(&self, fact: &str) -> &State {
        let found = self.iter().find(|(asked, _)| *asked == fact);
        found.map_or(&State::Unchecked, |(_, state)| state)
    }

    /// Requires every fact to hold; those named in `unchecked` may also be unchecked.
    ///
    /// # Errors
    ///
    /// The error of the first fact that failed; else `ERR_FACT_UNCHECKED` for the first that is unchecked.
    pub fn require(&self, unchecked: &[&str]) -> Result<(), Error> {
        for (_, state) in self.iter() {
            if let State::Refused { error, .. } = state {
                return Err(error.clone());
            }
        }
        let lacks = |(fact, state): &&(&'static str, State)| {
            *state == State::Unchecked && !unchecked.contains(fact)
        };
        let first = self.iter().find(lacks);
        first.map_or(Ok(()), |(fact, _)| Err(Error::FactUnchecked(fact)))
    }

    /// A report as JSON, `{ facts: { fact: state, … }, … }`: these facts in their order, so that the first failure is read
    /// first. The members that describe the subject are yet to be written.
    pub(crate) fn report(&self) -> Written {
        Written::with_room(ROOM).inner("facts", |facts| {
            let write = |facts: Written, (fact, state): &(&'static str, State)| {
                facts.inner(fact, |row| state.write(row))
            };
            self.iter().fold(facts, write)
        })
    }
}
