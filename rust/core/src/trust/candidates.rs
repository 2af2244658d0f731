//! Which key is tried for which signature of an object, and in which order, with the checks that one call may make.
//!
//! Whoever hands an object on can add signatures to it, and choose what they say of their keys. So the order is not
//! that of the object alone:
//!
//! 1. Every signature is tried with the keys that it names before any is tried with keys that any name may mean.
//! 2. The fewer keys of that kind a signature has, the sooner it is tried.
//! 3. Else the order is that of the object.
//!
//! Each signature that a stranger adds under the name of one key then costs one check. So a signature that names one
//! key is always tried if there are as many checks as signatures. A signature whose name means several keys shares the
//! remaining checks with the others.
//!
//! A key that the object carries never competes with a trusted key: if its name means a trusted key, that key signed
//! or nobody did ([`find_candidates`]).

use std::borrow::Cow;

use countersign_kernels::order::sorted_by;

use super::{Checks, TrustedKey};
use crate::{Error, keys::PublicKey};

/// A key that may have made a signature.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<'a> {
    /// The key.
    pub(crate) key: Cow<'a, PublicKey>,
    /// The entry under which it is trusted; `None` for a key that the object carries.
    pub(crate) entry: Option<&'a TrustedKey>,
    named: bool,
}

/// What became of a signature.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "it is looked at where it is made, and never kept")]
pub(crate) enum Tried<'a, T, E> {
    /// There was nothing to try, for this reason.
    Refused(E),
    /// Every key was tried, and none signed.
    Failed,
    /// The checks were used up before its turn.
    Unchecked {
        /// `ERR_TRUST_CHECKS`.
        error: Error,
        /// Whether a key that the signature names is among those that were not tried.
        named: bool,
    },
    /// This key signed.
    Signed(Candidate<'a>, T),
}

impl<'a, T> Tried<'a, T, Error> {
    /// The key that signed, or why none is known to: `failed` if all that may have signed were tried.
    pub(crate) fn into_result(self, failed: Error) -> Result<(Candidate<'a>, T), Error> {
        match self {
            Self::Signed(key, shown) => Ok((key, shown)),
            Self::Failed => Err(failed),
            Self::Refused(error) | Self::Unchecked { error, .. } => Err(error),
        }
    }
}

impl<'a> Candidate<'a> {
    /// A trusted key, which the signature names, or which may be meant by any name.
    pub(crate) const fn listed(entry: &'a TrustedKey, named: bool) -> Self {
        Self { key: Cow::Borrowed(&entry.key), entry: Some(entry), named }
    }

    /// A trusted key that was found by `name`, if there is one.
    pub(crate) const fn found(entry: &'a TrustedKey, name: Option<&str>) -> Self {
        Self::listed(entry, name.is_some() && entry.id.is_some())
    }

    /// The key that the object carries.
    pub(crate) const fn carried(key: PublicKey) -> Self {
        Self { key: Cow::Owned(key), entry: None, named: true }
    }

    /// Whether it would sign in the same way.
    fn is_same(&self, other: &Self) -> bool {
        let algorithm = |candidate: &Self| candidate.entry.and_then(|entry| entry.algorithm);
        self.key == other.key && algorithm(self) == algorithm(other)
    }
}

/// Why there is no candidate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum NoCandidate {
    /// No trusted key is meant, and none is carried that may be used.
    Unknown,
    /// Trusted keys are meant, and none of them can have signed in this way.
    Unfit,
}

/// The keys that may have made a signature, at least one: of the trusted keys that its name means, those that fit; if
/// it means none, the key that the object carries.
pub(crate) fn find_candidates<'a>(
    meant: impl IntoIterator<Item = Candidate<'a>>,
    fits: impl Fn(&TrustedKey) -> bool,
    carried: impl FnOnce() -> Option<PublicKey>,
) -> Result<Vec<Candidate<'a>>, NoCandidate> {
    let mut meant = meant.into_iter().peekable();
    if meant.peek().is_none() {
        return carried().map(|key| vec![Candidate::carried(key)]).ok_or(NoCandidate::Unknown);
    }
    let fitting: Vec<_> = meant.filter(|candidate| candidate.entry.is_some_and(&fits)).collect();
    if fitting.is_empty() { Err(NoCandidate::Unfit) } else { Ok(fitting) }
}

/// One key for one signature.
struct Attempt<'a> {
    /// The index of the signature.
    place: usize,
    candidate: Candidate<'a>,
    /// How many candidates of its kind the signature has.
    among: usize,
}

/// Tries each signature with its candidates until one holds, and gives what became of each, in order.
///
/// `message` makes what was signed, before it is needed and at most twice for a signature; `holds` makes one check.
/// A key that is listed twice is tried once.
pub(crate) fn try_each<'a, S: Copy, M, T, E>(
    signatures: impl IntoIterator<Item = Result<(S, Vec<Candidate<'a>>), E>>,
    checks: &mut Checks,
    mut message: impl FnMut(S) -> M,
    mut holds: impl FnMut(S, &M, &Candidate<'a>) -> Option<T>,
) -> Vec<Tried<'a, T, E>> {
    let (mut states, mut queue) = (Vec::new(), Vec::new());
    for (place, signature) in signatures.into_iter().enumerate() {
        states.push(match signature {
            Ok((signature, candidates)) => {
                enqueue(&mut queue, place, candidates);
                (Some(signature), Tried::Failed)
            }
            Err(why) => (None, Tried::Refused(why)),
        });
    }
    let (mut made, mut tried) = (None::<(usize, M)>, Vec::new());
    for Attempt { place, candidate, .. } in in_order(queue) {
        let Some((Some(signature), outcome @ Tried::Failed)) = states.get_mut(place) else {
            continue;
        };
        if was_tried(&tried, place, &candidate) {
            continue;
        }
        if let Err(error) = checks.take() {
            *outcome = Tried::Unchecked { error, named: candidate.named };
            continue;
        }
        // The attempts for one signature follow one another.
        let same = made.take_if(|(of, _)| *of == place);
        let (_, message) = made.insert(same.unwrap_or_else(|| (place, message(*signature))));
        match holds(*signature, message, &candidate) {
            Some(shown) => *outcome = Tried::Signed(candidate, shown),
            None => tried.push((place, candidate)),
        }
    }
    states.into_iter().map(|(_, outcome)| outcome).collect()
}

fn enqueue<'a>(queue: &mut Vec<Attempt<'a>>, place: usize, candidates: Vec<Candidate<'a>>) {
    let named = candidates.iter().filter(|candidate| candidate.named).count();
    let others = candidates.len() - named;
    queue.extend(candidates.into_iter().map(|candidate| {
        let among = if candidate.named { named } else { others };
        Attempt { place, candidate, among }
    }));
}

fn in_order(queue: Vec<Attempt<'_>>) -> Vec<Attempt<'_>> {
    let place = |attempt: &Attempt<'_>| (!attempt.candidate.named, attempt.among);
    sorted_by(queue, |a, b| place(a).cmp(&place(b)))
}

fn was_tried(tried: &[(usize, Candidate<'_>)], place: usize, candidate: &Candidate<'_>) -> bool {
    tried.iter().any(|(of, earlier)| *of == place && earlier.is_same(candidate))
}
