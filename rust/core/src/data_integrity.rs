//! Data Integrity proofs over JCS (W3C VC Data Integrity 1.0; VC-DI-EdDSA 1.0,
//! section 3.3; VC-DI-ECDSA 1.0, section 3.3), for any JSON document.
//!
//! | Suite | Key | `proofValue` |
//! | --- | --- | --- |
//! | `eddsa-jcs-2022` | Ed25519 | `z` and base58btc of 64 bytes |
//! | `ecdsa-jcs-2019` | P-256 | the same, r ‖ s; a high S is accepted when verifying |
//!
//! Signed are 64 bytes: SHA-256 of the canonical proof configuration (the proof
//! without `proofValue`, with the document's `@context`), then SHA-256 of the
//! canonical document without `proof`. Where a proof names a `previousProof`,
//! the named proofs stay in the document that is hashed, as a list; each is named once.
//!
//! Takes an object of at most 1 MiB with 1 to 16 proofs. Other suites (RDF
//! canonicalisation, selective disclosure, P-384) are `ERR_DATA_INTEGRITY_SUITE`.
//! So are those of Quantum-Safe Cryptosuites 0.3 (`mldsa44-jcs-2024` and others):
//! that report of a community group is on no standards track, and asks not to be
//! used in production. There is therefore no proof by a key of ML-DSA or a hybrid
//! key; such a key can sign a JWS instead (RFC 9964 has the names).
//!
//! A proof shows which key signed the bytes, and nothing about who may sign them:
//! the key comes from the trust input, for the purpose that the caller expects.
//! The facts name what was left unchecked.

use crate::{
    Error,
    did::Purpose,
    encoding::document::{Document, Node, Numbers},
    keys::{self, PublicKey, SignatureForm, multikey},
    time::{CLOCK_SKEW, UnixSeconds},
    trust::{Candidate, Checks, Signed, Tried, Trust, TrustedKey, Use, find_candidates, try_each},
};

mod hash;
mod proof;
mod proofs;
mod report;
mod sign;

use hash::Received;
pub use proof::{Proof, Suite};
pub use proofs::MAX_PROOFS;
use proofs::Proofs;
pub use report::verify_json;
pub use sign::unsigned;

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
    /// How many signature checks the call may make, over all proofs.
    pub max_checks: usize,
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
            max_checks: Checks::DEFAULT,
        }
    }
}

/// A document and what its proofs proved. Only [`verify`] makes one.
#[derive(Clone, Debug)]
pub struct Verified {
    document: String,
    proofs: Vec<Checked>,
}

impl Verified {
    /// The document without its proofs, as canonical text.
    #[must_use]
    pub fn document(&self) -> &str {
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
    /// The proof as received, as canonical text.
    pub proof: String,
    /// That it holds, or why it does not.
    pub outcome: Result<Signed, Error>,
    /// The members of a proof that holds that the policy did not compare, and `@context` if it is not the document's.
    pub unchecked: Vec<&'static str>,
}

/// Verifies the proofs of a document.
///
/// # Errors
///
/// An `ERR_JSON_` code or `ERR_DATA_INTEGRITY_MALFORMED` for the text. If no
/// proof holds (or not every one, where the policy wants all), the reason why
/// the first does not: `ERR_DATA_INTEGRITY_` and `MALFORMED`, `SUITE`,
/// `CONTEXT`, `PREVIOUS`, `PURPOSE`, `DOMAIN`, `CHALLENGE`, `NOT_YET`,
/// `EXPIRED`, `KEY` or `SIGNATURE`. But `ERR_TRUST_CHECKS` comes first if a proof
/// was not checked because the checks were used up.
///
/// # Cost
///
/// At most [`Policy::max_checks`] signature checks in one call, over all proofs (16 by default).
pub fn verify(text: &[u8], trust: &Trust, policy: &Policy) -> Result<Verified, Error> {
    let document = Document::read_object(text, Numbers::Exact)?;
    let all = Proofs::of(document.root())?;
    let mut received = Received::new(document.root(), &all);
    let outcomes = Verifier { all: &all, trust, policy }.check(&mut received);
    let holding = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    if holding == 0 || (policy.all && holding < outcomes.len()) {
        let refusals = outcomes.iter().filter_map(|outcome| outcome.as_ref().err());
        return Err(Checks::decisive(refusals).cloned().unwrap_or(Error::DataIntegritySignature));
    }
    let proofs = all.iter().zip(outcomes).map(|(proof, outcome)| {
        let unchecked = match outcome {
            Ok(_) => policy.list_unchecked(proof, received.other_context(proof)?.is_some()),
            Err(_) => Vec::new(),
        };
        Ok(Checked { proof: proof.canonical()?, outcome, unchecked })
    });
    let proofs = proofs.collect::<Result<_, Error>>()?;
    Ok(Verified { document: received.into_text()?, proofs })
}

/// Checks the proofs of one document.
struct Verifier<'a> {
    all: &'a Proofs<'a>,
    trust: &'a Trust,
    policy: &'a Policy,
}

impl<'a> Verifier<'a> {
    fn check(&self, received: &mut Received<'a>) -> Vec<Result<Signed, Error>> {
        let read: Vec<_> = self.all.iter().map(|members| self.read(members)).collect();
        // Hashing a large document comes last, and only for a key that may count and be tried.
        let tried = try_each(
            read.iter().map(|proof| match proof {
                Ok(signed) => self.candidates(&signed.0).map(|keys| (signed, keys)),
                Err(error) => Err(error.clone()),
            }),
            &mut Checks::new(self.policy.max_checks),
            |(proof, _)| received.signed_by(proof),
            |(proof, signature), message, candidate| match message {
                Ok(message) => {
                    let algorithm = proof.suite().algorithm();
                    keys::verify_either_s(algorithm, &candidate.key, message, signature).map(Ok)
                }
                Err(error) => Some(Err(error.clone())),
            },
        );
        let signed = |tried: Tried<'_, Result<SignatureForm, Error>, Error>| {
            let (key, form) = tried.into_result(Error::DataIntegritySignature)?;
            Ok(Signed::of(key, form?))
        };
        tried.into_iter().map(signed).collect()
    }

    /// A proof that states what is expected, and its signature.
    fn read(&self, members: Node<'a>) -> Result<(Proof<'a>, Vec<u8>), Error> {
        let proof = Proof::read(members)?;
        proof.require(self.policy)?;
        let signature = proof.signature()?;
        Ok((proof, signature))
    }

    /// The keys that may have made the proof, at least one: trusted ones, else the key in the
    /// method, if that is allowed.
    fn candidates(&self, proof: &Proof<'_>) -> Result<Vec<Candidate<'_>>, Error> {
        let (algorithm, purpose) = (proof.suite().algorithm(), self.policy.purpose);
        let (itself, now, method) = (proof.key_in_method(), self.policy.now, proof.method());
        // A method that is itself a key means that key, and what is listed under its name.
        let is_itself =
            |entry: &TrustedKey| itself.as_ref().is_none_or(|itself| *itself == entry.key);
        let candidate = |entry| match itself {
            Some(_) => Candidate::listed(entry, true),
            None => Candidate::found(entry, Some(method)),
        };
        let found = self.trust.find(Some(method), purpose, now);
        let meant = found.filter(|entry| entry.id.is_some() || is_itself(entry)).map(candidate);
        let taken = |key: &PublicKey| {
            let algorithm = Some(algorithm);
            let used = Use { did: None, key, algorithm, purpose, signed: now, now };
            self.trust.takes_embedded(&used)
        };
        let may_sign = |key: &PublicKey| key.key_type() == algorithm.key_type() && taken(key);
        find_candidates(
            meant,
            |entry| entry.fits(algorithm) && is_itself(entry),
            || itself.clone().filter(may_sign),
        )
        .map_err(|_| Error::DataIntegrityKey)
    }
}

/// The key of a `did:key` URL whose fragment repeats it.
fn did_key(method: &str) -> Option<PublicKey> {
    let (id, fragment) = method.strip_prefix("did:key:")?.split_once('#')?;
    if id != fragment {
        return None;
    }
    multikey::from_text(id).ok()
}
