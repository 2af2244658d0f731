//! Data Integrity proofs over JCS (W3C VC Data Integrity 1.0; VC-DI-EdDSA 1.0,
//! section 3.3; VC-DI-ECDSA 1.0, section 3.3), for any JSON document.
//!
//! | Suite | Key | `proofValue` |
//! | --- | --- | --- |
//! | `eddsa-jcs-2022` | Ed25519 | `z` and base58btc of 64 bytes |
//! | `ecdsa-jcs-2019` | P-256 | the same, r ‖ s; high S accepted when verifying |
//!
//! Signed are 64 bytes: SHA-256 of the canonical proof configuration (the proof
//! without `proofValue`, with the document's `@context`), then SHA-256 of the
//! canonical document without `proof`. Where a proof names a `previousProof`,
//! the named proofs stay in the document that is hashed, as a list.
//!
//! Takes an object of at most 1 MiB with 1 to 16 proofs. Other suites (RDF
//! canonicalisation, selective disclosure, P-384) are reported `unsupported`, and so are those of
//! Quantum-Safe Cryptosuites 0.3 (`mldsa44-jcs-2024` and others): that report is of a community group,
//! on no standards track, and asks not to be used in production. To sign with a key of ML-DSA or a
//! hybrid key is `ERR_DATA_INTEGRITY_SUITE`; its JWS says the same (RFC 9964 has the names).
//!
//! A proof proves the bytes and nothing about who may say so: the key comes
//! from the trust input, for the purpose that the caller expects. The facts name
//! what was left unchecked.

use serde_json::{Map, Value};

use crate::{
    Error,
    encoding::json,
    keys::{self, HighS, PublicKey, multikey},
    time::{CLOCK_SKEW, UnixSeconds},
    trust::{Purpose, Trust},
};

mod hash;
mod proof;
mod report;
mod sign;

pub use proof::{MAX_PROOFS, Proof, Suite};
pub use report::verify_json;
pub use sign::{attach, signing_input};

/// What [`verify`] accepts.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The purpose that a proof must state and its key must have.
    pub purpose: Purpose,
    /// The time. Without it, times are left unchecked.
    pub now: Option<UnixSeconds>,
    /// How far clocks may differ, in seconds.
    pub skew: u64,
    /// The domains that a proof must be bound to: all of them and no other.
    pub domain: Option<Vec<String>>,
    /// The challenge that a proof must answer.
    pub challenge: Option<String>,
    /// Every proof must hold, not only one.
    pub all: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            purpose: Purpose::AssertionMethod,
            now: None,
            skew: CLOCK_SKEW,
            domain: None,
            challenge: None,
            all: false,
        }
    }
}

/// A document and what its proofs proved. Only [`verify`] makes one.
#[derive(Clone, Debug)]
pub struct Verified {
    document: Map<String, Value>,
    proofs: Vec<Checked>,
}

impl Verified {
    /// The document without its proofs.
    #[must_use]
    pub const fn document(&self) -> &Map<String, Value> {
        &self.document
    }

    /// Each proof, in the order of the text; at least one holds.
    #[must_use]
    pub fn proofs(&self) -> &[Checked] {
        &self.proofs
    }
}

/// One proof, and what became of it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The proof as received.
    pub proof: Map<String, Value>,
    /// Who signed, or why the proof does not hold.
    pub outcome: Result<Signer, Error>,
    /// Whether `@context` has entries that the proof does not cover.
    pub context_extended: bool,
}

/// The key under which a proof holds.
#[derive(Clone, Debug)]
pub struct Signer {
    /// The trusted id of the key, if it has one.
    pub id: Option<String>,
    /// The key.
    pub key: PublicKey,
    /// The key came with the object (a `did:key`), and nobody vouched for it.
    pub self_asserted: bool,
}

/// Verifies the proofs of a document.
///
/// # Errors
///
/// An `ERR_JSON_` code or `ERR_DATA_INTEGRITY_MALFORMED` for the text; if no
/// proof holds (or not every one, where the policy wants all), the reason of
/// the first that does not: `ERR_DATA_INTEGRITY_` and `MALFORMED`, `SUITE`,
/// `CONTEXT`, `PREVIOUS`, `PURPOSE`, `DOMAIN`, `CHALLENGE`, `NOT_YET`,
/// `EXPIRED`, `KEY` or `SIGNATURE`.
pub fn verify(text: &[u8], trust: &Trust, policy: &Policy) -> Result<Verified, Error> {
    let mut document = json::parse_object(text)?;
    let all = proof::take(&mut document)?;
    let proofs: Vec<_> =
        all.iter().map(|members| check(members, &document, &all, trust, policy)).collect();
    let held = proofs.iter().filter(|one| one.outcome.is_ok()).count();
    if held == proofs.len() || (held > 0 && !policy.all) {
        return Ok(Verified { document, proofs });
    }
    let reason = proofs.into_iter().find_map(|one| one.outcome.err());
    Err(reason.unwrap_or(Error::DataIntegritySignature))
}

fn check(
    members: &Map<String, Value>,
    document: &Map<String, Value>,
    all: &[Map<String, Value>],
    trust: &Trust,
    policy: &Policy,
) -> Checked {
    let outcome = holds(members, document, all, trust, policy);
    Checked {
        proof: members.clone(),
        outcome,
        context_extended: members
            .get("@context")
            .is_some_and(|own| document.get("@context") != Some(own)),
    }
}

fn holds(
    members: &Map<String, Value>,
    document: &Map<String, Value>,
    all: &[Map<String, Value>],
    trust: &Trust,
    policy: &Policy,
) -> Result<Signer, Error> {
    let proof = Proof::read(members)?;
    proof.require(policy)?;
    let signature = proof.signature()?;
    let candidates = candidates(&proof, trust, policy);
    if candidates.is_empty() {
        return Err(Error::DataIntegrityKey);
    }
    // Hashing a large document comes last, and only for a key that may count.
    let message = hash::verified_data(&proof, document, all)?;
    let algorithm = proof.suite().algorithm();
    let holds =
        |signer: &Signer| keys::verify(algorithm, &signer.key, &message, &signature, HighS::Accept);
    candidates.into_iter().find(holds).ok_or(Error::DataIntegritySignature)
}

/// The keys that the proof may be by: trusted ones, else the one in the method if that is allowed.
fn candidates(proof: &Proof<'_>, trust: &Trust, policy: &Policy) -> Vec<Signer> {
    let algorithm = proof.suite().algorithm();
    let named = proof.key_in_method();
    let fits = |key: &PublicKey| {
        // A method that is itself a key must be that key.
        key.key_type() == algorithm.key_type() && named.as_ref().is_none_or(|named| named == key)
    };
    let trusted: Vec<_> = trust
        .find(Some(proof.method()), policy.purpose, policy.now)
        .filter(|one| fits(&one.key) && one.algorithm.is_none_or(|bound| bound == algorithm))
        .map(|one| Signer { id: one.id.clone(), key: one.key.clone(), self_asserted: false })
        .collect();
    if !trusted.is_empty() {
        return trusted;
    }
    let own = named.clone().filter(|key| fits(key) && trust.takes_embedded(key));
    own.map(|key| Signer { id: None, key, self_asserted: true }).into_iter().collect()
}

/// The key of a `did:key` URL whose fragment repeats it.
fn did_key(method: &str) -> Option<PublicKey> {
    let (id, fragment) = method.strip_prefix("did:key:")?.split_once('#')?;
    if id != fragment {
        return None;
    }
    multikey::from_text(id).ok()
}
