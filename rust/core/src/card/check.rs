//! Checking one signature of a card.
//!
//! A signature is a JWS without its payload, and is refused with the codes of a JWS:
//!
//! | State | Codes |
//! | --- | --- |
//! | `failed` | `ERR_JWS_SIGNATURE`, `ERR_CARD_EXPIRED`, `ERR_CARD_NOT_YET`; of an entry that is malformed, or has no `kid`, or any `crit` or `b64`: `ERR_JWS_MALFORMED`, `ERR_JWS_HEADER`, `ERR_JWS_CRIT`, `ERR_ENCODING_` and `ERR_JSON_` |
//! | `unchecked` | `ERR_JWS_ALGORITHM`, `ERR_JWS_KEY`, `ERR_CARD_CLOCK`, `ERR_TRUST_CHECKS` |
//!
//! `alg` and `kid` count only in the protected header. `kid` chooses among
//! trusted keys; `jku` is never fetched; a protected `jwk` is used only where
//! the trust input allows an embedded key. Protected `iat`, `nbf` and `exp` are
//! compared with the clock, with 60 s of skew: starts are inclusive, ends
//! exclusive. JOSE does not restrict the S of an ECDSA signature, so high and low
//! S both hold, and the result says which of them it was.

use countersign_kernels::json::Kind;

use crate::{
    Error,
    did::Purpose,
    encoding::document::Node,
    fact::verdict,
    jws::{self, Header},
    keys::{self, SignatureForm},
    print::Written,
    time::{CLOCK_SKEW, UnixSeconds},
    trust::{Candidate, Checks, ProvenKey, Signed, Tried, Trust, find_candidates, try_each},
};

/// One signature of a card.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The header, if it could be read.
    pub header: Option<Header>,
    /// Under which key it holds, or why it is refused.
    pub outcome: Result<Signed, Error>,
}

impl Checked {
    /// Checks the entries of `signatures` over a payload in base64url.
    pub(super) fn all(
        entries: &[Node<'_>],
        payload: &str,
        trust: &Trust,
        now: Option<UnixSeconds>,
        checks: &mut Checks,
    ) -> Vec<Self> {
        let read: Vec<_> = entries.iter().map(|entry| read(*entry)).collect();
        let tried = try_each(
            read.iter().map(|entry| match entry {
                Ok(signed) => candidates(&signed.0, trust, now).map(|keys| (signed, keys)),
                Err(error) => Err(error.clone()),
            }),
            checks,
            |(header, _)| format!("{}.{payload}", header.text()),
            |(header, signature), message, candidate| {
                let algorithm = header.alg()?.algorithm();
                keys::verify_either_s(algorithm, &candidate.key, message.as_bytes(), signature)
            },
        );
        let headers = read.into_iter().map(|entry| entry.ok().map(|(header, _)| header));
        headers.zip(tried).map(|(header, tried)| Self::of(header, tried, now)).collect()
    }

    fn of(
        header: Option<Header>,
        tried: Tried<'_, SignatureForm, Error>,
        now: Option<UnixSeconds>,
    ) -> Self {
        let outcome = tried.into_result(Error::JwsSignature).and_then(|(key, form)| {
            header.as_ref().map_or(Ok(()), |header| check_times(header, now))?;
            Ok(Signed::of(key, form))
        });
        Self { header, outcome }
    }

    pub(super) fn signer(&self) -> Option<&ProvenKey> {
        self.outcome.as_ref().ok().map(|signed| &signed.signer)
    }

    /// Whether it was checked under a key, and is refused all the same.
    pub(super) fn was_tried_in_vain(&self) -> bool {
        let codes = ["ERR_JWS_SIGNATURE", "ERR_CARD_EXPIRED", "ERR_CARD_NOT_YET"];
        self.outcome.as_ref().is_err_and(|error| codes.contains(&error.code()))
    }

    pub(super) fn to_json(&self) -> String {
        let header = self.header.as_ref().map(Header::protected);
        let row = match header {
            Some(header) => Written::new().node("header", header),
            None => Written::new().json("header", "{}"),
        };
        verdict(row, self.outcome.as_ref(), |row, signed| signed.write(row)).end()
    }
}

/// The header and signature of an entry, or why there is none to check.
fn read(entry: Node<'_>) -> Result<(Header, Vec<u8>), Error> {
    if entry.kind() != Kind::Object {
        return Err(Error::JwsMalformed("a signature must be an object"));
    }
    // A payload beside the card would be a second text for one signature.
    if entry.has("payload") {
        return Err(Error::JwsMalformed("a signature of a card has no `payload`"));
    }
    let (header, signature) = jws::read_signature(entry)?;
    let critical = |name: &&str| header.protected().has(name);
    if let Some(name) = ["crit", "b64"].into_iter().find(critical) {
        return Err(Error::JwsCrit(name.to_owned()));
    }
    let length = header.alg().map(|alg| alg.algorithm().signature_len());
    if length.is_some_and(|length| length != signature.len()) {
        return Err(Error::JwsMalformed("the signature is not as long as those of its algorithm"));
    }
    Ok((header, signature))
}

/// The keys that `kid` may mean: trusted ones, else the key that the card carries, if that is
/// allowed. If there is none, the reason why.
fn candidates<'a>(
    header: &Header,
    trust: &'a Trust,
    now: Option<UnixSeconds>,
) -> Result<Vec<Candidate<'a>>, Error> {
    let kid = header.kid().filter(|kid| !kid.is_empty());
    let kid = Some(kid.ok_or_else(|| Error::JwsHeader("`kid` is missing"))?);
    let algorithm = header.algorithm(|_| true)?;
    let purpose = Purpose::AssertionMethod;
    let meant = trust.find(kid, purpose, now).map(|entry| Candidate::found(entry, kid));
    let carried = || jws::find_embedded(header, trust, algorithm, purpose, now);
    find_candidates(meant, |entry| entry.fits(algorithm), carried)
        .map_err(|why| jws::no_key(why, trust, kid, now))
}

/// Compares the times of a header with the clock.
fn check_times(header: &Header, now: Option<UnixSeconds>) -> Result<(), Error> {
    let [iat, nbf, exp] = ["iat", "nbf", "exp"].map(|name| header.protected().get(name));
    if [iat, nbf, exp].iter().all(Option::is_none) {
        return Ok(());
    }
    let now = now.ok_or(Error::CardClock)?;
    let [iat, nbf, exp] = [seconds(iat)?, seconds(nbf)?, seconds(exp)?];
    #[allow(clippy::cast_precision_loss, reason = "Unix seconds are far below 2^53")]
    let (now, skew) = (now.0 as f64, CLOCK_SKEW as f64);
    if let Some(start) = [iat, nbf].into_iter().flatten().find(|start| now + skew < *start) {
        return Err(Error::CardNotYet(whole(start)));
    }
    match exp {
        Some(end) if now - skew >= end => Err(Error::CardExpired(whole(end))),
        _ => Ok(()),
    }
}

/// A `NumericDate` (RFC 7519), which may have a fraction.
fn seconds(claim: Option<Node<'_>>) -> Result<Option<f64>, Error> {
    let Some(claim) = claim else { return Ok(None) };
    let time =
        claim.as_number().and_then(|time| time.as_f64()).filter(|time| (0.0..9e15).contains(time));
    time.map(Some).ok_or_else(|| Error::JwsHeader("`iat`, `nbf` and `exp` must be Unix seconds"))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 9e15")]
const fn whole(seconds: f64) -> u64 {
    seconds as u64
}
