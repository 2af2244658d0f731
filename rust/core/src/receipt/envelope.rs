//! Receipts inside the envelopes that other tools read.
//!
//! The payload is the whole receipt in canonical form, its own signature and witnesses included; the
//! envelope is signed again, by anybody. Import checks both signatures.
//!
//! | Envelope | Standard | Says that it holds a receipt |
//! | --- | --- | --- |
//! | `jws` | RFC 7515, compact | `typ` = [`MEDIA_TYPE`] without `application/` |
//! | `dsse` | DSSE 1.0, see [`super::dsse`] | `payloadType` = [`MEDIA_TYPE`] |
//! | `cose` | RFC 9052 `COSE_Sign1`, see [`super::cose`] | content type = [`MEDIA_TYPE`] |
//!
//! The name of the key (`kid`, `keyid`) chooses among trusted keys and proves nothing. None of the three standards
//! has a rule for S, so an ECDSA signature of an envelope may have either, and the result says which. The receipt
//! inside has a low S, and its id is of the receipt alone: who changes the form of an envelope changes no id.

use core::str::FromStr;

use serde_json::{Map, Value};

use super::{Expected, Receipt, cose, dsse};
use crate::{
    Error,
    jws::{self, Form, Outcome, Shape},
    keys::{Algorithm, Held, PublicKey, multikey, verify_either_s},
    trust::{Checks, Purpose, Trust},
};

/// The media type of a receipt.
pub const MEDIA_TYPE: &str = "application/vnd.countersign.receipt+json";

const JWS_TYPE: &str = "vnd.countersign.receipt+json";

/// A kind of envelope.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// JSON Web Signature.
    Jws,
    /// Dead Simple Signing Envelope.
    Dsse,
    /// `COSE_Sign1`, tagged.
    Cose,
}

impl FromStr for Kind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "jws" => Ok(Self::Jws),
            "dsse" => Ok(Self::Dsse),
            "cose" => Ok(Self::Cose),
            _ => Err(Error::EnvelopeMalformed { what: "no such kind" }),
        }
    }
}

/// Who signs an envelope.
#[derive(Clone, Copy, Debug)]
pub struct Seal<'a> {
    /// How.
    pub algorithm: Algorithm,
    /// The name of the key; none if it is empty.
    pub key_id: &'a str,
}

impl Seal<'_> {
    fn key_id(&self) -> Option<&str> {
        Some(self.key_id).filter(|id| !id.is_empty())
    }
}

/// The bytes to sign.
///
/// # Errors
///
/// As [`Receipt::from_json`]; `ERR_KEY_ALGORITHM`, `ERR_JWS_ALGORITHM` for an algorithm that the
/// standard has no name for.
pub fn signing_input(kind: Kind, receipt: &[u8], seal: Seal<'_>) -> Result<Vec<u8>, Error> {
    let payload = Receipt::from_json(receipt)?.to_json()?;
    match kind {
        Kind::Jws => {
            let mut header = Map::from_iter([("typ".to_owned(), JWS_TYPE.into())]);
            header.extend(seal.key_id().map(|id| ("kid".to_owned(), id.into())));
            jws::signing_input(header, seal.algorithm, payload.as_bytes())
        }
        Kind::Dsse => Ok(dsse::encode(payload.as_bytes())),
        Kind::Cose => {
            let protected = cose::protected(seal.algorithm, seal.key_id())?;
            Ok(cose::signing_input(&protected, payload.as_bytes()))
        }
    }
}

/// Puts a signature over [`signing_input`] into its envelope: text, or CBOR.
///
/// # Errors
///
/// As [`signing_input`].
pub fn attach(
    kind: Kind,
    receipt: &[u8],
    seal: Seal<'_>,
    signature: &[u8],
) -> Result<Vec<u8>, Error> {
    let payload = Receipt::from_json(receipt)?.to_json()?;
    match kind {
        Kind::Jws => {
            let input = signing_input(kind, receipt, seal)?;
            let text = jws::attach(&input, signature, Shape::new(Form::Compact, false))?;
            Ok(text.into_bytes())
        }
        Kind::Dsse => Ok(dsse::write(payload.as_bytes(), seal.key_id(), signature).into_bytes()),
        Kind::Cose => {
            let protected = cose::protected(seal.algorithm, seal.key_id())?;
            Ok(cose::write(&protected, payload.as_bytes(), signature))
        }
    }
}

/// Verifies envelope and receipt. Gives
/// `{ receipt, facts, envelope: { key, keyId?, trust, highS? } }` as JSON.
///
/// # Errors
///
/// `ERR_ENVELOPE_MALFORMED`, `ERR_ENVELOPE_TYPE`, `ERR_ENVELOPE_KEY`, `ERR_ENVELOPE_SIGNATURE`, `ERR_TRUST_CHECKS`, or a
/// code of a JWS; then as [`super::verify()`].
///
/// # Cost
///
/// At most [`Expected::max_checks`] signature checks for the envelope, and as many as [`super::verify()`] makes.
pub fn open(
    kind: Kind,
    envelope: &[u8],
    trust: &Trust,
    expected: &Expected,
) -> Result<String, Error> {
    let (payload, sealed) = match kind {
        Kind::Jws => open_jws(envelope, trust, expected)?,
        Kind::Dsse => open_dsse(envelope, trust, expected)?,
        Kind::Cose => open_cose(envelope, trust, expected)?,
    };
    let receipt = Receipt::from_json(&payload)?;
    let facts = super::verify(&receipt, trust, expected)?.to_json();
    let receipt = receipt.to_json()?;
    Ok(format!(r#"{{"receipt":{receipt},"facts":{facts},"envelope":{sealed}}}"#))
}

type Opened = (Vec<u8>, Value);

fn open_jws(envelope: &[u8], trust: &Trust, expected: &Expected) -> Result<Opened, Error> {
    let text = core::str::from_utf8(envelope)
        .map_err(|_| Error::EnvelopeMalformed { what: "it is not text" })?;
    let (now, typ, max_checks) = (expected.seconds(), JWS_TYPE.to_owned(), expected.max_checks);
    let policy = jws::Policy { now, typ: Some(typ), max_checks, ..jws::Policy::default() };
    let verified = jws::verify(text, None, trust, &policy)?;
    let held = verified.signatures().iter().find_map(|one| match &one.outcome {
        Outcome::Verified { id, key, self_asserted, high_s } => {
            Some(facts(key, id.as_deref(), *self_asserted, Held { high_s: *high_s }))
        }
        _ => None,
    });
    Ok((verified.payload().to_vec(), held.ok_or(Error::EnvelopeKey)?))
}

fn open_dsse(envelope: &[u8], trust: &Trust, expected: &Expected) -> Result<Opened, Error> {
    let read = dsse::read(envelope)?;
    let message = dsse::encode(&read.payload);
    let mut refused = Error::EnvelopeKey;
    let mut checks = Checks::new(expected.max_checks);
    for (key_id, signature) in &read.signatures {
        let named = (key_id.as_deref(), None);
        match check(trust, expected, named, &message, signature, &mut checks) {
            Ok(sealed) => return Ok((read.payload, sealed)),
            Err(Error::EnvelopeKey) => {}
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

fn open_cose(envelope: &[u8], trust: &Trust, expected: &Expected) -> Result<Opened, Error> {
    let read = cose::read(envelope)?;
    let message = cose::signing_input(&read.protected, &read.payload);
    let named = (read.key_id.as_deref(), Some(read.algorithm));
    let mut checks = Checks::new(expected.max_checks);
    let sealed = check(trust, expected, named, &message, &read.signature, &mut checks)?;
    Ok((read.payload, sealed))
}

/// Finds the trusted key under which the envelope's signature holds. Without an algorithm, that of
/// the key counts.
fn check(
    trust: &Trust,
    expected: &Expected,
    (key_id, algorithm): (Option<&str>, Option<Algorithm>),
    message: &[u8],
    signature: &[u8],
    checks: &mut Checks,
) -> Result<Value, Error> {
    let mut refused = Error::EnvelopeKey;
    for trusted in trust.find(key_id, Purpose::AssertionMethod, expected.seconds()) {
        let own = trusted.algorithm.or_else(|| trusted.key.key_type().default_algorithm());
        let Some(used) = algorithm.or(own) else { continue };
        let bound = trusted.algorithm.is_none_or(|bound| bound == used);
        if used.key_type() != trusted.key.key_type() || !bound {
            continue;
        }
        checks.take()?;
        if let Some(held) = verify_either_s(used, &trusted.key, message, signature) {
            return Ok(facts(&trusted.key, trusted.id.as_deref(), false, held));
        }
        refused = Error::EnvelopeSignature;
    }
    Err(refused)
}

fn facts(key: &PublicKey, id: Option<&str>, self_asserted: bool, held: Held) -> Value {
    let trust = if self_asserted { "self-asserted" } else { "trusted" };
    let key = multikey::encode(key);
    let mut facts = Map::from_iter([("key".into(), key.into()), ("trust".into(), trust.into())]);
    facts.extend(id.map(|id| ("keyId".into(), id.into())));
    facts.extend(held.high_s.then(|| ("highS".into(), true.into())));
    Value::Object(facts)
}
