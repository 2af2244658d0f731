//! Checking one signature of a card.
//!
//! | Outcome | Reasons |
//! | --- | --- |
//! | `verified` | |
//! | `failed` | `signature` (does not hold), `expired`, `not-yet-valid` |
//! | `unverifiable` | `malformed`, `kid-missing`, `critical` (`crit` or `b64`), `algorithm`, `key-unknown`, `key-revoked`, `key-expired`, `key-purpose`, `key-algorithm`, `clock-missing` |
//!
//! `alg` and `kid` count only in the protected header. `kid` chooses among
//! trusted keys; `jku` is never fetched; a protected `jwk` is used only where
//! the trust input allows an embedded key. Protected `iat`, `nbf` and `exp` are
//! held to the clock with 60 s of skew: starts inclusive, ends exclusive.

use serde_json::{Map, Value, json};

use crate::{
    Error,
    encoding::base64url,
    jws::{Alg, Header},
    keys::{self, HighS, PublicKey, SIGNATURE_LEN, jwk, multikey},
    time::{CLOCK_SKEW, UnixSeconds},
    trust::{Purpose, Trust, TrustedKey},
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
    Verified(Box<Key>),
    /// It was checked and does not hold, or not now.
    Failed(&'static str),
    /// It could not be checked.
    Unverifiable(&'static str),
}

/// The key under which a signature holds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Key {
    /// The key itself.
    pub key: PublicKey,
    /// Its algorithm, by its JOSE name.
    pub algorithm: &'static str,
    /// Its name in the trust input.
    pub id: Option<String>,
    /// Who controls it, by the trust input.
    pub controller: Option<String>,
    /// The card carried it, and nobody vouched for it.
    pub self_asserted: bool,
}

impl Checked {
    /// Checks one entry of `signatures` over a payload in base64url.
    pub(super) fn of(
        entry: &Value,
        payload: &str,
        trust: &Trust,
        now: Option<UnixSeconds>,
    ) -> Self {
        let (header, signature) = match read(entry) {
            Ok(parts) => parts,
            Err(reason) => {
                return Self { header: Map::new(), outcome: Outcome::Unverifiable(reason) };
            }
        };
        let message = format!("{}.{payload}", header.text());
        let outcome = outcome(&header, message.as_bytes(), &signature, trust, now);
        Self { header: header.protected().clone(), outcome }
    }

    pub(super) fn key(&self) -> Option<&Key> {
        match &self.outcome {
            Outcome::Verified(key) => Some(key),
            _ => None,
        }
    }

    pub(super) fn to_json(&self) -> Value {
        let (outcome, reason) = self.outcome.names();
        let mut facts = json!({ "outcome": outcome, "header": self.header });
        if let Some(members) = facts.as_object_mut() {
            members.extend(reason.map(|reason| ("reason".to_owned(), reason.into())));
            members.extend(self.key().map(|key| ("key".to_owned(), key.to_json())));
        }
        facts
    }
}

impl Outcome {
    /// The outcome and its reason, as results spell them.
    #[must_use]
    pub const fn names(&self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Verified(_) => ("verified", None),
            Self::Failed(reason) => ("failed", Some(reason)),
            Self::Unverifiable(reason) => ("unverifiable", Some(reason)),
        }
    }
}

impl Key {
    pub(super) fn to_json(&self) -> Value {
        let mut facts = json!({
            "publicKeyMultibase": multikey::encode(&self.key),
            "type": self.key.key_type().as_str(),
            "algorithm": self.algorithm,
            "trust": if self.self_asserted { "self-asserted" } else { "trusted" },
        });
        if let Some(members) = facts.as_object_mut() {
            let named = [("id", &self.id), ("controller", &self.controller)];
            for (name, value) in named {
                members.extend(value.as_ref().map(|v| (name.to_owned(), v.as_str().into())));
            }
        }
        facts
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
    let header = Header::read(text("protected")?, unprotected).map_err(|error| match error {
        Error::JwsCrit => "critical",
        _ => "malformed",
    })?;
    let signature = base64url::decode(text("signature")?).map_err(|_| "malformed")?;
    match () {
        () if header.protected().contains_key("crit") => Err("critical"),
        () if header.protected().contains_key("b64") => Err("critical"),
        () if signature.len() != length(&header) => Err("malformed"),
        () => Ok((header, signature)),
    }
}

/// The length of a signature of the algorithm that is named; of another, that of most.
fn length(header: &Header) -> usize {
    header.alg().map_or(SIGNATURE_LEN, |alg| alg.algorithm().signature_len())
}

fn outcome(
    header: &Header,
    message: &[u8],
    signature: &[u8],
    trust: &Trust,
    now: Option<UnixSeconds>,
) -> Outcome {
    let Some(kid) = header.kid().filter(|kid| !kid.is_empty()) else {
        return Outcome::Unverifiable("kid-missing");
    };
    let Some(alg) = header.alg() else { return Outcome::Unverifiable("algorithm") };
    let holds = |key: &PublicKey| {
        let high_s = if alg == Alg::Es256 { HighS::Accept } else { HighS::Refuse };
        keys::verify(alg.algorithm(), key, message, signature, high_s)
    };
    let named: Vec<_> = trust.find(Some(kid), Purpose::AssertionMethod, now).collect();
    let fits = |key: &&&TrustedKey| {
        key.key.key_type() == alg.algorithm().key_type()
            && key.algorithm.is_none_or(|bound| bound == alg.algorithm())
    };
    let (mut tried, mut held) = (false, None);
    for trusted in named.iter().filter(fits) {
        tried = true;
        if holds(&trusted.key) {
            held = Some(Key::trusted(trusted, alg));
            break;
        }
    }
    // A key that the card carries never competes with one that is trusted.
    let carried = embedded(header, trust).filter(|_| named.is_empty());
    if let Some(key) = carried.filter(|key| key.key_type() == alg.algorithm().key_type()) {
        tried = true;
        held = holds(&key).then(|| Key::embedded(key, alg));
    }
    match held {
        Some(key) => timely(header, now).unwrap_or_else(|| Outcome::Verified(Box::new(key))),
        None if tried => Outcome::Failed("signature"),
        None => Outcome::Unverifiable(no_key(trust, kid, !named.is_empty(), now)),
    }
}

impl Key {
    fn trusted(trusted: &TrustedKey, alg: Alg) -> Self {
        Self {
            key: trusted.key.clone(),
            algorithm: alg.as_str(),
            id: trusted.id.clone(),
            controller: trusted.controller.clone(),
            self_asserted: false,
        }
    }

    const fn embedded(key: PublicKey, alg: Alg) -> Self {
        Self { key, algorithm: alg.as_str(), id: None, controller: None, self_asserted: true }
    }
}

/// The protected `jwk`, where the trust input allows it.
fn embedded(header: &Header, trust: &Trust) -> Option<PublicKey> {
    let jwk = header.protected().get("jwk").filter(|_| trust.allow_embedded_key)?;
    jwk::public_from_json(jwk).ok().filter(|key| trust.takes_embedded(key))
}

/// Why no trusted key could be tried.
fn no_key(trust: &Trust, kid: &str, found: bool, now: Option<UnixSeconds>) -> &'static str {
    if found {
        return "key-algorithm";
    }
    let named = |key: &&TrustedKey| key.id.as_deref().is_none_or(|id| id == kid);
    match trust.keys.iter().find(named) {
        None => "key-unknown",
        Some(key) if key.revoked => "key-revoked",
        Some(key) if key.expires.is_some_and(|end| now.is_none_or(|now| now >= end)) => {
            "key-expired"
        }
        Some(_) => "key-purpose",
    }
}

/// Holds the times of a header to the clock; nothing if they allow the signature.
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
