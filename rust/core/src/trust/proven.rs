//! The key that made a signature: one answer to "who signed this?" for every verifier.
//!
//! ```text
//! { publicKeyMultibase, type, id?, controller?, trust: "trusted" | "granted" | "self-asserted" }
//! ```
//!
//! `id` and `controller` are what the trust input says of the key, and never what the verified object says.

use std::borrow::Cow;

use super::{Candidate, Signatory, Trust, TrustedKey, owner::owner_of};
use crate::{
    did::Purpose,
    keys::{PublicKey, SignatureForm, multikey},
    print::Written,
    time::UnixSeconds,
};

/// Why a key was used. Whose the key is, is another question, which [`super::Owner`] answers: a trusted key may be that
/// of nobody who is known.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Standing {
    /// The caller trusts it.
    Trusted,
    /// Grants lead to it from a key that the caller trusts.
    Granted,
    /// The object carried it, and nobody vouched for it.
    SelfAsserted,
}

/// The key under which a signature holds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ProvenKey {
    /// The key itself.
    pub key: PublicKey,
    /// Its name in the trust input.
    pub id: Option<String>,
    /// Who controls it, by the trust input.
    pub controller: Option<String>,
    /// Why it was used.
    pub trust: Standing,
}

/// A signature that holds, in a format that allows a high S.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Signed {
    /// The key under which it holds.
    pub signer: ProvenKey,
    /// It has the form with the high S, which anybody can turn into the other.
    pub high_s: bool,
}

impl Signed {
    pub(crate) fn of(key: Candidate<'_>, form: SignatureForm) -> Self {
        Self { signer: key.into(), high_s: form.high_s }
    }

    /// Writes the members `highS`, where it is so, and `signer`.
    pub(crate) fn write(&self, row: Written) -> Written {
        row.maybe(self.high_s.then_some(true), |row, high| row.flag("highS", high))
            .json("signer", &self.signer.to_json())
    }
}

impl Standing {
    /// As results spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Trusted => "trusted",
            Self::Granted => "granted",
            Self::SelfAsserted => "self-asserted",
        }
    }
}

impl ProvenKey {
    /// A key that the trust input has no entry for. Whoever calls knows why it is used.
    #[must_use]
    pub const fn unlisted(key: PublicKey, trust: Standing) -> Self {
        Self { key, id: None, controller: None, trust }
    }

    /// A key as the trust input lists it. This is the one place that counts how often that is asked
    /// ([`super::Proofs`]).
    #[must_use]
    pub fn listed(entry: &TrustedKey) -> Self {
        entry.proofs.note();
        let (id, controller) = (entry.id.clone(), entry.controller.clone());
        Self { key: entry.key.clone(), id, controller, trust: Standing::Trusted }
    }

    /// The key of who signed a record that a verifier accepted: as the trust input lists it, first as the DID's own; else
    /// as the record itself says.
    #[must_use]
    pub fn of_signed(
        trust: &Trust,
        who: &Signatory<'_>,
        purpose: Purpose,
        now: UnixSeconds,
    ) -> Self {
        let is_own = |entry: &&TrustedKey| entry.owner().is_some_and(|owner| owner == who.did);
        let mut listed = trust.listed_signed(who, purpose, now);
        let first = listed.next();
        match first.filter(is_own).or_else(|| listed.find(is_own)).or(first) {
            Some(entry) => Self::listed(entry),
            None => Self::unlisted(who.key.clone(), Standing::SelfAsserted),
        }
    }

    /// Whose key it is, by the trust input: as [`TrustedKey::owner`].
    #[must_use]
    pub fn owner(&self) -> Option<Cow<'_, str>> {
        owner_of(self.controller.as_deref(), self.id.as_deref())
    }

    /// Whether nobody but the object vouches for it.
    #[must_use]
    pub fn is_self_asserted(&self) -> bool {
        self.trust == Standing::SelfAsserted
    }

    /// The key, if the trust input vouches for it.
    #[must_use]
    pub fn trusted(&self) -> Option<&PublicKey> {
        (!self.is_self_asserted()).then_some(&self.key)
    }

    /// As JSON.
    pub(crate) fn to_json(&self) -> String {
        self.to_json_with(&multikey::encode(&self.key))
    }

    /// As JSON, for a caller that knows the key as text. To write a long key in base 58 takes longer than to verify.
    pub(crate) fn to_json_with(&self, multikey: &str) -> String {
        let written = Written::new().text("publicKeyMultibase", multikey);
        let written = written.text("type", self.key.key_type().as_str());
        let written = written.maybe(self.id.as_deref(), |key, id| key.text("id", id));
        let controller = self.controller.as_deref();
        let written = written.maybe(controller, |key, owner| key.text("controller", owner));
        written.text("trust", self.trust.as_str()).end()
    }
}

impl From<Candidate<'_>> for ProvenKey {
    fn from(candidate: Candidate<'_>) -> Self {
        match candidate.entry {
            Some(entry) => Self::listed(entry),
            None => Self::unlisted(candidate.key.into_owned(), Standing::SelfAsserted),
        }
    }
}
