//! Policies of verifications, as a host passes them: strict JSON objects.
//!
//! A member of an unknown name or a wrong type is refused. To pass it over would
//! leave something unchecked that the caller asked for.

use countersign_kernels::json::Kind;

use crate::{
    Error,
    encoding::document::{Document, Node, Numbers},
    error::excerpt,
    range::Range,
    time::{CLOCK_SKEW, SKEW, UnixSeconds},
};

/// Reads a policy that has members of these names only.
pub(crate) fn read<'a>(text: &'a str, names: &[&str]) -> Result<Document<'a>, Error> {
    let policy = Document::read_object(text.as_bytes(), Numbers::Exact)?;
    let is_unknown = |name: Node<'_>| !names.iter().any(|known| name.says(known));
    match policy.root().members().find(|(name, _)| is_unknown(*name)) {
        Some((name, _)) => Err(malformed(
            name.as_str().unwrap_or_default(),
            "left out: no member of that name is known",
        )),
        None => Ok(policy),
    }
}

/// The error for a member that must be what is wanted.
pub(crate) fn malformed(name: &str, want: &'static str) -> Error {
    Error::PolicyMalformed(excerpt(name), want)
}

/// A member that is read by `read`, if it is there.
fn maybe<'a, T>(
    policy: Node<'a>,
    name: &str,
    want: &'static str,
    read: impl FnOnce(Node<'a>) -> Option<T>,
) -> Result<Option<T>, Error> {
    let read = |value| read(value).ok_or_else(|| malformed(name, want));
    policy.get(name).map(read).transpose()
}

pub(crate) fn text<'a>(policy: Node<'a>, name: &str) -> Result<Option<&'a str>, Error> {
    maybe(policy, name, "text", Node::as_str)
}

pub(crate) fn texts<'a>(policy: Node<'a>, name: &str) -> Result<Option<Vec<&'a str>>, Error> {
    maybe(policy, name, "a list of texts", |list| {
        let mut texts = (list.kind() == Kind::Array).then(Vec::new)?;
        for item in list.items() {
            texts.push(item.as_str()?);
        }
        Some(texts)
    })
}

pub(crate) fn whole(policy: Node<'_>, name: &str) -> Result<Option<u64>, Error> {
    maybe(policy, name, "a whole number", Node::as_u64)
}

/// A whole number in a range, from the member that the range is of.
pub(crate) fn within(policy: Node<'_>, range: Range) -> Result<Option<u64>, Error> {
    within_as(policy, range.member(), range)
}

/// As [`within`], where the policy has the member under a shorter name than the caller.
pub(crate) fn within_as(policy: Node<'_>, name: &str, range: Range) -> Result<Option<u64>, Error> {
    let number = maybe(policy, name, "a whole number", Node::as_number)?;
    number.map(|number| range.check_json(&number)).transpose()
}

/// How far clocks may differ: the member `skew`, or [`CLOCK_SKEW`] where there is none.
pub(crate) fn skew(policy: Node<'_>) -> Result<u64, Error> {
    Ok(within(policy, SKEW)?.unwrap_or(CLOCK_SKEW))
}

pub(crate) fn time(policy: Node<'_>, name: &str) -> Result<Option<UnixSeconds>, Error> {
    Ok(whole(policy, name)?.map(UnixSeconds))
}

pub(crate) fn flag(policy: Node<'_>, name: &str) -> Result<bool, Error> {
    Ok(maybe(policy, name, "true or false", Node::as_bool)?.unwrap_or_default())
}
