//! The signature itself (LSAG, Liu, Wei and Wong 2004, with key images), over either curve.
//!
//! ```text
//! H_i = hash to a point of (scope, P_i)          I = x·H_j        the key image
//! T   = SHA-512 of the transcript: curve, ring, scope, I, message
//! c_{i+1} = SHA-512(label ‖ T ‖ i as u16 ‖ s_i·G + c_i·P_i ‖ s_i·H_i + c_i·I) modulo the order
//! ```
//!
//! A signature holds if the chain of challenges that starts with `c_0` returns to it after the last member.

use core::hint::black_box;

use countersign_kernels::order::sorted;
use sha2::{Digest, Sha512};
use zeroize::Zeroizing;

use super::{
    check_size,
    curve::{self, Curve, Pair, SCALAR},
    length,
    often::{MOST, MOST_SIGNING, Often, Way},
};
use crate::{
    Error,
    keys::{PublicKey, SecretKey, count_check},
    label,
};

/// Version of the bytes.
const VERSION: u8 = 1;
/// Version, curve, count.
const HEAD: usize = 4;

/// A prepared ring: its points are checked, and its members hashed to points.
pub(super) struct Ring<C: Curve> {
    members: Vec<Member<C>>,
    scope: Vec<u8>,
    often: Often<C>,
}

struct Member<C: Curve> {
    bytes: C::Bytes,
    points: Pair<C>,
}

/// A signature that was read. Its scalars are canonical, and its image is of prime order.
struct Parsed<C: Curve> {
    image: C::Point,
    image_bytes: C::Bytes,
    start: C::Scalar,
    responses: Vec<C::Scalar>,
}

/// The transcript's hash, and what else a challenge needs.
struct Transcript<'a, C: Curve> {
    ring: &'a Ring<C>,
    way: Way<'a, C>,
    image_bytes: C::Bytes,
    digest: [u8; 64],
}

impl<C: Curve> Ring<C> {
    /// Checks, sorts and prepares the members.
    pub(super) fn new(keys: &[&[u8]], scope: &[u8]) -> Result<Self, Error> {
        let sorted = sorted(keys.to_vec());
        let points = super::keys::<C>(&sorted)?;
        super::refuse_duplicates(&sorted)?;
        let bytes =
            sorted.iter().map(|key| curve::bytes::<C>(key)).collect::<Result<Vec<_>, _>>()?;
        let hashes = C::hashes(scope, &bytes)?;
        let points = points.into_iter().zip(hashes).map(|(key, hash)| Pair { key, hash });
        let members = bytes.into_iter().zip(points);
        let members = members.map(|(bytes, points)| Member { bytes, points }).collect();
        Ok(Self { members, scope: scope.to_vec(), often: Often::default() })
    }

    pub(super) fn sign(
        &self,
        key: &SecretKey,
        message: &[u8],
        random: &[u8; 32],
    ) -> Result<Vec<u8>, Error> {
        let x = C::secret(key)?;
        let (signer, member) = self.position(key.public_key()).ok_or(Error::RingNotMember)?;
        let (image, image_bytes) = C::image(&x, &member.points.hash)?;
        let transcript = self.transcript(MOST_SIGNING, &image, image_bytes, message);
        transcript.way.read_tables();
        let mut draw = Draw::<C>::new(&x, random, &transcript.digest);
        let u = Zeroizing::new(draw.next());
        let mut challenge = transcript.challenge(signer, C::commit(&u, &member.points.hash)?);
        let mut responses: Vec<C::Scalar> = self.members.iter().map(|_| draw.next()).collect();
        let mut start = challenge;
        for i in self.after(signer) {
            if i == 0 {
                start = challenge;
            }
            let (Some(member), Some(s)) = (self.members.get(i), responses.get(i)) else { continue };
            challenge = transcript.step(i, member, s, &challenge)?;
        }
        if signer == 0 {
            start = challenge;
        }
        if let Some(response) = responses.get_mut(signer) {
            *response = C::respond(&u, &challenge, &x);
        }
        Ok(write::<C>(&transcript.image_bytes, &start, &responses))
    }

    /// Gives the key image of a signature that holds.
    pub(super) fn verify(&self, message: &[u8], signature: &[u8]) -> Result<Vec<u8>, Error> {
        let parsed = Parsed::<C>::read(signature)?;
        if parsed.responses.len() != self.members.len() {
            return Err(Error::RingSize(super::MAX, parsed.responses.len()));
        }
        let transcript = self.transcript(MOST, &parsed.image, parsed.image_bytes, message);
        let mut steps = self.members.iter().zip(&parsed.responses).enumerate();
        let end = steps.try_fold(parsed.start, |challenge, (i, (member, s))| {
            count_check();
            transcript.step(i, member, s, &challenge)
        })?;
        if end == parsed.start {
            Ok(parsed.image_bytes.as_ref().to_vec())
        } else {
            Err(Error::RingSignature)
        }
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Finds a member. Reads all of every one, so that neither its time nor that of the rounds shows where it stands.
    fn position(&self, key: &PublicKey) -> Option<(usize, &Member<C>)> {
        self.members.iter().enumerate().fold(None, |found, (i, member)| {
            black_box(member.points);
            if member.bytes.as_ref() == key.as_bytes() { Some((i, member)) } else { found }
        })
    }

    /// All indices but `index`, from the one after it round to the one before it.
    fn after(&self, index: usize) -> impl Iterator<Item = usize> + use<C> {
        let n = self.members.len();
        (1..n).map(move |step| (index + step) % n)
    }

    fn transcript(
        &self,
        most: usize,
        image: &C::Point,
        image_bytes: C::Bytes,
        message: &[u8],
    ) -> Transcript<'_, C> {
        let mut hash = Sha512::new();
        hash.update(label::RING);
        hash.update([C::CODE]);
        hash.update(length(self.members.len()));
        for member in &self.members {
            hash.update(member.bytes);
        }
        for part in [&self.scope, image_bytes.as_ref(), message] {
            hash.update(length(part.len()));
            hash.update(part);
        }
        let members = self.members.iter().map(|member| &member.points);
        let way = self.often.way(most, image, members);
        Transcript { ring: self, way, image_bytes, digest: hash.finalize().into() }
    }
}

impl<C: Curve> Transcript<'_, C> {
    fn step(
        &self,
        i: usize,
        member: &Member<C>,
        s: &C::Scalar,
        c: &C::Scalar,
    ) -> Result<C::Scalar, Error> {
        Ok(self.challenge(i, self.way.round(i, &member.points, s, c)?))
    }

    fn challenge(&self, i: usize, [left, right]: [C::Bytes; 2]) -> C::Scalar {
        let mut hash = Sha512::new();
        hash.update(label::RING_CHALLENGE);
        hash.update(self.digest);
        // The index of the member: no part of a signature can stand in another place.
        hash.update(length(i));
        hash.update(left);
        hash.update(right);
        debug_assert!(i < self.ring.len(), "a member of this ring");
        C::reduce(&hash.finalize().into())
    }
}

impl<C: Curve> Parsed<C> {
    fn read(bytes: &[u8]) -> Result<Self, Error> {
        let malformed = || Error::RingMalformed;
        let (head, body) = bytes.split_first_chunk::<HEAD>().ok_or_else(malformed)?;
        let [VERSION, code, high, low] = *head else { return Err(malformed()) };
        let n = usize::from(u16::from_be_bytes([high, low]));
        check_size(n)?;
        if code != C::CODE || body.len() != C::POINT + SCALAR * (n + 1) {
            return Err(malformed());
        }
        let (image, scalars) = body.split_at_checked(C::POINT).ok_or_else(malformed)?;
        let image_bytes = curve::bytes::<C>(image)?;
        let image = C::point(image).ok_or(Error::RingImage)?;
        let mut scalars =
            scalars.chunks_exact(SCALAR).map(|chunk| C::scalar(chunk).ok_or_else(malformed));
        let start = scalars.next().ok_or_else(malformed)??;
        Ok(Self { image, image_bytes, start, responses: scalars.collect::<Result<_, _>>()? })
    }
}

/// The image in a signature, after the checks that need no ring.
pub(super) fn read_image<C: Curve>(signature: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(Parsed::<C>::read(signature)?.image_bytes.as_ref().to_vec())
}

/// The image that `key` has in a scope.
pub(super) fn derive_image<C: Curve>(key: &SecretKey, scope: &[u8]) -> Result<Vec<u8>, Error> {
    let x = C::secret(key)?;
    let bytes = curve::bytes::<C>(key.public_key().as_bytes())?;
    let hash = C::hashes(scope, &[bytes])?.pop().ok_or(Error::RingHash)?;
    Ok(C::image(&x, &hash)?.1.as_ref().to_vec())
}

fn write<C: Curve>(image: &C::Bytes, start: &C::Scalar, responses: &[C::Scalar]) -> Vec<u8> {
    let count = u16::try_from(responses.len()).unwrap_or(u16::MAX);
    let mut bytes = vec![VERSION, C::CODE];
    bytes.extend(count.to_be_bytes());
    bytes.extend(image.as_ref());
    bytes.extend(C::scalar_bytes(start));
    bytes.extend(responses.iter().flat_map(C::scalar_bytes));
    bytes
}

/// Draws the scalars of one signature. They depend on the secret, the random bytes and the transcript, so that
/// neither a weak random source nor a repeated message gives a nonce twice.
struct Draw<C: Curve> {
    seed: Zeroizing<[u8; 64]>,
    count: u64,
    curve: core::marker::PhantomData<C>,
}

impl<C: Curve> Draw<C> {
    fn new(x: &C::Scalar, random: &[u8; 32], transcript: &[u8; 64]) -> Self {
        let secret = Zeroizing::new(C::scalar_bytes(x));
        let seed = Sha512::new()
            .chain_update(label::RING_NONCE)
            .chain_update(secret.as_ref())
            .chain_update(random)
            .chain_update(transcript)
            .finalize();
        Self { seed: Zeroizing::new(seed.into()), count: 0, curve: core::marker::PhantomData }
    }

    fn next(&mut self) -> C::Scalar {
        let wide = Sha512::new()
            .chain_update(label::RING_NONCE)
            .chain_update(self.seed.as_ref())
            .chain_update(self.count.to_be_bytes())
            .finalize();
        self.count += 1;
        C::reduce(&Zeroizing::new(wide.into()))
    }
}
