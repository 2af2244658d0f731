//! The member `next` of a rotation: the new key of a chain, and its signature.

use std::borrow::Cow;

use countersign_kernels::json::Kind;

use super::member;
use crate::{
    Error,
    encoding::document::Node,
    keys::{Algorithm, HighS, PublicKey, verify},
    label,
    record::{Record, label_bytes},
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

/// Gives the rotation in a receipt whose form was checked. Verifies the new key's signature.
pub(super) fn of_receipt(receipt: Node<'_>) -> Result<Option<Rotation>, Error> {
    let Some(next) = receipt.get("next") else { return Ok(None) };
    let (rotation, signature) = read_signed(receipt)?;
    let next = next.canonical_with(&["signature"], &[])?;
    let body = receipt.canonical_with(&["signature", "witnesses"], &[("next", &next)])?;
    let message = label_bytes(label::RECEIPT_ROTATION, body.as_bytes());
    if verify(rotation.algorithm, &rotation.key, &message, &signature, HighS::Refuse) {
        Ok(Some(rotation))
    } else {
        Err(Error::ReceiptRotation)
    }
}

/// Checks the form of a body whose `next` is signed.
pub(super) fn check(body: Node<'_>) -> Result<(), Error> {
    read_signed(body).map(drop)
}

/// Checks the form of a body whose `next` has no signature yet.
pub(super) fn check_unsigned(body: Node<'_>) -> Result<(), Error> {
    let (_, next) = read(body)?;
    next.end()
}

fn read_signed(body: Node<'_>) -> Result<(Rotation, Vec<u8>), Error> {
    let (rotation, mut next) = read(body)?;
    let signature = member::read_signature(&mut next, rotation.algorithm)?;
    next.end().map(|()| (rotation, signature))
}

/// Reads the members of `next` except the signature.
pub(super) fn read(body: Node<'_>) -> Result<(Rotation, Record<'_>), Error> {
    let next = body.get("next").filter(|next| next.kind() == Kind::Object);
    let next = next.ok_or_else(|| member::malformed("next", "it must be an object"))?;
    let mut next = Record::new(next, malformed);
    let actor = body.get("actor").and_then(Node::as_str).unwrap_or_default();
    let key_id = member::read_key_id(&mut next, actor)?;
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
