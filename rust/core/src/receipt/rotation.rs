//! Key rotation: the receipt that hands a chain over to a new key.

use std::borrow::Cow;

use serde_json::Value;

use super::{Draft, Receipt, body, record};
use crate::{
    Error,
    encoding::base64url,
    keys::{Algorithm, HighS, PublicKey, multikey, verify},
    label,
    record::{Members, Record, label_members, members},
    trust::Checks,
    unsigned::{Unsigned, UnsignedByTwo},
};

/// The new key of a chain.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rotation {
    /// Its id, under the actor.
    pub key_id: String,
    /// The only algorithm it signs with.
    pub algorithm: Algorithm,
    /// The key.
    pub key: PublicKey,
}

/// The receipt that hands the chain over: the new key signs it first, and then the old key.
///
/// Beside the members of a receipt, `text` has `next: { keyId, algorithm, key }`.
///
/// # Errors
///
/// `ERR_RECEIPT_ROTATION` for a first signer that is not the new key; as [`Draft::new`].
pub fn unsigned_rotation(text: &str, previous: Option<&Receipt>) -> Result<UnsignedByTwo, Error> {
    let mut draft = Draft::of_rotation(text, previous)?;
    let (Rotation { algorithm, key, .. }, _) = read(draft.body())?;
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
        of_body(self.body())
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

/// Gives the rotation in a body whose form was checked. Verifies the new key's signature.
fn of_body(body: &Members) -> Result<Option<Rotation>, Error> {
    if !body.contains_key("next") {
        return Ok(None);
    }
    let (rotation, signature) = read_signed(body)?;
    let mut signed = body.clone();
    if let Some(Value::Object(next)) = signed.get_mut("next") {
        next.remove("signature");
    }
    let message = label_members(label::RECEIPT_ROTATION, &signed)?;
    if verify(rotation.algorithm, &rotation.key, &message, &signature, HighS::Refuse) {
        Ok(Some(rotation))
    } else {
        Err(Error::ReceiptRotation)
    }
}

/// Checks the form of a body whose `next` is signed.
pub(super) fn check(body: &Members) -> Result<(), Error> {
    read_signed(body).map(drop)
}

/// Checks the form of a body whose `next` has no signature yet.
pub(super) fn check_unsigned(body: &Members) -> Result<(), Error> {
    let (_, next) = read(body)?;
    next.end()
}

fn read_signed(body: &Members) -> Result<(Rotation, Vec<u8>), Error> {
    let (rotation, mut next) = read(body)?;
    let signature = body::read_signature(&mut next, rotation.algorithm)?;
    next.end().map(|()| (rotation, signature))
}

/// Reads the members of `next` except the signature.
fn read(body: &Members) -> Result<(Rotation, Record<'_>), Error> {
    let next = body
        .get("next")
        .and_then(Value::as_object)
        .ok_or_else(|| body::malformed("next", "it must be an object"))?;
    let mut next = Record::new(next, malformed);
    let actor = record::text(body, "actor").unwrap_or_default();
    let key_id = body::read_key_id(&mut next, actor)?.to_owned();
    let algorithm = body::read_algorithm(&mut next)?;
    let key = next.key("key")?;
    if key.key_type() != algorithm.key_type() {
        return Err(malformed("key", "the key does not do the algorithm"));
    }
    Ok((Rotation { key_id, algorithm, key }, next))
}

/// Names a member of `next` by its path.
fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    body::malformed(format!("next.{}", member.into()), reason)
}

/// Adds `next` to the members of a rotation that a host gives. The key has the form in which it crosses the boundary.
///
/// # Errors
///
/// A code of [`crate::encoding::json`] or of keys.
pub fn with_next(text: &str, key_id: &str, algorithm: &str, key: &[u8]) -> Result<String, Error> {
    let mut body = members(text)?;
    let key = multikey::encode(&PublicKey::from_tagged(key)?);
    let next = serde_json::json!({ "keyId": key_id, "algorithm": algorithm, "key": key });
    body.insert("next".into(), next);
    Ok(Value::Object(body).to_string())
}
