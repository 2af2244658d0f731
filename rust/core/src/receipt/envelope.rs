//! Receipts inside the envelopes that other tools read.
//!
//! The payload is the whole receipt in canonical form, with its own signature and witnesses. The envelope
//! has a signature of its own, which anybody can make. Import checks both signatures.
//!
//! | Envelope | Standard | Says that it holds a receipt |
//! | --- | --- | --- |
//! | `jws` | RFC 7515, compact | `typ` = [`super::MEDIA_TYPE`] without `application/` |
//! | `dsse` | DSSE 1.0, see [`super::dsse`] | `payloadType` = [`super::MEDIA_TYPE`] |
//! | `cose` | RFC 9052 `COSE_Sign1`, see [`super::cose`] | content type = [`super::MEDIA_TYPE`] |
//!
//! The name of the key (`kid`, `keyid`) chooses among trusted keys and proves nothing. None of the three standards
//! has a rule for S, so an ECDSA signature of an envelope may have a low or a high S, and the result says which. The
//! receipt inside has a low S, and its id does not cover the envelope: changing the envelope changes no id.

use core::str::FromStr;

use super::{Expected, Receipt, cose, dsse};
use crate::{
    Error,
    did::Purpose,
    encoding::document::{Document, Numbers},
    jws::{self, Form, Shape},
    keys::{Algorithm, verify_either_s},
    print::Written,
    trust::{Candidate, Checks, Signed, Tried, Trust, TrustedKey, find_candidates, try_each},
    unsigned::Unsigned,
};

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
            _ => Err(Error::EnvelopeMalformed("its kind must be jws, dsse or cose")),
        }
    }
}

/// Who signs an envelope.
#[derive(Clone, Copy, Debug)]
pub struct Seal<'a> {
    /// How it is signed.
    pub algorithm: Algorithm,
    /// The name of the key; none if it is empty.
    pub key_id: &'a str,
}

impl Seal<'_> {
    fn key_id(&self) -> Option<&str> {
        Some(self.key_id).filter(|id| !id.is_empty())
    }
}

/// The envelope of a receipt, to be signed: text, or CBOR.
///
/// # Errors
///
/// As [`Receipt::from_json`]; `ERR_KEY_ALGORITHM`, `ERR_JWS_ALGORITHM` for an algorithm that the
/// standard has no name for.
pub fn unsigned(kind: Kind, receipt: &[u8], seal: Seal<'_>) -> Result<Unsigned, Error> {
    let payload = Receipt::from_json(receipt)?.to_json()?;
    match kind {
        Kind::Jws => unsigned_jws(&payload, seal),
        Kind::Dsse => Ok(unsigned_dsse(payload, seal)),
        Kind::Cose => unsigned_cose(payload, seal),
    }
}

fn unsigned_jws(payload: &str, seal: Seal<'_>) -> Result<Unsigned, Error> {
    let header = Written::new()
        .maybe(seal.key_id(), |header, id| header.text("kid", id))
        .text("typ", JWS_TYPE)
        .end();
    let header = Document::read_text(&header, Numbers::Exact)?;
    let shape = Shape::new(Form::Compact, false);
    jws::unsigned(header.root(), seal.algorithm, payload.as_bytes(), shape)
}

fn unsigned_dsse(payload: String, seal: Seal<'_>) -> Unsigned {
    let message = dsse::encode(payload.as_bytes());
    let key_id = seal.key_id().map(str::to_owned);
    let complete = move |_: &[u8], signature: &[u8]| {
        Ok(dsse::write(payload.as_bytes(), key_id.as_deref(), signature).into_bytes())
    };
    Unsigned::new(seal.algorithm, message, complete)
}

fn unsigned_cose(payload: String, seal: Seal<'_>) -> Result<Unsigned, Error> {
    let protected = cose::protected(seal.algorithm, seal.key_id())?;
    let message = cose::signing_input(&protected, payload.as_bytes());
    let complete = move |_: &[u8], signature: &[u8]| {
        Ok(cose::write(&protected, payload.as_bytes(), signature))
    };
    Ok(Unsigned::new(seal.algorithm, message, complete))
}

/// Verifies envelope and receipt. Gives
/// `{ receipt, facts, envelope: { signer, highS? } }` as JSON.
///
/// # Errors
///
/// `ERR_ENVELOPE_MALFORMED`, `ERR_ENVELOPE_TYPE`, `ERR_ENVELOPE_KEY`, `ERR_ENVELOPE_SIGNATURE`, `ERR_TRUST_CHECKS`, or a
/// code of a JWS; then as [`super::verify()`].
///
/// # Cost
///
/// At most [`Expected::max_checks`] signature checks for the envelope, and those that [`super::verify()`] makes.
pub fn verify(
    kind: Kind,
    envelope: &[u8],
    trust: &Trust,
    expected: &Expected,
) -> Result<String, Error> {
    let (payload, sealed) = match kind {
        Kind::Jws => verify_jws(envelope, trust, expected)?,
        Kind::Dsse => verify_dsse(envelope, trust, expected)?,
        Kind::Cose => verify_cose(envelope, trust, expected)?,
    };
    let receipt = Receipt::from_json(&payload)?;
    let facts = super::verify(&receipt, trust, expected)?.to_json();
    let sealed = Written::new().inner("envelope", |envelope| sealed.write(envelope));
    Ok(sealed.json("facts", &facts).json("receipt", &receipt.to_json()?).end())
}

/// The payload, and who signed it.
type Verified = (Vec<u8>, Signed);

fn verify_jws(envelope: &[u8], trust: &Trust, expected: &Expected) -> Result<Verified, Error> {
    let text =
        core::str::from_utf8(envelope).map_err(|_| Error::EnvelopeMalformed("it is not text"))?;
    let (now, typ, max_checks) = (expected.seconds(), JWS_TYPE.to_owned(), expected.max_checks);
    let policy = jws::Policy { now, typ: Some(typ), max_checks, ..jws::Policy::default() };
    let verified = jws::verify(text, None, trust, &policy)?;
    let mut signed =
        verified.signatures().iter().filter_map(|checked| checked.outcome.as_ref().ok());
    let sealed = signed.next().ok_or(Error::EnvelopeKey)?.clone();
    Ok((verified.payload().to_vec(), sealed))
}

fn verify_dsse(envelope: &[u8], trust: &Trust, expected: &Expected) -> Result<Verified, Error> {
    let read = dsse::read(envelope)?;
    let message = dsse::encode(&read.payload);
    let signed = read.signatures.iter();
    let seals = signed.map(|(key_id, signature)| Sealed {
        key_id: key_id.as_deref(),
        algorithm: None,
        signature,
    });
    let sealed = check(&seals.collect::<Vec<_>>(), &message, trust, expected)?;
    Ok((read.payload, sealed))
}

fn verify_cose(envelope: &[u8], trust: &Trust, expected: &Expected) -> Result<Verified, Error> {
    let read = cose::read(envelope)?;
    let message = cose::signing_input(&read.protected, &read.payload);
    let (key_id, algorithm) = (read.key_id.as_deref(), Some(read.algorithm));
    let seal = Sealed { key_id, algorithm, signature: &read.signature };
    let sealed = check(&[seal], &message, trust, expected)?;
    Ok((read.payload, sealed))
}

/// A signature of an envelope. If it names no algorithm, the key's own is used.
struct Sealed<'a> {
    key_id: Option<&'a str>,
    algorithm: Option<Algorithm>,
    signature: &'a [u8],
}

impl Sealed<'_> {
    /// The algorithm that it would have if this key made it; none if the key cannot have made it.
    fn algorithm_with(&self, key: &TrustedKey) -> Option<Algorithm> {
        let own = key.algorithm.or_else(|| key.key.key_type().default_algorithm());
        let used = self.algorithm.or(own)?;
        let bound = key.algorithm.is_none_or(|bound| bound == used);
        (bound && used.key_type() == key.key.key_type()).then_some(used)
    }

    /// The trusted keys that may have made it, at least one.
    fn candidates<'t>(
        &self,
        trust: &'t Trust,
        expected: &Expected,
    ) -> Result<Vec<Candidate<'t>>, Error> {
        let found = trust.find(self.key_id, Purpose::AssertionMethod, expected.seconds());
        let meant = found.map(|key| Candidate::found(key, self.key_id));
        let fits = |key: &TrustedKey| self.algorithm_with(key).is_some();
        find_candidates(meant, fits, || None).map_err(|_| Error::EnvelopeKey)
    }
}

/// Finds the first signature that a trusted key made, and gives its facts.
fn check(
    seals: &[Sealed<'_>],
    message: &[u8],
    trust: &Trust,
    expected: &Expected,
) -> Result<Signed, Error> {
    let tried = try_each(
        seals.iter().map(|seal| seal.candidates(trust, expected).map(|keys| (seal, keys))),
        &mut Checks::new(expected.max_checks),
        |_| message,
        |seal, message, candidate| {
            let algorithm = seal.algorithm_with(candidate.entry?)?;
            verify_either_s(algorithm, &candidate.key, message, seal.signature)
        },
    );
    let mut refused = Error::EnvelopeKey;
    for outcome in tried {
        match outcome {
            Tried::Signed(key, form) => return Ok(Signed::of(key, form)),
            Tried::Unchecked { error, .. } => refused = error,
            Tried::Failed if refused == Error::EnvelopeKey => refused = Error::EnvelopeSignature,
            Tried::Failed | Tried::Refused(_) => {}
        }
    }
    Err(refused)
}
