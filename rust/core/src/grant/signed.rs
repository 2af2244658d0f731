//! The kinds of record of this module, to be signed.

use super::{Acknowledgement, Grant, Presentation, Revocation, StatusList, record::keep};
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
/// As [`crate::signed_record::Draft::from_json`] and [`crate::signed_record::Draft::into_unsigned`].
pub fn unsigned(text: &str) -> Result<Unsigned, Error> {
    let record = keep(text)?;
    match &*kind(record.node()) {
        label::GRANT => signed_record::unsigned::<Grant>(record),
        label::GRANT_ACKNOWLEDGEMENT => signed_record::unsigned::<Acknowledgement>(record),
        label::GRANT_PRESENTATION => signed_record::unsigned::<Presentation>(record),
        label::GRANT_REVOCATION => signed_record::unsigned::<Revocation>(record),
        label::GRANT_STATUS_LIST => signed_record::unsigned::<StatusList>(record),
        other => Err(Error::GrantVersion(excerpt(other))),
    }
}
