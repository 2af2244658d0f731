//! libp2p: keys as protobufs, PeerIds, signatures (libp2p/specs, peer-ids).
//!
//! A key is a message of two fields, always in this order: 1, `Type`, a varint; 2, `Data`, bytes.
//!
//! | Type | Key | `Data` of the public key | `Data` of the keypair | Signature |
//! | --- | --- | --- | --- | --- |
//! | 0 RSA | 2,048 to 8,192 bits | `SubjectPublicKeyInfo` | refused | not verified |
//! | 1 Ed25519 | `Ed25519` | 32 | seed 32, public 32 | 64, RFC 8032 |
//! | 2 Secp256k1 | `secp256k1` | 33, compressed | 32, big-endian | DER, SHA-256 |
//! | 3 ECDSA | `P-256` | 91, `SubjectPublicKeyInfo` | 121, SEC 1 `ECPrivateKey` | DER, SHA-256 |
//! | 4 Dilithium | `ML-DSA-87` | 2,592 | expanded secret 4,896, public 2,592 | 4,627, FIPS 204 |
//!
//! Type 4 comes from libp2p-identity-pqc, not from the libp2p specification. An RSA key is only read
//! for its PeerId ([`PeerId::from_encoded_key`]).
//!
//! One key has one encoding. Protobuf would allow others: fields in another order, unknown or
//! repeated fields, longer varints, bytes after the message. libp2p reads them, and each of them gives
//! the key another PeerId. Here they are refused, and so are a compressed point in `Data`, SEC 1 without
//! curve or public key, the 96 bytes that Ed25519 keypairs once had, and halves that do not belong
//! together. The reader is our own, because the crate `libp2p-identity` accepts all of these, and would
//! bring a second, older set of curves into the engine.
//!
//! **Signatures are raw**: libp2p signs the message as it is, so a signature made for one protocol also
//! holds in every other. Let each message begin with its purpose, as libp2p's own
//! `noise-libp2p-static-key:` does.

mod id;
mod keypair;
mod rsa;
mod signature;
mod wire;

pub use id::{BASES, MAX_INLINE, MAX_TEXT, PeerId};
pub use keypair::{decode_keypair, derive_secret, encode_keypair};
pub use signature::{unsigned, verify};

use wire::Kind;

use crate::{
    Error,
    keys::{KeyType, PublicKey, der},
};

/// The longest public key that is read, in bytes of protobuf: a key of type 4.
pub const MAX_PUBLIC: usize = 2_597;

/// The longest keypair that is read, in bytes of protobuf: a keypair of type 4.
pub const MAX_KEYPAIR: usize = 7_493;

/// Writes a public key.
///
/// # Errors
///
/// `ERR_KEY_ALGORITHM` for a type that libp2p does not have.
pub fn encode_public(key: &PublicKey) -> Result<Vec<u8>, Error> {
    let kind = Kind::of(key.key_type())?;
    match kind {
        Kind::Ecdsa => Ok(wire::encode(kind, &der::public_to_der(key)?)),
        _ => Ok(wire::encode(kind, key.as_bytes())),
    }
}

/// Reads a public key.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED`; `ERR_PEER_KEY_MALFORMED` for anything but the one encoding;
/// `ERR_PEER_KEY_TYPE` for RSA and unknown types; as [`PublicKey::from_raw`],
/// [`der::public_from_der`] and [`encode_public`].
pub fn decode_public(bytes: &[u8]) -> Result<PublicKey, Error> {
    let (kind, data) = wire::decode(bytes, MAX_PUBLIC)?;
    let key = match kind {
        Kind::Rsa => return Err(Error::PeerKeyType("RSA")),
        Kind::Ed25519 => PublicKey::from_raw(KeyType::Ed25519, data)?,
        Kind::Secp256k1 => PublicKey::from_raw(KeyType::Secp256k1, data)?,
        Kind::Ecdsa => der::public_from_der(data)?,
        Kind::Dilithium => PublicKey::from_raw(KeyType::MlDsa87, data)?,
    };
    if encode_public(&key)? == bytes {
        Ok(key)
    } else {
        Err(Error::PeerKeyMalformed("Data is not in the one form of its key"))
    }
}
