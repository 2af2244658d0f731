//! What the records of this module have in common beside [`crate::signed_record`].

use std::borrow::Cow;

use crate::{
    Error,
    encoding::document::Node,
    keys::PublicKey,
    signed_record::Refusals,
    time::{UnixSeconds, check_end},
};
pub(super) use crate::{
    print::quoted,
    record::{MAX_TEXT, Record, keep, read},
};

/// What an id starts with.
pub(super) const ID_PREFIX: &str = "grant:";

pub(super) fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::GrantMalformed(member.into(), reason)
}

/// How this format names what is wrong.
pub(super) static REFUSALS: Refusals =
    Refusals { malformed, version: Error::GrantVersion, signature: Error::GrantSignature };

/// The key in a member of a draft.
pub(super) fn own_key(draft: Node<'_>, member: &'static str) -> Result<PublicKey, Error> {
    Record::new(draft, malformed).key(member)
}

/// The end that stands in the place of a draft's `lifetime`: the first second after it, from `issued` on.
pub(super) fn end_of(draft: Node<'_>) -> Result<String, Error> {
    let whole = |member: &'static str| {
        let number = draft.get(member).and_then(Node::as_u64);
        number.ok_or_else(|| malformed(member, "it must be a whole number"))
    };
    let issued = UnixSeconds(whole("issued")?);
    Ok(check_end(issued, whole("lifetime")?)?.0.to_string())
}
