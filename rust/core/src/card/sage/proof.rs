//! Signing a card, in two steps so that any signer fits.

use sha2::{Digest, Sha256};

use super::{Card, CardProof};
use crate::{
    Error,
    encoding::{base58, go},
    keys::{Algorithm, KeyType, PublicKey, sage_sign},
};

pub(super) const PURPOSE: &str = "assertionMethod";

/// The message for a signer that hashes by itself.
///
/// # Errors
///
/// As [`Card::validate`]; `ERR_CARD_SAGE_UNCOVERED` for a member that would stay unsigned;
/// `ERR_CARD_SAGE_SIGNER` if `key` is not in the card; `ERR_KEY_ALGORITHM` unless
/// `algorithm` is the one for the key: Ed25519, or ECDSA on secp256k1 over SHA-256.
pub fn signing_input(text: &str, key: &PublicKey, algorithm: Algorithm) -> Result<Vec<u8>, Error> {
    let card = parse_signable(text)?;
    card.position(key)?.ok_or(Error::CardSageSigner)?;
    let (want, message) = message(&card, key)?;
    let key_type = key.key_type().as_str();
    if want == algorithm {
        Ok(message)
    } else {
        Err(Error::KeyAlgorithm(key_type, algorithm.as_str()))
    }
}

/// Adds the proof, in place of the one that the card has, if any. `created` is RFC 3339.
///
/// # Errors
///
/// As [`signing_input`]; `ERR_CARD_SAGE_MALFORMED` for `created`;
/// `ERR_CARD_SAGE_SIGNATURE` if the signature is not the key's.
pub fn attach(text: &str, key: &PublicKey, created: &str, signature: &[u8]) -> Result<Card, Error> {
    let card = parse_signable(text)?;
    let index = card.position(key)?.ok_or(Error::CardSageSigner)?;
    let (algorithm, message) = message(&card, key)?;
    let signature = sage_sign::finish(algorithm, key, &message, signature)
        .map_err(|_| Error::CardSageSignature)?;
    let created = go::respell(created).ok_or_else(|| super::malformed("proof.created".into()))?;
    let method = card.keys().get(index).map(|key| key.id.clone()).unwrap_or_default();
    let proof = CardProof {
        kind: kind(key.key_type()).unwrap_or_default().into(),
        created,
        verification_method: method,
        proof_purpose: PURPOSE.into(),
        proof_value: base58::encode(&signature),
    };
    Ok(Card { proof: Some(proof), ..card })
}

/// The name of a proof by a key of this type.
pub(super) const fn kind(key_type: KeyType) -> Option<&'static str> {
    match key_type {
        KeyType::Ed25519 => Some("Ed25519Signature2020"),
        KeyType::Secp256k1 => Some("EcdsaSecp256k1Signature2019"),
        _ => None,
    }
}

/// Ed25519 signs the digest as its message; ECDSA makes the digest itself.
pub(super) fn message(card: &Card, key: &PublicKey) -> Result<(Algorithm, Vec<u8>), Error> {
    let canonical = card.canonical().into_bytes();
    match key.key_type() {
        KeyType::Ed25519 => Ok((Algorithm::Ed25519, Sha256::digest(&canonical).to_vec())),
        KeyType::Secp256k1 => Ok((Algorithm::Secp256k1Sha256, canonical)),
        other => Err(Error::KeyAlgorithm(other.as_str(), "SAGE cards")),
    }
}

fn parse_signable(text: &str) -> Result<Card, Error> {
    let card = Card::validate(text)?;
    match card.unknown.first() {
        Some(path) => Err(Error::CardSageUncovered(path.clone())),
        None => Ok(card),
    }
}
