//! Which keys of a trust input a name may mean, and why it may mean none.

use std::borrow::Cow;

use super::{Trust, TrustedKey};
use crate::{
    did::{Purpose, canonical_name},
    time::UnixSeconds,
};

/// Why a name finds no key that may be used. Of several reasons the last one in this list counts.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum NoKey {
    /// No key has it.
    Unknown,
    /// The key is for something else, or for another time.
    Purpose,
    /// The key has expired.
    Expired,
    /// The key is revoked.
    Revoked,
}

impl NoKey {
    /// As errors spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Purpose => "purpose",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
        }
    }
}

impl TrustedKey {
    /// Whether a name may mean the key, as it came or in canonical spelling. Any name may mean a key
    /// without a name.
    fn is_named(&self, names: Option<&(&str, Cow<'_, str>)>) -> bool {
        match (&self.id, names) {
            (Some(own), Some((received, canonical))) => own == received || own == canonical,
            _ => true,
        }
    }
}

impl Trust {
    /// The keys that `id` may mean and that hold for `purpose` at `now`.
    ///
    /// `id` comes from the object that is verified, so it is a hint: it chooses
    /// among trusted keys and never adds one. A DID URL finds its key in any spelling of the
    /// DID. Without `id` every key that holds is tried. The key must sign at `now`.
    pub fn find<'a>(
        &'a self,
        id: Option<&str>,
        purpose: Purpose,
        now: Option<UnixSeconds>,
    ) -> impl Iterator<Item = &'a TrustedKey> {
        self.find_signed(id, purpose, now, now)
    }

    /// As [`Trust::find`], for an object that states that it was signed at `signed`.
    pub fn find_signed<'a>(
        &'a self,
        id: Option<&str>,
        purpose: Purpose,
        now: Option<UnixSeconds>,
        signed: Option<UnixSeconds>,
    ) -> impl Iterator<Item = &'a TrustedKey> {
        let over = self.keys.iter().any(|listed| listed.is_over(now));
        let fits = move |key: &&TrustedKey| {
            let out = |listed: &TrustedKey| listed.is_over(now) && listed.is_same(key);
            key.holds(purpose, now) && key.signs_at(signed) && !(over && self.keys.iter().any(out))
        };
        self.find_named(id).filter(fits)
    }

    /// The keys that may be those of a DID, for an object that names no key: its own, and those that the trust input
    /// gives to nobody.
    pub fn find_of<'a>(
        &'a self,
        did: &str,
        purpose: Purpose,
        now: Option<UnixSeconds>,
    ) -> impl Iterator<Item = &'a TrustedKey> {
        let did = canonical_name(did).into_owned();
        self.find(None, purpose, now).filter(move |entry| entry.owner_for(&did).may_be_this())
    }

    /// The keys that `id` may mean, in any spelling of its DID, whether they hold or not.
    fn find_named<'a>(&'a self, id: Option<&str>) -> impl Iterator<Item = &'a TrustedKey> {
        let named = id.filter(|_| self.keys.iter().any(|key| key.id.is_some()));
        let names = named.map(|id| (id, canonical_name(id)));
        self.keys.iter().filter(move |key| key.is_named(names.as_ref()))
    }

    /// Why [`Trust::find`] gives no key for a name.
    #[must_use]
    pub fn why_none(&self, id: Option<&str>, now: Option<UnixSeconds>) -> NoKey {
        let mut why = NoKey::Unknown;
        for named in self.find_named(id) {
            // A key that is listed twice counts as its strictest entry.
            for listed in self.keys.iter().filter(|listed| listed.is_same(named)) {
                why = why.max(match listed.is_over(now) {
                    _ if listed.revoked => NoKey::Revoked,
                    true => NoKey::Expired,
                    false => NoKey::Purpose,
                });
            }
        }
        why
    }
}
