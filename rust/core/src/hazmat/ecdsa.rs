//! ECDSA over a digest that the caller made (FIPS 186-5, RFC 6979). **Dangerous**: never sign a
//! digest that somebody else chose, because it may be the digest of a message of theirs.
//!
//! P-256 and secp256k1; digests of 32 bytes; signatures `r ‖ s` of 64 bytes, made with low S.

use crate::{
    Error,
    keys::{self, Algorithm, HighS, KeyType, PublicKey, SecretKey},
};

/// Length of a digest in bytes.
pub const DIGEST_LEN: usize = 32;

/// Signs `digest` with `secret`, of 32 bytes. The same digest always gets the same signature.
///
/// # Errors
///
/// `ERR_BYTES_LENGTH` for another length, `ERR_KEY_ALGORITHM` for a type without ECDSA, and as
/// [`SecretKey::from_bytes`].
pub fn sign_digest(key_type: KeyType, secret: &[u8], digest: &[u8]) -> Result<[u8; 64], Error> {
    let key = SecretKey::from_bytes(key_type, secret)?;
    let digest = to_array(digest)?;
    let none = || Error::KeyAlgorithm(key_type.as_str(), "ECDSA");
    key.sign_prehash(algorithm(key_type).ok_or_else(none)?, &digest)
}

/// Tells whether `signature` is by `key` over a message of this digest.
///
/// # Errors
///
/// `ERR_BYTES_LENGTH` for a digest of another length. A signature that does not hold is `false`.
pub fn verify_digest(
    key: &PublicKey,
    digest: &[u8],
    signature: &[u8],
    high_s: HighS,
) -> Result<bool, Error> {
    let digest = to_array(digest)?;
    let holds = |algorithm| keys::verify_prehash(algorithm, key, &digest, signature, high_s);
    Ok(algorithm(key.key_type()).is_some_and(holds))
}

/// The algorithm of a curve; none for types without ECDSA.
fn algorithm(key_type: KeyType) -> Option<Algorithm> {
    key_type.default_algorithm().filter(|_| key_type.kty() == "EC")
}

fn to_array(digest: &[u8]) -> Result<[u8; DIGEST_LEN], Error> {
    let wrong = || Error::BytesLength("digest", DIGEST_LEN, digest.len());
    digest.try_into().map_err(|_| wrong())
}
