//! Making a proof in two steps, so that any signer fits (VC-DI-EdDSA 1.0,
//! section 3.3.1): first the bytes to sign, then the document with its proof.

use serde_json::{Map, Value};

use super::{Proof, Suite, hash, proof};
use crate::{
    Error,
    encoding::{base58, json},
    keys::{Algorithm, SIGNATURE_LEN},
};

/// The 64 bytes that a proof over `document` signs.
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
pub fn signing_input(
    document: &[u8],
    options: &[u8],
    algorithm: Algorithm,
) -> Result<Vec<u8>, Error> {
    let Draft { mut document, earlier, config } = Draft::new(document, options, algorithm)?;
    hash::insert_previous(&mut document, &Proof::read(&config)?, &earlier)?;
    hash::data(&config, document)
}

/// The document with its new proof, as JSON text.
///
/// # Errors
///
/// As [`signing_input`]; `ERR_BYTES_LENGTH` unless the signature is 64 bytes.
pub fn attach(
    document: &[u8],
    options: &[u8],
    algorithm: Algorithm,
    signature: &[u8],
) -> Result<String, Error> {
    let (want, got) = (SIGNATURE_LEN, signature.len());
    if got != want {
        return Err(Error::BytesLength("signature", want, got));
    }
    let Draft { mut document, earlier, config: mut made } =
        Draft::new(document, options, algorithm)?;
    made.insert("proofValue".to_owned(), format!("z{}", base58::encode(signature)).into());
    let proof = match earlier.is_empty() {
        true => Value::Object(made),
        false => earlier.into_iter().chain([made]).map(Value::Object).collect(),
    };
    document.insert("proof".to_owned(), proof);
    Ok(Value::Object(document).to_string())
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
}
