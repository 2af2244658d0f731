//! SAGE's X25519 helpers.
//!
//! ```text
//! shared secret = SHA-256(X25519(own, peer))
//! packet        = ephemeral public (32) ‖ nonce (12) ‖ AES-256-GCM ciphertext ‖ tag (16)
//! bound         = ephemeral public ‖ recipient's X25519 key
//! key           = HKDF-SHA-256(ikm X25519(ephemeral, recipient), salt bound,
//!                              info "Noise-IK-AES256GCM", 32);  associated data = bound
//! ```
//!
//! The recipient's X25519 key is made from its Ed25519 key. In spite of its label this is not Noise IK: the
//! packet says nothing about its sender, and can be replayed ([`UNPROVEN`]). SAGE's box between two
//! long-lived X25519 keys is not offered, because it uses one key for all messages.

use rand_core::CryptoRng;
use sha2::{Digest, Sha256, Sha512};
use zeroize::Zeroizing;

use crate::{
    Error,
    hazmat::{
        aead::{self, Algorithm, TAG_LEN},
        hkdf,
    },
    keys::{KeyType, PublicKey, SecretKey},
};

/// What the format leaves unproven.
pub const UNPROVEN: [&str; 3] = ["sender", "time", "replay"];

const INFO: &[u8] = b"Noise-IK-AES256GCM";
const NONCE_LEN: usize = 12;
/// Length in bytes of the shortest packet, which seals an empty plaintext.
const LEAST: usize = 32 + NONCE_LEN + TAG_LEN;

/// What SAGE calls the shared secret of two X25519 keys.
///
/// # Errors
///
/// As [`SecretKey::agree`].
pub fn shared_secret(secret: &SecretKey, peer: &PublicKey) -> Result<Zeroizing<[u8; 32]>, Error> {
    Ok(Zeroizing::new(Sha256::digest(secret.agree(peer)?).into()))
}

/// Seals `plaintext` to the holder of an Ed25519 key.
///
/// # Errors
///
/// `ERR_KEY_TYPE_MISMATCH` for a key of another type; `ERR_KEY_AGREEMENT_ZERO`.
pub fn seal(
    recipient: &PublicKey,
    plaintext: &[u8],
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, Error> {
    let recipient = recipient.to_x25519()?;
    let ephemeral = SecretKey::generate(KeyType::X25519, rng)?;
    let mut nonce = [0; NONCE_LEN];
    rng.fill_bytes(&mut nonce);
    let public = ephemeral.public_key().as_bytes();
    let bound = [public, recipient.as_bytes()].concat();
    let key = hkdf::derive(ephemeral.agree(&recipient)?.as_ref(), &bound, INFO, 32)?;
    let sealed = aead::seal(Algorithm::AES_256_GCM, &key, &nonce, &bound, plaintext)?;
    Ok([public, &nonce, &sealed].concat())
}

/// Opens a packet with the Ed25519 key that it was sealed to.
///
/// # Errors
///
/// `ERR_KEY_TYPE_MISMATCH` for a key of another type; `ERR_KEY_BOX` if the packet does not open,
/// whatever is wrong with it.
pub fn open(recipient: &SecretKey, packet: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    let recipient = to_x25519(recipient)?;
    let (public, rest) = packet.split_first_chunk::<32>().ok_or(Error::KeyBox)?;
    let (nonce, sealed) = rest.split_first_chunk::<NONCE_LEN>().ok_or(Error::KeyBox)?;
    if packet.len() < LEAST {
        return Err(Error::KeyBox);
    }
    let ephemeral = PublicKey::from_raw(KeyType::X25519, public).map_err(|_| Error::KeyBox)?;
    let shared = recipient.agree(&ephemeral).map_err(|_| Error::KeyBox)?;
    let bound = [&public[..], recipient.public_key().as_bytes()].concat();
    let key = hkdf::derive(shared.as_ref(), &bound, INFO, 32)?;
    aead::open(Algorithm::AES_256_GCM, &key, nonce, &bound, sealed).map_err(|_| Error::KeyBox)
}

/// The X25519 key of an Ed25519 key: the scalar of RFC 8032, 5.1.5, clamped in use.
fn to_x25519(secret: &SecretKey) -> Result<SecretKey, Error> {
    if secret.key_type() != KeyType::Ed25519 {
        return Err(Error::KeyTypeMismatch("Ed25519", secret.key_type().as_str()));
    }
    let digest = Zeroizing::new(<[u8; 64]>::from(Sha512::digest(secret.expose())));
    SecretKey::from_bytes(KeyType::X25519, digest.get(..32).unwrap_or_default())
}
