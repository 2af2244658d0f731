//! Witnesses: others who sign that they saw a receipt.

use countersign_kernels::json::Kind;

use super::{Receipt, member};
use crate::{
    Error,
    encoding::{base64url, document::OwnedObject},
    keys::Algorithm,
    label,
    print::quoted,
    record::{Record, keep, label_bytes},
    unsigned::Unsigned,
};

/// Most witnesses that are looked at. Others are counted as omitted.
pub const MAX_WITNESSES: usize = 64;

/// A witness's entry without its signature.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Witness {
    object: OwnedObject,
    pub(super) name: String,
    pub(super) key_id: String,
    pub(super) algorithm: Algorithm,
    pub(super) time: u64,
}

impl Witness {
    /// Reads `{ witness, keyId, algorithm, time }`.
    ///
    /// # Errors
    ///
    /// A code of JSON; `ERR_RECEIPT_MALFORMED` for any other shape.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let object = keep(text)?;
        let mut record = Record::new(object.node(), member::malformed);
        let witness = Self::read(&mut record, object.clone())?;
        record.end()?;
        Ok(witness)
    }

    /// Reads the members of an entry but its signature.
    pub(super) fn read(record: &mut Record<'_>, object: OwnedObject) -> Result<Self, Error> {
        let (name, key_id) = member::read_names(record, "witness")?;
        let time = member::read_whole(record, "time")?;
        let algorithm = member::read_algorithm(record)?;
        Ok(Self { object, name, key_id, algorithm, time })
    }

    /// The receipt with one more witness, whose signature is awaited: JSON text.
    ///
    /// # Errors
    ///
    /// `ERR_RECEIPT_MALFORMED` for a receipt whose `witnesses` are not a list; `ERR_LIMIT_EXCEEDED` if that list has
    /// [`MAX_WITNESSES`] already.
    pub fn into_unsigned(self, receipt: Receipt) -> Result<Unsigned, Error> {
        let list = receipt.witnesses();
        if list.is_some_and(|list| list.kind() != Kind::Array) {
            return Err(Error::ReceiptMalformed("witnesses".into(), "it must be a list"));
        }
        if list.is_some_and(|list| list.items().nth(MAX_WITNESSES - 1).is_some()) {
            return Err(Error::LimitExceeded("number of witnesses", MAX_WITNESSES));
        }
        let message = self.statement(&receipt)?;
        let algorithm = self.algorithm;
        let complete = move |_: &[u8], signature: &[u8]| {
            let signature = quoted(&base64url::encode(signature));
            let entry = self.object.node().canonical_with(&[], &[("signature", &signature)])?;
            let mut list = Vec::new();
            for before in receipt.node().items_of("witnesses") {
                list.push(before.canonical()?);
            }
            list.push(entry);
            let witnesses = format!("[{}]", list.join(","));
            let text = receipt.node().canonical_with(&[], &[("witnesses", &witnesses)])?;
            Ok(text.into_bytes())
        };
        Ok(Unsigned::new(algorithm, message, complete))
    }

    /// The bytes that the witness signs.
    pub(super) fn statement(&self, receipt: &Receipt) -> Result<Vec<u8>, Error> {
        let id = quoted(&receipt.id().to_string());
        let members = self.object.node().canonical_with(&["signature"], &[("receipt", &id)])?;
        Ok(label_bytes(label::RECEIPT_WITNESS, members.as_bytes()))
    }
}
