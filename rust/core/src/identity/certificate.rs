//! Key certificates, version 1: an identity key vouches for another key, for one purpose and time.
//!
//! | Member | Value |
//! | --- | --- |
//! | `type` | `countersign/key-certificate/v1` |
//! | `identity` | whose key it is: an identifier, text of 1 to 4096 bytes |
//! | `issuer`, `algorithm` | the identity key, and how it signs |
//! | `purpose`, `context` | as in [`super::derivation`] |
//! | `key` | the key that is vouched for |
//! | `notBefore`, `notAfter` | first second at which it holds, and first at which it no longer does |
//! | `possession` | signature of `key`, where it can sign, with the default algorithm of its type |
//! | `signature` | signature of `issuer` |
//!
//! ```text
//! body       = JCS(the certificate without `possession` and `signature`)
//! signature  = sign(issuer, lp("countersign/key-certificate/v1") ‖ body)
//! possession = sign(key,    lp("countersign/key-certificate-possession/v1") ‖ body)
//! ```
//!
//! Without `possession` an identity could claim somebody else's key. A key that only agrees (X25519)
//! cannot sign: of such a key the certificate proves only that it is claimed, and the result says so.

use std::borrow::Cow;

use super::{
    derivation::{Purpose, check_context},
    file::MAX_IDENTITY,
};
use crate::{
    Error,
    keys::{Algorithm, HighS, PublicKey, multikey, verify as holds},
    label,
    print::Written,
    record::{self, Record, check_algorithm, is_line, label_bytes},
    time::UnixSeconds,
    unsigned::Unsigned,
};

mod verify;

pub use verify::{Expected, Proven, verify};

/// What the identity key signs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Statement {
    /// Whose key it is.
    pub identity: String,
    /// The key that vouches.
    pub issuer: PublicKey,
    /// How it signs.
    pub algorithm: Algorithm,
    /// What the key is for.
    pub purpose: Purpose,
    /// For which session, device or grant exactly; see [`super::derivation`].
    pub context: String,
    /// The key.
    pub key: PublicKey,
    /// First second at which it holds.
    pub not_before: UnixSeconds,
    /// First second at which it no longer holds.
    pub not_after: UnixSeconds,
}

/// A statement with its signatures. Holding one proves nothing yet: see [`verify`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Certificate {
    pub(super) statement: Statement,
    possession: Option<Vec<u8>>,
    signature: Vec<u8>,
}

fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    Error::CertificateMalformed(member.into(), reason)
}

impl Statement {
    /// Reads the statement, as JSON without signatures.
    ///
    /// # Errors
    ///
    /// `ERR_CERTIFICATE_MALFORMED`, `ERR_CERTIFICATE_VERSION`, `ERR_DERIVATION_PURPOSE`,
    /// `ERR_DERIVATION_CONTEXT`, `ERR_KEY_ALGORITHM`; as the readers of JSON and keys.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = record::read(text)?;
        let mut record = Record::new(document.root(), malformed);
        let statement = Self::read(&mut record)?;
        record.end()?;
        Ok(statement)
    }

    /// What `issuer` signs.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        label_bytes(label::CERTIFICATE, self.canonical(None, None).as_bytes())
    }

    /// What `key` signs.
    #[must_use]
    pub fn possession_bytes(&self) -> Vec<u8> {
        label_bytes(label::CERTIFICATE_POSSESSION, self.canonical(None, None).as_bytes())
    }

    /// The certificate, to be signed by `issuer`. `possession` is as of [`Self::attach`].
    #[must_use]
    pub fn into_unsigned(self, possession: Vec<u8>) -> Unsigned {
        let (algorithm, issuer, message) = (self.algorithm, self.issuer.clone(), self.to_bytes());
        let complete = move |_: &[u8], signature: &[u8]| {
            Ok(self.attach(signature, &possession)?.to_json().into_bytes())
        };
        Unsigned::new(algorithm, message, complete).bind_to(issuer, Error::CertificateSignature)
    }

    /// Completes the certificate. `possession` is ignored for a key that cannot sign.
    ///
    /// # Errors
    ///
    /// `ERR_CERTIFICATE_SIGNATURE` if a signature does not hold, or one is missing.
    pub fn attach(self, signature: &[u8], possession: &[u8]) -> Result<Certificate, Error> {
        let signs = self.key.key_type().signs();
        let certificate = Certificate {
            signature: signature.to_vec(),
            possession: signs.then(|| possession.to_vec()),
            statement: self,
        };
        if certificate.is_signed(&certificate.statement.issuer) {
            Ok(certificate)
        } else {
            Err(Error::CertificateSignature)
        }
    }

    fn read(record: &mut Record<'_>) -> Result<Self, Error> {
        record.kind(label::CERTIFICATE, Error::CertificateVersion)?;
        Self {
            identity: record.line("identity", 1..=MAX_IDENTITY)?.to_owned(),
            issuer: record.key("issuer")?,
            algorithm: record.algorithm("algorithm")?,
            purpose: record.line("purpose", 1..=64)?.parse()?,
            context: record.line("context", 1..=super::derivation::MAX_CONTEXT)?.to_owned(),
            key: record.key("key")?,
            not_before: record.seconds("notBefore")?,
            not_after: record.seconds("notAfter")?,
        }
        .check()
    }

    fn check(self) -> Result<Self, Error> {
        if !is_line(&self.identity, &(1..=MAX_IDENTITY)) {
            return Err(malformed(
                "identity",
                "it is empty, too long, or holds a control character",
            ));
        }
        check_context(&self.context)?;
        self.purpose.check(self.key.key_type())?;
        if self.not_before >= self.not_after {
            return Err(malformed("notAfter", "it must be later than `notBefore`"));
        }
        check_algorithm(&self.issuer, self.algorithm)?;
        Ok(self)
    }

    /// Its canonical text, with the signatures that are there.
    fn canonical(&self, possession: Option<&[u8]>, signature: Option<&[u8]>) -> String {
        Written::new()
            .text("algorithm", self.algorithm.as_str())
            .text("context", &self.context)
            .text("identity", &self.identity)
            .text("issuer", &multikey::encode(&self.issuer))
            .text("key", &multikey::encode(&self.key))
            .canonical_number("notAfter", self.not_after.0)
            .canonical_number("notBefore", self.not_before.0)
            .maybe(possession, |row, bytes| row.bytes("possession", bytes))
            .text("purpose", self.purpose.as_str())
            .maybe(signature, |row, bytes| row.bytes("signature", bytes))
            .text("type", label::CERTIFICATE)
            .end()
    }
}

impl Certificate {
    /// Reads a certificate.
    ///
    /// # Errors
    ///
    /// As [`Statement::from_json`]; `ERR_BYTES_LENGTH`.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = record::read(text)?;
        let mut record = Record::new(document.root(), malformed);
        let statement = Statement::read(&mut record)?;
        let signs = statement.key.key_type().default_algorithm();
        let possession =
            signs.map(|algorithm| record.signature("possession", algorithm)).transpose()?;
        let signature = record.signature("signature", statement.algorithm)?;
        record.end()?;
        Ok(Self { statement, possession, signature })
    }

    /// Writes the certificate.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.statement.canonical(self.possession.as_deref(), Some(&self.signature))
    }

    /// Whether both signatures hold. `issuer` is the key of the statement, with tables if there are any.
    pub(super) fn is_signed(&self, issuer: &PublicKey) -> bool {
        let Statement { key, algorithm, .. } = &self.statement;
        let bytes = self.statement.to_bytes();
        let signed = holds(*algorithm, issuer, &bytes, &self.signature, HighS::Refuse);
        let possessed = match (key.key_type().default_algorithm(), &self.possession) {
            (Some(algorithm), Some(signature)) => {
                let bytes = self.statement.possession_bytes();
                holds(algorithm, key, &bytes, signature, HighS::Refuse)
            }
            (None, None) => true,
            _ => false,
        };
        signed && possessed
    }
}
