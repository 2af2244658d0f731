//! Whose signature it is: the key, and what binds it to the claimed DID.
//!
//! | DID | Key of the trust input | Owner |
//! | --- | --- | --- |
//! | `did:key`, `did:jwk` | must be the key that the DID is, under the name that the DID gives it | this DID |
//! | `did:peer` of numalgo 0 | must be the key that the DID is | this DID |
//! | any other | has an owner ([`TrustedKey::owner`]), which must be the DID | this DID |
//! | any other | a bare key, without id and controller | unnamed |
//!
//! A key with a start or an end ([`TrustedKey::signs_at`]) is used only if the stated time of signing lies between.
//!
//! If embedded keys are allowed, the key of a `did:key` or `did:jwk` need not be in the trust input; the
//! result then says self-asserted.

use crate::{
    Error,
    did::{self, Purpose},
    error::excerpt,
    keys::{Algorithm, HighS, PublicKey, verify},
    time::UnixSeconds,
    trust::{
        Candidate, Checks, Owner, ProvenKey, Standing, Tried, Trust, TrustedKey, Use,
        find_candidates, try_each,
    },
};

/// A signature, and who is said to have made it.
#[derive(Clone, Copy)]
pub(super) struct Claim<'a> {
    pub(super) did: &'a str,
    pub(super) key_id: &'a str,
    pub(super) algorithm: Algorithm,
    pub(super) message: &'a [u8],
    pub(super) signature: &'a [u8],
    /// When it was signed, as it says.
    pub(super) time: UnixSeconds,
}

/// The key under which a signature holds, and what binds it to the DID.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct BoundKey {
    pub(super) signer: ProvenKey,
    /// Whether the key is that of the DID, or of nobody who is known.
    pub(super) owner: Owner,
    /// Whether the key signs at any time. If not, it must be looked up again for each signature.
    pub(super) at_any_time: bool,
    /// Whether the trust input lists the bare key, without saying whose it is.
    pub(super) bare: bool,
}

impl BoundKey {
    fn of(trusted: &TrustedKey, owner: Owner) -> Self {
        Self {
            signer: ProvenKey::listed(trusted),
            owner,
            at_any_time: trusted.from.or(trusted.until).is_none(),
            bare: trusted.id.is_none() && trusted.controller.is_none(),
        }
    }

    /// A key that the DID is, and for which nobody else vouches.
    const fn derived(key: PublicKey) -> Self {
        let signer = ProvenKey::unlisted(key, Standing::SelfAsserted);
        Self { signer, owner: Owner::This, at_any_time: true, bare: true }
    }
}

/// Why a claim was refused.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Refused {
    pub(super) error: Error,
    /// Whether a key that is known to be the DID's was left untried.
    pub(super) undecided: bool,
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self { error, undecided: false }
    }
}

impl Claim<'_> {
    /// Finds the key under which the signature holds.
    ///
    /// `ERR_RECEIPT_KEY` if no trusted key fits, `ERR_RECEIPT_ACTOR` if one fits that is of another
    /// DID, `ERR_RECEIPT_SIGNATURE` if one fits and the signature does not hold, `ERR_TRUST_CHECKS` if
    /// more would have to be tried than `checks` has.
    pub(super) fn check(
        self,
        trust: &Trust,
        now: Option<UnixSeconds>,
        checks: &mut Checks,
    ) -> Result<BoundKey, Error> {
        let mut outcomes = Self::check_all([Ok(self)], trust, now, checks);
        outcomes.pop().unwrap_or(Err(Error::ReceiptKey.into())).map_err(|refused| refused.error)
    }

    /// As [`Self::check`] for several claims. Those whose key is known to be the DID's go first; those that any key may
    /// have signed share the checks that are left.
    pub(super) fn check_all(
        claims: impl IntoIterator<Item = Result<Self, Error>>,
        trust: &Trust,
        now: Option<UnixSeconds>,
        checks: &mut Checks,
    ) -> Vec<Result<BoundKey, Refused>> {
        let may_be_by = |claim: Result<Self, Error>| {
            let claim = claim?;
            claim.candidates(trust, now).map(|candidates| (claim, candidates))
        };
        let tried = try_each(
            claims.into_iter().map(may_be_by),
            checks,
            |_| (),
            |claim, (), candidate| claim.is_by(&candidate.key).then(|| claim.describe(candidate)),
        );
        let judged = |outcome: Tried<'_, _, Error>| match outcome {
            Tried::Refused(error) => Err(error.into()),
            Tried::Failed => Err(Error::ReceiptSignature.into()),
            Tried::Unchecked { error, named } => Err(Refused { error, undecided: named }),
            Tried::Signed(_, key) => Ok(key),
        };
        tried.into_iter().map(judged).collect()
    }

    /// The keys that may have signed, at least one: trusted keys, else the key that the DID itself is, if that is
    /// allowed.
    fn candidates<'t>(
        &self,
        trust: &'t Trust,
        now: Option<UnixSeconds>,
    ) -> Result<Vec<Candidate<'t>>, Error> {
        let (purpose, time) = (Purpose::AssertionMethod, Some(self.time));
        let found = || trust.find_signed(Some(self.key_id), purpose, now, time);
        // A key without a name that cannot have signed is not the one that is meant.
        let meant = found().filter(|trusted| trusted.id.is_some() || trusted.fits(self.algorithm));
        let may_sign = |trusted: &TrustedKey| {
            trusted.fits(self.algorithm) && self.owner_of(trusted) != Owner::Another
        };
        let listed = meant.map(|trusted| {
            let fits = trusted.fits(self.algorithm);
            let anybodys = fits && self.owner_of(trusted) == Owner::Unnamed;
            Candidate::listed(trusted, !anybodys)
        });
        // Such a DID is made of its key, so nobody else can say whose the key is.
        let taken = |key: &PublicKey| trust.takes_embedded(&self.use_for(None, key, now));
        let chosen = find_candidates(listed, may_sign, || self.own_key().filter(taken));
        chosen.map_err(|_| {
            let another = found().find(|trusted| trusted.fits(self.algorithm));
            another.map_or(Error::ReceiptKey, |key| {
                Error::ReceiptActor(excerpt(self.did), self.why_another(key))
            })
        })
    }

    fn why_another(&self, trusted: &TrustedKey) -> String {
        match trusted.owner().filter(|owner| owner != self.did) {
            Some(owner) => format!("the trusted key is that of \"{}\"", excerpt(&owner)),
            None => "its DID is made of another key, or names its key otherwise".to_owned(),
        }
    }

    fn describe(&self, candidate: &Candidate<'_>) -> BoundKey {
        match candidate.entry {
            Some(entry) => BoundKey::of(entry, self.owner_of(entry)),
            None => BoundKey::derived(candidate.key.clone().into_owned()),
        }
    }

    fn is_by(&self, key: &PublicKey) -> bool {
        verify(self.algorithm, key, self.message, self.signature, HighS::Refuse)
    }

    /// Whether `key` made the signature. `ERR_TRUST_CHECKS` if no check is left.
    pub(super) fn holds(&self, key: &PublicKey, checks: &mut Checks) -> Result<bool, Error> {
        checks.take()?;
        Ok(self.is_by(key))
    }

    /// The use that the claim makes of a key.
    pub(super) const fn use_for<'a>(
        &'a self,
        did: Option<&'a str>,
        key: &'a PublicKey,
        now: Option<UnixSeconds>,
    ) -> Use<'a> {
        let (algorithm, purpose) = (Some(self.algorithm), Purpose::AssertionMethod);
        Use { did, key, algorithm, purpose, signed: Some(self.time), now }
    }

    /// The key that the DID itself is, if the key id is the only one that such a DID has.
    fn own_key(&self) -> Option<PublicKey> {
        did::key_named(self.did, self.fragment()?)
    }

    fn fragment(&self) -> Option<&str> {
        self.key_id.strip_prefix(self.did)?.strip_prefix('#')
    }

    /// Whose the trusted key is. A DID that fixes the name of its key has none under another name.
    fn owner_of(&self, trusted: &TrustedKey) -> Owner {
        let is_named = did::own_fragment(self.did).is_none_or(|own| self.fragment() == Some(own));
        if is_named { trusted.owner_for(self.did) } else { Owner::Another }
    }
}
