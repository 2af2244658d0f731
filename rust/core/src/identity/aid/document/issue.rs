//! Making an identity document.

use serde::Deserialize;

use super::Document;
use crate::{Error, aid, keys::PublicKey, unsigned::Unsigned};

#[derive(Deserialize)]
struct Draft {
    #[serde(deserialize_with = "aid::micros")]
    created_at: u64,
    name: Option<String>,
}

fn build(draft: &str, key: &PublicKey) -> Result<Document, Error> {
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

/// The document of a key, to be signed with it.
///
/// # Errors
///
/// `ERR_AID_MALFORMED`; `ERR_KEY_TYPE_MISMATCH`; a code of JSON.
pub fn unsigned(draft: &str, key: &PublicKey) -> Result<Unsigned, Error> {
    let document = build(draft, key)?;
    let message = document.payload();
    Ok(aid::unsigned(key, message, move |signature| Document { signature, ..document }.to_json()))
}
