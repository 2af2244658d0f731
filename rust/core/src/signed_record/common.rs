//! What is the same for every kind of record, compiled once and not for each.

use sha2::{Digest, Sha256};

use super::Refusals;
use crate::{
    Error,
    encoding::{base64url, document::Node},
    error::excerpt,
    keys::{Algorithm, HighS, PublicKey, verify},
    print::quoted,
    record::{Record, check_algorithm, label_bytes},
};

/// The type, which must be `label`, the key and its algorithm.
pub(super) fn read_signer(
    record: &mut Record<'_>,
    label: &str,
    key: &'static str,
    refusals: &Refusals,
) -> Result<(PublicKey, Algorithm), Error> {
    let kind = record.take("type").and_then(Node::as_str).unwrap_or_default();
    if kind != label {
        return Err((refusals.version)(excerpt(kind)));
    }
    let key = record.key(key)?;
    let algorithm = record.algorithm("algorithm")?;
    check_algorithm(&key, algorithm)?;
    Ok((key, algorithm))
}

/// Reads the signature of a record that has a type. Whether it is one is said after what the others are.
pub(super) fn take_signature(
    record: &mut Record<'_>,
    refusals: &Refusals,
) -> Result<Result<Vec<u8>, Error>, Error> {
    if !record.has("type") {
        return Err((refusals.version)(String::new()));
    }
    Ok(record.bytes("signature", 0..=Algorithm::MAX_SIGNATURE_LEN))
}

/// A signature of the length that its algorithm has.
pub(super) fn check_length(
    signature: Result<Vec<u8>, Error>,
    algorithm: Algorithm,
    refusals: &Refusals,
) -> Result<Vec<u8>, Error> {
    let signature = signature?;
    if signature.len() == algorithm.signature_len() {
        return Ok(signature);
    }
    Err((refusals.malformed)("signature".into(), "it is not of the length of its algorithm"))
}

/// What is signed of a record: all but its signature, under a label.
pub(super) fn message(label: &str, record: Node<'_>) -> Result<Vec<u8>, Error> {
    Ok(label_bytes(label, record.canonical_with(&["signature"], &[])?.as_bytes()))
}

/// Whether the signature is by the key, over a record under a label.
pub(super) fn is_signed(
    label: &str,
    record: Node<'_>,
    algorithm: Algorithm,
    key: &PublicKey,
    signature: &[u8],
) -> bool {
    let verified = |message: Vec<u8>| verify(algorithm, key, &message, signature, HighS::Refuse);
    message(label, record).is_ok_and(verified)
}

/// A record with its signature, as canonical text.
pub(super) fn sign(record: Node<'_>, signature: &[u8]) -> Result<Vec<u8>, Error> {
    let signature = quoted(&base64url::encode(signature));
    Ok(record.canonical_with(&[], &[("signature", &signature)])?.into_bytes())
}

/// The id of a record whose canonical text is hashed under a label.
pub(super) fn hash(label: &str, prefix: &str, canonical: &str) -> Result<String, Error> {
    let hash = Sha256::digest(label_bytes(label, canonical.as_bytes()));
    Ok([prefix, &base64url::encode(&hash)].concat())
}
