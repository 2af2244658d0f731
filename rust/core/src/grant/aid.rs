//! Grants as AgenticIdentity 0.3 makes them, byte for byte.
//!
//! ```text
//! hash input = grantor ‖ ":" ‖ grantor_key ‖ ":" ‖ grantee ‖ ":" ‖ grantee_key ‖ ":" ‖ JSON of
//!              capabilities ‖ ":" ‖ JSON of constraints ‖ ":" ‖ (true or false) ‖ ":"
//!              ‖ (max_delegation_depth or 0) ‖ ":" ‖ granted_at
//! id         = "atrust_" ‖ base58(SHA-256(hash)[0..16])
//! signature  = Ed25519 of the grantor over the 64 characters of the hash
//! ack        = Ed25519 of the grantee over "ack:" ‖ id ‖ ":" ‖ hash
//! ```
//!
//! | AgenticIdentity | Here |
//! | --- | --- |
//! | verifies the signature over the hash that the grant states | hash and id are recomputed |
//! | takes any key for any grantor, any root | identities are those of their keys; the root is trusted |
//! | believes the depth that a link states, and the parent's limit alone | depth is counted, every ancestor's limit holds; no limit means zero, as in the hash |
//! | never compares `parent_grant` | it is the id of the link before; a delegated grant is no root |
//! | a link may be wider than its parent | refused; times intersect, because each link must hold |
//! | `geographic`, `ip_allowlist`, `custom` and constraints of a capability pass | must hold in the caller's context |
//! | ignores uses in chains | the caller gives the count of every link that has a limit |
//! | any record with the id revokes | only one signed by the grantor of the link or of an ancestor, or by the grantee who asks for it; at once, whatever its date |
//! | capabilities are free text | [`capability`] |
//!
//! Both ends of the time are inclusive, as in the format, and clocks are allowed no difference.

pub mod capability;
mod chain;
mod context;
mod issue;
mod revocation;

pub use chain::{MAX_LINKS, verify_chain};
pub use context::Context;
pub use issue::{unsigned, unsigned_acknowledgement, validate_delegation};
use revocation::Revocations;
pub use revocation::{Revocation, RevocationReason, unsigned_revocation, verify_revocation};

use countersign_kernels::order::set_of;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Error,
    aid::{self, Anchors, Read, compact, ensure},
    fact::finding,
    keys::PublicKey,
    print::Written,
    trust::ProvenKey,
};

/// Members that no signature covers.
pub const UNCOVERED: [&str; 3] = ["parent_grant", "delegation_depth", "revocation"];

/// What the format leaves unproven in every grant.
pub const UNPROVEN: [&str; 3] = ["time of issue", "uses", "kind of object"];

/// What may be done.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Capability {
    /// See [`capability`].
    pub uri: String,
    /// For people.
    pub description: Option<String>,
    /// Nothing in AgenticIdentity reads them; a grant that has some is refused.
    pub constraints: Option<Value>,
}

/// Under which conditions.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Constraints {
    /// First microsecond.
    pub not_before: u64,
    /// Last microsecond.
    pub not_after: Option<u64>,
    /// How often.
    pub max_uses: Option<u64>,
    /// Regions.
    pub geographic: Option<Vec<String>>,
    /// Addresses and prefixes.
    pub ip_allowlist: Option<Vec<String>>,
    /// Any JSON.
    pub custom: Option<Value>,
}

/// Where revocations are published. Nothing publishes or polls.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum Channel {
    /// In the store.
    Local,
    /// At an address.
    Http {
        /// The address.
        url: String,
    },
    /// In a ledger.
    Ledger {
        /// Its name.
        ledger_id: String,
    },
    /// In several places.
    Multi(Vec<Channel>),
}

/// How a grant can be revoked. Not signed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct RevocationConfig {
    /// `revkey_` and the grantor without `aid_`; no key of this name is used.
    pub revocation_key_id: String,
    /// Where.
    pub revocation_channel: Channel,
    /// Who must witness; nothing checks it.
    pub required_witnesses: Vec<String>,
}

/// A grant.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Grant {
    /// `atrust_…`.
    pub id: String,
    /// Who gives.
    pub grantor: String,
    /// The key.
    pub grantor_key: String,
    /// Who gets.
    pub grantee: String,
    /// The key.
    pub grantee_key: String,
    /// What.
    pub capabilities: Vec<Capability>,
    /// Under which conditions.
    pub constraints: Constraints,
    /// Whether the grantee may pass it on.
    pub delegation_allowed: bool,
    /// The deepest link, counted from the root, which is 0.
    pub max_delegation_depth: Option<u32>,
    /// The id of the link before.
    pub parent_grant: Option<String>,
    /// The depth that this link states.
    pub delegation_depth: u32,
    /// How it can be revoked.
    pub revocation: RevocationConfig,
    /// When, as the grantor says.
    pub granted_at: u64,
    /// The hash.
    pub grant_hash: String,
    /// Over the hash.
    pub grantor_signature: String,
    /// Of the grantee, over id and hash.
    pub grantee_acknowledgment: Option<String>,
}

impl Grant {
    fn read(text: &str) -> Result<Read<Self>, Error> {
        let read = aid::read::<Self>(text, "a grant")?;
        capability::check_count(read.value.capabilities.len())?;
        Ok(read)
    }

    /// What is hashed.
    #[must_use]
    pub fn hash_input(&self) -> String {
        [
            self.grantor.as_str(),
            &self.grantor_key,
            &self.grantee,
            &self.grantee_key,
            &compact(&self.capabilities),
            &compact(&self.constraints),
            if self.delegation_allowed { "true" } else { "false" },
            &self.max_depth().to_string(),
            &self.granted_at.to_string(),
        ]
        .join(":")
    }

    /// The deepest link, as it is hashed: zero if there is no limit.
    fn max_depth(&self) -> u32 {
        self.max_delegation_depth.unwrap_or(0)
    }

    /// What the grantee signs.
    #[must_use]
    pub fn acknowledgment_input(&self) -> String {
        format!("ack:{}:{}", self.id, self.grant_hash)
    }

    /// Checks everything but trust, time and context. Gives the grantor's key, and what was hashed.
    fn check(&self, anchors: &Anchors) -> Result<(PublicKey, String), Error> {
        let key = anchors.read_key(&self.grantor, &self.grantor_key)?;
        anchors.read_key(&self.grantee, &self.grantee_key)?;
        let hashed = self.hash_input();
        ensure(aid::hash(&hashed) == self.grant_hash, || Error::AidHash)?;
        ensure(aid::id("atrust_", self.grant_hash.as_bytes()) == self.id, || Error::AidId)?;
        ensure(aid::holds(&key, &self.grant_hash, &self.grantor_signature), || {
            Error::AidSignature
        })?;
        Ok((key, hashed))
    }

    fn check_root(&self) -> Result<(), Error> {
        ensure(self.parent_grant.is_none() && self.delegation_depth == 0, || Error::AidLink)
    }

    fn uris(&self) -> impl Iterator<Item = &str> {
        self.capabilities.iter().map(|capability| capability.uri.as_str())
    }

    fn covers(&self, uri: &str) -> Result<(), Error> {
        let granted =
            self.capabilities.iter().any(|capability| capability::covers(&capability.uri, uri));
        ensure(granted, || Error::AidCapability)
    }

    /// What the grantee's signature is found to be, if there is one.
    fn acknowledgment(&self, row: Written) -> Written {
        let check = |signature| {
            let key = aid::key(&self.grantee_key)?;
            ensure(aid::holds(&key, &self.acknowledgment_input(), signature), || {
                Error::AidSignature
            })
        };
        let found = self.grantee_acknowledgment.as_deref().map(check);
        finding(row, found.as_ref().map(|found| found.as_ref().copied()))
    }

    /// The text, as AgenticIdentity writes it.
    #[must_use]
    pub fn to_json(&self) -> String {
        compact(self)
    }
}

/// A grant that holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The grant.
    pub grant: Grant,
    /// The key of the grantor.
    pub signer: ProvenKey,
    hashed: String,
    ignored: Vec<String>,
    unknown: Vec<String>,
}

/// Verifies a grant that was not delegated, for a request and against revocations.
///
/// # Errors
///
/// A code of [`crate::encoding::document`]; then, in this order: `ERR_AID_MALFORMED`,
/// `ERR_LIMIT_EXCEEDED` over 256 capabilities, `ERR_AID_KEY`, `ERR_AID_IDENTITY`, `ERR_AID_HASH`, `ERR_AID_ID`, `ERR_AID_SIGNATURE`, `ERR_AID_UNTRUSTED`,
/// `ERR_AID_LINK` (a delegated grant), `ERR_AID_REVOKED`, `ERR_AID_NOT_YET`, `ERR_AID_EXPIRED`,
/// `ERR_AID_USES`, `ERR_AID_CONSTRAINT`, `ERR_AID_CAPABILITY`. A revocation that cannot be read
/// is `ERR_AID_MALFORMED`: nobody knows what it revokes.
pub fn verify(
    text: &str,
    anchors: &Anchors,
    context: &Context,
    revocations: &[u8],
) -> Result<Verified, Error> {
    let Read { value: grant, unknown } = Grant::read(text)?;
    let (key, hashed) = grant.check(anchors)?;
    let signer = anchors.judge(&grant.grantor, &key)?;
    grant.check_root()?;
    let revocations = Revocation::read_all(revocations)?;
    let grantors = set_of([grant.grantor.as_str()]);
    let ignored = Revocations::new(&revocations).check(&grant, &grantors, anchors)?;
    context.check(&grant)?;
    grant.covers(&context.capability)?;
    Ok(Verified { grant, signer, hashed, ignored, unknown })
}

/// Verifies a grant by itself, without a request, the time or revocations.
///
/// # Errors
///
/// As [`verify`], up to `ERR_AID_UNTRUSTED`.
pub fn inspect(text: &str, anchors: &Anchors) -> Result<Verified, Error> {
    let Read { value: grant, unknown } = Grant::read(text)?;
    let (key, hashed) = grant.check(anchors)?;
    let signer = anchors.judge(&grant.grantor, &key)?;
    Ok(Verified { grant, signer, hashed, ignored: Vec::new(), unknown })
}

impl Verified {
    /// The facts as JSON, and behind a line break the grant, as AgenticIdentity writes it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let (grant, text) = (&self.grant, self.grant.to_json());
        let uncovered = self.unknown.iter().map(String::as_str).chain(UNCOVERED);
        let depth = grant.delegation_allowed.then(|| grant.max_depth().to_string());
        let written = Written::with_room(2 * text.len() + aid::FACTS)
            .inner("acknowledgment", |row| grant.acknowledgment(row))
            .texts("capabilities", grant.uris())
            .text("grantedAt", &grant.granted_at.to_string())
            .text("grantee", &grant.grantee)
            .text("grantor", &grant.grantor)
            .text("hashInput", &self.hashed)
            .text("id", &grant.id)
            .list("ignoredRevocations", &self.ignored)
            .json_or_null("maxDelegationDepth", depth.as_deref());
        let Constraints { max_uses, not_after, not_before, .. } = grant.constraints;
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let written = written
            .text_or_null("maxUses", number(max_uses).as_deref())
            .text_or_null("notAfter", number(not_after).as_deref())
            .text("notBefore", &not_before.to_string())
            .flag("selfGranted", grant.grantor == grant.grantee)
            .json("signer", &self.signer.to_json())
            .texts("uncovered", uncovered)
            .texts("unproven", UNPROVEN.into_iter());
        aid::with_document(written, &text)
    }
}
