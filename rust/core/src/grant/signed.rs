//! The kinds of record of this module, and their two steps of signing.

use super::{
    Acknowledgement, Grant, Presentation, Revocation, StatusList,
    record::{ID_PREFIX, Members, malformed, members},
};
use crate::{
    Error,
    error::excerpt,
    label,
    signed_record::{self, Identified, Refusals, Step, kind},
    unsigned::Unsigned,
};

/// How this format names what is wrong.
pub(super) static REFUSALS: Refusals =
    Refusals { malformed, version: Error::GrantVersion, signature: Error::GrantSignature };

impl Identified for Grant {
    const ID_LABEL: &'static str = label::GRANT_ID;
    const ID_PREFIX: &'static str = ID_PREFIX;
}

/// The bytes to sign of a record of any kind, as text without `signature`.
///
/// # Errors
///
/// As [`crate::signed_record::Draft::from_members`] and
/// [`crate::signed_record::Body::check_issue`].
pub fn signing_input(text: &str) -> Result<Vec<u8>, Error> {
    visit(text, Step::Input)
}

/// The record as text, with its signature.
///
/// # Errors
///
/// As [`signing_input`] and [`crate::signed_record::Draft::attach`].
pub fn attach(text: &str, signature: &[u8]) -> Result<String, Error> {
    let json = visit(text, Step::Attach(signature))?;
    String::from_utf8(json).map_err(|_| malformed("unknown"))
}

/// The record that is to be signed, of text without `signature`.
///
/// # Errors
///
/// As [`signing_input`].
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

fn visit(text: &str, step: Step<'_>) -> Result<Vec<u8>, Error> {
    let members = members(text)?;
    match kind(&members) {
        label::GRANT => step.of::<Grant>(members),
        label::GRANT_ACKNOWLEDGEMENT => step.of::<Acknowledgement>(members),
        label::GRANT_PRESENTATION => step.of::<Presentation>(members),
        label::GRANT_REVOCATION => step.of::<Revocation>(members),
        label::GRANT_STATUS_LIST => step.of::<StatusList>(members),
        other => Err(Error::GrantVersion(excerpt(other))),
    }
}
