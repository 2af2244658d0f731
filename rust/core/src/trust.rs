//! What a verifier trusts, as its caller says and nobody else.
//!
//! A signature proves that the holder of a key signed. Whose key that is comes
//! from here: pinned keys, or the verification methods of a resolved document.
//! A key that the signed object carries is not looked at, unless the caller
//! sets [`Trust::allow_embedded_key`]; the [`ProvenKey`] of the result then says `self-asserted`.
//!
//! A key that was replaced may stay trusted for what it signed before: from [`TrustedKey::from`] to
//! [`TrustedKey::until`], by the time that the signed object states. That time is the signer's word: whoever
//! steals the key can state an earlier one. An object that states no time is taken as signed now.
//!
//! One rule says whose a key is ([`TrustedKey::owner`]), for receipts, grants, certificates and
//! handshakes: it belongs to the DID that the entry calls its controller, else to the DID with which
//! its name begins, else to nobody that is known. A `did:key`, a `did:jwk` or a `did:peer` of
//! numalgo 0 is the key that it states, whatever an entry says.
//!
//! A key that is listed twice counts as its strictest entry: an entry that is revoked or has expired
//! ends the other entries of the key, if they have the same owner or one of them has none.
//!
//! The trust input has the last word. Another key that hands over, a grant, or the object itself may vouch for a key
//! that is not listed; one that is listed holds as it is listed, or not at all ([`Trust::rules_out`]).

use std::borrow::Cow;

use crate::{
    did::{Purpose, own_key},
    keys::{Algorithm, PublicKey},
    time::UnixSeconds,
};

mod candidates;
mod checks;
mod count;
mod find;
mod frame;
pub mod key_set;
mod owner;
pub(crate) mod policy;
mod prepared;
mod prove;
mod proven;

pub(crate) use candidates::{Candidate, NoCandidate, Tried, find_candidates, try_each};
pub use checks::Checks;
pub use count::Proofs;
pub use find::NoKey;
pub use frame::MAX_KEYS;
pub use owner::Owner;
pub use prepared::{MOST_OPEN, Prepared};
pub(crate) use prove::{NotProven, prove};
pub use proven::{ProvenKey, Signed, Standing};

/// A key, and how far it is trusted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TrustedKey {
    /// Its name: an absolute DID URL, a `kid`, or none for a key known by itself.
    pub id: Option<String>,
    /// The DID that controls it.
    pub controller: Option<String>,
    /// The key.
    pub key: PublicKey,
    /// What it may be used for; `None` is everything.
    pub purposes: Option<Vec<Purpose>>,
    /// The only algorithm it may be used with; `None` leaves it to the format.
    pub algorithm: Option<Algorithm>,
    /// Revoked keys stay listed, so that an answer can say so, and are never used.
    pub revoked: bool,
    /// First second at which it is no longer trusted.
    pub expires: Option<UnixSeconds>,
    /// First second at which it signs. It did not sign what states an earlier time.
    pub from: Option<UnixSeconds>,
    /// First second at which it no longer signs. What states an earlier time is still believed.
    pub until: Option<UnixSeconds>,
    /// How often it signed, for a trust input that stays ([`Prepared`]).
    pub proofs: Proofs,
}

/// Who signed a record, and when, as the record states.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Signatory<'a> {
    /// The DID.
    pub did: &'a str,
    /// The name of the key, if it has one.
    pub id: Option<&'a str>,
    /// The key.
    pub key: &'a PublicKey,
    /// How it signed.
    pub algorithm: Algorithm,
    /// When.
    pub signed: UnixSeconds,
}

/// A use of a key that something else than the trust input vouches for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Use<'a> {
    /// The DID to which it is said to belong, if any.
    pub did: Option<&'a str>,
    /// The key.
    pub key: &'a PublicKey,
    /// How it signs; `None` for a key that has yet to sign.
    pub algorithm: Option<Algorithm>,
    /// What for.
    pub purpose: Purpose,
    /// When it signed, as the object states; now, if it states no time.
    pub signed: Option<UnixSeconds>,
    /// The time.
    pub now: Option<UnixSeconds>,
}

/// What a verifier trusts.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Trust {
    /// The keys, in the caller's order.
    pub keys: Vec<TrustedKey>,
    /// Whether a key that the object carries may be used.
    pub allow_embedded_key: bool,
    /// The subject of the document that the keys are from.
    pub did: Option<String>,
}

impl<'a> Signatory<'a> {
    /// Its use of its key.
    #[must_use]
    pub const fn use_for(&self, purpose: Purpose, now: UnixSeconds) -> Use<'a> {
        let Self { did, key, algorithm, signed, .. } = *self;
        let algorithm = Some(algorithm);
        Use { did: Some(did), key, algorithm, purpose, signed: Some(signed), now: Some(now) }
    }
}

impl<'a> Use<'a> {
    /// The use of a key that is said to belong to a DID, and has yet to sign.
    #[must_use]
    pub const fn to_come(
        did: &'a str,
        key: &'a PublicKey,
        purpose: Purpose,
        now: UnixSeconds,
    ) -> Self {
        let now = Some(now);
        Self { did: Some(did), key, algorithm: None, purpose, signed: now, now }
    }
}

impl TrustedKey {
    /// A key by itself, trusted for everything.
    #[must_use]
    pub const fn pinned(key: PublicKey) -> Self {
        Self {
            id: None,
            controller: None,
            key,
            purposes: None,
            algorithm: None,
            revoked: false,
            expires: None,
            from: None,
            until: None,
            proofs: Proofs::new(),
        }
    }

    /// Whether the key can sign with `algorithm`, and may.
    pub(crate) fn fits(&self, algorithm: Algorithm) -> bool {
        let may = self.algorithm.is_none_or(|only| only == algorithm);
        may && self.key.key_type() == algorithm.key_type()
    }

    /// Whether the key may be used for `purpose` at `now`.
    ///
    /// Without `now` a key that expires is not used, because it may have expired.
    #[must_use]
    pub fn holds(&self, purpose: Purpose, now: Option<UnixSeconds>) -> bool {
        let is_for = self.purposes.as_ref().is_none_or(|purposes| purposes.contains(&purpose));
        is_for && !self.is_over(now)
    }

    /// Whether it is revoked or has expired, or may have expired if there is no time.
    fn is_over(&self, now: Option<UnixSeconds>) -> bool {
        self.revoked || self.expires.is_some_and(|expires| now.is_none_or(|now| now >= expires))
    }

    /// Whether both may be entries for one key of one owner.
    fn is_same(&self, other: &Self) -> bool {
        self.key == other.key
            && match (self.owner(), other.owner()) {
                (Some(own), Some(other)) => own == other,
                _ => true,
            }
    }

    /// Whether the key signs at `time`. Without a time a key that has an end or a start does not, because
    /// the time may be outside.
    #[must_use]
    pub fn signs_at(&self, time: Option<UnixSeconds>) -> bool {
        let after = self.from.is_none_or(|from| time.is_some_and(|time| from <= time));
        let before = self.until.is_none_or(|until| time.is_some_and(|time| time < until));
        after && before
    }
}

impl Trust {
    /// Puts a key that has tables in the place of the same key without.
    pub(crate) fn put_prepared(&mut self, prepared: &PublicKey) {
        let same = self.keys.iter_mut().filter(|trusted| trusted.key == *prepared);
        same.for_each(|trusted| {
            trusted.key = prepared.clone();
            trusted.proofs.end();
        });
    }

    /// The key as it is listed, with tables if it has any; else the key itself. For an object that carries the key
    /// under which it is checked.
    pub(crate) fn with_tables<'a>(&'a self, key: &'a PublicKey) -> &'a PublicKey {
        let listed = self.keys.iter().find(|entry| entry.key == *key);
        listed.map_or(key, |entry| &entry.key)
    }

    /// Whether a key is listed in a way that does not allow its use: as revoked or expired, only for other purposes,
    /// times or algorithms, or as that of another. Something else may vouch for a key that this does not rule out.
    /// One entry that is over, or does not sign at the time, is enough: a document beside it cannot state times.
    ///
    /// `did` is `None` if nobody says whose the key is.
    #[must_use]
    pub fn rules_out(&self, use_of: &Use<'_>) -> bool {
        let Use { did, key, algorithm, purpose, signed, now } = *use_of;
        // Every key is also that of its own did:key.
        let is_owner = |owner: Cow<'_, str>| {
            let itself = |did: &str| own_key(did, key) == Some(true);
            did.is_none_or(|did| owner == did || itself(did)) || itself(&owner)
        };
        let is_out = |entry: &TrustedKey| entry.is_over(now) || !entry.signs_at(signed);
        let fits = |entry: &TrustedKey| {
            entry.holds(purpose, now)
                && entry.algorithm.is_none_or(|only| algorithm.is_none_or(|used| used == only))
                && entry.owner().is_none_or(is_owner)
        };
        let listed: Vec<_> = self.keys.iter().filter(|listed| listed.key == *key).collect();
        let is_allowed = || listed.iter().any(|entry| fits(entry));
        !listed.is_empty() && (listed.iter().any(|entry| is_out(entry)) || !is_allowed())
    }

    /// Whether a key that the verified object carries may be used. A key that is listed otherwise never may: the
    /// caller knows it, and not as the object's own.
    #[must_use]
    pub fn takes_embedded(&self, use_of: &Use<'_>) -> bool {
        self.allow_embedded_key && !self.rules_out(use_of)
    }

    /// The first entry of each key, in their order.
    #[must_use]
    pub fn distinct_keys(&self) -> Vec<&TrustedKey> {
        let mut distinct: Vec<&TrustedKey> = Vec::new();
        for entry in &self.keys {
            if !distinct.iter().any(|other| other.key == entry.key) {
                distinct.push(entry);
            }
        }
        distinct
    }

    /// The entries that let a key sign a record.
    fn listed_signed<'a>(
        &'a self,
        who: &Signatory<'a>,
        purpose: Purpose,
        now: UnixSeconds,
    ) -> impl Iterator<Item = &'a TrustedKey> {
        let (key, used) = (who.key, who.algorithm);
        let found = self.find_signed(who.id, purpose, Some(now), Some(who.signed));
        let fits = move |trusted: &&TrustedKey| {
            trusted.key == *key && trusted.algorithm.is_none_or(|only| only == used)
        };
        found.filter(fits)
    }
}
