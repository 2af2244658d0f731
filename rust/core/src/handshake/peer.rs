//! Which keys of a trust input are those of the other side.

use crate::{
    Error,
    did::Purpose,
    error::excerpt,
    keys::{KeyType, PublicKey},
    time::UnixSeconds,
    trust::{Candidate, ProvenKey, Trust, TrustedKey, find_candidates},
};

use super::payload::Identity;

/// The keys of `did` that hold for `purpose`.
fn keys<'a>(
    trust: &'a Trust,
    did: &'a str,
    purpose: Purpose,
    now: UnixSeconds,
) -> Result<impl Iterator<Item = &'a TrustedKey>, Error> {
    if let Some(subject) = trust.did.as_ref().filter(|subject| *subject != did) {
        return Err(Error::HandshakeDocument(excerpt(did), excerpt(subject)));
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
        .ok_or_else(|| Error::HandshakeKey(Purpose::KeyAgreement.as_str()))
}

/// The key with which `identity` signs, if it is one of its DID. A handshake takes no key that it carries itself.
pub(super) fn authenticate(
    trust: &Trust,
    identity: &Identity,
    now: UnixSeconds,
) -> Result<ProvenKey, Error> {
    let unknown = || Error::HandshakeKey(Purpose::Authentication.as_str());
    let meant = keys(trust, &identity.did, Purpose::Authentication, now)?
        .filter(|entry| entry.key == identity.key)
        .map(|entry| Candidate::listed(entry, true));
    let fits = |entry: &TrustedKey| entry.fits(identity.algorithm);
    let found = find_candidates(meant, fits, || None).unwrap_or_default();
    found.into_iter().next().map(ProvenKey::from).ok_or_else(unknown)
}
