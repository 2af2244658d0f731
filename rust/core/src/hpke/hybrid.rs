//! X-Wing (draft-connolly-cfrg-xwing-kem) for the crate `hpke`: X25519 and ML-KEM-768, joined by SHA3-256.
//!
//! ```text
//! seed      = 32 bytes; SHAKE256(seed) = d ‖ z ‖ x, of 32 bytes each: a key of ML-KEM-768 is made of d and z
//! key       = key of ML-KEM (1184) ‖ X25519(x, 9)
//! enc       = ciphertext of ML-KEM (1088) ‖ X25519(e, 9)
//! secret    = SHA3-256(secret of ML-KEM ‖ X25519(e, key) ‖ X25519(e, 9) ‖ X25519(x, 9) ‖ "\.//^\")
//! ```
//!
//! The crate has its own, whose X25519 is always x25519-dalek's, and which expands the seed again for each message. This
//! one agrees as [`keys`](crate::keys) do, and keeps what it expanded. ML-KEM is the crate `ml-kem`.
//!
//! An agreement that gives zero is refused, as CFRG has decided for the RFC.

use ::hpke::{Deserializable, HpkeError, Kem, Serializable, kem::SharedSecret};
use ml_kem::{
    Decapsulate, KeyExport,
    array::{
        Array,
        sizes::{U32, U1120, U1216},
    },
    ml_kem_768::{Ciphertext, DecapsulationKey, EncapsulationKey},
};
use rand_core::CryptoRng;
use sha3::{Digest, Sha3_256};
use shake::{
    Shake256,
    digest::{ExtendableOutput, Update, XofReader},
};
use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroizing;

use crate::keys::x25519;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
mod tests;

const LABEL: &[u8; 6] = br"\.//^\";

/// The mechanism.
pub(crate) struct XWing;

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
    fn expand(seed: Zeroizing<[u8; 32]>) -> Self {
        let mut expanded = Shake256::default().chain(seed.as_ref()).finalize_xof();
        let (mut lattice, mut scalar) = (Zeroizing::new([0; 64]), Zeroizing::new([0; 32]));
        expanded.read(lattice.as_mut());
        expanded.read(scalar.as_mut());
        let lattice = Box::new(DecapsulationKey::from_seed(Array(*lattice)));
        let point = x25519::public(&scalar);
        Self { seed, lattice, scalar, point }
    }

    fn public(&self) -> Public {
        let lattice = Box::new(self.lattice.encapsulation_key().clone());
        Public { lattice, point: self.point }
    }
}

impl ConstantTimeEq for Secret {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.seed.ct_eq(&*other.seed)
    }
}

/// Writes what was joined, in its order.
fn write(parts: [&[u8]; 2], out: &mut [u8]) {
    let bytes = parts.into_iter().flatten();
    out.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
}

/// Cuts off the point at the end of `N` bytes and it.
fn cut<const N: usize>(encoded: &[u8]) -> Result<(&[u8; N], [u8; 32]), HpkeError> {
    let (lattice, point) = encoded.split_at_checked(N).unwrap_or_default();
    let parts = lattice.try_into().ok().zip(point.try_into().ok());
    parts.ok_or(HpkeError::IncorrectInputLength(N + 32, encoded.len()))
}

impl Serializable for Public {
    type OutputSize = U1216;

    fn write_exact(&self, out: &mut [u8]) {
        write([&self.lattice.to_bytes(), &self.point], out);
    }
}

impl Deserializable for Public {
    fn from_bytes(encoded: &[u8]) -> Result<Self, HpkeError> {
        let (lattice, point) = cut::<1_184>(encoded)?;
        let lattice = EncapsulationKey::new(lattice.into());
        let lattice = lattice.map_err(|_| HpkeError::ValidationError)?;
        Ok(Self { lattice: Box::new(lattice), point })
    }
}

impl Serializable for Secret {
    type OutputSize = U32;

    fn write_exact(&self, out: &mut [u8]) {
        write([self.seed.as_ref(), &[]], out);
    }
}

impl Deserializable for Secret {
    fn from_bytes(encoded: &[u8]) -> Result<Self, HpkeError> {
        let wrong = |_| HpkeError::IncorrectInputLength(32, encoded.len());
        Ok(Self::expand(Zeroizing::new(encoded.try_into().map_err(wrong)?)))
    }
}

impl Serializable for Encapsulated {
    type OutputSize = U1120;

    fn write_exact(&self, out: &mut [u8]) {
        write([&self.lattice, &self.point], out);
    }
}

impl Deserializable for Encapsulated {
    fn from_bytes(encoded: &[u8]) -> Result<Self, HpkeError> {
        let (lattice, point) = cut::<1_088>(encoded)?;
        Ok(Self { lattice: Array(*lattice), point })
    }
}

impl Kem for XWing {
    type PublicKey = Public;
    type PrivateKey = Secret;
    type EncappedKey = Encapsulated;
    type NSecret = U32;

    const KEM_ID: u16 = 0x647a;

    fn sk_to_pk(secret: &Secret) -> Public {
        secret.public()
    }

    /// SHAKE256.LabeledDerive of draft-ietf-hpke-pq.
    fn derive_keypair(ikm: &[u8]) -> (Secret, Public) {
        let [high, low] = Self::KEM_ID.to_be_bytes();
        let label: &[u8] = b"DeriveKeyPair";
        let parts = [ikm, b"HPKE-v1KEM", &[high, low], &[0, 13], label, &[0, 32]];
        let hash = parts.into_iter().fold(Shake256::default(), |hash, part| hash.chain(part));
        let mut seed = Zeroizing::new([0; 32]);
        hash.finalize_xof().read(seed.as_mut());
        let secret = Secret::expand(seed);
        let public = secret.public();
        (secret, public)
    }

    /// X-Wing authenticates no sender: an `identity` is refused.
    fn encap_with_rng(
        recipient: &Public,
        identity: Option<(&Secret, &Public)>,
        rng: &mut impl CryptoRng,
    ) -> Result<(SharedSecret<Self>, Encapsulated), HpkeError> {
        if identity.is_some() {
            return Err(HpkeError::EncapError);
        }
        let mut drawn = Zeroizing::new([[0; 32]; 2]);
        rng.fill_bytes(drawn.as_flattened_mut());
        let [message, scalar] = &*drawn;
        let (ciphertext, secret) = recipient.lattice.encapsulate_deterministic(&Array(*message));
        let secret = Zeroizing::new(secret);
        let agreed = x25519::agree(scalar, &recipient.point).map_err(|_| HpkeError::EncapError)?;
        let point = x25519::public(scalar);
        let shared = combine(&secret, &agreed, [&point, &recipient.point]);
        Ok((shared, Encapsulated { lattice: ciphertext, point }))
    }

    /// X-Wing authenticates no sender: an `identity` is refused.
    fn decap(
        secret: &Secret,
        identity: Option<&Public>,
        encapsulated: &Encapsulated,
    ) -> Result<SharedSecret<Self>, HpkeError> {
        if identity.is_some() {
            return Err(HpkeError::DecapError);
        }
        let own = Zeroizing::new(secret.lattice.decapsulate(&encapsulated.lattice));
        let agreed = x25519::agree(&secret.scalar, &encapsulated.point);
        let agreed = agreed.map_err(|_| HpkeError::DecapError)?;
        Ok(combine(&own, &agreed, [&encapsulated.point, &secret.point]))
    }
}

/// The shared secret, of that of ML-KEM and of the agreement, with the points of sender and recipient.
fn combine(lattice: &[u8], agreed: &[u8; 32], points: [&[u8; 32]; 2]) -> SharedSecret<XWing> {
    let [sender, recipient] = points;
    let mut hash = Sha3_256::new();
    for part in [lattice, agreed, sender, recipient, LABEL] {
        Digest::update(&mut hash, part);
    }
    SharedSecret(hash.finalize())
}
