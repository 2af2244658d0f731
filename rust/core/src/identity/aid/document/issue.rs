//! Making an identity document.

use serde::{Deserialize, Serialize};

use super::Document;
use crate::{Error, aid, keys::PublicKey};

#[derive(Deserialize, Serialize)]
struct Draft {
    #[serde(deserialize_with = "aid::micros")]
    created_at: u64,
    name: Option<String>,
}

fn build_unsigned(draft: &str, key: &PublicKey) -> Result<Document, Error> {
    let draft: Draft = aid::read_exact(draft, "the draft of a document")?;
    Ok(Document {
        id: aid::identity_of(key)?,
        public_key: aid::key_text(key),
        algorithm: "ed25519".into(),
        created_at: draft.created_at,
        name: draft.name,
        rotation_history: Vec::new(),
        attestations: Vec::new(),
        signature: String::new(),
    })
}

/// What the holder of a key signs to make a document of it.
///
/// # Errors
///
/// `ERR_AID_MALFORMED`; `ERR_KEY_TYPE_MISMATCH`; a code of JSON.
pub fn signing_input(draft: &str, key: &PublicKey) -> Result<String, Error> {
    Ok(build_unsigned(draft, key)?.payload())
}

/// The document, from the signature over [`signing_input`].
///
/// # Errors
///
/// As [`signing_input`]; `ERR_AID_SIGNATURE`.
pub fn attach(draft: &str, key: &PublicKey, signature: &[u8]) -> Result<Document, Error> {
    let mut document = build_unsigned(draft, key)?;
    document.signature = aid::finish(key, &document.payload(), signature)?;
    Ok(document)
}
