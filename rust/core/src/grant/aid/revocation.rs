//! Revocations.
//!
//! ```text
//! message = "revoke:" ‖ trust_id ‖ ":" ‖ revoker ‖ ":" ‖ revoked_at ‖ ":" ‖ reason tag
//! ```
//!
//! `Custom("expired")` signs like `Expired`, so the reason is the tag and no more. Witnesses are
//! not signed and not asked for.

use std::collections::BTreeSet;

use countersign_kernels::order::Index;
use serde::{Deserialize, Serialize};

use super::Grant;
use crate::{
    Error,
    aid::{self, Anchors, Read, Witness, compact, ensure, split},
    fact::refused,
    keys::PublicKey,
    print::Written,
    unsigned::Unsigned,
};

/// Why.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum RevocationReason {
    /// `expired`.
    Expired,
    /// `compromised`.
    Compromised,
    /// `policy_violation`.
    PolicyViolation,
    /// `manual_revocation`.
    ManualRevocation,
    /// `grantee_request`.
    GranteeRequest,
    /// The text itself.
    Custom(String),
}

impl RevocationReason {
    /// The tag that is signed.
    #[must_use]
    pub fn tag(&self) -> &str {
        match self {
            Self::Expired => "expired",
            Self::Compromised => "compromised",
            Self::PolicyViolation => "policy_violation",
            Self::ManualRevocation => "manual_revocation",
            Self::GranteeRequest => "grantee_request",
            Self::Custom(tag) => tag,
        }
    }
}

/// A revocation.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Revocation {
    /// The id of the grant.
    pub trust_id: String,
    /// Who revokes.
    pub revoker: String,
    /// The key.
    pub revoker_key: String,
    /// When, as the revoker says.
    pub revoked_at: u64,
    /// Why.
    pub reason: RevocationReason,
    /// Over the message.
    pub signature: String,
    /// Outside of the signature.
    pub witnesses: Vec<Witness>,
}

impl Revocation {
    /// What is signed.
    #[must_use]
    pub fn message(&self) -> String {
        let (id, who, reason) = (&self.trust_id, &self.revoker, self.reason.tag());
        format!("revoke:{id}:{who}:{}:{reason}", self.revoked_at)
    }

    pub(super) fn read_all(list: &[u8]) -> Result<Vec<Self>, Error> {
        let read = |text| Ok(aid::read::<Self>(text, "a revocation")?.value);
        split(list)?.into_iter().map(read).collect()
    }

    fn check(&self, anchors: &Anchors) -> Result<PublicKey, Error> {
        let key = anchors.read_key(&self.revoker, &self.revoker_key)?;
        ensure(aid::holds(&key, &self.message(), &self.signature), || Error::AidSignature)?;
        Ok(key)
    }

    /// Whether it revokes `grant`, whose grantors up to the root are `grantors`.
    fn applies(
        &self,
        grant: &Grant,
        grantors: &BTreeSet<&str>,
        anchors: &Anchors,
    ) -> Result<(), Error> {
        let asks = self.revoker == grant.grantee && self.reason.tag() == "grantee_request";
        let entitled = asks || grantors.contains(self.revoker.as_str());
        ensure(entitled, || Error::AidUntrusted)?;
        self.check(anchors).map(drop)
    }

    /// The text, as AgenticIdentity writes it.
    #[must_use]
    pub fn to_json(&self) -> String {
        compact(self)
    }
}

/// Revocations, indexed by the grant that they name, because the list and the chain may be long.
pub(super) struct Revocations<'a>(Index<&'a str, (usize, &'a Revocation)>);

impl<'a> Revocations<'a> {
    pub(super) fn new(list: &'a [Revocation]) -> Self {
        let named = list.iter().enumerate();
        let named = named.map(|(index, own)| (own.trust_id.as_str(), (index, own)));
        Self(Index::of(named.collect()))
    }

    /// Refuses a grant that is revoked, else gives the records that name it but do not revoke it.
    pub(super) fn check(
        &self,
        grant: &Grant,
        grantors: &BTreeSet<&str>,
        anchors: &Anchors,
    ) -> Result<Vec<String>, Error> {
        let mut ignored = Vec::new();
        for (_, (index, revocation)) in self.0.all(grant.id.as_str()) {
            match revocation.applies(grant, grantors, anchors) {
                Ok(()) => return Err(Error::AidRevoked),
                Err(error) => {
                    let row = Written::new().number("index", *index as u64);
                    ignored.push(refused(row, &error).end());
                }
            }
        }
        Ok(ignored)
    }
}

/// Verifies a revocation by itself. Whether its maker may revoke shows only with the grant.
///
/// # Errors
///
/// `ERR_AID_MALFORMED`, `ERR_AID_KEY`, `ERR_AID_IDENTITY`, `ERR_AID_SIGNATURE`,
/// `ERR_AID_UNTRUSTED`; a code of JSON.
pub fn verify_revocation(text: &str, anchors: &Anchors) -> Result<String, Error> {
    let Read { value: revocation, mut unknown } = aid::read::<Revocation>(text, "a revocation")?;
    let key = revocation.check(anchors)?;
    let signer = anchors.judge(&revocation.revoker, &key)?;
    unknown.push("witnesses".into());
    Ok(Written::with_room(2 * text.len() + aid::FACTS)
        .text("message", &revocation.message())
        .text("reason", revocation.reason.tag())
        .text("revocation", &revocation.to_json())
        .text("revokedAt", &revocation.revoked_at.to_string())
        .text("revoker", &revocation.revoker)
        .json("signer", &signer.to_json())
        .text("trustId", &revocation.trust_id)
        .texts("uncovered", unknown.iter().map(String::as_str))
        .texts("unproven", ["time", "right to revoke"].into_iter())
        .end())
}

#[derive(Deserialize)]
struct Draft {
    trust_id: String,
    #[serde(deserialize_with = "aid::micros")]
    revoked_at: u64,
    reason: RevocationReason,
}

fn build(draft: &str, key: &PublicKey) -> Result<Revocation, Error> {
    let draft: Draft = aid::read_exact(draft, "the draft of a revocation")?;
    Ok(Revocation {
        trust_id: draft.trust_id,
        revoker: aid::identity_of(key)?,
        revoker_key: aid::key_text(key),
        revoked_at: draft.revoked_at,
        reason: draft.reason,
        signature: String::new(),
        witnesses: Vec::new(),
    })
}

/// The revocation, to be signed by its revoker.
///
/// # Errors
///
/// `ERR_AID_MALFORMED`; `ERR_KEY_TYPE_MISMATCH`; a code of JSON.
pub fn unsigned_revocation(draft: &str, key: &PublicKey) -> Result<Unsigned, Error> {
    let revocation = build(draft, key)?;
    let message = revocation.message();
    let complete = move |signature| Revocation { signature, ..revocation }.to_json();
    Ok(aid::unsigned(key, message, complete))
}
