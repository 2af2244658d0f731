//! Profile `ring-go`: the linkable ring signatures of the Go modules of noot and pokt-network.
//!
//! | Offset | Size | Field |
//! | --- | --- | --- |
//! | 0 | 4 | n, big-endian |
//! | 4 | 32 | c_0 |
//! | 36 | p = 33 or 32 | key image |
//! | 36 + p | n·(32 + p) | s_i ‖ P_i |
//!
//! `c_{i+1} = SHA3-512(m ‖ s_i·G + c_i·P_i ‖ s_i·H(P_i) + c_i·I)` modulo the order. `H` hashes again and again
//! with SHA3-256 until the result is a point. The message has 32 bytes: the caller hashes.
//!
//! The format has faults that no check here can make good. Neither the ring nor the key image is in a
//! challenge, so anybody can rotate a signature without a secret. A key links for ever, in every context.
//! The curve is not written. And only the signature names the ring.
//!
//! On secp256k1 the module's two backends read one challenge in 256 differently. Reading follows the
//! default backend; signing draws again until both agree.

mod read;

use countersign_kernels::order::sorted;
use sha3::{Digest, Sha3_512};

use self::read::Signature;
pub use self::sign::{sign, sign_packed, sign_with};
use super::{
    check_size,
    curve::{self, Curve, Pair},
    ed25519::Ed25519,
    no_rings, refuse_duplicates,
    secp256k1::K256,
    unpack,
};
use crate::{
    Error,
    keys::{KeyType, PublicKey, count_check},
};

/// Runs `$body` with the curve of a key type.
macro_rules! on_curve {
    ($key_type:expr, $curve:ident => $body:expr) => {
        match $key_type {
            KeyType::Ed25519 => {
                type $curve = Ed25519;
                $body
            }
            KeyType::Secp256k1 => {
                type $curve = K256;
                $body
            }
            other => Err(no_rings(other)),
        }
    };
}

// Behind the macro, which it uses.
mod sign;

/// Length of a message in bytes.
pub const MESSAGE: usize = 32;

/// What to do with input that the module accepts and should not.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reading {
    /// Refuse torsion, the identity, encodings that are not canonical, repeated keys, rings of one,
    /// and trailing bytes.
    Strict,
    /// Give the verdicts of the module.
    Upstream,
}

/// What a signature that holds has shown.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proven {
    /// The key image, encoded as a point.
    pub image: Vec<u8>,
    /// The members as the signature names them, encoded, in its order.
    pub members: Vec<Vec<u8>>,
}

/// Verifies a signature of keys of `key_type`.
///
/// # Errors
///
/// `ERR_RING_SIGNATURE` if it does not hold; `ERR_RING_SIZE`, `ERR_RING_MALFORMED`,
/// `ERR_RING_IMAGE`, `ERR_RING_TORSION`, `ERR_RING_DUPLICATE`; `ERR_BYTES_LENGTH` for a message
/// that has not 32 bytes; `ERR_KEY_ALGORITHM` for a type without rings.
pub fn verify(
    key_type: KeyType,
    message: &[u8],
    signature: &[u8],
    reading: Reading,
) -> Result<Proven, Error> {
    on_curve!(key_type, C => Signature::<C>::read(signature, reading)?.verify(check_length(message)?))
}

/// As [`verify`], for a ring that the verifier knows: raw keys one after the other, in any order. `None` takes the
/// ring that the signature names, which anybody can make up; a ring without keys is another ring.
///
/// Gives the image and the members, encoded, one after the other.
///
/// # Errors
///
/// As [`verify`]; `ERR_RING_OTHER` if the signature names another ring.
pub fn verify_packed(
    key_type: KeyType,
    message: &[u8],
    signature: &[u8],
    expected: Option<&[u8]>,
    reading: Reading,
) -> Result<Vec<u8>, Error> {
    on_curve!(key_type, C => {
        let read = Signature::<C>::read(signature, reading)?;
        // This comes first: the signature chooses how many members it names, and each of them costs a check.
        if let Some(expected) = expected {
            check_ring(key_type, &read.keys, expected, reading)?;
        }
        let proven = read.verify(check_length(message)?)?;
        Ok([proven.image, proven.members.concat()].concat())
    })
}

/// Checks that the members are those that the verifier knows, in any order.
fn check_ring(
    key_type: KeyType,
    members: &[Vec<u8>],
    expected: &[u8],
    reading: Reading,
) -> Result<(), Error> {
    let want = sorted(unpack(key_type, expected)?);
    let got: Vec<&[u8]> = sorted(members.iter().map(Vec::as_slice).collect());
    // A strict reading has already checked the members, so equal keys need no second check.
    if want != got || reading == Reading::Upstream {
        want.iter().try_for_each(|key| PublicKey::from_raw(key_type, key).map(drop))?;
    }
    if want == got { Ok(()) } else { Err(Error::RingOther) }
}

/// Tells whether two signatures have the same key image. Verifies neither.
///
/// # Errors
///
/// Those of reading, as [`verify`].
pub fn link(key_type: KeyType, a: &[u8], b: &[u8], reading: Reading) -> Result<bool, Error> {
    on_curve!(key_type, C => {
        let image = |bytes| Signature::<C>::read(bytes, reading).map(|read| C::without_torsion(&read.image));
        Ok(image(a)? == image(b)?)
    })
}

/// Hashes an encoded key to a point, encoded.
///
/// # Errors
///
/// `ERR_RING_HASH` if no candidate is a point; `ERR_KEY_ALGORITHM` for a type without rings.
pub fn hash_to_curve(key: &PublicKey) -> Result<Vec<u8>, Error> {
    on_curve!(key.key_type(), C => {
        let point = C::go_hashes(&[curve::bytes::<C>(key.as_bytes())?]).and_then(|mut all| all.pop());
        Ok(C::encode(&point.ok_or(Error::RingHash)?).as_ref().to_vec())
    })
}

impl<C: Curve> Signature<C> {
    fn verify(self, message: &[u8; MESSAGE]) -> Result<Proven, Error> {
        let image = C::prepare(&self.image);
        let steps = self.responses.iter().zip(&self.members);
        let end = steps.fold(self.start, |c, (s, member)| {
            count_check();
            next::<C>(message, member, s, &c, &image).0
        });
        if end != self.start {
            return Err(Error::RingSignature);
        }
        Ok(Proven { image: self.image_bytes.as_ref().to_vec(), members: self.keys })
    }
}

/// One round: the next challenge, and whether the backends agree on it.
fn next<C: Curve>(
    message: &[u8; MESSAGE],
    member: &Pair<C>,
    s: &C::Scalar,
    c: &C::Scalar,
    image: &C::Image,
) -> (C::Scalar, bool) {
    challenge::<C>(message, C::round(s, c, member, image))
}

fn challenge<C: Curve>(message: &[u8; MESSAGE], [left, right]: [C::Bytes; 2]) -> (C::Scalar, bool) {
    let digest = Sha3_512::new().chain_update(message).chain_update(left).chain_update(right);
    C::go_challenge(&digest.finalize().into())
}

fn check_length(message: &[u8]) -> Result<&[u8; MESSAGE], Error> {
    message.try_into().map_err(|_| Error::BytesLength("message", MESSAGE, message.len()))
}
