//! A signed declaration that something is not done.

use serde_json::json;

use super::testimony::{Testimony, testimonies};
use crate::{
    Error,
    did::{self, Purpose},
    error::shown,
    grant::{
        MAX_CAPABILITIES,
        capability::{self, Pattern},
    },
    keys::PublicKey,
    label,
    record::{self, Record},
    signed_record::{Body, Identified, Refusals, Signed, Step, kind},
    time::UnixSeconds,
    trust::{Owner, ProvenKey, Signatory, Trust, policy},
};

pub(super) const ID_PREFIX: &str = "negative:";

fn malformed(member: &'static str) -> Error {
    Error::NegativeMalformed(member)
}

pub(super) static REFUSALS: Refusals =
    Refusals { malformed, version: Error::NegativeVersion, signature: Error::NegativeSignature };

/// What an identity says that it does not do. See the table in [`super`].
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// Who says it.
    pub declarer: String,
    /// Name of its key, for a verifier's trust input.
    pub key_id: Option<String>,
    /// What it does not do; never empty.
    pub capabilities: Vec<Pattern>,
    /// First second of the window.
    pub from: UnixSeconds,
    /// First second after it.
    pub until: UnixSeconds,
    /// When it was said.
    pub issued: UnixSeconds,
}

impl Body for Declaration {
    const LABEL: &'static str = label::NEGATIVE_DECLARATION;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        let list = record.texts("capabilities", MAX_CAPABILITIES)?;
        if list.is_empty() {
            return Err(malformed("capabilities"));
        }
        record.maybe("reason", Record::owned)?;
        record.bytes("nonce", 16..=64)?;
        let read = Self {
            declarer: record.did("declarer")?.to_owned(),
            key_id: record.maybe("keyId", Record::owned)?,
            capabilities: list.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
            from: record.seconds("from")?,
            until: record.seconds("until")?,
            issued: record.seconds("issued")?,
        };
        if read.from < read.until { Ok(read) } else { Err(malformed("until")) }
    }

    fn check_issue(&self, key: &PublicKey) -> Result<(), Error> {
        did::check_names(&self.declarer, key, Error::NegativeIdentity).map(drop)
    }
}

impl Identified for Declaration {
    const ID_LABEL: &'static str = label::NEGATIVE_ID;
    const ID_PREFIX: &'static str = ID_PREFIX;
}

/// The bytes to sign of a record of any kind, as text without `signature`.
///
/// # Errors
///
/// `ERR_NEGATIVE_IDENTITY`; as [`crate::signed_record::Draft::from_members`].
pub fn signing_input(text: &str) -> Result<Vec<u8>, Error> {
    visit(text, Step::Input)
}

/// The record as text, with its signature.
///
/// # Errors
///
/// As [`signing_input`] and [`crate::signed_record::Draft::attach`].
pub fn attach(text: &str, signature: &[u8]) -> Result<String, Error> {
    let json = visit(text, Step::Attach(signature))?;
    String::from_utf8(json).map_err(|_| malformed("unknown"))
}

fn visit(text: &str, step: Step<'_>) -> Result<Vec<u8>, Error> {
    let members = record::members(text)?;
    match kind(&members) {
        label::NEGATIVE_DECLARATION => step.of::<Declaration>(members),
        label::NEGATIVE_WITNESS => step.of::<Testimony>(members),
        other => Err(Error::NegativeVersion(shown(other))),
    }
}

/// What a verifier asks of a declaration, as JSON `{ now, skew?, capability?, at? }`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Asked {
    /// The time.
    pub now: UnixSeconds,
    /// Allowed difference of the clocks, in seconds.
    pub skew: u64,
    /// A capability that must be declared as a whole.
    pub capability: Option<Pattern>,
    /// A time that must lie in the window.
    pub at: Option<UnixSeconds>,
}

impl Asked {
    /// Reads the question.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`, `ERR_CAPABILITY_MALFORMED`; a code of [`crate::encoding::json`].
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let members = policy::read(text, &["now", "skew", "capability", "at"])?;
        let now = policy::time(&members, "now")?;
        Ok(Self {
            now: now.ok_or_else(|| Error::PolicyMalformed("no time"))?,
            skew: policy::skew(&members)?,
            capability: policy::text(&members, "capability")?.map(str::parse).transpose()?,
            at: policy::time(&members, "at")?,
        })
    }

    pub(super) const fn check_past(&self, issued: UnixSeconds) -> Result<(), Error> {
        let future = issued.0 > self.now.0.saturating_add(self.skew);
        if future { Err(Error::NegativeNotYet) } else { Ok(()) }
    }
}

/// Verifies a declaration against a trust input; `witnesses` are frames. Gives JSON: `{ evidence,
/// id, declarer, identityBound, signer, capabilities, from, until, issued, speaksOf, declared,
/// witnesses: [{ witness, outcome, signer?, code? }], unproven }`.
///
/// `speaksOf` is `past`, `future` or `both`. `declared` tells whether the declaration covers what was asked.
///
/// # Errors
///
/// `ERR_NEGATIVE_KEY` if the declarer's key is not trusted; `ERR_NEGATIVE_IDENTITY`,
/// `ERR_NEGATIVE_NOT_YET`, `ERR_NEGATIVE_SIGNATURE`; a code of what cannot be read.
pub fn verify_declaration(
    text: &str,
    witnesses: &[u8],
    trust: &Trust,
    asked: &Asked,
) -> Result<String, Error> {
    let declaration = Signed::<Declaration>::from_json(text)?;
    let body = declaration.body();
    let who = signatory(&declaration, &body.declarer, body.key_id.as_deref(), asked);
    let (bound, signer) = vouch(trust, &who, asked)?;
    asked.check_past(body.issued)?;
    declaration.check_for(trust)?;
    let capabilities: Vec<&str> = body.capabilities.iter().map(Pattern::as_str).collect();
    Ok(json!({
        "evidence": "declaration",
        "id": declaration.id()?,
        "declarer": body.declarer,
        "identityBound": bound,
        "signer": signer,
        "capabilities": capabilities,
        "from": body.from.0,
        "until": body.until.0,
        "issued": body.issued.0,
        "speaksOf": body.speaks_of(),
        "declared": body.declares(asked),
        "witnesses": testimonies(&declaration, witnesses, trust, asked)?,
        "unproven": ["that it is kept", "time"],
    })
    .to_string())
}

impl Declaration {
    fn speaks_of(&self) -> &'static str {
        if self.until <= self.issued {
            "past"
        } else if self.from >= self.issued {
            "future"
        } else {
            "both"
        }
    }

    /// Whether it covers the time and the whole capability that were asked about.
    fn declares(&self, asked: &Asked) -> bool {
        let inside = asked.at.is_none_or(|at| self.from <= at && at < self.until);
        let said = |pattern: &Pattern| {
            capability::narrows(&self.capabilities, core::slice::from_ref(pattern))
        };
        inside && asked.capability.as_ref().is_none_or(said)
    }
}

/// Who signed a record. Its key must sign now, whatever time the record states.
pub(super) const fn signatory<'a, T: Body>(
    record: &'a Signed<T>,
    did: &'a str,
    id: Option<&'a str>,
    asked: &Asked,
) -> Signatory<'a> {
    Signatory { did, id, key: record.key(), algorithm: record.algorithm(), signed: asked.now }
}

/// Whether a key is bound to its DID, and how it is trusted.
pub(super) fn vouch(
    trust: &Trust,
    who: &Signatory<'_>,
    asked: &Asked,
) -> Result<(bool, ProvenKey), Error> {
    let own = did::check_names(who.did, who.key, Error::NegativeIdentity)?;
    let purpose = Purpose::AssertionMethod;
    let bound = match trust.owner_of_signed(who, purpose, asked.now) {
        Owner::This => true,
        Owner::Unnamed => own,
        Owner::Another => return Err(Error::NegativeIdentity),
        Owner::Untrusted if trust.takes_embedded(&who.using(purpose, asked.now)) => own,
        Owner::Untrusted => return Err(Error::NegativeKey),
    };
    Ok((bound, ProvenKey::of_signed(trust, who, purpose, asked.now)))
}
