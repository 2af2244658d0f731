//! Signatures as SAGE's key pairs make them.
//!
//! | Key | Over | Signature | S |
//! | --- | --- | --- | --- |
//! | Ed25519 | the message | 64 bytes | below the order |
//! | secp256k1 | Keccak-256 of the message | 65 bytes `r ‖ s ‖ v`, `v` 0 or 1; 64 are read | low when made; both are read |
//! | P-256 | SHA-256 of the message | 64 bytes `r ‖ s` | low when made; both are read |
//!
//! SAGE's verifiers of messages and of key pairs take a high S, and so do we; those of cards and of proofs of possession
//! refuse it, and so do we ([`holds_low`]). SAGE takes any `v`; here it must fit.

use super::{
    Algorithm, HighS, KeyType, PublicKey, RECOVERABLE_LEN, SignatureForm, ecdsa, recover,
    verify_either_s,
};
use crate::Error;

/// The algorithm of SAGE's key pairs; X25519 has none.
///
/// # Errors
///
/// `ERR_KEY_ALGORITHM` for a key type that SAGE does not sign with.
pub fn algorithm(key_type: KeyType) -> Result<Algorithm, Error> {
    match key_type {
        KeyType::Ed25519 => Ok(Algorithm::Ed25519),
        KeyType::Secp256k1 => Ok(Algorithm::Secp256k1Keccak256),
        KeyType::P256 => Ok(Algorithm::P256Sha256),
        other => Err(Error::KeyAlgorithm(other.as_str(), "SAGE signatures")),
    }
}

/// The algorithm of SAGE's cards, messages and proofs of possession, where ECDSA is over SHA-256; none for a key type
/// that has no place there.
pub(crate) const fn algorithm_of_documents(key_type: KeyType) -> Option<Algorithm> {
    match key_type {
        KeyType::Ed25519 => Some(Algorithm::Ed25519),
        KeyType::Secp256k1 => Some(Algorithm::Secp256k1Sha256),
        _ => None,
    }
}

/// Tells whether `signature` is by `key` over `message`, in one of the forms above.
#[must_use]
pub fn verifies(key: &PublicKey, message: &[u8], signature: &[u8]) -> bool {
    let algorithm = algorithm(key.key_type());
    algorithm.is_ok_and(|algorithm| holds(algorithm, key, message, signature).is_some())
}

/// Brings a signature of 64 bytes that holds into SAGE's form: secp256k1 gets its `v`.
pub(crate) fn complete(
    algorithm: Algorithm,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
) -> Result<Vec<u8>, Error> {
    if key.key_type() != KeyType::Secp256k1 {
        return Ok(signature.to_vec());
    }
    let with = |v: u8| [signature, &[v]].concat();
    [with(0), with(1)]
        .into_iter()
        .find(|full| holds(algorithm, key, message, full).is_some())
        .ok_or(Error::SignatureUnrecoverable)
}

/// As [`verifies`], under a named algorithm, and in which form the signature came.
pub(crate) fn holds(
    algorithm: Algorithm,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
) -> Option<SignatureForm> {
    match (key.key_type(), signature.split_last()) {
        (KeyType::Secp256k1, Some((_, rs))) if signature.len() == RECOVERABLE_LEN => {
            let signer = recover(algorithm, message, signature, HighS::Accept).ok()?;
            let high_s = ecdsa::is_high_s(KeyType::Secp256k1, rs);
            (signer == *key).then_some(SignatureForm { high_s })
        }
        _ => verify_either_s(algorithm, key, message, signature),
    }
}

/// As [`holds`], where SAGE demands a low S.
pub(crate) fn holds_low(
    algorithm: Algorithm,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
) -> bool {
    holds(algorithm, key, message, signature) == Some(SignatureForm { high_s: false })
}
