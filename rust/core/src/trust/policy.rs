//! Policies of verifications, as a host passes them: strict JSON objects.
//!
//! A member of an unknown name or a wrong type is refused. To pass it over would
//! leave something unchecked that the caller asked for.

use serde_json::{Map, Value};

use crate::{
    Error,
    encoding::json,
    error::excerpt,
    range::Range,
    time::{CLOCK_SKEW, SKEW, UnixSeconds},
};

pub(crate) type Members = Map<String, Value>;

/// Reads a policy that has members of these names only.
pub(crate) fn read(text: &str, names: &[&str]) -> Result<Members, Error> {
    let members = json::parse_object(text.as_bytes())?;
    match members.keys().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(malformed(name, "left out: no member of that name is known")),
        None => Ok(members),
    }
}

/// The error for a member that must be what is wanted.
pub(crate) fn malformed(name: &str, want: &'static str) -> Error {
    Error::PolicyMalformed(excerpt(name), want)
}

pub(crate) fn text<'a>(members: &'a Members, name: &str) -> Result<Option<&'a str>, Error> {
    let wrong = || malformed(name, "text");
    members.get(name).map(|value| value.as_str().ok_or_else(wrong)).transpose()
}

pub(crate) fn texts<'a>(members: &'a Members, name: &str) -> Result<Option<Vec<&'a str>>, Error> {
    let wrong = || malformed(name, "a list of texts");
    let texts = |list: &'a Value| list.as_array()?.iter().map(Value::as_str).collect::<Option<_>>();
    members.get(name).map(|list| texts(list).ok_or_else(wrong)).transpose()
}

pub(crate) fn whole(members: &Members, name: &str) -> Result<Option<u64>, Error> {
    let wrong = || malformed(name, "a whole number");
    members.get(name).map(|value| value.as_u64().ok_or_else(wrong)).transpose()
}

/// A whole number in a range, from the member that the range is of.
pub(crate) fn within(members: &Members, range: Range) -> Result<Option<u64>, Error> {
    within_as(members, range.member(), range)
}

/// As [`within`], where the policy has the member under a shorter name than the caller.
pub(crate) fn within_as(members: &Members, name: &str, range: Range) -> Result<Option<u64>, Error> {
    let wrong = || malformed(name, "a whole number");
    let got = members.get(name);
    let got = got.map(|value| value.as_number().ok_or_else(wrong)).transpose()?;
    got.map(|got| range.check_json(got)).transpose()
}

/// How far clocks may differ: the member `skew`, or [`CLOCK_SKEW`] where there is none.
pub(crate) fn skew(members: &Members) -> Result<u64, Error> {
    Ok(within(members, SKEW)?.unwrap_or(CLOCK_SKEW))
}

pub(crate) fn time(members: &Members, name: &str) -> Result<Option<UnixSeconds>, Error> {
    Ok(whole(members, name)?.map(UnixSeconds))
}

pub(crate) fn flag(members: &Members, name: &str) -> Result<bool, Error> {
    let wrong = || malformed(name, "true or false");
    members.get(name).map_or(Ok(false), |value| value.as_bool().ok_or_else(wrong))
}
