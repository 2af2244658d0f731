//! Checking one signature of a card.
//!
//! | State | Reasons |
//! | --- | --- |
//! | `ok` | |
//! | `failed` | `signature` (does not hold), `expired`, `not-yet-valid` |
//! | `unchecked` | `malformed`, `kid-missing`, `critical` (`crit` or `b64`), `algorithm`, `key-unknown`, `key-revoked`, `key-expired`, `key-purpose`, `key-algorithm`, `clock-missing`, `checks` (more were not allowed) |
//!
//! `alg` and `kid` count only in the protected header. `kid` chooses among
//! trusted keys; `jku` is never fetched; a protected `jwk` is used only where
//! the trust input allows an embedded key. Protected `iat`, `nbf` and `exp` are
//! compared with the clock, with 60 s of skew: starts are inclusive, ends
//! exclusive. JOSE does not restrict the S of an ECDSA signature, so high and low
//! S both hold, and the result says which of them it was.

use serde_json::{Map, Value};

use crate::{
    Error,
    did::Purpose,
    encoding::{base64url, json::object},
    jws::{self, Header},
    keys::{self, Held, SIGNATURE_LEN},
    time::{CLOCK_SKEW, UnixSeconds},
    trust::{
        Candidate, Checks, NoCandidate, NoKey, ProvenKey, Tried, Trust, find_candidates, try_each,
    },
};

/// One signature of a card.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The protected header; empty if it could not be read.
    pub header: Map<String, Value>,
    /// Whether it holds, and for whom.
    pub outcome: Outcome,
}

/// What became of one signature.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// It holds.
    Verified(Box<Proof>),
    /// It was checked, and does not hold or is outside its times.
    Failed(&'static str),
    /// It could not be checked.
    Unverifiable(&'static str),
}

/// A signature that holds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proof {
    /// The key under which it holds.
    pub signer: ProvenKey,
    /// The signature has a high S. Anybody can turn it into the form with the low S.
    pub high_s: bool,
}

impl Checked {
    /// Checks the entries of `signatures` over a payload in base64url.
    pub(super) fn all(
        entries: &[Value],
        payload: &str,
        trust: &Trust,
        now: Option<UnixSeconds>,
        checks: &mut Checks,
    ) -> Vec<Self> {
        let read: Vec<_> = entries.iter().map(read).collect();
        let tried = try_each(
            read.iter().map(|entry| match entry {
                Ok(signed) => candidates(&signed.0, trust, now).map(|keys| (signed, keys)),
                Err(reason) => Err(*reason),
            }),
            checks,
            |(header, _)| format!("{}.{payload}", header.text()),
            |(header, signature), message, candidate| {
                let algorithm = header.alg()?.algorithm();
                keys::verify_either_s(algorithm, &candidate.key, message.as_bytes(), signature)
            },
        );
        let headers = read.iter().map(|entry| entry.as_ref().ok().map(|(header, _)| header));
        headers.zip(tried).map(|(header, tried)| Self::of(header, tried, now)).collect()
    }

    fn of(
        header: Option<&Header>,
        tried: Tried<'_, Held, &'static str>,
        now: Option<UnixSeconds>,
    ) -> Self {
        let outcome = match tried {
            Tried::Refused(reason) => Outcome::Unverifiable(reason),
            Tried::Unchecked { .. } => Outcome::Unverifiable("checks"),
            Tried::Failed => Outcome::Failed("signature"),
            Tried::Held(candidate, held) => {
                let untimely = header.and_then(|header| timely(header, now));
                let proof = || Proof { signer: candidate.into(), high_s: held.high_s };
                untimely.unwrap_or_else(|| Outcome::Verified(Box::new(proof())))
            }
        };
        let header = header.map(|header| header.protected().clone()).unwrap_or_default();
        Self { header, outcome }
    }

    fn proof(&self) -> Option<&Proof> {
        match &self.outcome {
            Outcome::Verified(proof) => Some(proof),
            _ => None,
        }
    }

    pub(super) fn signer(&self) -> Option<&ProvenKey> {
        self.proof().map(|proof| &proof.signer)
    }

    pub(super) fn to_json(&self) -> Value {
        let (state, reason) = self.outcome.names();
        let mut facts = object! { "state": state, "header": self.header.clone() };
        if let Some(members) = facts.as_object_mut() {
            members.extend(reason.map(|reason| ("reason".to_owned(), reason.into())));
            members.extend(self.signer().map(|signer| ("signer".to_owned(), signer.into())));
            let high_s = self.proof().is_some_and(|proof| proof.high_s);
            members.extend(high_s.then(|| ("highS".to_owned(), true.into())));
        }
        facts
    }
}

impl Outcome {
    /// The state of a [fact](crate::fact) and its reason, as results spell them.
    #[must_use]
    pub const fn names(&self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Verified(_) => ("ok", None),
            Self::Failed(reason) => ("failed", Some(reason)),
            Self::Unverifiable(reason) => ("unchecked", Some(reason)),
        }
    }
}

/// The header and signature of an entry, or why there is none to check.
fn read(entry: &Value) -> Result<(Header, Vec<u8>), &'static str> {
    let text = |name: &str| entry.get(name).and_then(Value::as_str).ok_or("malformed");
    // A payload beside the card would be a second text for one signature.
    if entry.get("payload").is_some() {
        return Err("malformed");
    }
    let unprotected = match entry.get("header") {
        None => Map::new(),
        Some(Value::Object(members)) => members.clone(),
        Some(_) => return Err("malformed"),
    };
    let header = Header::read(text("protected")?, unprotected)
        .map_err(|error| if error == Error::JwsCrit { "critical" } else { "malformed" })?;
    let signature = base64url::decode(text("signature")?).map_err(|_| "malformed")?;
    match () {
        () if header.protected().contains_key("crit") => Err("critical"),
        () if header.protected().contains_key("b64") => Err("critical"),
        () if signature.len() != length(&header) => Err("malformed"),
        () => Ok((header, signature)),
    }
}

/// The length of a signature of the named algorithm; for an unknown one, the length that most have.
fn length(header: &Header) -> usize {
    header.alg().map_or(SIGNATURE_LEN, |alg| alg.algorithm().signature_len())
}

/// The keys that `kid` may mean: trusted ones, else the key that the card carries, if that is
/// allowed. If there is none, the reason why.
fn candidates<'a>(
    header: &Header,
    trust: &'a Trust,
    now: Option<UnixSeconds>,
) -> Result<Vec<Candidate<'a>>, &'static str> {
    let kid = header.kid().filter(|kid| !kid.is_empty()).ok_or("kid-missing")?;
    let algorithm = header.alg().ok_or("algorithm")?.algorithm();
    let purpose = Purpose::AssertionMethod;
    let meant = trust.find(Some(kid), purpose, now).map(|entry| Candidate::found(entry, Some(kid)));
    let carried = || jws::embedded(header, trust, algorithm, purpose, now);
    find_candidates(meant, |entry| entry.fits(algorithm), carried).map_err(|why| match why {
        NoCandidate::Unfit => "key-algorithm",
        NoCandidate::Unknown => why_none(trust, kid, now),
    })
}

fn why_none(trust: &Trust, kid: &str, now: Option<UnixSeconds>) -> &'static str {
    match trust.why_none(Some(kid), now) {
        NoKey::Unknown => "key-unknown",
        NoKey::Revoked => "key-revoked",
        NoKey::Expired => "key-expired",
        NoKey::Purpose => "key-purpose",
    }
}

/// Compares the times of a header with the clock; nothing if they allow the signature.
fn timely(header: &Header, now: Option<UnixSeconds>) -> Option<Outcome> {
    let claims = ["iat", "nbf", "exp"].map(|name| header.protected().get(name));
    if claims.iter().all(Option::is_none) {
        return None;
    }
    let Some(now) = now else { return Some(Outcome::Unverifiable("clock-missing")) };
    let mut times = [None; 3];
    for (time, claim) in times.iter_mut().zip(claims) {
        let Some(claim) = claim else { continue };
        // RFC 7519: a NumericDate may have a fraction; whole seconds decide.
        let Some(seconds) = claim.as_f64().filter(|time| (0.0..9e15).contains(time)) else {
            return Some(Outcome::Unverifiable("malformed"));
        };
        *time = Some(seconds);
    }
    #[allow(clippy::cast_precision_loss, reason = "Unix seconds are far below 2^53")]
    let (now, skew) = (now.0 as f64, CLOCK_SKEW as f64);
    let [iat, nbf, exp] = times;
    if [iat, nbf].into_iter().flatten().any(|start| now + skew < start) {
        return Some(Outcome::Failed("not-yet-valid"));
    }
    exp.is_some_and(|end| now - skew >= end).then_some(Outcome::Failed("expired"))
}
