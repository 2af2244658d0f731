//! Reading of the members that receipts have in common with the testimonies of witnesses and with rotations.

use std::borrow::Cow;

use crate::{Error, encoding::document::Node, error::excerpt, keys::Algorithm, record::Record};

/// Longest text, in bytes.
pub const MAX_TEXT: usize = 8192;

const MAX_FRAGMENT: usize = 4096;
const MAX_SAFE: u64 = (1 << 53) - 1;

pub(super) fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::ReceiptMalformed(member.into(), reason)
}

pub(super) fn read_algorithm(record: &mut Record<'_>) -> Result<Algorithm, Error> {
    record.parsed("algorithm")
}

pub(super) fn read_signature(
    record: &mut Record<'_>,
    algorithm: Algorithm,
) -> Result<Vec<u8>, Error> {
    record.bytes("signature", algorithm.signature_len()..=algorithm.signature_len())
}

/// Checks `type`, which comes before all else.
pub(super) fn check_kind(record: &mut Record<'_>, want: &str) -> Result<(), Error> {
    let got = record.take("type").and_then(Node::as_str).unwrap_or_default();
    if got == want { Ok(()) } else { Err(Error::ReceiptVersion(excerpt(got))) }
}

/// A DID, and a key id under it.
pub(super) fn read_names(
    record: &mut Record<'_>,
    who: &'static str,
) -> Result<(String, String), Error> {
    let did = record.did(who)?.to_owned();
    let key_id = read_key_id(record, &did)?;
    Ok((did, key_id))
}

pub(super) fn read_key_id(record: &mut Record<'_>, did: &str) -> Result<String, Error> {
    let id = record.text("keyId", 1..=MAX_TEXT + 1 + MAX_FRAGMENT)?;
    let fragment = id.strip_prefix(did).and_then(|rest| rest.strip_prefix('#'));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?%".contains(&byte);
    let good = |text: &str| (1..=MAX_FRAGMENT).contains(&text.len()) && text.bytes().all(plain);
    if fragment.is_some_and(good) {
        Ok(id.to_owned())
    } else {
        Err(malformed("keyId", "it must be the DID of the actor or witness, # and a fragment"))
    }
}

/// A whole number that a double carries.
pub(super) fn read_whole(record: &mut Record<'_>, member: &'static str) -> Result<u64, Error> {
    record.whole(member, MAX_SAFE)
}
