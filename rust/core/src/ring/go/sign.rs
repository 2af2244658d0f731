//! Signing in the profile `ring-go`.

use countersign_kernels::{order::sorted, stack::swept};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{
    super::{
        DEPTH, check_size,
        curve::{Curve, SCALAR},
        ed25519::Ed25519,
        keys, no_rings, of_type, refuse_duplicates,
        secp256k1::K256,
        unpack,
    },
    MESSAGE, Reading, challenge, check_length, next,
    read::pairs,
};
use crate::{
    Error,
    keys::{KeyType, PublicKey, SecretKey},
};

/// Most draws for one scalar. Each fails with a chance of 1/256, so after that many the random source is broken.
const MAX_DRAWS: usize = 64;

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
            let mut scalars = core::iter::once(nonce).chain(responses.chunks(SCALAR));
            let mut draw = || scalars.next().and_then(C::scalar).ok_or(Error::RingMalformed);
            seal::<C>(&ring, &x, check_length(message)?, &mut draw, false)
        })
    })
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
    refuse_duplicates(&sorted(ring.to_vec()))?;
    let public = C::public(x);
    let signer = position(ring, public.as_ref()).ok_or(Error::RingNotMember)?;
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
        let round = |s: &C::Scalar| Ok(next::<C>(message, member, s, &c, &image));
        let (s, after) = choose::<C>(draw, agreed, round)?;
        *slot = (s, c);
        c = after;
    }
    if let Some(slot) = rounds.get_mut(signer) {
        *slot = (C::respond(&u, &c, x), c);
    }
    Ok(write::<C>(&image_bytes, &rounds, ring))
}

/// Where a key stands. Looks at every one of them, so that the time does not show where it is. The members themselves are
/// made in this call, in their order.
fn position(ring: &[&[u8]], own: &[u8]) -> Option<usize> {
    ring.iter()
        .enumerate()
        .fold(None, |found, (index, key)| if *key == own { Some(index) } else { found })
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
