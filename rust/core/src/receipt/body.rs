//! Strict reading of the body of a receipt: every member known, every value in one form.

use countersign_kernels::json::Kind;

use super::{
    KEY_ROTATION,
    id::Id,
    member::{MAX_TEXT, check_kind, malformed, read_algorithm, read_names, read_whole},
    next,
};
use crate::{Error, encoding::document::Node, keys::Algorithm, label, record::Record};

/// Most references of one receipt.
pub const MAX_REFERENCES: usize = 64;

const MAX_ACTION: usize = 128;

/// The members of a body that are kept in a form of their own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Body {
    pub(super) actor: String,
    pub(super) key_id: String,
    pub(super) algorithm: Algorithm,
    pub(super) action: String,
    pub(super) sequence: u64,
    pub(super) previous: Option<Id>,
    pub(super) time: u64,
}

/// Checks every member of a body.
pub(super) fn check_body(body: Node<'_>) -> Result<(), Error> {
    let mut record = Record::new(body, malformed);
    read_body(&mut record)?;
    record.end()
}

/// Reads every member but signature and witnesses.
pub(super) fn read_body(record: &mut Record<'_>) -> Result<Body, Error> {
    check_kind(record, label::RECEIPT)?;
    let (actor, key_id) = read_names(record, "actor")?;
    let action = read_action(record)?;
    check_content(record)?;
    let (sequence, previous) = read_previous(record)?;
    let time = read_whole(record, "time")?;
    check_final(record)?;
    if action == KEY_ROTATION {
        record.take("next");
        next::check(record.node())?;
    }
    let algorithm = read_algorithm(record)?;
    Ok(Body { actor, key_id, algorithm, action, sequence, previous, time })
}

fn read_action(record: &mut Record<'_>) -> Result<String, Error> {
    let action = record.text("action", 1..=MAX_ACTION)?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._:/-".contains(&byte);
    if action.bytes().all(plain) {
        Ok(action.to_owned())
    } else {
        Err(malformed("action", "it may hold a-z, A-Z, 0-9, and . _ : / -"))
    }
}

fn check_content(record: &mut Record<'_>) -> Result<(), Error> {
    match (record.take("content"), record.take("contentHash")) {
        (Some(_), None) => {}
        (None, Some(hash)) if hash.as_str().is_some_and(|hash| hash.parse::<Id>().is_ok()) => {}
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
    match record.take("references") {
        Some(list) if !are_references(list) => {
            Err(malformed("references", "it must be a list of 1 to 64 texts"))
        }
        _ => Ok(()),
    }
}

fn are_references(list: Node<'_>) -> bool {
    let is_reference =
        |item: Node<'_>| item.as_str().is_some_and(|text| (1..=MAX_TEXT).contains(&text.len()));
    list.kind() == Kind::Array
        && !list.is_empty()
        && list.items().nth(MAX_REFERENCES).is_none()
        && list.items().all(is_reference)
}

/// Reads the place in the chain: its number, and the id of the receipt before.
fn read_previous(record: &mut Record<'_>) -> Result<(u64, Option<Id>), Error> {
    let sequence = read_whole(record, "sequence")?;
    let previous: Option<Id> = record.maybe("previous", Record::parsed)?;
    if previous.is_some() == (sequence == 0) {
        return Err(malformed("previous", "it must be there unless `sequence` is 0"));
    }
    Ok((sequence, previous))
}

fn check_final(record: &mut Record<'_>) -> Result<(), Error> {
    match record.take("final").map(Node::kind) {
        None | Some(Kind::True) => Ok(()),
        Some(_) => Err(malformed("final", "it must be true, or left out")),
    }
}
