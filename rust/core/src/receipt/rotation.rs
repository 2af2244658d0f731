//! Key rotation: the receipt that hands a chain over to a new key.

use super::{
    Draft, Receipt,
    next::{self, Rotation},
};
use crate::{
    Error,
    keys::{PublicKey, multikey},
    label,
    print::Written,
    record,
    trust::Checks,
    unsigned::{Unsigned, UnsignedByTwo},
};

/// The receipt that hands the chain over: the new key signs it first, and then the old key.
///
/// Beside the members of a receipt, `text` has `next: { keyId, algorithm, key }`.
///
/// # Errors
///
/// `ERR_RECEIPT_ROTATION` for a first signer that is not the new key; as [`Draft::new`].
pub fn unsigned_rotation(text: &str, previous: Option<&Receipt>) -> Result<UnsignedByTwo, Error> {
    let draft = Draft::of_rotation(text, previous)?;
    let (Rotation { algorithm, key, .. }, _) = next::read(draft.body())?;
    let input = draft.bytes_under(label::RECEIPT_ROTATION)?;
    let complete = move |_: &[u8], signature: &[u8]| draft.accepted(signature)?.into_unsigned();
    Ok(Unsigned::new(algorithm, input, complete).bind_to(key, Error::ReceiptRotation))
}

impl Receipt {
    /// The rotation that it makes, if it is one.
    ///
    /// # Errors
    ///
    /// `ERR_RECEIPT_ROTATION` if the new key did not sign.
    pub fn rotation(&self) -> Result<Option<Rotation>, Error> {
        next::of_receipt(self.node())
    }
}

/// Gives the rotation that a receipt makes, if it makes one. The new key's signature takes one of `checks`.
pub(super) fn check_rotation(
    receipt: &Receipt,
    checks: &mut Checks,
) -> Result<Option<Rotation>, Error> {
    if receipt.node().has("next") {
        checks.take()?;
    }
    receipt.rotation()
}

/// Adds `next` to the members of a rotation that a host gives. The key has the form in which it crosses the boundary.
///
/// # Errors
///
/// A code of [`crate::encoding::document`] or of keys.
pub fn with_next(text: &str, key_id: &str, algorithm: &str, key: &[u8]) -> Result<String, Error> {
    let body = record::read(text)?;
    let key = multikey::encode(&PublicKey::from_tagged(key)?);
    let next = Written::new().text("algorithm", algorithm).text("key", &key).text("keyId", key_id);
    body.root().canonical_with(&[], &[("next", &next.end())])
}
