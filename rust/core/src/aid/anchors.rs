//! Whom a verifier trusts in this profile: the keys of [`Trust`], or identities.
//!
//! An identity is a hash of its key, so to know the identity is to know the key. A key whose
//! `controller` is an identity may also sign for it where it is not the key of its hash: one that
//! was derived, or rotated to.

use std::{collections::BTreeSet, rc::Rc};

use countersign_kernels::order::set_of;

use crate::{
    Error,
    did::Purpose,
    encoding::frames,
    keys::{Algorithm, PublicKey},
    time::UnixSeconds,
    trust::{Candidate, ProvenKey, Standing, Trust, TrustedKey, Use, find_candidates},
};

use super::{Micros, identity_of, key};

/// A trust input, and a list of identities (`aid_…`).
///
/// A key that the trust input lists is trusted only as it is listed, even if its identity is trusted: not if it is
/// revoked or has expired, and not for another purpose or algorithm.
#[derive(Clone, Debug, Default)]
pub struct Anchors {
    trust: Rc<Trust>,
    identities: BTreeSet<String>,
    now: Option<UnixSeconds>,
}

impl Anchors {
    /// Joins a trust input and a list of identities: [`frames`] of texts. `now` decides about keys that expire.
    ///
    /// # Errors
    ///
    /// `ERR_ENCODING_MALFORMED` for frames that do not add up; `ERR_JSON_UTF8`.
    pub fn new(trust: Rc<Trust>, identities: &[u8], now: Option<Micros>) -> Result<Self, Error> {
        let names = frames::whole(identities)?.map(|name| frames::text(name).map(str::to_owned));
        let identities = set_of(names.collect::<Result<Vec<_>, _>>()?);
        Ok(Self { trust, identities, now: now.map(Micros::seconds) })
    }

    /// Trusts whatever key an object carries.
    #[must_use]
    pub fn embedded() -> Self {
        let trust = Trust { allow_embedded_key: true, ..Trust::default() };
        Self { trust: Rc::new(trust), ..Self::default() }
    }

    fn keys(&self) -> impl Iterator<Item = &TrustedKey> {
        let found = self.trust.find(None, Purpose::AssertionMethod, self.now);
        found.filter(|key| key.algorithm.is_none_or(|only| only == Algorithm::Ed25519))
    }

    /// The use of a key for which only the object vouches, or the identity that is made of it.
    const fn embedded_use<'a>(&self, key: &'a PublicKey) -> Use<'a> {
        let (algorithm, purpose) = (Some(Algorithm::Ed25519), Purpose::AssertionMethod);
        Use { did: None, key, algorithm, purpose, signed: self.now, now: self.now }
    }

    /// Reads the key that an object carries for an identity. The key must be that identity's own.
    ///
    /// # Errors
    ///
    /// `ERR_AID_KEY`; `ERR_AID_IDENTITY`.
    pub fn read_key(&self, identity: &str, carried: &str) -> Result<PublicKey, Error> {
        let key = key(carried)?;
        let vouched = |trusted: &TrustedKey| {
            trusted.key == key && trusted.controller.as_deref() == Some(identity)
        };
        let own = identity_of(&key)? == identity || self.keys().any(vouched);
        if own { Ok(key) } else { Err(Error::AidIdentity) }
    }

    /// The key that is bound to an identity, as it is trusted.
    ///
    /// # Errors
    ///
    /// `ERR_AID_UNTRUSTED`.
    pub fn judge(&self, identity: &str, key: &PublicKey) -> Result<ProvenKey, Error> {
        let fits = |trusted: &&TrustedKey| {
            trusted.key == *key && trusted.controller.as_ref().is_none_or(|owner| owner == identity)
        };
        let listed = self.keys().filter(fits);
        let embedded = self.embedded_use(key);
        let known = self.identities.contains(identity) && !self.trust.rules_out(&embedded);
        let taken = || known || self.trust.takes_embedded(&embedded);
        let signer = first(listed, || taken().then(|| key.clone()))?;
        let trust = if known { Standing::Trusted } else { signer.trust };
        Ok(ProvenKey { trust, ..signer })
    }

    /// Whether an identity is trusted, by its name or by its key.
    #[must_use]
    pub fn is_trusted(&self, identity: &str) -> bool {
        self.identities.contains(identity) || self.key_of(identity).is_ok()
    }

    /// The trusted key of an identity, for an object that carries none.
    ///
    /// # Errors
    ///
    /// `ERR_AID_UNTRUSTED` if no key is given for it.
    pub fn key_of(&self, identity: &str) -> Result<ProvenKey, Error> {
        let is_own = |trusted: &&TrustedKey| {
            trusted.controller.as_deref() == Some(identity)
                || trusted.controller.is_none()
                    && identity_of(&trusted.key).is_ok_and(|own| own == identity)
        };
        first(self.keys().filter(is_own), || None)
    }
}

/// The first of the entries that are meant; without one, the key that the object carries, if that may be used.
fn first<'a>(
    listed: impl Iterator<Item = &'a TrustedKey>,
    carried: impl FnOnce() -> Option<PublicKey>,
) -> Result<ProvenKey, Error> {
    let meant = listed.map(|trusted| Candidate::listed(trusted, true));
    let found = find_candidates(meant, |_| true, carried).unwrap_or_default();
    found.into_iter().next().map(ProvenKey::from).ok_or(Error::AidUntrusted)
}
