//! Making a proof (VC-DI-EdDSA 1.0, section 3.3.1).

use serde_json::{Map, Value};

use super::{Proof, Suite, hash, proof};
use crate::{
    Error,
    encoding::{base58, json},
    keys::Algorithm,
    print::Print,
    unsigned::Unsigned,
};

/// The document with a new proof, whose signature over 64 bytes is awaited. It is JSON text.
///
/// `options` is JSON: `verificationMethod`, `proofPurpose` and, optionally,
/// `created`, `expires`, `domain`, `challenge`, `nonce`, `id`, `previousProof`.
/// The type, the suite and `@context` are set here. A document that has proofs
/// keeps them; the new one covers those that `previousProof` names.
///
/// # Errors
///
/// `ERR_DATA_INTEGRITY_SUITE` if no suite signs with the algorithm,
/// `ERR_DATA_INTEGRITY_MALFORMED` or `ERR_DATA_INTEGRITY_PREVIOUS` for the
/// options, an `ERR_JSON_` code for the texts.
pub fn unsigned(document: &[u8], options: &[u8], algorithm: Algorithm) -> Result<Unsigned, Error> {
    let draft = Draft::new(document, options, algorithm)?;
    let previous = hash::previous(&Proof::read(&draft.config)?, &draft.earlier)?;
    let mut covered = draft.document.clone();
    hash::cover(&mut covered, &previous);
    let message = [hash::hash(&draft.config)?, hash::hash(&covered)?].concat();
    let complete = |_: &[u8], signature: &[u8]| Ok(draft.complete(signature).into_bytes());
    Ok(Unsigned::new(algorithm, message, complete))
}

/// A document without proofs, the proofs it had, and the configuration of a new one.
struct Draft {
    document: Map<String, Value>,
    earlier: Vec<Map<String, Value>>,
    config: Map<String, Value>,
}

impl Draft {
    fn new(document: &[u8], options: &[u8], algorithm: Algorithm) -> Result<Self, Error> {
        let mut document = json::parse_object(document)?;
        let earlier = match document.contains_key("proof") {
            true => proof::take(&mut document)?,
            false => Vec::new(),
        };
        if earlier.len() >= proof::MAX_PROOFS {
            return Err(proof::malformed("a document has 1 to 16 proofs"));
        }
        let mut config = json::parse_object(options)?;
        config.insert("type".to_owned(), "DataIntegrityProof".into());
        config.insert("cryptosuite".to_owned(), Suite::of(algorithm)?.as_str().into());
        if config.remove("proofValue").is_some() || config.remove("@context").is_some() {
            return Err(proof::malformed("`proofValue` and `@context` are not options"));
        }
        if let Some(context) = document.get("@context") {
            config.insert("@context".to_owned(), context.clone());
        }
        Proof::read(&config)?;
        Ok(Self { document, earlier, config })
    }

    fn complete(self, signature: &[u8]) -> String {
        let Self { mut document, earlier, mut config } = self;
        config.insert("proofValue".to_owned(), format!("z{}", base58::encode(signature)).into());
        let proof = match earlier.is_empty() {
            true => Value::Object(config),
            false => earlier.into_iter().chain([config]).map(Value::Object).collect(),
        };
        document.insert("proof".to_owned(), proof);
        Value::Object(document).print()
    }
}
