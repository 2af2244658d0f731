//! Receipts: read strictly, and named by their hash.

use sha2::{Digest, Sha256};

use super::{
    Id,
    body::{Body, read_body},
    id::content_hash,
    member::{malformed, read_signature},
};
use crate::{
    Error,
    encoding::{
        document::{Node, Numbers, OwnedObject},
        frames,
    },
    keys::Algorithm,
    label,
    record::{Record, label_bytes},
};

/// A receipt that was read. Nothing in it is proven before [`super::verify`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Receipt {
    object: OwnedObject,
    body: Body,
    /// The canonical text of what is signed: all but signature and witnesses.
    canonical: String,
    signature: Vec<u8>,
    id: Id,
}

impl Receipt {
    /// Reads a receipt.
    ///
    /// # Errors
    ///
    /// A code of [`crate::encoding::document`]; `ERR_RECEIPT_VERSION` for another type; `ERR_RECEIPT_MALFORMED` for a
    /// member that is missing, unknown, or outside the table of [`super`].
    pub fn from_json(text: &[u8]) -> Result<Self, Error> {
        let object = OwnedObject::read(text, Numbers::Reprinted)?;
        let mut record = Record::new(object.node(), malformed);
        let body = read_body(&mut record)?;
        let signature = read_signature(&mut record, body.algorithm)?;
        record.take("witnesses");
        record.end()?;
        let canonical = object.node().canonical_with(&["signature", "witnesses"], &[])?;
        let id = hash(canonical.as_bytes(), &signature);
        Ok(Self { object, body, canonical, signature, id })
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
        &self.body.actor
    }

    /// Which key signed.
    #[must_use]
    pub fn key_id(&self) -> &str {
        &self.body.key_id
    }

    /// How it was signed.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.body.algorithm
    }

    /// What kind of action it was.
    #[must_use]
    pub fn action(&self) -> &str {
        &self.body.action
    }

    /// Whether it was done under this grant.
    #[must_use]
    pub fn is_under(&self, grant: &str) -> bool {
        self.node().get("grant").is_some_and(|own| own.says(grant))
    }

    /// Its place in the chain.
    #[must_use]
    pub const fn sequence(&self) -> u64 {
        self.body.sequence
    }

    /// The receipt before.
    #[must_use]
    pub const fn previous(&self) -> Option<Id> {
        self.body.previous
    }

    /// When it was done, in Unix milliseconds, by the actor's clock.
    #[must_use]
    pub const fn time(&self) -> u64 {
        self.body.time
    }

    /// Whether it is the last of its chain.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.node().has("final")
    }

    /// The hash of its content, stated or computed.
    ///
    /// # Errors
    ///
    /// Never for a receipt that was read.
    pub fn content_hash(&self) -> Result<Id, Error> {
        match self.node().get("content") {
            Some(content) => content_hash(content),
            None => {
                self.node().get("contentHash").and_then(Node::as_str).unwrap_or_default().parse()
            }
        }
    }

    /// What the actor signed.
    #[must_use]
    pub fn statement(&self) -> Vec<u8> {
        label_bytes(label::RECEIPT, self.canonical.as_bytes())
    }

    /// The actor's signature.
    #[must_use]
    pub fn signature(&self) -> &[u8] {
        &self.signature
    }

    /// The whole receipt as it was read.
    pub(crate) fn node(&self) -> Node<'_> {
        self.object.node()
    }

    pub(crate) fn witnesses(&self) -> Option<Node<'_>> {
        self.node().get("witnesses")
    }

    /// An entry of its witnesses, to be kept.
    pub(super) fn keep(&self, entry: Node<'_>) -> OwnedObject {
        self.object.inner(entry)
    }

    /// The whole receipt in canonical form.
    ///
    /// # Errors
    ///
    /// Never for a receipt that was read.
    pub fn to_json(&self) -> Result<String, Error> {
        self.node().canonical()
    }

    /// The receipt without its witnesses, in canonical form: what a log holds as a leaf.
    ///
    /// # Errors
    ///
    /// As [`Self::to_json`].
    pub fn leaf(&self) -> Result<String, Error> {
        self.node().canonical_with(&["witnesses"], &[])
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
