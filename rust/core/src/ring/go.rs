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

use countersign_kernels::stack::swept;
use rand_core::CryptoRng;
use sha3::{Digest, Sha3_512};
use zeroize::Zeroizing;

use self::read::{Signature, pairs};
use super::{
    DEPTH, check_size,
    curve::{self, Curve, Pair, SCALAR},
    ed25519::Ed25519,
    keys, no_rings, of_type, refuse_duplicates,
    secp256k1::K256,
    unpack,
};
use crate::{
    Error,
    keys::{KeyType, PublicKey, SecretKey, count_check},
};

/// Length of a message in bytes.
pub const MESSAGE: usize = 32;

/// Most draws for one scalar. Each fails with a chance of 1/256, so after that many the random source is broken.
const MAX_DRAWS: usize = 64;

/// What to do with input that the module accepts and should not.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reading {
    /// Refuse torsion, the identity, encodings that are not canonical, repeated keys, rings of one,
    /// and trailing bytes.
    Strict,
    /// Give the verdicts of the module.
    Lenient,
}

/// What a signature that holds has shown.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proven {
    /// The key image, encoded as a point.
    pub image: Vec<u8>,
    /// The members as the signature names them, encoded, in its order.
    pub members: Vec<Vec<u8>>,
}

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

/// As [`verify`], for a ring that the verifier knows: raw keys one after the other, in any order. Without any
/// keys, it takes the ring that the signature names, which anybody can make up.
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
    expected: &[u8],
    reading: Reading,
) -> Result<Vec<u8>, Error> {
    on_curve!(key_type, C => {
        let read = Signature::<C>::read(signature, reading)?;
        // This comes first: the signature chooses how many members it names, and each of them costs a check.
        check_ring(key_type, &read.keys, expected, reading)?;
        let proven = read.verify(check_length(message)?)?;
        Ok([proven.image, proven.members.concat()].concat())
    })
}

/// Checks that the members are those that the verifier knows, in any order. Without expected keys, any will do.
fn check_ring(
    key_type: KeyType,
    members: &[Vec<u8>],
    expected: &[u8],
    reading: Reading,
) -> Result<(), Error> {
    if expected.is_empty() {
        return Ok(());
    }
    let mut want = unpack(key_type, expected)?;
    let mut got: Vec<&[u8]> = members.iter().map(Vec::as_slice).collect();
    want.sort_unstable();
    got.sort_unstable();
    // A strict reading has already checked the members, so equal keys need no second check.
    if want != got || reading == Reading::Lenient {
        want.iter().try_for_each(|key| PublicKey::from_raw(key_type, key).map(drop))?;
    }
    if want == got { Ok(()) } else { Err(Error::RingOther) }
}

/// As [`sign`], for raw keys one after the other.
///
/// # Errors
///
/// As [`sign`], and what [`PublicKey::from_raw`] refuses.
pub fn sign_packed(
    keys: &[u8],
    key: &SecretKey,
    message: &[u8],
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, Error> {
    sign_bytes(&unpack(key.key_type(), keys)?, key, message, rng)
}

/// Tells whether two signatures have the same key image. Verifies neither.
///
/// # Errors
///
/// Those of reading, as [`verify`].
pub fn linked(key_type: KeyType, a: &[u8], b: &[u8], reading: Reading) -> Result<bool, Error> {
    on_curve!(key_type, C => {
        let image = |bytes| C::without_torsion(&Signature::<C>::read(bytes, reading)?.image);
        Ok(image(a)? == image(b)?)
    })
}

/// Signs as one of `ring`, whose order is kept.
///
/// # Errors
///
/// `ERR_RING_NOT_MEMBER`, `ERR_RING_SIZE`, `ERR_RING_DUPLICATE`, `ERR_RING_TORSION`,
/// `ERR_KEY_TYPE_MISMATCH`, `ERR_BYTES_LENGTH`.
pub fn sign(
    ring: &[PublicKey],
    key: &SecretKey,
    message: &[u8],
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, Error> {
    sign_bytes(&of_type(key.key_type(), ring)?, key, message, rng)
}

fn sign_bytes(
    ring: &[&[u8]],
    key: &SecretKey,
    message: &[u8],
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, Error> {
    swept::<DEPTH, _>(|| {
        on_curve!(key.key_type(), C => {
            let x = C::secret(key)?;
            let mut draw = || {
                let mut wide = Zeroizing::new([0; 64]);
                rng.fill_bytes(wide.as_mut());
                Ok(C::reduce(&wide))
            };
            seal::<C>(ring, &x, check_length(message)?, &mut draw, true)
        })
    })
}

/// Signs with given scalars: `secret`, `nonce`, and `responses`, one for every other member, in the order in
/// which they are used, which begins with the signer's successor. Using a nonce twice gives the key away.
///
/// # Errors
///
/// As [`sign`]; `ERR_RING_MALFORMED` for scalars that are not canonical, or too few.
pub fn sign_with(
    key_type: KeyType,
    keys: &[u8],
    secret: &[u8],
    message: &[u8],
    nonce: &[u8],
    responses: &[u8],
) -> Result<Vec<u8>, Error> {
    let ring = unpack(key_type, keys)?;
    swept::<DEPTH, _>(|| {
        on_curve!(key_type, C => {
            let x = Zeroizing::new(C::scalar(secret).ok_or(Error::RingMalformed)?);
            let mut given = core::iter::once(nonce).chain(responses.chunks(SCALAR));
            let mut draw = || given.next().and_then(C::scalar).ok_or(Error::RingMalformed);
            seal::<C>(&ring, &x, check_length(message)?, &mut draw, false)
        })
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
        Ok(C::encode(&point.ok_or(Error::RingHash)?)?.as_ref().to_vec())
    })
}

impl<C: Curve> Signature<C> {
    fn verify(self, message: &[u8; MESSAGE]) -> Result<Proven, Error> {
        let image = C::prepare(&self.image);
        let mut steps = self.responses.iter().zip(&self.members);
        let end = steps.try_fold(self.start, |c, (s, member)| {
            count_check();
            Ok(next::<C>(message, member, s, &c, &image)?.0)
        })?;
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
) -> Result<(C::Scalar, bool), Error> {
    Ok(challenge::<C>(message, C::round(s, c, member, image)?))
}

fn challenge<C: Curve>(message: &[u8; MESSAGE], [left, right]: [C::Bytes; 2]) -> (C::Scalar, bool) {
    let digest = Sha3_512::new().chain_update(message).chain_update(left).chain_update(right);
    C::go_challenge(&digest.finalize().into())
}

/// Signs with scalars from `draw`. With `agreed`, every challenge is one that both backends read alike.
fn seal<C: Curve>(
    ring: &[&[u8]],
    x: &C::Scalar,
    message: &[u8; MESSAGE],
    draw: &mut impl FnMut() -> Result<C::Scalar, Error>,
    agreed: bool,
) -> Result<Vec<u8>, Error> {
    check_size(ring.len())?;
    let points = keys::<C>(ring)?;
    let mut sorted = ring.to_vec();
    sorted.sort_unstable();
    refuse_duplicates(&sorted)?;
    let public = C::public(x);
    let signer = ring.iter().position(|key| *key == public.as_ref()).ok_or(Error::RingNotMember)?;
    let members = pairs::<C>(ring, points, Reading::Strict)?;
    let hash = members.get(signer).ok_or(Error::RingNotMember)?.hash;
    let (image, image_bytes) = C::image(x, &hash)?;
    let image = C::prepare(&image);
    let commit = |u: &C::Scalar| Ok(challenge::<C>(message, C::commit(u, &hash)?));
    let (u, mut c) = choose::<C>(draw, agreed, commit)?;
    let u = Zeroizing::new(u);
    // For each member its scalar, and the challenge before it.
    let mut rounds = vec![(c, c); members.len()];
    for step in 1..members.len() {
        let i = (signer + step) % members.len();
        let (Some(member), Some(slot)) = (members.get(i), rounds.get_mut(i)) else { continue };
        let (s, after) = choose::<C>(draw, agreed, |s| next::<C>(message, member, s, &c, &image))?;
        *slot = (s, c);
        c = after;
    }
    if let Some(slot) = rounds.get_mut(signer) {
        *slot = (C::respond(&u, &c, x), c);
    }
    Ok(write::<C>(&image_bytes, &rounds, ring))
}

/// Draws scalars until one leads to an acceptable challenge. Gives both.
fn choose<C: Curve>(
    draw: &mut impl FnMut() -> Result<C::Scalar, Error>,
    agreed: bool,
    round: impl Fn(&C::Scalar) -> Result<(C::Scalar, bool), Error>,
) -> Result<(C::Scalar, C::Scalar), Error> {
    for _ in 0..MAX_DRAWS {
        let s = draw()?;
        let (c, same) = round(&s)?;
        if same || !agreed {
            return Ok((s, c));
        }
    }
    Err(Error::RingHash)
}

fn write<C: Curve>(image: &C::Bytes, rounds: &[(C::Scalar, C::Scalar)], ring: &[&[u8]]) -> Vec<u8> {
    let count = u32::try_from(ring.len()).unwrap_or(u32::MAX);
    let mut bytes = count.to_be_bytes().to_vec();
    bytes.extend(rounds.first().map(|(_, start)| C::scalar_bytes(start)).unwrap_or_default());
    bytes.extend(image.as_ref());
    for ((s, _), key) in rounds.iter().zip(ring) {
        bytes.extend(C::scalar_bytes(s));
        bytes.extend(*key);
    }
    bytes
}

fn check_length(message: &[u8]) -> Result<&[u8; MESSAGE], Error> {
    message.try_into().map_err(|_| Error::BytesLength("message", MESSAGE, message.len()))
}
