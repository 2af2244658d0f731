//! Verifying one signature of a message (RFC 9421, section 3.2).

use super::{
    Alg, Message, Parameters, Policy, Verified, base,
    digest::verify_content_digest,
    facts::{By, Proof},
    policy::other_tag,
    require,
    sign::check_secret,
    signatures::{Found, find},
};
use crate::{
    Error,
    did::canonical_name,
    error::excerpt,
    hazmat::hmac,
    keys::{self, PublicKey, SignatureForm},
    label,
    replay::Once,
    time::UnixSeconds,
    trust::{Candidate, Checks, NoCandidate, Tried, Trust, TrustedKey, find_candidates, try_each},
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
    let Found { label, list, .. } = choose(message, policy)?;
    let parameters = Parameters::read(list)?;
    policy.check(&parameters)?;
    Ok(parameters.claims(&label).end())
}

/// The signature of the label, or of the tag, or the only one.
fn choose(message: &Message, policy: &Policy) -> Result<Found, Error> {
    let mut all = find(message)?;
    if let Some(label) = &policy.label {
        all.retain(|found| found.label == *label);
        return all.pop().ok_or(Error::HttpSigMissing);
    }
    let first = all.first().and_then(Found::tag).map(str::to_owned);
    if let Some(tag) = &policy.tag {
        all.retain(|found| found.tag() == Some(tag));
    }
    match (all.pop(), all.is_empty()) {
        (Some(found), true) => Ok(found),
        (None, _) => Err(other_tag(policy.tag.as_deref(), first.as_deref())),
        _ => Err(Error::HttpSigLabel(
            "the message has several signatures: choose one by its `label`",
        )),
    }
}

/// Verifies the signature that `policy` chooses. `body` is the content as it was sent.
///
/// It costs one hash of the body for each digest that is known, and one HMAC, or at most one signature check for
/// each trusted key that `keyid` may mean, up to the number that the policy allows.
///
/// # Errors
///
/// For the message: `ERR_HTTP_SIG_MISSING`, `ERR_HTTP_SIG_MALFORMED`, `ERR_HTTP_SIG_LABEL`. For what
/// the signature says: `ERR_HTTP_SIG_TAG`, `ERR_HTTP_SIG_ALGORITHM`, `ERR_HTTP_SIG_PARAMETER`,
/// `ERR_HTTP_SIG_NONCE`, `ERR_HTTP_SIG_TIME`, `ERR_HTTP_SIG_NOT_YET`, `ERR_HTTP_SIG_EXPIRED`,
/// `ERR_HTTP_SIG_TOO_OLD`, `ERR_HTTP_SIG_COMPONENT`, `ERR_HTTP_SIG_COMPONENT_MISSING`,
/// `ERR_HTTP_SIG_UNCOVERED`. For the rest: `ERR_HTTP_SIG_DIGEST`, `ERR_HTTP_SIG_DIGEST_UNSUPPORTED`,
/// `ERR_HTTP_SIG_KEY`, `ERR_HTTP_SIG_SECRET`, `ERR_HTTP_SIG_INVALID`; `ERR_TRUST_CHECKS` if the keys that were
/// tried did not sign and more are not allowed.
pub fn verify(
    message: &Message,
    body: &[u8],
    keys: Keys<'_>,
    policy: &Policy,
) -> Result<Verified, Error> {
    let Found { label, list, signature } = choose(message, policy)?;
    let parameters = Parameters::read(list)?;
    policy.check(&parameters)?;
    require::check(message, body, &parameters, policy)?;
    let base = base(message, &parameters, policy.profile)?;
    if parameters.components.iter().any(require::is_digest) {
        verify_content_digest(&message.digest_field().unwrap_or_default(), body)?;
    }
    let named = policy.algorithm(&parameters)?;
    let proof = match keys {
        Keys::Trust(trust) => check_trusted(trust, named, &parameters, &base, &signature, policy)?,
        Keys::Secret(secret) => check_shared(secret, named, &base, &signature, policy)?,
    };
    let uncovered = require::list_uncovered(message, body, &parameters);
    let until = policy.until(&parameters).filter(|_| policy.replay);
    let replay = until.map(|until| once(&proof.by, &parameters, &base, until));
    Ok(Verified { label, parameters, proof, uncovered, replay })
}

fn check_trusted(
    trust: &Trust,
    named: Option<Alg>,
    parameters: &Parameters,
    base: &str,
    signature: &[u8],
    policy: &Policy,
) -> Result<Proof, Error> {
    let allowed = |entry: &TrustedKey| {
        let own = algorithm_of(entry).filter(|alg| policy.allows(*alg));
        own.filter(|own| named.is_none_or(|named| named == *own))
    };
    let found = candidates(trust, parameters, policy, |entry| allowed(entry).is_some());
    let tried = try_each(
        [found.map(|keys| ((), keys))],
        &mut Checks::new(policy.max_checks),
        |()| base,
        |(), base, candidate| {
            let algorithm = candidate.entry.and_then(allowed);
            algorithm.zip(check_signature(&candidate.key, base, signature))
        },
    );
    match tried.into_iter().next() {
        Some(Tried::Signed(candidate, (algorithm, SignatureForm { high_s }))) => {
            policy.profile.check_key(&candidate.key)?;
            Ok(Proof { algorithm, by: By::Key(Box::new(candidate.into())), high_s })
        }
        Some(Tried::Refused(error) | Tried::Unchecked { error, .. }) => Err(error),
        Some(Tried::Failed) | None => Err(Error::HttpSigInvalid),
    }
}

/// The trusted keys that `keyid` may mean and that may be used with their algorithm; at least one.
fn candidates<'a>(
    trust: &'a Trust,
    parameters: &Parameters,
    policy: &Policy,
    is_allowed: impl Fn(&TrustedKey) -> bool,
) -> Result<Vec<Candidate<'a>>, Error> {
    // A bare DID means any key of its document.
    let subject = |id: &&str| trust.did.as_deref() == Some(&*canonical_name(id));
    let id = parameters.keyid().filter(|id| !subject(id));
    let found = trust.find(id, policy.purpose, Some(policy.now));
    let meant = found.filter(|entry| policy.profile.may_mean(parameters, &entry.key));
    let meant = meant.map(|entry| Candidate::found(entry, id));
    find_candidates(meant, is_allowed, || None).map_err(|why| match why {
        NoCandidate::Unknown => Error::HttpSigKey(excerpt(parameters.keyid().unwrap_or_default())),
        NoCandidate::Unfit => Alg::unfit(parameters.alg().unwrap_or_default()),
    })
}

fn algorithm_of(trusted: &TrustedKey) -> Option<Alg> {
    let algorithm = trusted.algorithm.or_else(|| trusted.key.key_type().default_algorithm())?;
    Alg::of(algorithm).filter(|_| algorithm.key_type() == trusted.key.key_type())
}

fn check_signature(key: &PublicKey, base: &str, signature: &[u8]) -> Option<SignatureForm> {
    let algorithm = key.key_type().default_algorithm()?;
    keys::verify_either_s(algorithm, key, base.as_bytes(), signature)
}

fn check_shared(
    Secret(secret): Secret<'_>,
    named: Option<Alg>,
    base: &str,
    signature: &[u8],
    policy: &Policy,
) -> Result<Proof, Error> {
    if !policy.allows(Alg::HMAC) || named.is_some_and(|named| named != Alg::HMAC) {
        return Err(Alg::unfit(Alg::HMAC.as_str()));
    }
    check_secret(secret)?;
    if !hmac::verify(secret, base.as_bytes(), signature) {
        return Err(Error::HttpSigInvalid);
    }
    let by = By::Secret(hmac::tag(secret, label::HTTP_SIG_REPLAY.as_bytes()));
    Ok(Proof { algorithm: Alg::HMAC, by, high_s: false })
}

/// What may come only once: a nonce under a key, or the base if there is no nonce. It is not the signature,
/// because ECDSA has more than one for the same base. See [`crate::replay`]; the nonce of the mark is
/// `"nonce" ‖ 00 ‖ nonce` or `"base" ‖ 00 ‖ base`, and no service is named, as not every signature covers one.
///
/// The sender, whose share of a store it uses, is the owner of the key, because one DID may have many keys.
fn once(by: &By, parameters: &Parameters, base: &str, until: u64) -> String {
    let key = match by {
        By::Key(proven) => proven.key.to_tagged(),
        By::Secret(fingerprint) => fingerprint.to_vec(),
    };
    let owner = match by {
        By::Key(proven) => proven.owner().map(|owner| owner.as_bytes().to_vec()),
        By::Secret(_) => None,
    };
    let nonce = match parameters.nonce() {
        Some(nonce) => format!("nonce\0{nonce}"),
        None => format!("base\0{base}"),
    };
    let once = |holder| Once {
        label: label::HTTP_SIG_REPLAY,
        verifier: b"",
        holder,
        nonce: nonce.as_bytes(),
    };
    let sender = once(owner.as_deref().unwrap_or(&key)).sender();
    once(&key).to_json_of(&sender, UnixSeconds(until))
}
