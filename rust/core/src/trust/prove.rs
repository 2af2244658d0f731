//! Who signed an object that names a DID, and none of its keys.

use super::{
    Candidate, Checks, NoCandidate, ProvenKey, Tried, Trust, TrustedKey, find_candidates, try_each,
};
use crate::{
    Error,
    did::Purpose,
    keys::{KeyType, PublicKey},
    time::UnixSeconds,
};

/// Why nobody is known to have signed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum NotProven {
    /// No trusted key may be one of the DID.
    Unknown,
    /// Trusted keys may, the first of this type, and none of them can have signed in this way.
    Unfit(KeyType),
    /// Every key was tried, and none signed.
    Failed,
    /// More keys may have signed than a call tries: `ERR_TRUST_CHECKS`.
    Unchecked(Error),
}

/// The trusted key of a DID under which a signature holds, with what `holds` gives for it. At most
/// [`Checks::DEFAULT`] keys are tried, and only those that fit.
pub(crate) fn prove<T>(
    trust: &Trust,
    (did, purpose): (&str, Purpose),
    now: UnixSeconds,
    fits: impl Fn(&TrustedKey) -> bool,
    mut holds: impl FnMut(&PublicKey) -> Option<T>,
) -> Result<(ProvenKey, T), NotProven> {
    let found = || trust.find_of(did, purpose, Some(now));
    let meant = found().map(|entry| Candidate::listed(entry, true));
    let keys = find_candidates(meant, fits, || None).map_err(|why| match (why, found().next()) {
        (NoCandidate::Unfit, Some(first)) => NotProven::Unfit(first.key.key_type()),
        _ => NotProven::Unknown,
    });
    let tried = try_each(
        [keys.map(|keys| ((), keys))],
        &mut Checks::new(Checks::DEFAULT),
        |()| (),
        |(), (), candidate| holds(&candidate.key),
    );
    match tried.into_iter().next() {
        Some(Tried::Signed(key, shown)) => Ok((key.into(), shown)),
        Some(Tried::Refused(why)) => Err(why),
        Some(Tried::Unchecked { error, .. }) => Err(NotProven::Unchecked(error)),
        Some(Tried::Failed) | None => Err(NotProven::Failed),
    }
}
