//! Presentations: whoever presents a chain shows that it holds the last key, by a signature over
//! the verifier's own question.
//!
//! A presentation names the last grant, and so, by the hashes, the whole chain. It is for one
//! audience, one nonce, a short time, and, if `request` is there, for one HTTP request.

use sha2::{Digest, Sha256};

use super::{
    Body, Chain, Signed,
    record::{ID_PREFIX, MAX_TEXT, REFUSALS, Record, end_of, malformed, own_key, quoted, read},
};
use crate::{
    Error,
    did::Purpose,
    encoding::{base64url, document::Node},
    error::excerpt,
    label,
    print::Written,
    replay::Once,
    signed_record::Refusals,
    time::UnixSeconds,
    trust::{ProvenKey, Signatory, Trust, Use, policy},
};

/// Longest life of a presentation, in seconds.
pub const MAX_LIFETIME: u64 = 86_400;

const MAX_AUDIENCE: usize = 512;
const MAX_METHOD: usize = 32;

/// What a presentation says. See the table in [`crate::grant`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Presentation {
    /// Id of the last grant.
    pub grant: String,
    /// For whom.
    pub audience: String,
    /// The verifier's question, or what makes it unique.
    pub nonce: Vec<u8>,
    /// When it was made.
    pub issued: UnixSeconds,
    /// First second at which it no longer holds.
    pub expires: UnixSeconds,
    /// The one request that it is for.
    pub request: Option<HttpRequest>,
}

/// The parts of an HTTP request that a presentation is bound to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HttpRequest {
    /// As it is sent: `POST`.
    pub method: String,
    /// The whole URL, byte for byte, as the client sees it.
    pub url: String,
    /// SHA-256 of the body; of no bytes, if there is none.
    pub body: Vec<u8>,
}

impl Body for Presentation {
    const LABEL: &'static str = label::GRANT_PRESENTATION;
    const REFUSALS: &'static Refusals = &REFUSALS;

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        let request = record.maybe("request", Record::object)?;
        let read = Self {
            grant: record.id("grant", ID_PREFIX)?,
            audience: record.text("audience", 1..=MAX_AUDIENCE)?.to_owned(),
            nonce: record.bytes("nonce", 16..=64)?,
            issued: record.seconds("issued")?,
            expires: record.seconds("expires")?,
            request: request.map(|request| HttpRequest::read(request, None)).transpose()?,
        };
        match read.expires.0.checked_sub(read.issued.0) {
            Some(1..=MAX_LIFETIME) => Ok(read),
            _ => Err(malformed("expires", "it must be 1 to 86400 seconds after `issued`")),
        }
    }
}

impl HttpRequest {
    /// Reads a request. The digest of its body is that of the caller, if there is one.
    fn read(mut record: Record<'_>, body: Option<Vec<u8>>) -> Result<Self, Error> {
        let request = Self {
            method: record.text("method", 1..=MAX_METHOD)?.to_owned(),
            url: record.text("url", 1..=MAX_TEXT)?.to_owned(),
            body: match body {
                Some(own) => {
                    record.take("body");
                    own
                }
                None => record.bytes("body", 32..=32)?,
            },
        };
        record.end()?;
        Ok(request)
    }
}

/// Makes the record of a presentation of `chain`, to be signed by its holder.
///
/// `draft` has the members of a presentation but `type` and `grant`; `lifetime` in seconds in place of `expires`;
/// `request` without its `body`, which is that of `body`.
///
/// # Errors
///
/// `ERR_ARGUMENT` for a lifetime of zero; `ERR_GRANT_HOLDER` if `key` is not the last subject's; a code of [`Chain::from_json`].
pub fn present(chain: &str, draft: &str, body: &[u8]) -> Result<String, Error> {
    let chain = Chain::from_json(chain).map_err(|(_, error)| error)?;
    let (last, id) = chain.last()?;
    let draft = read(draft)?;
    let draft = draft.root();
    let end = end_of(draft)?;
    if own_key(draft, "key")? != last.body().subject_key {
        return Err(Error::GrantHolder);
    }
    let digest = quoted(&base64url::encode(&Sha256::digest(body)));
    let with_body = |request: Node<'_>| request.canonical_with(&[], &[("body", &digest)]);
    let request = draft.get("request").map(with_body).transpose()?;
    let (grant, kind) = (quoted(id), quoted(label::GRANT_PRESENTATION));
    let mut added: Vec<(&str, &str)> = vec![("expires", &end), ("grant", &grant)];
    added.extend(request.as_deref().map(|request| ("request", request)));
    added.push(("type", &kind));
    draft.canonical_with(&["lifetime"], &added)
}

/// What the verifier knows without the presentation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Expected {
    /// The verifier's own name.
    pub audience: String,
    /// The nonce that it gave out; `None` if it remembers used nonces instead.
    pub nonce: Option<Vec<u8>>,
    /// The request that came.
    pub request: Option<HttpRequest>,
    /// The time.
    pub now: UnixSeconds,
    /// Allowed difference of the clocks, in seconds.
    pub skew: u64,
}

impl Expected {
    /// Reads `{ audience, nonce?, request?: { method, url }, now, skew? }`; `body` is that of
    /// the request.
    ///
    /// # Errors
    ///
    /// `ERR_POLICY_MALFORMED`, `ERR_GRANT_MALFORMED`, a code of [`crate::encoding::document`].
    pub fn from_json(text: &str, body: &[u8]) -> Result<Self, Error> {
        let policy = policy::read(text, &["audience", "nonce", "request", "now", "skew"])?;
        let members = policy.root();
        let mut record = Record::new(members, malformed);
        let nonce = record.maybe("nonce", |record, name| record.bytes(name, 16..=64))?;
        let request = record.maybe("request", Record::object)?;
        let digest = Sha256::digest(body).to_vec();
        let request = request.map(|request| HttpRequest::read(request, Some(digest)));
        Ok(Self {
            audience: policy::text(members, "audience")?
                .ok_or_else(|| policy::malformed("audience", "text"))?
                .to_owned(),
            nonce,
            request: request.transpose()?,
            now: policy::time(members, "now")?
                .ok_or_else(|| policy::malformed("now", "the time"))?,
            skew: policy::skew(members)?,
        })
    }
}

fn check_request(got: Option<&HttpRequest>, want: Option<&HttpRequest>) -> Result<(), Error> {
    let (got, want) = match (got, want) {
        (Some(got), Some(want)) => (got, want),
        (None, None) => return Ok(()),
        _ => return Err(Error::GrantRequest("request")),
    };
    let same = [
        ("method", got.method == want.method),
        ("url", got.url == want.url),
        ("body", got.body == want.body),
    ];
    let other = same.into_iter().find(|(_, same)| !same);
    other.map_or(Ok(()), |(member, _)| Err(Error::GrantRequest(member)))
}

/// Checks that the holder of `chain` made the presentation for this verifier, but not that the
/// chain itself holds. Its errors are those of [`verify_presentation`].
pub(super) fn check(
    presented: &Signed<Presentation>,
    chain: &Chain,
    trust: &Trust,
    expected: &Expected,
) -> Result<(), Error> {
    let (body, (last, id)) = (presented.body(), chain.last()?);
    if *presented.key() != last.body().subject_key || body.grant != id {
        return Err(Error::GrantHolder);
    }
    if trust.rules_out(&use_by(presented, &last.body().subject, expected)) {
        return Err(Error::GrantHolder);
    }
    if body.audience != expected.audience {
        return Err(Error::GrantAudience(excerpt(&expected.audience)));
    }
    if expected.nonce.as_ref().is_some_and(|nonce| *nonce != body.nonce) {
        return Err(Error::GrantNonce(excerpt(&base64url::encode(&body.nonce))));
    }
    check_request(body.request.as_ref(), expected.request.as_ref())?;
    if body.issued.0 > expected.now.0.saturating_add(expected.skew) {
        return Err(Error::GrantNotYet(body.issued.0));
    }
    if expected.now.0 >= body.expires.0.saturating_add(expected.skew) {
        return Err(Error::GrantExpired(body.expires.0));
    }
    if presented.holds_for(trust) { Ok(()) } else { Err(Error::GrantSignature) }
}

/// The use of the key that presents the chain. The key must be good now, whatever time the presentation states.
const fn use_by<'a>(
    presented: &'a Signed<Presentation>,
    holder: &'a str,
    expected: &Expected,
) -> Use<'a> {
    let (algorithm, purpose) = (Some(presented.algorithm()), Purpose::CapabilityInvocation);
    Use { algorithm, ..Use::to_come(holder, presented.key(), purpose, expected.now) }
}

/// The key of the holder. The chain that names it was not verified: only the trust input vouches for it here.
fn signer(
    presented: &Signed<Presentation>,
    holder: &str,
    trust: &Trust,
    expected: &Expected,
) -> ProvenKey {
    let (algorithm, signed) = (presented.algorithm(), expected.now);
    let who = Signatory { did: holder, id: None, key: presented.key(), algorithm, signed };
    ProvenKey::of_signed(trust, &who, Purpose::CapabilityInvocation, expected.now)
}

/// What to mark as used, once the presentation was found to hold. Its holder is the key, and not the
/// DID, which the author of the chain was free to choose.
pub(super) fn replay(presented: &Signed<Presentation>, skew: u64) -> String {
    let body = presented.body();
    let holder = presented.key().to_tagged();
    let (verifier, nonce) = (body.audience.as_bytes(), body.nonce.as_slice());
    let once = Once { label: label::GRANT_PRESENTATION, verifier, holder: &holder, nonce };
    once.to_json(UnixSeconds(body.expires.0.saturating_add(skew)))
}

/// Verifies a presentation, and gives `{ holder, signer, grant, nonce, expires, replay }` as JSON.
///
/// A `trust` that does not list the holder's key has no say in this. One that lists it has the last word
/// ([`Trust::rules_out`], for [`Purpose::CapabilityInvocation`]).
///
/// # Errors
///
/// `ERR_GRANT_HOLDER` for another key or another chain, or a key that `trust` rules out; `ERR_GRANT_AUDIENCE`,
/// `ERR_GRANT_NONCE`, `ERR_GRANT_REQUEST`, `ERR_GRANT_NOT_YET`, `ERR_GRANT_EXPIRED`; then
/// `ERR_GRANT_SIGNATURE`; a code of what cannot be read.
pub fn verify_presentation(
    text: &str,
    chain: &str,
    trust: &Trust,
    expected: &Expected,
) -> Result<String, Error> {
    let chain = Chain::from_json(chain).map_err(|(_, error)| error)?;
    let presented = Signed::from_json(text)?;
    check(&presented, &chain, trust, expected)?;
    let (last, id) = chain.last()?;
    let body = presented.body();
    let holder = &last.body().subject;
    Ok(Written::new()
        .number("expires", body.expires.0)
        .text("grant", id)
        .text("holder", holder)
        .bytes("nonce", &body.nonce)
        .json("replay", &replay(&presented, expected.skew))
        .json("signer", &signer(&presented, holder, trust, expected).to_json())
        .end())
}
