//! Signed messages as SAGE has them, outside HTTP.
//!
//! ```text
//! base = one line "name: value" for each signed field, in their order, joined by LF
//! name = agent_did | message_id | timestamp | nonce | body | X for the field "header.X"
//! EdDSA signs the base, ES256K (also called ECDSA, ECDSA-secp256k1) SHA-256 of it; r ‖ s ‖ v
//! ```
//!
//! `timestamp` is RFC 3339 without the fraction of a second. Where no fields are named, they are the first
//! five. SAGE signs neither the list of fields nor the algorithm, so here the caller fixes both:
//!
//! | Refused, unlike in SAGE | Code |
//! | --- | --- |
//! | one of the five is not signed; an unknown field, or one twice; a header that is not there | `ERR_MESSAGE_SAGE_FIELDS` |
//! | a control character in any value but the last, or a header named like a field | `ERR_MESSAGE_SAGE_AMBIGUOUS` |
//! | an algorithm that is not the key's; bytes after the signature | `ERR_MESSAGE_SAGE_SIGNATURE` |
//! | an agent whose DID is itself another key, or of whom no key is trusted | `ERR_MESSAGE_SAGE_SIGNATURE` |
//! | no nonce | `ERR_MESSAGE_SAGE_MALFORMED` |
//!
//! Whether the message is new, [`super::Guard`] decides for each agent.

use std::{borrow::Cow, collections::BTreeSet};

use sha2::{Digest, Sha256};

use crate::{
    Error,
    did::Purpose,
    encoding::{
        document::{Document, MAX_BYTES, Node, Numbers, OwnedObject},
        go, hex,
    },
    error::excerpt,
    keys::{Algorithm, KeyType, PublicKey, sage_sign},
    print::Written,
    record::Record,
    time::{UnixSeconds, rfc3339},
    trust::{NotProven, Signed, Trust, TrustedKey, prove},
    unsigned::Unsigned,
};

#[cfg(test)]
mod tests;

/// The fields that must be signed, in SAGE's order.
pub const FIELDS: [&str; 5] = ["agent_did", "message_id", "timestamp", "nonce", "body"];

/// What the signature does not cover.
pub const UNCOVERED: [&str; 3] = ["field list", "algorithm", "headers that are not listed"];

/// Most names in `fields`.
const MAX_FIELDS: usize = 64;

/// How far the time of a message may be off, in seconds, where no other value is given.
pub const SKEW: u64 = 300;

/// A message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Message {
    values: [String; 5],
    headers: Option<OwnedObject>,
    fields: Vec<String>,
    algorithm: Option<String>,
    sent: UnixSeconds,
}

impl Message {
    /// Reads `{ agentDid, messageId, timestamp, nonce, body, headers?, fields?, algorithm? }`.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::document`]; `ERR_MESSAGE_SAGE_MALFORMED` for a member that is missing,
    /// of a wrong type, empty (but for `body`), or not RFC 3339.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = Document::read_object(text.as_bytes(), Numbers::Exact)?;
        let mut record = Record::new(document.root(), malformed);
        let mut text = |name| record.text(name, 1..=MAX_BYTES).map(str::to_owned);
        let (did, id, time, nonce) =
            (text("agentDid")?, text("messageId")?, text("timestamp")?, text("nonce")?);
        let body = record.text("body", 0..=MAX_BYTES)?.to_owned();
        let wrong = || malformed("timestamp", "it is not a time of RFC 3339");
        let sent = rfc3339::parse(&time).ok_or_else(wrong)?;
        let values = [did, id, whole_seconds(&time), nonce, body];
        let algorithm =
            record.maybe("algorithm", |record, name| record.text(name, 0..=MAX_BYTES))?;
        let algorithm = algorithm.map(str::to_owned);
        let (headers, fields) = (headers(&mut record)?, fields(&mut record)?);
        Ok(Self { values, headers, fields, algorithm, sent })
    }

    /// When it was sent, as it says.
    #[must_use]
    pub const fn sent(&self) -> UnixSeconds {
        self.sent
    }

    /// The text that is signed.
    ///
    /// # Errors
    ///
    /// `ERR_MESSAGE_SAGE_FIELDS`, `ERR_MESSAGE_SAGE_AMBIGUOUS`.
    pub fn base(&self) -> Result<String, Error> {
        self.check_fields()?;
        let lines = self.fields.iter().map(|field| self.line(field));
        let lines = lines.collect::<Result<Vec<_>, _>>()?;
        let inner = lines.split_last().map_or(&[][..], |(_, inner)| inner);
        if inner.iter().any(|line| line.contains(char::is_control)) {
            return Err(Error::MessageSageAmbiguous);
        }
        Ok(lines.join("\n"))
    }

    /// The signature in SAGE's form, to be made with `algorithm`.
    ///
    /// # Errors
    ///
    /// As [`Message::base`]; `ERR_KEY_ALGORITHM` unless `algorithm` is Ed25519, or ECDSA on
    /// secp256k1 over SHA-256.
    pub fn unsigned(&self, key: &PublicKey, algorithm: Algorithm) -> Result<Unsigned, Error> {
        let key_type = key.key_type();
        if algorithm_of(key_type)? != algorithm {
            return Err(Error::KeyAlgorithm(key_type.as_str(), algorithm.as_str()));
        }
        let (message, refused) = (self.base()?.into_bytes(), Error::MessageSageSignature);
        Ok(Unsigned::in_sage_form(algorithm, message, key, refused))
    }

    /// Checks time (`sent - skew <= now < sent + skew`, as [`super::Guard`] does) and signature, and gives the
    /// facts as JSON. The message names no key: each that is trusted as the agent's is tried, for
    /// [`Purpose::Authentication`].
    ///
    /// # Errors
    ///
    /// As [`Message::base`]; `ERR_MESSAGE_SAGE_TIME`; `ERR_MESSAGE_SAGE_SIGNATURE`; `ERR_KEY_ALGORITHM` if no trusted key
    /// is of a type that SAGE signs messages with; `ERR_TRUST_CHECKS`.
    pub fn verify(
        &self,
        trust: &Trust,
        signature: &[u8],
        now: UnixSeconds,
        skew: u64,
    ) -> Result<String, Error> {
        let base = self.base()?;
        let early = self.sent.0 > now.0.saturating_add(skew);
        if early || now.0 >= self.sent.0.saturating_add(skew) {
            return Err(Error::MessageSageTime(self.sent.0));
        }
        let [did, id, ..] = &self.values;
        let who = (did.as_str(), Purpose::Authentication);
        let holds = |key: &PublicKey| {
            let algorithm = algorithm_of(key.key_type()).ok()?;
            let named = self.algorithm.as_ref().is_none_or(|name| is_name_of(algorithm, name));
            if named { sage_sign::holds(algorithm, key, base.as_bytes(), signature) } else { None }
        };
        let (signer, form) =
            prove(trust, who, now, signs_messages, holds).map_err(|why| match why {
                NotProven::Unfit(first) => match algorithm_of(first) {
                    Err(error) => error,
                    Ok(_) => Error::MessageSageSignature,
                },
                NotProven::Unchecked(error) => error,
                NotProven::Unknown | NotProven::Failed => Error::MessageSageSignature,
            })?;
        let facts = Written::new()
            .text("agentDid", did)
            .texts("covered", self.fields.iter().map(String::as_str))
            .text("messageId", id)
            .number("sent", self.sent.0)
            .texts("uncovered", UNCOVERED.into_iter());
        Ok(Signed { signer, high_s: form.high_s }.write(facts).end())
    }

    /// Each field that must be signed is, and none twice.
    fn check_fields(&self) -> Result<(), Error> {
        let missing = FIELDS.iter().find(|want| !self.fields.iter().any(|field| field == **want));
        if let Some(missing) = missing {
            return Err(refused_field(missing, "is missing"));
        }
        let mut seen = BTreeSet::new();
        let twice = self.fields.iter().find(|field| !seen.insert(field.as_str()));
        twice.map_or(Ok(()), |field| Err(refused_field(field, "stands twice")))
    }

    fn line(&self, field: &str) -> Result<String, Error> {
        if let Some(index) = FIELDS.iter().position(|name| *name == field) {
            let value = self.values.get(index).map(String::as_str).unwrap_or_default();
            return Ok(format!("{field}: {value}"));
        }
        let unknown = || refused_field(field, "is not known");
        let name = field.strip_prefix("header.").ok_or_else(unknown)?;
        let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if name.is_empty() || !name.bytes().all(token) || FIELDS.contains(&name) {
            return Err(Error::MessageSageAmbiguous);
        }
        let headers = self.headers.as_ref().map(OwnedObject::node);
        let value = headers.and_then(|headers| headers.get(name)).and_then(Node::as_str);
        let absent = || refused_field(field, "is not in the message");
        Ok(format!("{name}: {}", value.ok_or_else(absent)?))
    }
}

fn refused_field(field: &str, reason: &'static str) -> Error {
    Error::MessageSageFields(excerpt(field), reason)
}

/// SHA-256 in hex of the header by which SAGE knows duplicates. The content is not in it.
#[must_use]
pub fn header_hash(sequence: u64, nonce: &str, timestamp: &str) -> String {
    let header = Written::new().number("sequence", sequence).text("nonce", nonce);
    hex::encode(&Sha256::digest(go::escaped(header.text("timestamp", timestamp).end())))
}

/// Whether a key may have signed a message.
fn signs_messages(entry: &TrustedKey) -> bool {
    algorithm_of(entry.key.key_type()).is_ok_and(|algorithm| entry.fits(algorithm))
}

fn algorithm_of(key_type: KeyType) -> Result<Algorithm, Error> {
    let none = || Error::KeyAlgorithm(key_type.as_str(), "SAGE messages");
    sage_sign::algorithm_of_documents(key_type).ok_or_else(none)
}

fn is_name_of(algorithm: Algorithm, name: &str) -> bool {
    match algorithm {
        Algorithm::Ed25519 => name == "EdDSA",
        _ => matches!(name, "ES256K" | "ECDSA" | "ECDSA-secp256k1"),
    }
}

/// RFC 3339 that was read, without the fraction of a second.
fn whole_seconds(time: &str) -> String {
    let (stamp, rest) = time.split_at_checked(19).unwrap_or((time, ""));
    let zone = rest.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
    format!("{stamp}{zone}")
}

fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::MessageSageMalformed(member.into(), reason)
}

fn headers(record: &mut Record<'_>) -> Result<Option<OwnedObject>, Error> {
    let headers = record.maybe("headers", Record::object)?;
    let mut members = headers.iter().flat_map(|headers| headers.node().members());
    if members.all(|(_, value)| value.is_string()) {
        let text = headers.map(|headers| headers.node().canonical()).transpose()?;
        text.map(|text| OwnedObject::own(text, Numbers::Exact)).transpose()
    } else {
        Err(malformed("headers", "it must hold texts"))
    }
}

fn fields(record: &mut Record<'_>) -> Result<Vec<String>, Error> {
    let Some(items) = record.maybe("fields", |record, name| record.list(name, MAX_FIELDS))? else {
        return Ok(FIELDS.map(str::to_owned).to_vec());
    };
    let texts = items.map(|item| item.as_str().map(str::to_owned));
    texts.collect::<Option<_>>().ok_or_else(|| malformed("fields", "it must hold texts"))
}
