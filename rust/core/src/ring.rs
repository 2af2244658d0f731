//! Linkable ring signatures: one of these keys signed, and nobody learns which.
//!
//! LSAG over edwards25519 or secp256k1, rings of 2 to [`MAX`] keys of one type.
//!
//! | Fact | How |
//! | --- | --- |
//! | a member signed | only somebody who knows a member's secret can close the chain of challenges |
//! | nobody learns which member | every response is uniform, and nothing else depends on the signer |
//! | two signatures of one key link | a key has one image in a scope, whatever the ring and the message |
//! | nothing links across scopes | the image is a multiple of a point that depends on the scope |
//! | bytes are unique | the ring is sorted and has no key twice, scalars and points are canonical, every challenge names its member |
//!
//! The verifier brings the ring. Nothing in a signature says who its members are.
//!
//! Version 1, all lengths as u64 big-endian:
//!
//! ```text
//! signature  = 01 ‖ curve (01 edwards25519, 02 secp256k1) ‖ n (u16) ‖ image ‖ c_0 ‖ s_0 … s_{n-1}
//! H_i        = hash_to_curve(len ‖ scope ‖ P_i)     RFC 9380: edwards25519_XMD:SHA-512_ELL2_RO_, secp256k1_XMD:SHA-256_SSWU_RO_
//! T          = SHA-512(label ‖ curve ‖ n ‖ P_0 … P_{n-1} ‖ len ‖ scope ‖ len ‖ image ‖ len ‖ message)
//! c_{i+1}    = SHA-512(label ‖ T ‖ i ‖ s_i·G + c_i·P_i ‖ s_i·H_i + c_i·image) modulo the order
//! ```
//!
//! Points are encoded as their keys are: 32 bytes, or 33 compressed. Scalars have 32 bytes,
//! little-endian on edwards25519 and big-endian on secp256k1. Sizes: 36 + 32·(n + 1) and 37 + 32·(n + 1).
//!
//! Every point has prime order and is not the identity. On edwards25519 this is checked, once for each ring:
//! with torsion in images, one key could have eight of them.
//!
//! Signing multiplies by secrets in constant time, as the kernels do, and reads all members before the first round, as what
//! lies in nearer caches would tell who signs and who signed before. It uses tables of at most eight members, which fit a
//! cache. The order of the memory accesses shows which entry of the ring is the signer's, so sign where nobody can watch the
//! cache.
//!
//! [`go`] reads and writes the format of ring-go.

mod curve;
mod ed25519;
pub mod go;
mod lsag;
mod often;
mod secp256k1;
mod uniform;

use countersign_kernels::stack::swept;

use self::{curve::Curve, ed25519::Ed25519, secp256k1::K256};
use crate::{
    Error,
    encoding::frames,
    keys::{KeyType, PublicKey, SecretKey},
};

/// Fewest members: a ring of one hides nothing.
pub const MIN: usize = 2;
/// Most members.
pub const MAX: usize = 1_024;
/// Longest scope in bytes.
pub const MAX_SCOPE: usize = 1_024;

/// More stack than a signature uses. Code that is not optimised takes more.
const DEPTH: usize = if cfg!(debug_assertions) { 128 << 10 } else { 64 << 10 };

/// Members and scope, checked and prepared. Using a ring for many signatures saves a third of the time of each,
/// and on edwards25519 more from the second on: verifying with up to 128 members, and signing with up to 8.
pub struct Ring(Kind);

enum Kind {
    Ed25519(lsag::Ring<Ed25519>),
    Secp256k1(lsag::Ring<K256>),
}

impl Ring {
    /// Prepares a ring of `keys`, in any order.
    ///
    /// # Errors
    ///
    /// `ERR_RING_SIZE` outside [`MIN`] to [`MAX`]; `ERR_RING_DUPLICATE`; `ERR_KEY_TYPE_MISMATCH`
    /// for keys of several types, `ERR_KEY_ALGORITHM` for a type without rings; `ERR_RING_TORSION`
    /// for a key that is not of prime order; `ERR_LIMIT_EXCEEDED` for a scope over [`MAX_SCOPE`].
    pub fn new(keys: &[PublicKey], scope: &[u8]) -> Result<Self, Error> {
        check_size(keys.len())?;
        let key_type = keys.first().map_or(KeyType::Ed25519, PublicKey::key_type);
        Self::prepare(key_type, &of_type(key_type, keys)?, scope)
    }

    /// As [`Ring::new`], from the raw keys one after the other.
    ///
    /// # Errors
    ///
    /// As [`Ring::new`], and what [`PublicKey::from_raw`] refuses.
    pub fn from_packed(key_type: KeyType, keys: &[u8], scope: &[u8]) -> Result<Self, Error> {
        Self::prepare(key_type, &unpack(key_type, keys)?, scope)
    }

    fn prepare(key_type: KeyType, keys: &[&[u8]], scope: &[u8]) -> Result<Self, Error> {
        check_scope(scope)?;
        Ok(Self(match key_type {
            KeyType::Ed25519 => Kind::Ed25519(lsag::Ring::new(keys, scope)?),
            KeyType::Secp256k1 => Kind::Secp256k1(lsag::Ring::new(keys, scope)?),
            other => return Err(no_rings(other)),
        }))
    }

    /// Signs `message` as one of the members. `random` must be fresh.
    ///
    /// # Errors
    ///
    /// `ERR_RING_NOT_MEMBER` if the key is not in the ring; `ERR_KEY_TYPE_MISMATCH`.
    pub fn sign(
        &self,
        key: &SecretKey,
        message: &[u8],
        random: &[u8; 32],
    ) -> Result<Vec<u8>, Error> {
        swept::<DEPTH, _>(|| match &self.0 {
            Kind::Ed25519(ring) => ring.sign(key, message, random),
            Kind::Secp256k1(ring) => ring.sign(key, message, random),
        })
    }

    /// Verifies that a member signed `message`, and gives its key image. Costs as much as one signature check for each
    /// member.
    ///
    /// # Errors
    ///
    /// `ERR_RING_SIGNATURE` if no member of this ring signed this message in this scope;
    /// `ERR_RING_SIZE` for a signature of another number of members; `ERR_RING_MALFORMED` and
    /// `ERR_RING_IMAGE` for bytes that are no signature.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<Vec<u8>, Error> {
        match &self.0 {
            Kind::Ed25519(ring) => ring.verify(message, signature),
            Kind::Secp256k1(ring) => ring.verify(message, signature),
        }
    }

    /// The verdict of [`Ring::verify`] for each claim: 1 or 0, in order. A claim is a message and a
    /// signature, each a [frame](frames).
    ///
    /// # Errors
    ///
    /// `ERR_ENCODING_MALFORMED` if the packing is broken.
    pub fn verify_packed(&self, packed: &[u8]) -> Result<Vec<u8>, Error> {
        let (mut claims, mut verdicts) = (frames::whole(packed)?, Vec::new());
        while let Some(message) = claims.next() {
            let signature = frames::next(&mut claims)?;
            verdicts.push(u8::from(self.verify(message, signature).is_ok()));
        }
        Ok(verdicts)
    }

    /// How many members the ring has.
    #[must_use]
    pub fn size(&self) -> usize {
        match &self.0 {
            Kind::Ed25519(ring) => ring.len(),
            Kind::Secp256k1(ring) => ring.len(),
        }
    }
}

impl core::fmt::Debug for Ring {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Ring({} members)", self.size())
    }
}

/// Reads the key image of a signature. It proves nothing until the signature is verified.
///
/// # Errors
///
/// `ERR_RING_MALFORMED`, `ERR_RING_SIZE`, `ERR_RING_IMAGE`.
pub fn read_image(signature: &[u8]) -> Result<Vec<u8>, Error> {
    match signature.get(1) {
        Some(2) => lsag::read_image::<K256>(signature),
        _ => lsag::read_image::<Ed25519>(signature),
    }
}

/// The key image that the signatures of `key` have in a scope.
///
/// # Errors
///
/// As [`Ring::new`].
pub fn derive_image(key: &SecretKey, scope: &[u8]) -> Result<Vec<u8>, Error> {
    check_scope(scope)?;
    match key.key_type() {
        KeyType::Ed25519 => lsag::derive_image::<Ed25519>(key, scope),
        KeyType::Secp256k1 => lsag::derive_image::<K256>(key, scope),
        other => Err(no_rings(other)),
    }
}

/// Splits raw keys of one length that stand one after the other. Refuses too many before it reads any.
fn unpack(key_type: KeyType, keys: &[u8]) -> Result<Vec<&[u8]>, Error> {
    if !key_type.has_rings() {
        return Err(no_rings(key_type));
    }
    let length = key_type.public_len();
    check_size(keys.len().div_ceil(length))?;
    Ok(keys.chunks(length).collect())
}

/// The bytes of keys that are all of a type.
fn of_type(key_type: KeyType, keys: &[PublicKey]) -> Result<Vec<&[u8]>, Error> {
    let of_type = |key: &PublicKey| key.key_type() == key_type;
    match keys.iter().find(|key| !of_type(key)) {
        None => Ok(keys.iter().map(PublicKey::as_bytes).collect()),
        Some(other) => Err(Error::KeyTypeMismatch(key_type.as_str(), other.key_type().as_str())),
    }
}

/// The points of keys that can be members. Each key is decoded once; only if one is refused does [`refusal`] find out
/// why.
fn keys<C: Curve>(keys: &[&[u8]]) -> Result<Vec<C::Point>, Error> {
    let points = C::points(keys);
    let broken = points.iter().position(Option::is_none);
    match broken {
        Some(place) => Err(refusal(C::KEY_TYPE, keys, place)),
        None => Ok(points.into_iter().flatten().collect()),
    }
}

fn refusal(key_type: KeyType, keys: &[&[u8]], place: usize) -> Error {
    let broken = keys.iter().find_map(|key| PublicKey::from_raw(key_type, key).err());
    broken.unwrap_or_else(|| Error::RingTorsion(place))
}

fn refuse_duplicates(sorted: &[&[u8]]) -> Result<(), Error> {
    let twice = sorted.windows(2).any(|pair| matches!(pair, [a, b] if a == b));
    if twice { Err(Error::RingDuplicate) } else { Ok(()) }
}

fn length(value: usize) -> [u8; 8] {
    (value as u64).to_be_bytes()
}

fn check_size(got: usize) -> Result<(), Error> {
    if (MIN..=MAX).contains(&got) { Ok(()) } else { Err(Error::RingSize(MAX, got)) }
}

fn check_scope(scope: &[u8]) -> Result<(), Error> {
    if scope.len() > MAX_SCOPE {
        return Err(Error::LimitExceeded("length of the scope", MAX_SCOPE));
    }
    Ok(())
}

fn no_rings(key_type: KeyType) -> Error {
    Error::KeyAlgorithm(key_type.as_str(), "a ring signature")
}
