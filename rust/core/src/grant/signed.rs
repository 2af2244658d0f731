//! The kinds of record of this module, to be signed.

use super::{Acknowledgement, Grant, Presentation, Revocation, StatusList, record::members};
use crate::{
    Error,
    error::excerpt,
    label,
    signed_record::{self, kind},
    unsigned::Unsigned,
};

/// The record that is to be signed, of text without `signature`.
///
/// # Errors
///
/// As [`crate::signed_record::Draft::from_members`] and [`crate::signed_record::Draft::into_unsigned`].
pub fn unsigned(text: &str) -> Result<Unsigned, Error> {
    let members = members(text)?;
    match kind(&members) {
        label::GRANT => signed_record::unsigned::<Grant>(members),
        label::GRANT_ACKNOWLEDGEMENT => signed_record::unsigned::<Acknowledgement>(members),
        label::GRANT_PRESENTATION => signed_record::unsigned::<Presentation>(members),
        label::GRANT_REVOCATION => signed_record::unsigned::<Revocation>(members),
        label::GRANT_STATUS_LIST => signed_record::unsigned::<StatusList>(members),
        other => Err(Error::GrantVersion(excerpt(other))),
    }
}
