//! What the records of this module have in common beside [`crate::signed_record`].

use std::borrow::Cow;

use serde_json::Value;

pub(super) use crate::record::{MAX_TEXT, Members, Record, members};
use crate::{
    Error,
    signed_record::Refusals,
    time::{UnixSeconds, check_end},
};

/// What an id starts with.
pub(super) const ID_PREFIX: &str = "grant:";

pub(super) fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::GrantMalformed(member.into(), reason)
}

/// How this format names what is wrong.
pub(super) static REFUSALS: Refusals =
    Refusals { malformed, version: Error::GrantVersion, signature: Error::GrantSignature };

/// Puts the member `end` in the place of the draft's `lifetime`: the first second after it, from `issued` on.
pub(super) fn set_end(members: &mut Members, end: &'static str) -> Result<(), Error> {
    let lifetime = members.remove("lifetime").as_ref().and_then(Value::as_u64);
    let issued = members
        .get("issued")
        .and_then(Value::as_u64)
        .ok_or_else(|| malformed("issued", "it must be a whole number"))?;
    let last = check_end(
        UnixSeconds(issued),
        lifetime.ok_or_else(|| malformed("lifetime", "it must be a whole number"))?,
    )?;
    members.insert(end.into(), last.0.into());
    Ok(())
}
