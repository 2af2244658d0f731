//! X-Wing (draft-connolly-cfrg-xwing-kem): X25519 and ML-KEM-768, joined by SHA3-256.
//!
//! ```text
//! seed      = 32 bytes; SHAKE256(seed) = d ‖ z ‖ x, of 32 bytes each: a key of ML-KEM-768 is made of d and z
//! key       = key of ML-KEM (1184) ‖ X25519(x, 9)
//! enc       = ciphertext of ML-KEM (1088) ‖ X25519(e, 9)
//! secret    = SHA3-256(secret of ML-KEM ‖ X25519(e, key) ‖ X25519(e, 9) ‖ X25519(x, 9) ‖ "\.//^\")
//! ```
//!
//! ML-KEM is the crate `ml-kem`. A secret key keeps what its seed expands to. An agreement that gives zero is refused, as
//! CFRG has decided for the RFC.

use ml_kem::{
    Decapsulate, KeyExport,
    array::Array,
    ml_kem_768::{Ciphertext, DecapsulationKey, EncapsulationKey},
};
use rand_core::CryptoRng;
use sha3::{Digest, Sha3_256};
use shake::{
    Shake256,
    digest::{ExtendableOutput, Update, XofReader},
};
use zeroize::Zeroizing;

use super::schedule::Hash;
use crate::{Error, keys::x25519};

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
mod tests;

/// The number of the mechanism (draft-ietf-hpke-pq).
pub(super) const ID: u16 = 0x647a;

const LABEL: &[u8; 6] = br"\.//^\";

/// A public key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Public {
    lattice: Box<EncapsulationKey>,
    point: [u8; 32],
}

/// A secret key: the seed, and what it expands to. Wiped when dropped.
#[derive(Clone)]
pub(crate) struct Secret {
    seed: Zeroizing<[u8; 32]>,
    lattice: Box<DecapsulationKey>,
    scalar: Zeroizing<[u8; 32]>,
    /// `X25519(scalar, 9)`.
    point: [u8; 32],
}

/// What the sender sends.
#[derive(Clone)]
pub(crate) struct Encapsulated {
    lattice: Ciphertext,
    point: [u8; 32],
}

impl Secret {
    pub(super) fn expand(seed: Zeroizing<[u8; 32]>) -> Self {
        let mut expanded = Shake256::default().chain(seed.as_ref()).finalize_xof();
        let (mut lattice, mut scalar) = (Zeroizing::new([0; 64]), Zeroizing::new([0; 32]));
        expanded.read(lattice.as_mut());
        expanded.read(scalar.as_mut());
        let lattice = Box::new(DecapsulationKey::from_seed(Array(*lattice)));
        let point = x25519::public(&scalar);
        Self { seed, lattice, scalar, point }
    }

    /// `SHAKE256.LabeledDerive` of draft-ietf-hpke-pq.
    pub(super) fn derive(ikm: &[u8]) -> Self {
        let [high, low] = ID.to_be_bytes();
        let label: &[u8] = b"DeriveKeyPair";
        let parts = [ikm, b"HPKE-v1KEM", &[high, low], &[0, 13], label, &[0, 32]];
        let hash = parts.into_iter().fold(Shake256::default(), |hash, part| hash.chain(part));
        let mut seed = Zeroizing::new([0; 32]);
        hash.finalize_xof().read(seed.as_mut());
        Self::expand(seed)
    }

    pub(super) const fn seed(&self) -> &Zeroizing<[u8; 32]> {
        &self.seed
    }

    /// The bytes of its public key.
    pub(super) fn public(&self) -> Vec<u8> {
        [self.lattice.encapsulation_key().to_bytes().as_slice(), &self.point].concat()
    }

    /// The secret that was sent.
    pub(super) fn decapsulate(&self, enc: &Encapsulated) -> Result<Hash, Error> {
        let own = Zeroizing::new(self.lattice.decapsulate(&enc.lattice));
        let agreed = x25519::agree(&self.scalar, &enc.point)?;
        Ok(combine(&own, &agreed, [&enc.point, &self.point]))
    }
}

/// Cuts off the point at the end of `N` bytes and it.
fn cut<const N: usize>(encoded: &[u8]) -> Option<(&[u8; N], [u8; 32])> {
    let (lattice, point) = encoded.split_at_checked(N)?;
    lattice.try_into().ok().zip(point.try_into().ok())
}

impl Public {
    /// Nothing for another length, or a part of ML-KEM that is not a key.
    pub(super) fn from_bytes(encoded: &[u8]) -> Option<Self> {
        let (lattice, point) = cut::<1_184>(encoded)?;
        let lattice = EncapsulationKey::new(lattice.into()).ok()?;
        Some(Self { lattice: Box::new(lattice), point })
    }

    /// What to send, and the secret.
    pub(super) fn encapsulate(&self, rng: &mut impl CryptoRng) -> Result<(Vec<u8>, Hash), Error> {
        let mut drawn = Zeroizing::new([[0; 32]; 2]);
        rng.fill_bytes(drawn.as_flattened_mut());
        let [message, scalar] = &*drawn;
        let (ciphertext, secret) = self.lattice.encapsulate_deterministic(&Array(*message));
        let secret = Zeroizing::new(secret);
        let agreed = x25519::agree(scalar, &self.point)?;
        let point = x25519::public(scalar);
        let shared = combine(&secret, &agreed, [&point, &self.point]);
        Ok(([ciphertext.as_slice(), &point].concat(), shared))
    }
}

impl Encapsulated {
    /// Nothing for another length.
    pub(super) fn from_bytes(encoded: &[u8]) -> Option<Self> {
        let (lattice, point) = cut::<1_088>(encoded)?;
        Some(Self { lattice: Array(*lattice), point })
    }
}

/// The shared secret, of that of ML-KEM and of the agreement, with the points of sender and recipient.
fn combine(lattice: &[u8], agreed: &[u8; 32], points: [&[u8; 32]; 2]) -> Hash {
    let [sender, recipient] = points;
    let mut hash = Sha3_256::new();
    for part in [lattice, agreed, sender, recipient, LABEL] {
        Digest::update(&mut hash, part);
    }
    Zeroizing::new(hash.finalize().into())
}
