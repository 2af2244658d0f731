//! A report as tests look at it: its facts, and what is printed of it.

use core::ops::Deref;

use countersign_core::fact::Facts;
use serde_json::Value;

pub(crate) struct Found {
    facts: Facts,
    pub(crate) json: Value,
}

impl Found {
    pub(crate) fn of(facts: &Facts, printed: &str) -> Self {
        Self { facts: facts.clone(), json: serde_json::from_str(printed).unwrap() }
    }

    /// As [`Facts::require`], with the code alone.
    pub(crate) fn require(&self, unchecked: &[&str]) -> Result<(), &'static str> {
        self.facts.require(unchecked).map_err(|error| error.code())
    }
}

impl Deref for Found {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.json
    }
}
