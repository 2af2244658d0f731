//! Keys that come several times in one call.
//!
//! A prepared key of Ed25519, secp256k1 or P-256 ([`PublicKey::with_tables`]) has tables. To make them takes the time of one
//! verification or less, and a verification with them takes about half of that time. The verdict is the same for every
//! key and signature: each signature is decided by itself, by the same equation. Nothing is kept after the call, except
//! for keys of a prepared trust input ([`Prepared`]).
//!
//! [`Prepared`]: crate::trust::Prepared
//!
//! | How often a key comes is | The key gets tables |
//! | --- | --- |
//! | known | before its first use, from [`PAYS`] uses on |
//! | found out in a call | at its use number [`PAYS`], for the first [`MOST_SEEN`] keys |
//! | proven in many calls | in the call that follows the one that [`Prepared`] says |
//!
//! At most [`MOST_TABLES`] keys of a call, or of a trust input, get tables, some 10 KB each; the rest are used as they are.

use countersign_kernels::order::{indexes, sorted_by};

use super::{KeyType, PublicKey};

/// From how many uses on tables pay.
const PAYS: usize = 2;
/// How many keys of a call, or of a trust input, have tables at a time.
pub(crate) const MOST_TABLES: usize = 64;

/// The key of a claim as it is compared with others: whether it may have tables, its type, its bytes.
pub(super) type Name<'a> = (bool, &'static str, &'a [u8]);

/// The key that a claim shares with others of its call.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shared {
    /// Index of the first claim of this key.
    pub(super) first: usize,
    /// Whether the key comes often enough for tables, and is one of the most frequent.
    pub(super) often: bool,
}

/// Which keys are the same, for each claim.
pub(super) fn find_shared(names: &[Name<'_>]) -> Vec<Shared> {
    let order = indexes(names.len(), &|a, b| names.get(a).cmp(&names.get(b)));
    let runs: Vec<&[usize]> = order.chunk_by(|a, b| names.get(*a) == names.get(*b)).collect();
    let mut shared = vec![Shared::default(); names.len()];
    // The most frequent first. Equal names keep their order, so the first of a run is the first claim.
    let runs = sorted_by(runs, |a, b| b.len().cmp(&a.len()));
    let mut tabled = 0;
    for run in runs {
        let first = run.first().copied().unwrap_or_default();
        let may = names.get(first).is_some_and(|(tables, ..)| *tables);
        let often = may && run.len() >= PAYS && tabled < MOST_TABLES;
        tabled += usize::from(often);
        for claim in run {
            shared.get_mut(*claim).into_iter().for_each(|shared| *shared = Shared { first, often });
        }
    }
    shared
}

/// Whether keys of this type have tables.
pub(crate) const fn has_tables(key_type: KeyType) -> bool {
    matches!(key_type, KeyType::Ed25519 | KeyType::Secp256k1 | KeyType::P256)
}

/// How many keys of a call are counted. Their list is short, so that a key is soon put in its place.
const MOST_SEEN: usize = 1_024;

/// The keys of one call, whose uses are found out one by one.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// Keys, sorted, and how often each was used.
    seen: Vec<(Vec<u8>, usize)>,
    prepared: usize,
}

impl Uses {
    /// Counts a use. Gives the key with tables at the use number [`PAYS`].
    pub(crate) fn note(&mut self, key: &PublicKey) -> Option<PublicKey> {
        let bytes = key.as_bytes();
        let place = match self.seen.binary_search_by(|(seen, _)| seen.as_slice().cmp(bytes)) {
            Ok(place) => place,
            Err(place) => {
                if self.seen.len() < MOST_SEEN {
                    self.seen.insert(place, (bytes.to_vec(), 1));
                }
                return None;
            }
        };
        let (_, uses) = self.seen.get_mut(place)?;
        *uses = uses.saturating_add(1);
        if *uses != PAYS || self.prepared == MOST_TABLES {
            return None;
        }
        self.prepared += 1;
        Some(key.with_tables())
    }
}
