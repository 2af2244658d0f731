//! Revokes a grant for ever, with all grants below it.
//!
//! The issuer of a grant may revoke it, and so may every issuer above it in the chain. A
//! revocation by anybody else is ignored, or strangers could shut everybody out. A revocation
//! applies from `effective` on, even if it was written later.
//!
//! A key that the trust input rules out ([`Trust::rules_out`]: it was replaced or revoked, has expired, or is for
//! something else) can still revoke what it issued. A revocation only narrows, so to refuse it would be the unsafe side:
//! the issuer may have no other key that this verifier takes, and a thief with the key can state an earlier time anyway.
//! Such a key reaches the grants that it signed and those below them, and never the grants of others. It says nothing in
//! favour of a grant: that its status list does not name a grant does not count.

use super::{
    Body, Chain, Options, Signed,
    chain::{self, trusts},
    record::{ID_PREFIX, REFUSALS, Record},
};
use crate::{
    Error, label,
    print::Written,
    signed_record::Refusals,
    time::UnixSeconds,
    trust::{ProvenKey, Signatory, Trust},
};

/// What a revocation says. See the table in [`crate::grant`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Revocation {
    /// Id of the grant.
    pub grant: String,
    /// Who revokes.
    pub revoker: String,
    /// Name of the revoker's key, for a verifier's trust input.
    pub key_id: Option<String>,
    /// When it was written, as the revoker says.
    pub issued: UnixSeconds,
    /// First second at which the grant no longer holds.
    pub effective: UnixSeconds,
    /// Why.
    pub reason: Option<String>,
}

impl Body for Revocation {
    const LABEL: &'static str = label::GRANT_REVOCATION;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        Ok(Self {
            issued: record.seconds("issued")?,
            grant: record.id("grant", ID_PREFIX)?,
            revoker: record.did("revoker")?.to_owned(),
            key_id: record.maybe("keyId", Record::owned)?,
            effective: record.seconds("effective")?,
            reason: record.maybe("reason", Record::owned)?,
        })
    }
}

/// The first link that a key may revoke: the first that it issued. For the first issuer, the trust
/// input may name another key, after a rotation.
pub(super) fn find_standing(
    chain: &Chain,
    who: &Signatory<'_>,
    trust: &Trust,
    options: &Options,
) -> Option<usize> {
    if is_root(chain, who, trust, options) {
        return Some(0);
    }
    chain.links().iter().position(|link| link.body().issuer == who.did && link.key() == who.key)
}

/// Whether the trust input says that a key is one of the first issuer's.
fn is_root(chain: &Chain, who: &Signatory<'_>, trust: &Trust, options: &Options) -> bool {
    chain.links().first().is_some_and(|root| root.body().issuer == who.did)
        && trusts(trust, who, options) == Ok(true)
}

/// Fails unless the trust input names the key of the first link, if only as one that it rules out.
fn check_root(chain: &Chain, trust: &Trust, options: &Options) -> Result<(), Error> {
    let who = chain.links().first().map(chain::signatory).ok_or(Error::GrantRoot)?;
    let used = who.use_for(options.purpose, options.now);
    let is_named = trusts(trust, &who, options).is_ok() || trust.rules_out(&used);
    if is_named || trust.takes_embedded(&used) { Ok(()) } else { Err(Error::GrantRoot) }
}

/// The link that `revocation` ends, if it is one of `chain`.
///
/// # Errors
///
/// `ERR_GRANT_REVOKER` if the revoker has no say over it; `ERR_GRANT_SIGNATURE`.
pub(super) fn target(
    revocation: &Signed<Revocation>,
    chain: &Chain,
    trust: &Trust,
    options: &Options,
) -> Result<Option<usize>, Error> {
    let grant = &revocation.body().grant;
    let Some(place) = chain.ids().iter().position(|id| id == grant) else { return Ok(None) };
    match find_standing(chain, &signatory(revocation), trust, options) {
        Some(from) if from <= place => {}
        _ => return Err(Error::GrantRevoker),
    }
    if revocation.holds() { Ok(Some(place)) } else { Err(Error::GrantSignature) }
}

/// A revocation that counts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ended {
    /// Index of the link that it ends; the root is 0.
    pub link: usize,
    /// The key of who revoked, as the trust input lists it. It is self-asserted where only the chain names it.
    pub signer: ProvenKey,
}

impl Ended {
    /// JSON `{ link, signer }`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let ended = Written::new().number("link", self.link as u64);
        ended.json("signer", &self.signer.to_json()).end()
    }
}

/// Verifies a revocation against the chain of the grant that it ends. For a register that takes revocations in: it keeps
/// what it is given, so the chain must be one that this verifier may accept, or strangers could fill it with chains of
/// their own.
///
/// # Errors
///
/// `ERR_GRANT_PARENT` if it is of no link; `ERR_GRANT_REVOKER`; `ERR_GRANT_SIGNATURE`; `ERR_GRANT_ROOT` for a chain of
/// somebody whom the trust input does not name; another code of [`super::verify_chain`] for a chain that does not hold
/// down to the grant; a code of the text.
pub fn verify_revocation(
    text: &str,
    chain: &str,
    trust: &Trust,
    options: &Options,
) -> Result<Ended, Error> {
    let chain = Chain::from_json(chain).map_err(|(_, error)| error)?;
    let revocation = Signed::from_json(text)?;
    let link = target(&revocation, &chain, trust, options)?.ok_or(Error::GrantParent)?;
    let who = signatory(&revocation);
    if !is_root(&chain, &who, trust, options) {
        check_root(&chain, trust, options)?;
    }
    chain.check_down_to(link, trust)?;
    let signer = ProvenKey::of_signed(trust, &who, options.purpose, options.now);
    Ok(Ended { link, signer })
}

/// Who signed a revocation.
fn signatory(revocation: &Signed<Revocation>) -> Signatory<'_> {
    let Revocation { revoker, key_id, issued, .. } = revocation.body();
    Signatory {
        did: revoker,
        id: key_id.as_deref(),
        key: revocation.key(),
        algorithm: revocation.algorithm(),
        signed: *issued,
    }
}
