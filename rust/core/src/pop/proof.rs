//! A statement with its signature, and its record.

use super::{
    Agreement, Statement,
    challenge::{NONCE, malformed},
};
use crate::{
    Error,
    error::excerpt,
    keys::{HighS, PublicKey, multikey, verify},
    label,
    print::Written,
    record::{self, MAX_TEXT, Record},
    unsigned::Unsigned,
};

/// An answer to a challenge. Holding one proves nothing yet: see [`super::verify`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proof {
    pub(super) statement: Statement,
    pub(super) signature: Vec<u8>,
    /// Present with [`Statement::agreement`].
    pub(super) mac: Option<[u8; 32]>,
}

impl Statement {
    /// The proof of a signing key, to be signed.
    ///
    /// # Errors
    ///
    /// `ERR_POP_INVALID` for a statement about an X25519 key.
    pub fn into_unsigned(self) -> Result<Unsigned, Error> {
        match self.agreement {
            None => Ok(self.with_tag(None)),
            Some(_) => Err(Error::PopInvalid),
        }
    }

    /// A proof that lacks its signature.
    pub(super) fn with_tag(self, mac: Option<[u8; 32]>) -> Unsigned {
        let (algorithm, key) = (self.algorithm, self.signer().clone());
        let message = self.to_bytes();
        let complete = move |_: &[u8], signature: &[u8]| {
            let proof = Proof { statement: self, signature: signature.to_vec(), mac };
            Ok(proof.to_json().into_bytes())
        };
        Unsigned::new(algorithm, message, complete).bind_to(key, Error::PopInvalid)
    }
}

impl Proof {
    /// Reads the record.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::document`] or of [`multikey`]; `ERR_POP_VERSION` for another
    /// type; `ERR_POP_MALFORMED`; `ERR_KEY_ALGORITHM`, `ERR_KEY_ALGORITHM_UNKNOWN`,
    /// `ERR_KEY_TYPE_MISMATCH`.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document = record::read(text)?;
        let mut record = Record::new(document.root(), malformed);
        let agreement = match record.text("type", 1..=MAX_TEXT)? {
            label::POP => None,
            label::POP_AGREEMENT => Some(Agreement {
                identity: record.key("identityKey")?,
                ephemeral: record.key("ephemeral")?,
            }),
            other => return Err(Error::PopVersion(excerpt(other))),
        };
        let mac = agreement
            .is_some()
            .then(|| record.array_or("mac", |_| malformed("mac", "it is not 32 bytes")))
            .transpose()?;
        let statement = Statement {
            did: record.owned("did")?,
            key: record.key("key")?,
            audience: record.owned("audience")?,
            nonce: record.bytes("nonce", NONCE)?,
            issued: record.seconds("issued")?,
            expires: record.seconds("expires")?,
            algorithm: record.algorithm("algorithm")?,
            agreement,
        };
        let length = statement.algorithm.signature_len();
        let signature = record.bytes("signature", length..=length)?;
        record.end()?;
        Ok(Self { statement: statement.check()?, signature, mac })
    }

    /// Writes the record.
    #[must_use]
    pub fn to_json(&self) -> String {
        let statement = &self.statement;
        let agreement = statement.agreement.as_ref();
        let (ephemeral, identity) =
            (agreement.map(|own| &own.ephemeral), agreement.map(|own| &own.identity));
        let key = |name| {
            move |record: Written, key: &PublicKey| record.text(name, &multikey::encode(key))
        };
        Written::new()
            .text("algorithm", statement.algorithm.as_str())
            .text("audience", &statement.audience)
            .text("did", &statement.did)
            .maybe(ephemeral, key("ephemeral"))
            .number("expires", statement.expires.0)
            .maybe(identity, key("identityKey"))
            .number("issued", statement.issued.0)
            .text("key", &multikey::encode(&statement.key))
            .maybe(self.mac, |record, mac| record.bytes("mac", &mac))
            .bytes("nonce", &statement.nonce)
            .bytes("signature", &self.signature)
            .text("type", statement.label())
            .end()
    }

    /// Whether the key that the statement names signed it: the same key, with tables if there are any.
    pub(super) fn is_signed_by(&self, key: &PublicKey) -> bool {
        let statement = &self.statement;
        verify(statement.algorithm, key, &statement.to_bytes(), &self.signature, HighS::Refuse)
    }
}
