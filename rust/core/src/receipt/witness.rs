//! Witnesses: others who sign that they saw a receipt.

use serde_json::Value;

use super::{Receipt, member};
use crate::{
    Error,
    encoding::base64url,
    keys::Algorithm,
    label,
    record::{Members, Record, label_members, members},
    unsigned::Unsigned,
};

/// Most witnesses that are looked at. Others are counted as omitted.
pub const MAX_WITNESSES: usize = 64;

/// A witness's entry without its signature.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Witness {
    pub(super) members: Members,
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
        Self::read(members(text)?)
    }

    pub(super) fn read(members: Members) -> Result<Self, Error> {
        let mut record = Record::new(&members, member::malformed);
        member::check_names(&mut record, "witness")?;
        let time = member::read_whole(&mut record, "time")?;
        let algorithm = member::read_algorithm(&mut record)?;
        record.end()?;
        Ok(Self { members, algorithm, time })
    }

    /// The receipt with one more witness, whose signature is awaited: JSON text.
    ///
    /// # Errors
    ///
    /// `ERR_RECEIPT_MALFORMED` for a receipt whose `witnesses` are not a list; `ERR_LIMIT_EXCEEDED` if that list has
    /// [`MAX_WITNESSES`] already.
    pub fn into_unsigned(mut self, receipt: Receipt) -> Result<Unsigned, Error> {
        let mut list = match receipt.witnesses() {
            None => Vec::new(),
            Some(Value::Array(list)) => list.clone(),
            Some(_) => {
                return Err(Error::ReceiptMalformed("witnesses".into(), "it must be a list"));
            }
        };
        if list.len() >= MAX_WITNESSES {
            return Err(Error::LimitExceeded("number of witnesses", MAX_WITNESSES));
        }
        let message = self.statement(&receipt)?;
        let complete = move |_: &[u8], signature: &[u8]| {
            self.members.insert("signature".into(), base64url::encode(signature).into());
            list.push(Value::Object(self.members));
            Ok(receipt.with_witnesses(Value::Array(list)).to_json()?.into_bytes())
        };
        Ok(Unsigned::new(self.algorithm, message, complete))
    }

    /// The bytes that the witness signs.
    pub(super) fn statement(&self, receipt: &Receipt) -> Result<Vec<u8>, Error> {
        let mut members = self.members.clone();
        members.insert("receipt".into(), receipt.id().to_string().into());
        label_members(label::RECEIPT_WITNESS, &members)
    }
}
