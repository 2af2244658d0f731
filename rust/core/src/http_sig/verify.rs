//! Verifying one signature of a message (RFC 9421, section 3.2).

use sha2::{Digest, Sha256};

use super::{
    Alg, Message, Parameters, Policy, Verified, base,
    digest::verify_content_digest,
    facts::By,
    require,
    sign::check_secret,
    signatures::{Found, claims, find},
};
use crate::{
    Error,
    did::canonical_name,
    encoding::base64url,
    hazmat::hmac,
    keys::{self, PublicKey},
    label,
    trust::{Trust, TrustedKey},
};

/// Whom a verifier trusts: holders of keys, or whoever shares a secret.
#[derive(Clone, Copy, Debug)]
pub enum Keys<'a> {
    /// Public keys, and never a shared secret.
    Trust(&'a Trust),
    /// A shared secret, and nothing else.
    Secret(Secret<'a>),
}

/// A shared secret. It is not printed.
#[derive(Clone, Copy)]
pub struct Secret<'a>(pub &'a [u8]);

impl core::fmt::Debug for Secret<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Secret")
    }
}

/// What the signature that a policy chooses says of itself, for a caller who has yet to look up its
/// key. Nothing is verified. JSON as of [`super::list_to_json`].
///
/// # Errors
///
/// As [`verify`] where the parameters alone decide.
pub fn choose_to_json(message: &Message, policy: &Policy) -> Result<String, Error> {
    let found = choose(message, policy)?;
    let parameters = Parameters::read(&found.list)?;
    policy.check(&parameters)?;
    Ok(claims(&found.label, &parameters).to_string())
}

/// The signature of the label, or of the tag, or the only one.
fn choose(message: &Message, policy: &Policy) -> Result<Found, Error> {
    let mut all = find(message)?;
    if let Some(label) = &policy.label {
        all.retain(|found| found.label == *label);
        return all.pop().ok_or(Error::HttpSigMissing);
    }
    if let Some(tag) = &policy.tag {
        all.retain(|found| found.tag() == Some(tag));
    }
    match (all.pop(), all.is_empty()) {
        (Some(found), true) => Ok(found),
        (None, _) => Err(Error::HttpSigTag),
        _ => Err(Error::HttpSigLabel),
    }
}

/// Verifies the signature that `policy` chooses. `body` is the content as it was sent.
///
/// # Errors
///
/// For the message: `ERR_HTTP_SIG_MISSING`, `ERR_HTTP_SIG_MALFORMED`, `ERR_HTTP_SIG_LABEL`. For what
/// the signature says: `ERR_HTTP_SIG_TAG`, `ERR_HTTP_SIG_ALGORITHM`, `ERR_HTTP_SIG_PARAMETER`,
/// `ERR_HTTP_SIG_NONCE`, `ERR_HTTP_SIG_TIME`, `ERR_HTTP_SIG_NOT_YET`, `ERR_HTTP_SIG_EXPIRED`,
/// `ERR_HTTP_SIG_TOO_OLD`, `ERR_HTTP_SIG_COMPONENT`, `ERR_HTTP_SIG_COMPONENT_MISSING`,
/// `ERR_HTTP_SIG_UNCOVERED`. For the rest: `ERR_HTTP_SIG_DIGEST`, `ERR_HTTP_SIG_DIGEST_UNSUPPORTED`,
/// `ERR_HTTP_SIG_KEY`, `ERR_HTTP_SIG_SECRET`, `ERR_HTTP_SIG_INVALID`.
pub fn verify(
    message: &Message,
    body: &[u8],
    keys: Keys<'_>,
    policy: &Policy,
) -> Result<Verified, Error> {
    let found = choose(message, policy)?;
    let parameters = Parameters::read(&found.list)?;
    policy.check(&parameters)?;
    require::check(message, body, &parameters, policy)?;
    let base = base(message, &parameters, policy.profile)?;
    if parameters.components.iter().any(require::is_digest) {
        verify_content_digest(&message.digest_field().unwrap_or_default(), body)?;
    }
    let named = policy.algorithm(&parameters)?;
    let (algorithm, by) = match keys {
        Keys::Trust(trust) => trusted(trust, named, &parameters, &base, &found.signature, policy)?,
        Keys::Secret(secret) => shared(secret, named, &base, &found.signature, policy)?,
    };
    let open = require::open(message, body, &parameters);
    let replay = policy.until(&parameters).map(|until| (replay_id(&by, &parameters, &base), until));
    Ok(Verified { label: found.label, parameters, algorithm, by, open, replay })
}

fn trusted(
    trust: &Trust,
    named: Option<Alg>,
    parameters: &Parameters,
    base: &str,
    signature: &[u8],
    policy: &Policy,
) -> Result<(Alg, By), Error> {
    let mut refused = Error::HttpSigKey;
    // A bare DID means any key of its document.
    let subject = |id: &&str| trust.did.as_deref() == Some(&*canonical_name(id));
    let id = parameters.keyid.as_deref().filter(|id| !subject(id));
    for trusted in trust.find(id, policy.purpose, Some(policy.now)) {
        let Some(alg) = algorithm_of(trusted)
            .filter(|alg| policy.allows(*alg) && named.is_none_or(|named| named == *alg))
        else {
            refused = Error::HttpSigAlgorithm;
            continue;
        };
        if holds(alg, &trusted.key, base, signature) {
            policy.profile.check_key(parameters, &trusted.key)?;
            return Ok((alg, By::Key(Box::new(trusted.clone()))));
        }
        // A key that fits and a signature that does not hold say more than a key that does not fit.
        refused = Error::HttpSigInvalid;
    }
    Err(refused)
}

fn algorithm_of(trusted: &TrustedKey) -> Option<Alg> {
    let algorithm = trusted.algorithm.or_else(|| trusted.key.key_type().default_algorithm())?;
    Alg::of(algorithm).filter(|_| algorithm.key_type() == trusted.key.key_type())
}

fn holds(alg: Alg, key: &PublicKey, base: &str, signature: &[u8]) -> bool {
    let algorithm = key.key_type().default_algorithm();
    algorithm.is_some_and(|algorithm| {
        keys::verify(algorithm, key, base.as_bytes(), signature, alg.high_s())
    })
}

fn shared(
    Secret(secret): Secret<'_>,
    named: Option<Alg>,
    base: &str,
    signature: &[u8],
    policy: &Policy,
) -> Result<(Alg, By), Error> {
    if !policy.allows(Alg::Hmac) || named.is_some_and(|named| named != Alg::Hmac) {
        return Err(Error::HttpSigAlgorithm);
    }
    check_secret(secret)?;
    if !hmac::verify(secret, base.as_bytes(), signature) {
        return Err(Error::HttpSigInvalid);
    }
    Ok((Alg::Hmac, By::Secret(hmac::tag(secret, label::HTTP_SIG_REPLAY.as_bytes()))))
}

/// What may come once: the nonce of a key, or without one the base. Not the signature, since ECDSA
/// has more than one for the same base.
///
/// ```text
/// lp(x) = u32be(length of x) ‖ x
/// id    = base64url(SHA-256(lp(label) ‖ lp(key) ‖ lp("nonce" or "base") ‖ lp(nonce or base)))
/// key   = codec ‖ public key, or HMAC-SHA-256(secret, label)
/// ```
fn replay_id(by: &By, parameters: &Parameters, base: &str) -> String {
    let key = match by {
        By::Key(trusted) => trusted.key.to_tagged(),
        By::Secret(fingerprint) => fingerprint.to_vec(),
    };
    let (kind, value) = match &parameters.nonce {
        Some(nonce) => ("nonce", nonce.as_str()),
        None => ("base", base),
    };
    let mut hash = Sha256::new();
    for part in [label::HTTP_SIG_REPLAY.as_bytes(), &key, kind.as_bytes(), value.as_bytes()] {
        hash.update(u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes());
        hash.update(part);
    }
    base64url::encode(&hash.finalize())
}
