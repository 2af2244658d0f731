//! Receipts: read strictly, and named by their hash.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{
    Id,
    body::{Place, read_body},
    id::content_hash,
    member::{malformed, read_signature, text},
};
use crate::{
    Error,
    encoding::{
        base64url, frames, jcs,
        json::{self, Apart},
    },
    keys::Algorithm,
    label,
    record::{Members, Record, label_bytes},
};

/// A receipt that was read. Nothing in it is proven before [`super::verify`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Receipt {
    body: Members,
    canonical: Vec<u8>,
    algorithm: Algorithm,
    previous: Option<Id>,
    signature: Vec<u8>,
    witnesses: Option<Value>,
    id: Id,
}

impl Receipt {
    /// Reads a receipt.
    ///
    /// # Errors
    ///
    /// A code of [`json`]; `ERR_RECEIPT_VERSION` for another type; `ERR_RECEIPT_MALFORMED` for a
    /// member that is missing, unknown, or outside the table of [`super`].
    pub fn from_json(text: &[u8]) -> Result<Self, Error> {
        let Apart { object: body, canonical, mut around } =
            json::parse_apart(text, &["signature", "witnesses"])?;
        let mut record = Record::new(&body, malformed);
        let Place { algorithm, previous } = read_body(&mut record)?;
        let signature = read_signature(&mut Record::new(&around, malformed), algorithm)?;
        record.end()?;
        let witnesses = around.get_mut("witnesses").map(Value::take);
        let canonical = canonical.into_bytes();
        let id = hash(&canonical, &signature);
        Ok(Self { body, canonical, algorithm, previous, signature, witnesses, id })
    }

    /// Its id: the hash of the body and of the actor's signature.
    #[must_use]
    pub const fn id(&self) -> Id {
        self.id
    }

    /// Refuses any other id than `want`, if one is expected.
    pub(super) fn check_id(&self, want: Option<Id>) -> Result<(), Error> {
        match want {
            Some(want) if want != self.id => {
                Err(Error::ReceiptId(want.to_string(), self.id.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Who acted.
    #[must_use]
    pub fn actor(&self) -> &str {
        text(&self.body, "actor").unwrap_or_default()
    }

    /// Which key signed.
    #[must_use]
    pub fn key_id(&self) -> &str {
        text(&self.body, "keyId").unwrap_or_default()
    }

    /// How it was signed.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// What kind of action it was.
    #[must_use]
    pub fn action(&self) -> &str {
        text(&self.body, "action").unwrap_or_default()
    }

    /// The grant under which it was done.
    #[must_use]
    pub fn grant(&self) -> Option<&str> {
        text(&self.body, "grant")
    }

    /// Its place in the chain.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.body.get("sequence").and_then(Value::as_u64).unwrap_or_default()
    }

    /// The receipt before.
    #[must_use]
    pub const fn previous(&self) -> Option<Id> {
        self.previous
    }

    /// When it was done, in Unix milliseconds, by the actor's clock.
    #[must_use]
    pub fn time(&self) -> u64 {
        self.body.get("time").and_then(Value::as_u64).unwrap_or_default()
    }

    /// Whether it is the last of its chain.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.body.contains_key("final")
    }

    /// The hash of its content, stated or computed.
    ///
    /// # Errors
    ///
    /// `ERR_JSON_DEPTH` for content that is nested too deep.
    pub fn content_hash(&self) -> Result<Id, Error> {
        match self.body.get("content") {
            Some(content) => content_hash(content),
            None => text(&self.body, "contentHash").unwrap_or_default().parse(),
        }
    }

    /// What the actor signed.
    #[must_use]
    pub fn statement(&self) -> Vec<u8> {
        label_bytes(label::RECEIPT, &self.canonical)
    }

    /// The actor's signature.
    #[must_use]
    pub fn signature(&self) -> &[u8] {
        &self.signature
    }

    /// The members without signature and witnesses.
    #[must_use]
    pub const fn body(&self) -> &Members {
        &self.body
    }

    pub(crate) const fn witnesses(&self) -> Option<&Value> {
        self.witnesses.as_ref()
    }

    pub(super) fn with_witnesses(mut self, witnesses: Value) -> Self {
        self.witnesses = Some(witnesses);
        self
    }

    /// The whole receipt in canonical form.
    ///
    /// # Errors
    ///
    /// `ERR_JSON_DEPTH` for witnesses that are nested too deep.
    pub fn to_json(&self) -> Result<String, Error> {
        let mut members = self.signed_members();
        if let Some(witnesses) = &self.witnesses {
            members.insert("witnesses".into(), witnesses.clone());
        }
        utf8(canonical(&members)?)
    }

    /// The receipt without its witnesses, in canonical form: what a log holds as a leaf.
    ///
    /// # Errors
    ///
    /// `ERR_JSON_DEPTH`; never for a receipt that was read.
    pub fn leaf(&self) -> Result<String, Error> {
        utf8(canonical(&self.signed_members())?)
    }

    fn signed_members(&self) -> Members {
        let mut members = self.body.clone();
        members.insert("signature".into(), base64url::encode(&self.signature).into());
        members
    }
}

fn hash(canonical: &[u8], signature: &[u8]) -> Id {
    let mut hash = Sha256::new();
    for part in [label::RECEIPT_HASH.as_bytes(), canonical] {
        hash.update(frames::length(part));
        hash.update(part);
    }
    Id(hash.chain_update(signature).finalize().into())
}

pub(super) fn canonical(members: &Members) -> Result<Vec<u8>, Error> {
    jcs::canonicalize_object(members)
}

fn utf8(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| Error::JsonUtf8(error.utf8_error().valid_up_to()))
}
