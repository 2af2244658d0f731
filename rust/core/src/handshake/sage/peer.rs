//! Which trusted keys are those of the other side. SAGE's messages name none.

use crate::{
    Error,
    did::Purpose,
    keys::{KeyType, PublicKey, sage_sign},
    time::UnixSeconds,
    trust::{NotProven, ProvenKey, Trust, TrustedKey, prove},
};

/// The X25519 key to which the request is encrypted: the first that may be that of `did`.
pub(super) fn agreement_key<'a>(
    trust: &'a Trust,
    did: &str,
    now: UnixSeconds,
) -> Result<&'a PublicKey, Error> {
    let found = || trust.find_of(did, Purpose::KeyAgreement, Some(now)).map(|entry| &entry.key);
    let agrees = found().find(|key| key.key_type() == KeyType::X25519);
    agrees.ok_or_else(|| match found().next() {
        Some(other) => Error::KeyTypeMismatch(KeyType::X25519.as_str(), other.key_type().as_str()),
        None => Error::HandshakeSageIdentity,
    })
}

/// The key of `did` that signed a message.
pub(super) fn signer(
    trust: &Trust,
    did: &str,
    now: UnixSeconds,
    message: &[u8],
    signature: &[u8],
) -> Result<ProvenKey, Error> {
    let fits = |entry: &TrustedKey| {
        sage_sign::algorithm(entry.key.key_type()).is_ok_and(|algorithm| entry.fits(algorithm))
    };
    let holds = |key: &PublicKey| sage_sign::verifies(key, message, signature).then_some(());
    let proven = prove(trust, (did, Purpose::Authentication), now, fits, holds);
    proven.map(|(signer, ())| signer).map_err(|why| match why {
        NotProven::Unknown => Error::HandshakeSageIdentity,
        NotProven::Unchecked(error) => error,
        NotProven::Unfit(_) | NotProven::Failed => Error::HandshakeSageSignature,
    })
}
