//! Witnesses: others who sign that they saw a receipt.

use serde_json::Value;

use super::{Receipt, body};
use crate::{
    Error,
    encoding::base64url,
    keys::Algorithm,
    label,
    record::{Members, Record, labelled_members, members},
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
        let mut record = Record::new(&members, body::malformed);
        body::check_names(&mut record, "witness")?;
        let time = body::read_whole(&mut record, "time")?;
        let algorithm = body::read_algorithm(&mut record)?;
        record.end()?;
        Ok(Self { members, algorithm, time })
    }

    /// The bytes that the witness signs.
    ///
    /// # Errors
    ///
    /// `ERR_JSON_DEPTH`; never for members that were read.
    pub fn statement(&self, receipt: &Receipt) -> Result<Vec<u8>, Error> {
        let mut members = self.members.clone();
        members.insert("receipt".into(), receipt.id().to_string().into());
        labelled_members(label::RECEIPT_WITNESS, &members)
    }

    /// Appends the witness to the receipt.
    ///
    /// # Errors
    ///
    /// `ERR_RECEIPT_MALFORMED` for a signature of another length, or a receipt whose `witnesses` are not a
    /// list; `ERR_LIMIT_EXCEEDED` if that list has [`MAX_WITNESSES`] already.
    pub fn attach(mut self, receipt: Receipt, signature: &[u8]) -> Result<Receipt, Error> {
        let malformed = || Error::ReceiptMalformed("witnesses");
        if signature.len() != self.algorithm.signature_len() {
            return Err(malformed());
        }
        let mut list = match receipt.witnesses() {
            None => Vec::new(),
            Some(Value::Array(list)) => list.clone(),
            Some(_) => return Err(malformed()),
        };
        if list.len() >= MAX_WITNESSES {
            return Err(Error::LimitExceeded("number of witnesses", MAX_WITNESSES));
        }
        self.members.insert("signature".into(), base64url::encode(signature).into());
        list.push(Value::Object(self.members));
        Ok(receipt.with_witnesses(Value::Array(list)))
    }
}
