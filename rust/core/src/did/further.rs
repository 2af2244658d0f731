//! The documents of methods that few pages meet, which a part of the engine brings: see [`crate::linked`]. Which methods
//! those are is said where all methods are: in [`super::method`].

use serde_json::{Map, Value};

use super::{Did, key::Agreement, method};
use crate::{Error, linked::Slot};

type Document = Result<Map<String, Value>, Error>;

/// What makes the documents of one method.
pub(super) struct Further {
    pub(super) name: &'static str,
    pub(super) document: fn(&Did, Agreement) -> Document,
    pub(super) read_fetched: fn(&[u8], &Did) -> Document,
}

type Table = [Option<Further>; method::METHODS.len()];

static TABLE: Table = method::FURTHER;

static SLOT: Slot<Table> = Slot::new("did", &TABLE);

/// Makes these documents available: see [`crate::linked`].
pub fn register() {
    SLOT.register(&TABLE);
}

/// What makes the documents of a method, if it is there.
///
/// # Errors
///
/// `ERR_PART_MISSING`.
pub(super) fn of(did: &Did) -> Result<&'static Further, Error> {
    let row = SLOT.get()?.iter().flatten().find(|row| row.name == did.method());
    row.ok_or_else(|| did.needs_resolver())
}
