//! Keypairs, and secrets derived from them. The returned bytes are wiped when dropped.
//!
//! A keypair of type 4 has no place for the seed: a key that was read from a keypair signs, but cannot
//! give out its seed. Upstream does not make a key from 32 bytes as FIPS 204 does, so bytes that it kept
//! as a seed are not a seed here.

use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use super::{MAX_KEYPAIR, wire, wire::Kind};
use crate::{
    Error,
    hazmat::hkdf,
    keys::{KeyType, PublicKey, SecretKey, der, ml_dsa::Set},
};

/// Length in bytes of a derived secret.
const DERIVED_LEN: usize = 32;

/// Length in bytes of the secret of Ed25519.
const SEED_LEN: usize = 32;

/// Writes a keypair.
///
/// # Errors
///
/// `ERR_KEY_ALGORITHM` for a type that libp2p does not have.
pub fn encode_keypair(key: &SecretKey) -> Result<Zeroizing<Vec<u8>>, Error> {
    let kind = Kind::of(key.key_type())?;
    let data = match kind {
        Kind::Ecdsa => der::secret_to_sec1(key)?,
        Kind::Secp256k1 => raw_secret(key),
        _ => Zeroizing::new([&raw_secret(key), key.public_key().as_bytes()].concat()),
    };
    Ok(Zeroizing::new(wire::encode(kind, &data)))
}

/// Reads a keypair.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED`; `ERR_PEER_KEY_MALFORMED` for anything but the one encoding;
/// `ERR_PEER_KEY_TYPE` for RSA and unknown types; `ERR_KEY_PAIR_MISMATCH` for halves that do not
/// belong together; as [`SecretKey::from_bytes`] and [`der::secret_from_sec1`].
pub fn decode_keypair(bytes: &[u8]) -> Result<SecretKey, Error> {
    let (kind, data) = wire::decode(bytes, MAX_KEYPAIR)?;
    let key = match kind {
        Kind::Rsa => return Err(Error::PeerKeyType("RSA")),
        Kind::Ed25519 => read_halves(KeyType::Ed25519, data, SEED_LEN)?,
        Kind::Secp256k1 => SecretKey::from_bytes(KeyType::Secp256k1, data)?,
        Kind::Ecdsa => der::secret_from_sec1(data)?,
        Kind::Dilithium => read_halves(KeyType::MlDsa87, data, Set::MlDsa87.expanded_len())?,
    };
    if bool::from(encode_keypair(&key)?.ct_eq(bytes)) {
        Ok(key)
    } else {
        Err(Error::PeerKeyMalformed("Data is not in the one form of its key"))
    }
}

/// Reads a secret of `length` bytes, and the public key after it, which must be its own.
fn read_halves(key_type: KeyType, data: &[u8], length: usize) -> Result<SecretKey, Error> {
    let got = data.len();
    let short = || Error::BytesLength("secret key", length, got);
    let (secret, public) = data.split_at_checked(length).ok_or_else(short)?;
    let public = PublicKey::from_raw(key_type, public)?;
    let key = SecretKey::from_bytes(key_type, secret)?;
    if public == *key.public_key() { Ok(key) } else { Err(Error::KeyPairMismatch("Data")) }
}

/// The secret as libp2p has it: for ML-DSA the expanded key, for other types the bytes that we keep too.
fn raw_secret(key: &SecretKey) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(key.expanded().unwrap_or_else(|| key.expose()).to_vec())
}

/// Derives 32 bytes that only the holder of the key can make, for the use that `domain` names. They are
/// HKDF-SHA-256 of the raw secret, without salt and with `domain` as `info`, as in `derive_secret` of
/// libp2p-identity.
///
/// # Errors
///
/// `ERR_KEY_ALGORITHM` for a type that libp2p does not have.
pub fn derive_secret(key: &SecretKey, domain: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    Kind::of(key.key_type())?;
    hkdf::derive(&raw_secret(key), &[], domain, DERIVED_LEN)
}
