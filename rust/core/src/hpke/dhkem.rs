//! DHKEM(X25519, HKDF-SHA256) (RFC 9180, section 4.1) for the crate `hpke`.
//!
//! The crate has its own, which always uses x25519-dalek. This one agrees as [`keys`](crate::keys) do, on the
//! kernels. The crate's traits can be implemented, but hide some members from the documentation. A new version of the crate may need changes here, which the compiler finds.
//!
//! An agreement that gives zero is refused (section 7.1.4).

use ::hpke::{
    Deserializable, HpkeError, Kem, Serializable,
    hybrid_array::typenum::U32,
    kdf::{HkdfSha256, Kdf},
    kem::SharedSecret,
};
use rand_core::CryptoRng;
use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroizing;

use crate::keys::{SecretKey, x25519};

/// `KEM ‖ 0x0020`.
const SUITE: [u8; 5] = *b"KEM\x00\x20";

/// The mechanism.
pub(crate) struct X25519HkdfSha256;

/// A public key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Public([u8; 32]);

/// A secret key, clamped (section 7.1.2), and its public key where that is known.
#[derive(Clone)]
pub(crate) struct Secret {
    scalar: Zeroizing<[u8; 32]>,
    public: Option<Public>,
}

/// What the sender sends: its ephemeral public key.
#[derive(Clone)]
pub(crate) struct Encapsulated(Public);

impl Secret {
    fn new(mut bytes: Zeroizing<[u8; 32]>) -> Self {
        let [first, .., last] = &mut *bytes;
        *first &= 248;
        *last = *last & 63 | 64;
        Self { scalar: bytes, public: None }
    }

    /// A key that has its public key, so that no receiver computes that again.
    pub(super) fn of(key: &SecretKey) -> Result<Self, HpkeError> {
        let public = Public::from_bytes(key.public_key().as_bytes())?;
        Ok(Self { public: Some(public), ..Self::from_bytes(key.expose())? })
    }

    fn public(&self) -> Public {
        self.public.clone().unwrap_or_else(|| Public(x25519::public(&self.scalar)))
    }

    fn agree(&self, key: &Public, otherwise: HpkeError) -> Result<Zeroizing<[u8; 32]>, HpkeError> {
        x25519::agree(&self.scalar, &key.0).map_err(|_| otherwise)
    }
}

impl ConstantTimeEq for Secret {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.scalar.ct_eq(&*other.scalar)
    }
}

fn write(bytes: &[u8; 32], out: &mut [u8]) {
    out.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
}

fn read(encoded: &[u8]) -> Result<[u8; 32], HpkeError> {
    encoded.try_into().map_err(|_| HpkeError::IncorrectInputLength(32, encoded.len()))
}

impl Serializable for Public {
    type OutputSize = U32;

    fn write_exact(&self, out: &mut [u8]) {
        write(&self.0, out);
    }
}

impl Deserializable for Public {
    fn from_bytes(encoded: &[u8]) -> Result<Self, HpkeError> {
        read(encoded).map(Self)
    }
}

impl Serializable for Secret {
    type OutputSize = U32;

    fn write_exact(&self, out: &mut [u8]) {
        write(&self.scalar, out);
    }
}

impl Deserializable for Secret {
    fn from_bytes(encoded: &[u8]) -> Result<Self, HpkeError> {
        Ok(Self::new(Zeroizing::new(read(encoded)?)))
    }
}

impl Serializable for Encapsulated {
    type OutputSize = U32;

    fn write_exact(&self, out: &mut [u8]) {
        self.0.write_exact(out);
    }
}

impl Deserializable for Encapsulated {
    fn from_bytes(encoded: &[u8]) -> Result<Self, HpkeError> {
        Public::from_bytes(encoded).map(Self)
    }
}

impl Kem for X25519HkdfSha256 {
    type PublicKey = Public;
    type PrivateKey = Secret;
    type EncappedKey = Encapsulated;
    type NSecret = U32;

    const KEM_ID: u16 = 0x0020;

    fn sk_to_pk(secret: &Secret) -> Public {
        secret.public()
    }

    fn derive_keypair(ikm: &[u8]) -> (Secret, Public) {
        let bytes = Zeroizing::new(HkdfSha256::derive_x25519_sk_eph_bytes(&SUITE, ikm));
        let secret = Secret::new(bytes);
        let public = secret.public();
        (secret, public)
    }

    fn encap_with_rng(
        recipient: &Public,
        identity: Option<(&Secret, &Public)>,
        rng: &mut impl CryptoRng,
    ) -> Result<(SharedSecret<Self>, Encapsulated), HpkeError> {
        let (secret, public) = Self::gen_keypair_with_rng(rng);
        let mut agreed = vec![secret.agree(recipient, HpkeError::EncapError)?];
        if let Some((identity, _)) = identity {
            agreed.push(identity.agree(recipient, HpkeError::EncapError)?);
        }
        let sender = identity.map(|(_, public)| public);
        Ok((derive(&agreed, [&public, recipient], sender)?, Encapsulated(public)))
    }

    fn decap(
        secret: &Secret,
        identity: Option<&Public>,
        encapsulated: &Encapsulated,
    ) -> Result<SharedSecret<Self>, HpkeError> {
        let mut agreed = vec![secret.agree(&encapsulated.0, HpkeError::DecapError)?];
        if let Some(identity) = identity {
            agreed.push(secret.agree(identity, HpkeError::DecapError)?);
        }
        derive(&agreed, [&encapsulated.0, &secret.public()], identity)
    }
}

/// `ExtractAndExpand(dh, enc ‖ pkR ‖ pkS)`.
fn derive(
    agreed: &[Zeroizing<[u8; 32]>],
    keys: [&Public; 2],
    identity: Option<&Public>,
) -> Result<SharedSecret<X25519HkdfSha256>, HpkeError> {
    let agreed: Vec<u8> = agreed.iter().flat_map(|shared| shared.iter().copied()).collect();
    let context: Vec<u8> = keys.into_iter().chain(identity).flat_map(|key| key.0).collect();
    let mut shared = SharedSecret::default();
    HkdfSha256::extract_and_expand(&Zeroizing::new(agreed), &SUITE, &context, &mut shared.0)?;
    Ok(shared)
}
