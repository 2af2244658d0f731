//! Which keys of a trust input are those of the other side.

use crate::{
    Error,
    did::Purpose,
    keys::{KeyType, PublicKey},
    time::UnixSeconds,
    trust::{Trust, TrustedKey},
};

use super::payload::Identity;

/// The keys of `did` that hold for `purpose`.
fn keys<'a>(
    trust: &'a Trust,
    did: &'a str,
    purpose: Purpose,
    now: UnixSeconds,
) -> Result<impl Iterator<Item = &'a TrustedKey>, Error> {
    if trust.did.as_ref().is_some_and(|subject| subject != did) {
        return Err(Error::HandshakeDocument);
    }
    let found = trust.find(None, purpose, Some(now));
    Ok(found.filter(move |key| key.owner().as_deref() == Some(did)))
}

/// The X25519 key to which message 1 is encrypted: the first that holds.
pub(super) fn agreement<'a>(
    trust: &'a Trust,
    did: &'a str,
    now: UnixSeconds,
) -> Result<&'a PublicKey, Error> {
    keys(trust, did, Purpose::KeyAgreement, now)?
        .map(|found| &found.key)
        .find(|key| key.key_type() == KeyType::X25519)
        .ok_or(Error::HandshakeKey { purpose: Purpose::KeyAgreement.as_str() })
}

/// Whether `identity` signs with a key of its DID; gives the key's name.
pub(super) fn authenticate(
    trust: &Trust,
    identity: &Identity,
    now: UnixSeconds,
) -> Result<Option<String>, Error> {
    keys(trust, &identity.did, Purpose::Authentication, now)?
        .find(|found| {
            let fits = found.algorithm.is_none_or(|only| only == identity.algorithm);
            found.key == identity.key && fits
        })
        .map(|found| found.id.clone())
        .ok_or(Error::HandshakeKey { purpose: Purpose::Authentication.as_str() })
}
