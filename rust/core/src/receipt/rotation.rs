//! Key rotation: the receipt that hands a chain over to a new key.

use serde_json::Value;

use super::{
    Draft, Receipt, body,
    next::{self, Rotation},
};
use crate::{
    Error,
    encoding::{base64url, json::object},
    keys::{PublicKey, multikey},
    label,
    print::Print,
    record::{label_members, members},
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
    let mut draft = Draft::of_rotation(text, previous)?;
    let (Rotation { algorithm, key, .. }, _) = next::read(draft.body())?;
    let input = label_members(label::RECEIPT_ROTATION, draft.body())?;
    let complete = move |_: &[u8], signature: &[u8]| {
        if let Some(Value::Object(next)) = draft.body_mut().get_mut("next") {
            next.insert("signature".into(), base64url::encode(signature).into());
        }
        body::check_body(draft.body())?;
        draft.into_unsigned()
    };
    Ok(Unsigned::new(algorithm, input, complete).bind_to(key, Error::ReceiptRotation))
}

impl Receipt {
    /// The rotation that it makes, if it is one.
    ///
    /// # Errors
    ///
    /// `ERR_RECEIPT_ROTATION` if the new key did not sign.
    pub fn rotation(&self) -> Result<Option<Rotation>, Error> {
        next::of_body(self.body())
    }
}

/// Gives the rotation that a receipt makes, if it makes one. The new key's signature takes one of `checks`.
pub(super) fn check_rotation(
    receipt: &Receipt,
    checks: &mut Checks,
) -> Result<Option<Rotation>, Error> {
    if receipt.body().contains_key("next") {
        checks.take()?;
    }
    receipt.rotation()
}

/// Adds `next` to the members of a rotation that a host gives. The key has the form in which it crosses the boundary.
///
/// # Errors
///
/// A code of [`crate::encoding::json`] or of keys.
pub fn with_next(text: &str, key_id: &str, algorithm: &str, key: &[u8]) -> Result<String, Error> {
    let mut body = members(text)?;
    let key = multikey::encode(&PublicKey::from_tagged(key)?);
    let next = object! { "keyId": key_id, "algorithm": algorithm, "key": key };
    body.insert("next".into(), next);
    Ok(Value::Object(body).print())
}
