//! What is the same for every kind of record, compiled once and not for each.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Refusals;
use crate::{
    Error,
    encoding::base64url,
    error::excerpt,
    keys::{Algorithm, HighS, PublicKey, verify},
    record::{Members, Record, check_algorithm, label_members},
};

/// The type, which must be `label`, the key and its algorithm.
pub(super) fn read_signer(
    record: &mut Record<'_>,
    label: &str,
    key: &'static str,
    refusals: &Refusals,
) -> Result<(PublicKey, Algorithm), Error> {
    let kind = record.take("type").and_then(Value::as_str).unwrap_or_default();
    if kind != label {
        return Err((refusals.version)(excerpt(kind)));
    }
    let key = record.key(key)?;
    let algorithm = record.algorithm("algorithm")?;
    check_algorithm(&key, algorithm)?;
    Ok((key, algorithm))
}

/// Takes the signature out of a record that has a type. Whether it is one is said after what the others are.
pub(super) fn take_signature(
    members: &mut Members,
    refusals: &Refusals,
) -> Result<Result<Vec<u8>, Error>, Error> {
    if !members.contains_key("type") {
        return Err((refusals.version)(String::new()));
    }
    let mut record = Record::new(members, refusals.malformed);
    let signature = record.bytes("signature", 0..=Algorithm::MAX_SIGNATURE_LEN);
    members.remove("signature");
    Ok(signature)
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

/// Whether the signature is by the key, over the members under a label.
pub(super) fn is_signed(
    label: &str,
    members: &Members,
    algorithm: Algorithm,
    key: &PublicKey,
    signature: &[u8],
) -> bool {
    let verified = |message: Vec<u8>| verify(algorithm, key, &message, signature, HighS::Refuse);
    label_members(label, members).is_ok_and(verified)
}

/// The id of members that are hashed under a label.
pub(super) fn hash(label: &str, prefix: &str, members: &Members) -> Result<String, Error> {
    let hash = Sha256::digest(label_members(label, members)?);
    Ok([prefix, &base64url::encode(&hash)].concat())
}
