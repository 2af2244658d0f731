//! Verifying a card (A2A 1.0.1 section 8.4.3) against an explicit trust input.
//!
//! One named reading gives the payload; each signature is checked over it and
//! has one of three outcomes:
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
//!
//! The result holds the covered content only, so nothing unsigned is read by
//! accident; `uncovered` names what was left behind.

use serde_json::{Map, Value, json};

use super::{
    Detected, Problem, Reading, VerifyOptions, detect, parse, signatures, validate,
    validate::problems_json,
};
use crate::{
    Error,
    encoding::base64url,
    jws::{Alg, Header},
    keys::{self, HighS, PublicKey, SIGNATURE_LEN, jwk, multikey},
    time::{CLOCK_SKEW, UnixSeconds},
    trust::{Purpose, Trust, TrustedKey},
};

/// What a card proved. Only [`verify`] makes one.
#[derive(Clone, Debug)]
pub struct Verified {
    card: Map<String, Value>,
    uncovered: Vec<String>,
    detected: Detected,
    problems: Vec<Problem>,
    options: VerifyOptions,
    signatures: Vec<Checked>,
}

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

/// Verifies the signatures of a card; at least one must hold.
///
/// # Errors
///
/// `ERR_CARD_UNSIGNED`; `ERR_CARD_FORM_UNSPECIFIED` for a card of 0.3 or older
/// unless that is accepted; `ERR_CARD_SIGNATURE` if a signature was checked and
/// none holds; `ERR_CARD_UNVERIFIABLE` if none could be checked; as [`parse`]
/// and [`Reading::payload`].
pub fn verify(text: &[u8], trust: &Trust, options: VerifyOptions) -> Result<Verified, Error> {
    let card = parse(text, options.parsed)?;
    let entries = signatures(&card)?;
    if entries.is_empty() {
        return Err(Error::CardUnsigned);
    }
    let detected = detect(&card);
    if detected.is_legacy() && !options.accept_unspecified_form {
        return Err(Error::CardFormUnspecified { version: detected.version });
    }
    let payload = options.reading.payload(&card)?;
    let encoded = base64url::encode(&payload.bytes);
    let check = |entry| Checked::of(entry, &encoded, trust, options.now);
    let signatures: Vec<_> = entries.iter().map(check).collect();
    if !signatures.iter().any(|one| matches!(one.outcome, Outcome::Verified(_))) {
        return Err(refusal(&signatures));
    }
    let (card, uncovered) = (payload.card, payload.uncovered);
    let problems = validate(&card).problems;
    Ok(Verified { card, uncovered, detected, problems, options, signatures })
}

impl Verified {
    /// The covered content.
    #[must_use]
    pub const fn card(&self) -> &Map<String, Value> {
        &self.card
    }

    /// JSON Pointers of what the received card holds beyond it.
    #[must_use]
    pub fn uncovered(&self) -> &[String] {
        &self.uncovered
    }

    /// The version the card is written in.
    #[must_use]
    pub const fn detected(&self) -> &Detected {
        &self.detected
    }

    /// The reading under which the signatures were checked.
    #[must_use]
    pub const fn reading(&self) -> Reading {
        self.options.reading
    }

    /// Each signature, in the order of the card; at least one holds.
    #[must_use]
    pub fn signatures(&self) -> &[Checked] {
        &self.signatures
    }

    /// Everything as JSON, in the form that TypeScript hands out.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let held = self.signatures.iter().filter_map(Checked::key);
        let trusted = held.clone().any(|key| !key.self_asserted);
        // The proof of the best trust speaks for the card.
        let best = held.clone().find(|key| !key.self_asserted).or_else(|| held.clone().next());
        json!({
            "card": self.card,
            "version": self.detected.version,
            "legacy": self.detected.legacy,
            "form": if self.detected.is_legacy() { "unspecified" } else { "a2a-1.0" },
            "reading": self.options.reading.to_json(),
            "trust": if trusted { "trusted" } else { "self-asserted" },
            "key": best.map(Key::to_json),
            "signatures": self.signatures.iter().map(Checked::to_json).collect::<Value>(),
            "uncovered": self.uncovered,
            "problems": problems_json(&self.problems),
            "parsed": self.options.parsed,
        })
    }
}

impl Checked {
    fn of(entry: &Value, payload: &str, trust: &Trust, now: Option<UnixSeconds>) -> Self {
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

    fn key(&self) -> Option<&Key> {
        match &self.outcome {
            Outcome::Verified(key) => Some(key),
            _ => None,
        }
    }

    fn to_json(&self) -> Value {
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
    fn to_json(&self) -> Value {
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
        () if signature.len() != SIGNATURE_LEN => Err("malformed"),
        () => Ok((header, signature)),
    }
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
    jwk::public_from_json(jwk).ok()
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

/// The error of a card of which no signature holds.
fn refusal(signatures: &[Checked]) -> Error {
    let failed = signatures.iter().any(|one| matches!(one.outcome, Outcome::Failed(_)));
    let each: Vec<_> = signatures
        .iter()
        .map(|one| {
            let (outcome, reason) = one.outcome.names();
            format!("{outcome}: {}", reason.unwrap_or_default())
        })
        .collect();
    let outcomes = each.join("; ");
    if failed { Error::CardSignature { outcomes } } else { Error::CardUnverifiable { outcomes } }
}
