//! Rotating the key of an identity document: a step that the old key signs, and a document that the new key signs.

use serde::{Deserialize, Serialize};

use super::{Document, Rotation, RotationReason, Verified, check_history, verify};
use crate::{
    Error,
    aid::{self, Anchors, ensure},
    keys::PublicKey,
};

/// Verifies a document, and prepares the step to a new key, which is not signed yet.
fn prepare_step(
    text: &str,
    new: &PublicKey,
    draft: &str,
) -> Result<(Document, PublicKey, Rotation), Error> {
    #[derive(Deserialize, Serialize)]
    struct Step {
        #[serde(deserialize_with = "aid::micros")]
        rotated_at: u64,
        reason: RotationReason,
    }
    let Verified { document, signer, .. } = verify(text, &Anchors::embedded())?;
    let Step { rotated_at, reason } = aid::read_exact(draft, "the draft of a rotation")?;
    let rotation = Rotation {
        previous_key: document.public_key.clone(),
        new_key: aid::key_text(new),
        rotated_at,
        reason,
        authorization_signature: String::new(),
    };
    ensure(rotation.new_key != rotation.previous_key, || Error::AidKey)?;
    Ok((document, signer.key, rotation))
}

/// What the old key signs.
///
/// # Errors
///
/// As [`verify`]; `ERR_AID_KEY` for the same key; `ERR_AID_MALFORMED`.
pub fn rotation_input(text: &str, new: &PublicKey, draft: &str) -> Result<String, Error> {
    Ok(prepare_step(text, new, draft)?.2.message())
}

/// Adds the signed step to the document. The new key's own signature is still missing.
fn apply_rotation(
    text: &str,
    new: &PublicKey,
    draft: &str,
    by_old: &[u8],
) -> Result<Document, Error> {
    let (mut document, old, mut rotation) = prepare_step(text, new, draft)?;
    rotation.authorization_signature = aid::finish(&old, &rotation.message(), by_old)?;
    document.id = aid::identity_of(new)?;
    document.public_key.clone_from(&rotation.new_key);
    document.rotation_history.push(rotation);
    document.attestations.clear();
    check_history(&document.rotation_history, document.created_at, &document.public_key)?;
    Ok(document)
}

/// What the new key signs.
///
/// # Errors
///
/// As [`rotation_input`]; `ERR_AID_SIGNATURE`; `ERR_AID_TIME`.
pub fn rotated_input(
    text: &str,
    new: &PublicKey,
    draft: &str,
    by_old: &[u8],
) -> Result<String, Error> {
    Ok(apply_rotation(text, new, draft, by_old)?.payload())
}

/// The document after the rotation, from both signatures.
///
/// # Errors
///
/// As [`rotated_input`].
pub fn attach_rotation(
    text: &str,
    new: &PublicKey,
    draft: &str,
    by_old: &[u8],
    by_new: &[u8],
) -> Result<Document, Error> {
    let mut document = apply_rotation(text, new, draft, by_old)?;
    document.signature = aid::finish(new, &document.payload(), by_new)?;
    Ok(document)
}
