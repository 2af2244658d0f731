//! What the records of this module have in common beside [`crate::signed_record`].

use crate::Error;
pub(super) use crate::record::{MAX_TEXT, Members, Record, members};

/// What an id starts with.
pub(super) const ID_PREFIX: &str = "grant:";

pub(super) fn malformed(member: &'static str) -> Error {
    Error::GrantMalformed(member)
}
