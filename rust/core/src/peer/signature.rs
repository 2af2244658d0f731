//! Signatures in libp2p's form: DER for ECDSA, the bytes themselves for the rest. Raw; see [`crate::peer`].
//!
//! An S above half the order is accepted on P-256, where most libp2p implementations write one in every
//! second signature. It is refused on secp256k1, where none does. Our own S is always low.

use super::wire::Kind;
use crate::{
    Error,
    keys::{self, Algorithm, HighS, KeyType, PublicKey, ecdsa},
    unsigned::Unsigned,
};

/// A signature over `message`, as libp2p sends it.
///
/// # Errors
///
/// `ERR_KEY_ALGORITHM` for an algorithm that libp2p does not have.
pub fn unsigned(algorithm: Algorithm, message: &[u8]) -> Result<Unsigned, Error> {
    let key_type = algorithm.key_type();
    if key_type.default_algorithm() != Some(algorithm) {
        let key_type = key_type.as_str();
        return Err(Error::KeyAlgorithm(key_type, "libp2p with another hash"));
    }
    let signature = Unsigned::signature(algorithm, message.to_vec());
    Ok(match Kind::of(key_type)? {
        Kind::Secp256k1 | Kind::Ecdsa => {
            signature.then(move |signature| ecdsa::to_der(key_type, &signature))
        }
        _ => signature,
    })
}

/// Tells whether `signature`, in libp2p's form, is by `key` over `message`.
#[must_use]
pub fn verify(key: &PublicKey, message: &[u8], signature: &[u8]) -> bool {
    let key_type = key.key_type();
    let (Ok(kind), Some(algorithm)) = (Kind::of(key_type), key_type.default_algorithm()) else {
        return false;
    };
    let high_s = HighS::from_flag(key_type == KeyType::P256);
    match kind {
        Kind::Secp256k1 | Kind::Ecdsa => ecdsa::from_der(key_type, signature)
            .is_ok_and(|raw| keys::verify(algorithm, key, message, &raw, high_s)),
        _ => keys::verify(algorithm, key, message, signature, HighS::Refuse),
    }
}
