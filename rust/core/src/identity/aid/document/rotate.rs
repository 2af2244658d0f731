//! Rotating the key of an identity document: the old key signs the step, and then the new key signs the document.

use serde::Deserialize;

use super::{Document, Rotation, RotationReason, Verified, check_history, verify};
use crate::{
    Error,
    aid::{self, Anchors, ensure},
    encoding::base64,
    keys::{Algorithm, PublicKey},
    unsigned::{Unsigned, UnsignedByTwo},
};

/// Verifies a document, and prepares the step to a new key, which is not signed yet.
fn prepare_step(
    text: &str,
    new: &PublicKey,
    draft: &str,
) -> Result<(Document, PublicKey, Rotation), Error> {
    #[derive(Deserialize)]
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

/// The document after the rotation: the old key signs the step to it first, and then the new key signs the document.
///
/// # Errors
///
/// As [`verify`]; `ERR_AID_KEY` for the same key; `ERR_AID_MALFORMED`; `ERR_AID_SIGNATURE` for another signer;
/// `ERR_AID_TIME`, once the old key has signed, for a step that is older than the one before.
pub fn unsigned_rotation(text: &str, new: &PublicKey, draft: &str) -> Result<UnsignedByTwo, Error> {
    let (document, old, step) = prepare_step(text, new, draft)?;
    let (new, message) = (new.clone(), step.message());
    let authorized = move |_: &[u8], signature: &[u8]| {
        let authorization_signature = base64::encode(signature);
        let document = apply(document, &new, Rotation { authorization_signature, ..step })?;
        let payload = document.payload();
        let complete = move |signature| Document { signature, ..document }.to_json();
        Ok(aid::unsigned(&new, payload, complete))
    };
    let unsigned = Unsigned::new(Algorithm::Ed25519, message.into_bytes(), authorized);
    Ok(unsigned.bind_to(old, Error::AidSignature))
}

/// Adds a signed step to the document. The new key's own signature is still missing.
fn apply(mut document: Document, new: &PublicKey, step: Rotation) -> Result<Document, Error> {
    document.id = aid::identity_of(new)?;
    document.public_key.clone_from(&step.new_key);
    document.rotation_history.push(step);
    document.attestations.clear();
    check_history(&document.rotation_history, document.created_at, &document.public_key)?;
    Ok(document)
}
