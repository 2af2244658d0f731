//! Key rotation: the receipt that hands a chain over to a new key.

use serde_json::{Map, Value};

use super::{Draft, Receipt, labelled, record};
use crate::{
    Error,
    encoding::{base64url, json},
    keys::{Algorithm, HighS, PublicKey, multikey, verify},
    label,
    trust::Checks,
};

type Members = Map<String, Value>;

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

/// The bytes that the new key signs. `given` has, beside the members of a receipt,
/// `next: { keyId, algorithm, key }`.
///
/// # Errors
///
/// As [`Draft::new`].
pub fn rotation_input(given: &str, previous: Option<&Receipt>) -> Result<Vec<u8>, Error> {
    let draft = Draft::of_rotation(given, previous)?;
    Ok(labelled(label::RECEIPT_ROTATION, &record::canonical(draft.body())?))
}

/// Puts the new key's signature in. Gives the bytes that the old key signs, for [`super::attach`].
///
/// # Errors
///
/// `ERR_RECEIPT_ROTATION` if the signature does not hold; as [`rotation_input`].
pub fn rotation_attach(
    given: &str,
    previous: Option<&Receipt>,
    signature: &[u8],
) -> Result<Vec<u8>, Error> {
    let mut draft = Draft::of_rotation(given, previous)?;
    if let Some(Value::Object(next)) = draft.body_mut().get_mut("next") {
        next.insert("signature".into(), base64url::encode(signature).into());
    }
    record::check_body(draft.body())?;
    of_body(draft.body())?.ok_or(Error::ReceiptRotation)?;
    draft.statement()
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

/// The rotation that a receipt makes, if it is one; takes a check for its signature.
pub(super) fn checked_rotation(
    receipt: &Receipt,
    checks: &mut Checks,
) -> Result<Option<Rotation>, Error> {
    if receipt.body().contains_key("next") {
        checks.take()?;
    }
    receipt.rotation()
}

/// The rotation in a body that was checked, its signature verified.
fn of_body(body: &Members) -> Result<Option<Rotation>, Error> {
    let Some(Value::Object(next)) = body.get("next") else { return Ok(None) };
    let rotation = read(next)?;
    let signature = record::read_signature(next.get("signature"), "next", rotation.algorithm)?;
    let mut signed = body.clone();
    if let Some(Value::Object(next)) = signed.get_mut("next") {
        next.remove("signature");
    }
    let message = labelled(label::RECEIPT_ROTATION, &record::canonical(&signed)?);
    if verify(rotation.algorithm, &rotation.key, &message, &signature, HighS::Refuse) {
        Ok(Some(rotation))
    } else {
        Err(Error::ReceiptRotation)
    }
}

/// Checks the form of `next`, signed.
pub(super) fn check(body: &Members) -> Result<(), Error> {
    let rotation = check_form(body, &["keyId", "algorithm", "key", "signature"])?;
    let next = body.get("next").and_then(Value::as_object);
    let signature = next.and_then(|next| next.get("signature"));
    record::read_signature(signature, "next", rotation.algorithm).map(|_| ())
}

/// Checks the form of a body whose `next` has no signature yet.
pub(super) fn check_unsigned(body: &Members) -> Result<(), Error> {
    check_form(body, &["keyId", "algorithm", "key"]).map(|_| ())
}

fn check_form(body: &Members, names: &[&str]) -> Result<Rotation, Error> {
    let malformed = Error::ReceiptMalformed { member: "next" };
    let next = body.get("next").and_then(Value::as_object).ok_or(malformed.clone())?;
    if next.len() != names.len() || !names.iter().all(|name| next.contains_key(*name)) {
        return Err(malformed);
    }
    record::check_key_id(next, record::text(body, "actor").unwrap_or_default())
        .map_err(|_| malformed.clone())?;
    read(next)
}

fn read(next: &Members) -> Result<Rotation, Error> {
    let malformed = Error::ReceiptMalformed { member: "next" };
    let algorithm = record::read_algorithm(next).map_err(|_| malformed.clone())?;
    let key = multikey::decode(record::text(next, "key").ok_or(malformed.clone())?)?;
    if key.key_type() != algorithm.key_type() {
        return Err(malformed);
    }
    let key_id = record::text(next, "keyId").unwrap_or_default().to_owned();
    Ok(Rotation { key_id, algorithm, key })
}

/// The members of a rotation that a host gives, with the key as it crosses the boundary.
///
/// # Errors
///
/// A code of [`json`] or of keys.
pub fn with_next(given: &str, key_id: &str, algorithm: &str, key: &[u8]) -> Result<String, Error> {
    let mut body = json::parse_object(given.as_bytes())?;
    let key = multikey::encode(&PublicKey::from_tagged(key)?);
    let next = serde_json::json!({ "keyId": key_id, "algorithm": algorithm, "key": key });
    body.insert("next".into(), next);
    Ok(Value::Object(body).to_string())
}
