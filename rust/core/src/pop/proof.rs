//! A statement with its signature, and its record.

use serde_json::json;

use super::{
    Agreement, Statement,
    challenge::{NONCE, malformed},
};
use crate::{
    Error,
    encoding::base64url,
    error::shown,
    keys::{HighS, PublicKey, multikey, verify},
    label,
    record::{self, MAX_TEXT, Record},
};

/// An answer to a challenge. Holding one proves nothing yet: see [`super::verify`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proof {
    pub(super) statement: Statement,
    pub(super) signature: Vec<u8>,
    /// Present with [`Statement::agreement`].
    pub(super) mac: Option<[u8; 32]>,
}

impl Proof {
    /// Reads the record.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::json`] or of [`multikey`]; `ERR_POP_VERSION` for another
    /// type; `ERR_POP_MALFORMED`; `ERR_KEY_ALGORITHM`, `ERR_KEY_ALGORITHM_UNKNOWN`,
    /// `ERR_KEY_TYPE_MISMATCH`.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let members = record::members(text)?;
        let mut record = Record::new(&members, malformed);
        let agreement = match record.text("type", 1..=MAX_TEXT)? {
            label::POP => None,
            label::POP_AGREEMENT => Some(Agreement {
                identity: record.key("identityKey")?,
                ephemeral: record.key("ephemeral")?,
            }),
            other => return Err(Error::PopVersion(shown(other))),
        };
        let mac = agreement
            .is_some()
            .then(|| record.array_or("mac", |_| malformed("mac")))
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
        let mut record = json!({
            "type": statement.label(),
            "did": statement.did,
            "key": multikey::encode(&statement.key),
            "audience": statement.audience,
            "nonce": base64url::encode(&statement.nonce),
            "issued": statement.issued.0,
            "expires": statement.expires.0,
            "algorithm": statement.algorithm.as_str(),
            "signature": base64url::encode(&self.signature),
        });
        let parts = (&statement.agreement, &self.mac, record.as_object_mut());
        if let (Some(agreement), Some(mac), Some(members)) = parts {
            members.insert("identityKey".into(), multikey::encode(&agreement.identity).into());
            members.insert("ephemeral".into(), multikey::encode(&agreement.ephemeral).into());
            members.insert("mac".into(), base64url::encode(mac).into());
        }
        record.to_string()
    }

    pub(super) fn is_signed(&self) -> bool {
        self.is_signed_by(self.statement.signer())
    }

    /// Whether the key that the statement names signed it: the same key, with tables if there are any.
    pub(super) fn is_signed_by(&self, key: &PublicKey) -> bool {
        let statement = &self.statement;
        verify(statement.algorithm, key, &statement.to_bytes(), &self.signature, HighS::Refuse)
    }
}
