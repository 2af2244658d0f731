//! Keys that come several times in one call.
//!
//! A prepared key of Ed25519 or secp256k1 ([`PublicKey::with_tables`]) has tables. To make them takes the time of one
//! verification or less, and a verification with them takes about half of that time. The verdict is the same for every
//! key and signature: each signature is decided by itself, by the same equation. Nothing is kept after the call, except
//! for keys of a prepared trust input ([`Prepared`]).
//!
//! [`Prepared`]: crate::trust::Prepared
//!
//! | How often a key comes is | The key gets tables |
//! | --- | --- |
//! | known | before its first use, from [`PAYS`] uses on |
//! | found out in a call | at its use number [`PAYS`] |
//! | proven in many calls | in the call that follows the one that [`Prepared`] says |
//!
//! At most [`MOST_TABLES`] keys of a call, or of a trust input, get tables, some 10 KB each; the rest are used as they are.

use core::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{KeyType, PublicKey};

/// From how many uses on tables pay.
const PAYS: usize = 2;
/// How many keys of a call, or of a trust input, have tables at a time.
pub(crate) const MOST_TABLES: usize = 64;

/// The keys that come often enough for tables; if they are too many, the most frequent.
pub(super) fn most_used<K: Ord + Copy>(keys: impl Iterator<Item = K>) -> BTreeSet<K> {
    let mut uses = BTreeMap::new();
    keys.for_each(|key| *uses.entry(key).or_insert(0_usize) += 1);
    let mut often: Vec<_> = uses.into_iter().filter(|(_, uses)| *uses >= PAYS).collect();
    often.sort_unstable_by_key(|(_, uses)| Reverse(*uses));
    often.into_iter().map(|(key, _)| key).take(MOST_TABLES).collect()
}

/// Whether keys of this type have tables.
pub(crate) const fn has_tables(key_type: KeyType) -> bool {
    matches!(key_type, KeyType::Ed25519 | KeyType::Secp256k1)
}

/// The keys of one call, whose uses are found out one by one.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    seen: BTreeMap<Vec<u8>, usize>,
    prepared: usize,
}

impl Uses {
    /// Counts a use. Gives the key with tables at the use number [`PAYS`].
    pub(crate) fn note(&mut self, key: &PublicKey) -> Option<PublicKey> {
        let Some(uses) = self.seen.get_mut(key.as_bytes()) else {
            self.seen.insert(key.as_bytes().to_vec(), 1);
            return None;
        };
        *uses = uses.saturating_add(1);
        if *uses != PAYS || self.prepared == MOST_TABLES {
            return None;
        }
        self.prepared += 1;
        Some(key.with_tables())
    }
}
