//! JSON Web Signature (RFC 7515), unencoded payloads (RFC 7797), restricted by RFC 8725.
//!
//! | Form | Read | Written |
//! | --- | --- | --- |
//! | compact `header.payload.signature` | yes | yes |
//! | flattened JSON | yes | yes |
//! | general JSON, 1 to 16 signatures | yes | yes, one signature |
//! | detached payload (RFC 7515, appendix F) in each of them | yes | yes |
//! | `b64: false` with `crit` (RFC 7797) | yes | yes |
//!
//! | Algorithm | Key | Signature |
//! | --- | --- | --- |
//! | `EdDSA` (RFC 8037); `Ed25519` (RFC 9864) if the policy lists it | Ed25519 | 64 bytes |
//! | `ES256` | P-256 | r ‖ s, 64 bytes, S high or low |
//! | `ES256K` (RFC 8812) | secp256k1 | r ‖ s, 64 bytes, S high or low |
//! | `ML-DSA-44`, `ML-DSA-65`, `ML-DSA-87` (RFC 9964) | of that name | 2420, 3309, 4627 bytes |
//! | `ML-DSA-65-Ed25519` (draft-ietf-jose-pq-composite-sigs-05) | Ed25519+ML-DSA-65 | 3373 bytes |
//!
//! The algorithm must be in the protected header, in the policy, and of the
//! type of the key; so neither `none` nor an HMAC keyed with a public key can get
//! in ([`hmac`] is for symmetric keys only, under its own name). `kid` in
//! the protected header chooses among trusted keys. `jwk`, `jku`, `x5u` and
//! `x5c` prove nothing and are ignored, unless the trust input allows an
//! embedded key; then a protected `jwk` is used and the result says so.
//!
//! JOSE does not restrict S (RFC 7518, 3.4; RFC 8812), so anybody can turn an ECDSA signature into its other form. We
//! write the low S. The result says where a high S came, for callers that identify a signature by its bytes.
//!
//! Limits: text 1 MiB, protected header 16 KiB, base64url canonical. Cost: at most [`Policy::max_checks`] signature
//! checks in one call, over all signatures and all keys that may be meant ([`Checks`]). Keys that a `kid` names are tried
//! first.

use core::iter::repeat;

use crate::{
    Error,
    did::Purpose,
    error::excerpt,
    keys::{self, Algorithm, PublicKey, SignatureForm, jwk},
    time::UnixSeconds,
    trust::{Candidate, Checks, NoCandidate, Signed, Tried, Trust, Use, find_candidates, try_each},
};

pub mod header;
pub mod hmac;
pub mod jwks;
mod parts;
mod policy;
mod sign;

pub use header::Header;
pub use parts::MAX_SIGNATURES;
pub(crate) use parts::read_signature;
pub use policy::verify_json;
pub(crate) use sign::detached_message;
pub use sign::{Form, Shape, unsigned};

/// A signature algorithm by one of its JOSE names.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Alg {
    name: &'static str,
    algorithm: Algorithm,
}

impl Alg {
    /// Every name, in the order of the algorithms.
    pub fn all() -> impl Iterator<Item = Self> {
        let names = |algorithm: Algorithm| algorithm.facts().jose.iter().zip(repeat(algorithm));
        let named = Algorithm::ALL.into_iter().flat_map(names);
        named.map(|(name, algorithm)| Self { name, algorithm })
    }

    /// The name in a header.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.name
    }

    /// The algorithm of a name, if it is one of [`Alg::all`].
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|alg| alg.name == name)
    }

    /// The algorithm of the key.
    #[must_use]
    pub const fn algorithm(self) -> Algorithm {
        self.algorithm
    }

    /// Whether this is the name that we write.
    fn is_first(self) -> bool {
        self.algorithm.jose() == Some(self.name)
    }

    /// The error for an algorithm that is unknown, or that cannot be used here.
    #[cold]
    pub(crate) fn unfit(name: &str) -> Error {
        Error::JwsAlgorithm(excerpt(name))
    }
}

/// What [`verify`] accepts.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Algorithms allowed. Default: the first name of each, so all but `Ed25519`.
    pub algorithms: Vec<Alg>,
    /// What the key must be trusted for. Default: assertion method.
    pub purpose: Purpose,
    /// The time, for keys that expire.
    pub now: Option<UnixSeconds>,
    /// The `typ` that every protected header must have.
    pub typ: Option<String>,
    /// How many signature checks the call may make, over all signatures.
    pub max_checks: usize,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            algorithms: Alg::all().filter(|alg| alg.is_first()).collect(),
            purpose: Purpose::AssertionMethod,
            now: None,
            typ: None,
            max_checks: Checks::DEFAULT,
        }
    }
}

/// What a JWS proved. Only [`verify`] makes one.
#[derive(Clone, Debug)]
pub struct Verified {
    payload: Vec<u8>,
    signatures: Vec<Checked>,
}

impl Verified {
    /// The payload that was signed.
    #[must_use]
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Each signature, in the order of the text; at least one holds.
    #[must_use]
    pub fn signatures(&self) -> &[Checked] {
        &self.signatures
    }
}

/// One signature of a JWS.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Its headers.
    pub header: Header,
    /// Under which key it holds, or why it is refused: `ERR_JWS_SIGNATURE`, `ERR_JWS_KEY`, `ERR_JWS_ALGORITHM` or
    /// `ERR_TRUST_CHECKS`.
    pub outcome: Result<Signed, Error>,
}

/// Verifies a JWS of any form. `detached` is the payload if the text has none.
///
/// At least one signature must hold under a key that `trust` names.
///
/// # Errors
///
/// `ERR_JWS_MALFORMED`, `ERR_JWS_HEADER`, `ERR_JWS_CRIT`, `ERR_JWS_PAYLOAD`,
/// `ERR_JWS_TYP` or an `ERR_JSON_` code for the text. If none holds, `ERR_TRUST_CHECKS` where a signature was left
/// unchecked; else for the first signature `ERR_JWS_ALGORITHM`, `ERR_JWS_KEY` or `ERR_JWS_SIGNATURE`.
pub fn verify(
    text: &str,
    detached: Option<&[u8]>,
    trust: &Trust,
    policy: &Policy,
) -> Result<Verified, Error> {
    let parsed = parts::parse(text)?;
    let payload = parsed.payload(detached)?;
    for part in &parsed.signatures {
        part.header.require_typ(policy.typ.as_deref())?;
    }
    let mut checks = Checks::new(policy.max_checks);
    let tried = try_each(
        parsed
            .signatures
            .iter()
            .map(|part| candidates(&part.header, trust, policy).map(|keys| (part, keys))),
        &mut checks,
        |part| part.header.message(payload.signing_bytes()),
        |part, message, candidate| {
            let algorithm = part.header.alg()?.algorithm();
            keys::verify_either_s(algorithm, &candidate.key, message, &part.signature)
        },
    );
    let outcomes: Vec<_> = tried.into_iter().map(outcome).collect();
    let headers = parsed.signatures.into_iter().map(|part| part.header);
    let checked = headers.zip(outcomes).map(|(header, outcome)| Checked { header, outcome });
    let signatures: Vec<_> = checked.collect();
    match refusal(&signatures) {
        None => Ok(Verified { payload: payload.into_bytes(), signatures }),
        Some(error) => Err(error),
    }
}

/// The error for a JWS of which no signature holds.
fn refusal(signatures: &[Checked]) -> Option<Error> {
    if signatures.iter().any(|checked| checked.outcome.is_ok()) {
        return None;
    }
    let refusals = signatures.iter().filter_map(|checked| checked.outcome.as_ref().err());
    Some(Checks::decisive(refusals).cloned().unwrap_or(Error::JwsSignature))
}

fn outcome(tried: Tried<'_, SignatureForm, Error>) -> Result<Signed, Error> {
    let (key, form) = tried.into_result(Error::JwsSignature)?;
    Ok(Signed::of(key, form))
}

/// The trusted keys that may be meant, else the key in the header, if that is allowed. If there is none, why.
fn candidates<'a>(
    header: &Header,
    trust: &'a Trust,
    policy: &Policy,
) -> Result<Vec<Candidate<'a>>, Error> {
    let algorithm = header.algorithm(|alg| policy.algorithms.contains(alg))?;
    let (purpose, now, kid) = (policy.purpose, policy.now, header.kid());
    let meant = trust.find(kid, purpose, now).map(|entry| Candidate::found(entry, kid));
    let carried = || find_embedded(header, trust, algorithm, purpose, now);
    find_candidates(meant, |entry| entry.fits(algorithm), carried)
        .map_err(|why| no_key(why, trust, kid, now))
}

/// The error where no trusted key fits a signature.
pub(crate) fn no_key(
    why: NoCandidate,
    trust: &Trust,
    kid: Option<&str>,
    now: Option<UnixSeconds>,
) -> Error {
    Error::JwsKey(match why {
        NoCandidate::Unfit => "algorithm",
        NoCandidate::Unknown => trust.why_none(kid, now).as_str(),
    })
}

/// The protected `jwk` if it signs with `algorithm`, where the trust input allows it.
pub(crate) fn find_embedded(
    header: &Header,
    trust: &Trust,
    algorithm: Algorithm,
    purpose: Purpose,
    now: Option<UnixSeconds>,
) -> Option<PublicKey> {
    let jwk = header.protected().get("jwk").filter(|_| trust.allow_embedded_key)?;
    let own = jwk::public_from_json(jwk).ok()?;
    let signs = own.key_type() == algorithm.key_type();
    let algorithm = Some(algorithm);
    let used = Use { did: None, key: &own, algorithm, purpose, signed: now, now };
    (signs && trust.takes_embedded(&used)).then_some(own)
}
