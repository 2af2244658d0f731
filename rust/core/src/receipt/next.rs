//! The member `next` of a rotation: the new key of a chain, and its signature.

use std::borrow::Cow;

use serde_json::Value;

use super::member;
use crate::{
    Error,
    encoding::json::without,
    keys::{Algorithm, HighS, PublicKey, verify},
    label,
    record::{Members, Record, label_members},
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

/// Gives the rotation in a body whose form was checked. Verifies the new key's signature.
pub(super) fn of_body(body: &Members) -> Result<Option<Rotation>, Error> {
    if !body.contains_key("next") {
        return Ok(None);
    }
    let (rotation, signature) = read_signed(body)?;
    let mut signed = body.clone();
    if let Some(Value::Object(next)) = signed.get_mut("next") {
        *next = without(next, "signature");
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
    let signature = member::read_signature(&mut next, rotation.algorithm)?;
    next.end().map(|()| (rotation, signature))
}

/// Reads the members of `next` except the signature.
pub(super) fn read(body: &Members) -> Result<(Rotation, Record<'_>), Error> {
    let next = body
        .get("next")
        .and_then(Value::as_object)
        .ok_or_else(|| member::malformed("next", "it must be an object"))?;
    let mut next = Record::new(next, malformed);
    let actor = member::text(body, "actor").unwrap_or_default();
    let key_id = member::read_key_id(&mut next, actor)?.to_owned();
    let algorithm = member::read_algorithm(&mut next)?;
    let key = next.key("key")?;
    if key.key_type() != algorithm.key_type() {
        return Err(malformed("key", "the key does not do the algorithm"));
    }
    Ok((Rotation { key_id, algorithm, key }, next))
}

/// Names a member of `next` by its path.
fn malformed(member: impl Into<Cow<'static, str>>, reason: &'static str) -> Error {
    member::malformed(format!("next.{}", member.into()), reason)
}
