//! Signing a card.

use sha2::{Digest, Sha256};

use super::{Card, CardProof, malformed};
use crate::{
    Error,
    encoding::{
        base58,
        go::{self, reader::NO_TIME},
    },
    keys::{Algorithm, KeyType, PublicKey, sage_data::StoredKey, sage_sign},
    unsigned::Unsigned,
};

pub(super) const PURPOSE: &str = "assertionMethod";

/// The card with a proof that waits for its signature, in place of the proof that the card has, if any. `created`
/// is RFC 3339.
///
/// # Errors
///
/// As [`Card::validate`]; `ERR_CARD_SAGE_UNCOVERED` for a member that would stay unsigned;
/// `ERR_CARD_SAGE_SIGNER` if `key` is not in the card; `ERR_KEY_ALGORITHM` unless
/// `algorithm` is the one for the key: Ed25519, or ECDSA on secp256k1 over SHA-256;
/// `ERR_CARD_SAGE_MALFORMED` for `created`.
pub fn unsigned(
    text: &str,
    key: &PublicKey,
    algorithm: Algorithm,
    created: &str,
) -> Result<Unsigned, Error> {
    let (card, keys) = parse_signable(text)?;
    let named = card.keys().iter().zip(keys).find(|(_, stored)| stored.key() == key);
    let (named, _) = named.ok_or(Error::CardSageSigner)?;
    let canonical = card.canonical();
    let (want, message) = message(&canonical, key)?;
    let key_type = key.key_type();
    if want != algorithm {
        return Err(Error::KeyAlgorithm(key_type.as_str(), algorithm.as_str()));
    }
    let created = go::respell(created).ok_or_else(|| malformed("proof.created".into(), NO_TIME))?;
    let proof = CardProof {
        kind: kind(key_type).unwrap_or_default().into(),
        created: created.into_owned(),
        verification_method: named.id.clone(),
        proof_purpose: PURPOSE.into(),
        proof_value: String::new(),
    };
    let signature = Unsigned::in_sage_form(algorithm, message, key, Error::CardSageSigner);
    Ok(signature.then(move |signature| {
        let proof = CardProof { proof_value: base58::encode(&signature), ..proof };
        Ok(proof.attach(&canonical).into_bytes())
    }))
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
pub(super) fn message(canonical: &str, key: &PublicKey) -> Result<(Algorithm, Vec<u8>), Error> {
    let none = || Error::KeyAlgorithm(key.key_type().as_str(), "SAGE cards");
    let algorithm = sage_sign::algorithm_of_documents(key.key_type()).ok_or_else(none)?;
    Ok(match algorithm {
        Algorithm::Ed25519 => (algorithm, Sha256::digest(canonical).to_vec()),
        _ => (algorithm, canonical.as_bytes().to_vec()),
    })
}

fn parse_signable(text: &str) -> Result<(Card, Vec<StoredKey>), Error> {
    let (card, keys) = Card::with_keys(text)?;
    match card.unknown.first() {
        Some(path) => Err(Error::CardSageUncovered(path.clone())),
        None => Ok((card, keys)),
    }
}
