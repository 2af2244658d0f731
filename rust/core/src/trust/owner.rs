//! Whose a key is: one answer for every verifier.

use std::borrow::Cow;

use super::{Signatory, Trust, TrustedKey};
use crate::{
    did::{DidUrl, Purpose, canonical_name, own_key},
    keys::PublicKey,
    time::UnixSeconds,
};

/// Whose a key is, as a trust input says. Of several entries for one key the last one in this list counts.
///
/// This is the only enum for that question. [`super::Standing`] answers another one: why the key was used at all.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Owner {
    /// The key is not trusted, or not for this.
    Untrusted,
    /// The key is trusted as that of another DID.
    Another,
    /// The key is trusted, but the trust input does not say whose it is.
    Unnamed,
    /// The DID that was asked about: the trust input says so, or the DID is made of the key.
    This,
}

impl Owner {
    /// Whether the key is trusted, and not as that of another DID.
    #[must_use]
    pub const fn may_be_this(self) -> bool {
        matches!(self, Self::This | Self::Unnamed)
    }
}

impl TrustedKey {
    /// Whose key it is: its controller, else the DID of its name, in canonical spelling.
    #[must_use]
    pub fn owner(&self) -> Option<Cow<'_, str>> {
        owner_of(self.controller.as_deref(), self.id.as_deref())
    }

    /// Whether the key is that of `did`. A DID that is itself a key has no other key that signs, and may have others
    /// that agree on secrets.
    #[must_use]
    pub fn owner_for(&self, did: &str) -> Owner {
        match own_key(did, &self.key) {
            Some(true) => Owner::This,
            Some(false) if self.key.key_type().signs() => Owner::Another,
            _ => match self.owner() {
                None => Owner::Unnamed,
                Some(owner) if owner == did => Owner::This,
                Some(_) => Owner::Another,
            },
        }
    }
}

impl Trust {
    /// Whose the key of a signatory is. Its name, if it has one, its algorithm and its time must fit the entry.
    #[must_use]
    pub fn owner_of_signed(
        &self,
        who: &Signatory<'_>,
        purpose: Purpose,
        now: UnixSeconds,
    ) -> Owner {
        let owners = self.listed_signed(who, purpose, now).map(|entry| entry.owner_for(who.did));
        owners.max().unwrap_or(Owner::Untrusted)
    }

    /// Whose an X25519 key is, which agrees on secrets and signs nothing.
    #[must_use]
    pub fn owner_of_agreement(&self, did: &str, key: &PublicKey, now: UnixSeconds) -> Owner {
        let found = self.find(None, Purpose::KeyAgreement, Some(now));
        let owners = found.filter(|entry| entry.key == *key).map(|entry| entry.owner_for(did));
        owners.max().unwrap_or(Owner::Untrusted)
    }
}

/// Whose a key of this controller and this name is.
pub(super) fn owner_of<'a>(controller: Option<&'a str>, id: Option<&str>) -> Option<Cow<'a, str>> {
    if let Some(controller) = controller {
        return Some(canonical_name(controller));
    }
    let named = id?.parse::<DidUrl>().ok()?;
    Some(Cow::Owned(named.did().to_string()))
}
