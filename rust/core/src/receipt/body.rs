//! Strict reading of the body of a receipt: every member known, every value in one form.

use serde_json::Value;

use super::{
    KEY_ROTATION,
    id::Id,
    member::{MAX_TEXT, check_kind, check_names, malformed, read_algorithm, read_whole},
    next,
};
use crate::{
    Error,
    keys::Algorithm,
    label,
    record::{Members, Record},
};

/// Most references of one receipt.
pub const MAX_REFERENCES: usize = 64;

const MAX_ACTION: usize = 128;

/// The members of a body that are kept in a form of their own.
pub(super) struct Place {
    pub(super) algorithm: Algorithm,
    pub(super) previous: Option<Id>,
}

/// Checks every member but signature and witnesses; gives the algorithm.
pub(super) fn check_body(members: &Members) -> Result<Algorithm, Error> {
    let mut record = Record::new(members, malformed);
    let place = read_body(&mut record)?;
    record.end().map(|()| place.algorithm)
}

pub(super) fn read_body(record: &mut Record<'_>) -> Result<Place, Error> {
    check_kind(record, label::RECEIPT)?;
    check_names(record, "actor")?;
    let action = read_action(record)?;
    check_content(record)?;
    let previous = read_previous(record)?;
    if action == KEY_ROTATION {
        record.take("next");
        next::check(record.members())?;
    }
    Ok(Place { algorithm: read_algorithm(record)?, previous })
}

fn read_action<'a>(record: &mut Record<'a>) -> Result<&'a str, Error> {
    let action = record.text("action", 1..=MAX_ACTION)?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._:/-".contains(&byte);
    if action.bytes().all(plain) {
        Ok(action)
    } else {
        Err(malformed("action", "it may hold a-z, A-Z, 0-9, and . _ : / -"))
    }
}

fn check_content(record: &mut Record<'_>) -> Result<(), Error> {
    match (record.take("content"), record.take("contentHash")) {
        (Some(_), None) => {}
        (None, Some(Value::String(hash))) if hash.parse::<Id>().is_ok() => {}
        _ => {
            return Err(malformed(
                "content",
                "there must be either `content` or `contentHash`, which is an id",
            ));
        }
    }
    for member in ["context", "grant"] {
        record.maybe(member, |record, name| record.text(name, 1..=MAX_TEXT))?;
    }
    let is_reference =
        |item: &Value| item.as_str().is_some_and(|text| (1..=MAX_TEXT).contains(&text.len()));
    match record.take("references") {
        None => Ok(()),
        Some(Value::Array(list))
            if (1..=MAX_REFERENCES).contains(&list.len()) && list.iter().all(is_reference) =>
        {
            Ok(())
        }
        Some(_) => Err(malformed("references", "it must be a list of 1 to 64 texts")),
    }
}

/// Reads the id of the receipt before. Checks the other members about place and time.
fn read_previous(record: &mut Record<'_>) -> Result<Option<Id>, Error> {
    let sequence = read_whole(record, "sequence")?;
    let previous: Option<Id> = record.maybe("previous", Record::parsed)?;
    if previous.is_some() == (sequence == 0) {
        return Err(malformed("previous", "it must be there unless `sequence` is 0"));
    }
    read_whole(record, "time")?;
    match record.take("final") {
        None | Some(Value::Bool(true)) => Ok(previous),
        Some(_) => Err(malformed("final", "it must be true, or left out")),
    }
}
