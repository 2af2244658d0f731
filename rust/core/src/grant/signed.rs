//! The kinds of record of this module, and how each is signed.

use super::{
    Acknowledgement, Grant, Presentation, Revocation, StatusList,
    record::{ID_PREFIX, Members, malformed, members},
};
use crate::{
    Error,
    error::excerpt,
    label,
    signed_record::{self, Identified, Refusals, kind},
    unsigned::Unsigned,
};

/// How this format names what is wrong.
pub(super) static REFUSALS: Refusals =
    Refusals { malformed, version: Error::GrantVersion, signature: Error::GrantSignature };

impl Identified for Grant {
    const ID_LABEL: &'static str = label::GRANT_ID;
    const ID_PREFIX: &'static str = ID_PREFIX;
}

/// The record that is to be signed, of text without `signature`.
///
/// # Errors
///
/// As [`crate::signed_record::Draft::from_members`] and [`crate::signed_record::Draft::into_unsigned`].
pub fn unsigned(text: &str) -> Result<Unsigned, Error> {
    unsigned_members(members(text)?)
}

pub(super) fn unsigned_members(members: Members) -> Result<Unsigned, Error> {
    match kind(&members) {
        label::GRANT => signed_record::unsigned::<Grant>(members),
        label::GRANT_ACKNOWLEDGEMENT => signed_record::unsigned::<Acknowledgement>(members),
        label::GRANT_PRESENTATION => signed_record::unsigned::<Presentation>(members),
        label::GRANT_REVOCATION => signed_record::unsigned::<Revocation>(members),
        label::GRANT_STATUS_LIST => signed_record::unsigned::<StatusList>(members),
        other => Err(Error::GrantVersion(excerpt(other))),
    }
}
