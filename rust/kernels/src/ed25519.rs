//! Ed25519 (RFC 8032, section 5.1) on [`crate::edwards25519`].
//!
//! The criterion: `[S]B = R + [k]A` without cofactor, A and R canonical and not of small order,
//! S < L. `k = SHA-512(R ‖ A ‖ M)` modulo L over the bytes as received.
//!
//! | Step | Time |
//! | --- | --- |
//! | [`SigningKey::from_seed`], [`SigningKey::sign`] | depends only on the length of the message |
//! | [`PublicKey::parse`], [`PublicKey::verify`], [`fn@verify`], [`Prepared`] | variable: all inputs are public |
//!
//! A point that was computed from a secret is checked to be on the curve before any part of it is
//! returned. If the check fails, the engine stops.
//!
//! The hash is that of sha2.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

use core::fmt;

use sha2::{Digest, Sha512};
use zeroize::{Zeroize, Zeroizing};

use crate::{
    edwards25519::{Kept, Point, base, decode_one},
    field25519::{Own, Tight},
    selftest::sound,
    stack::{DEEP, swept},
    x25519,
};

mod order;
mod small_order;
mod verify;

pub use order::{Ed25519, Scalar};
pub use small_order::SMALL_ORDER;
pub use verify::{Prepared, verify};

/// Why a public key is refused.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Refusal {
    /// No point of the curve has these bytes, even modulo p.
    OffCurve,
    /// y is not below p, or x = 0 has a sign.
    NotCanonical,
    /// Its order divides 8.
    SmallOrder,
}

/// A public key that was checked.
#[derive(Clone)]
pub struct PublicKey {
    bytes: [u8; 32],
    /// (x, y)
    xy: Tight<Own>,
}

impl PublicKey {
    /// Reads and checks a key.
    ///
    /// # Errors
    ///
    /// See [`Refusal`].
    pub fn parse(bytes: &[u8; 32]) -> Result<Self, Refusal> {
        if SMALL_ORDER.contains(bytes) {
            return Err(Refusal::SmallOrder);
        }
        let decoded = decode_one::<Own>(bytes);
        if !decoded.on_curve {
            return Err(Refusal::OffCurve);
        }
        if !decoded.canonical {
            return Err(Refusal::NotCanonical);
        }
        Ok(Self { bytes: *bytes, xy: decoded.xy })
    }

    /// Its bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.bytes
    }

    /// u = (1 + y) / (1 - y) of the same point on the Montgomery curve (RFC 7748, section 4.1).
    #[must_use]
    pub fn to_montgomery(&self) -> [u8; 32] {
        x25519::from_edwards(&Point::from_affine(&self.xy))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PublicKey").field(&self.bytes).finish()
    }
}

/// A secret key, expanded. Wiped when dropped.
pub struct SigningKey {
    scalar: Scalar,
    prefix: [u8; 32],
    public: PublicKey,
}

impl SigningKey {
    /// Expands a seed.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        let comb = Own::comb();
        sound(swept::<DEEP, _>(|| {
            let hash = Zeroizing::new(<[u8; 64]>::from(Sha512::digest(seed)));
            let (low, prefix) = hash.split_first_chunk::<32>()?;
            let clamped = Zeroizing::new(clamped(low));
            let public = base::multiply(comb, &clamped).encode()?;
            Some(Self {
                scalar: Scalar::reduced_le(&clamped),
                prefix: prefix.try_into().ok()?,
                public: PublicKey { bytes: public.bytes, xy: public.xy },
            })
        }))
    }

    /// Its public key.
    #[must_use]
    pub const fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// The scalar modulo L. Named so that every use is easy to find in review.
    #[must_use]
    pub const fn expose(&self) -> &Scalar {
        &self.scalar
    }

    /// Signs: `R ‖ S`.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        let comb = Own::comb();
        sound(swept::<DEEP, _>(|| {
            let nonce = Zeroizing::new(wide([&self.prefix, message, &[]]));
            let r = base::multiply(comb, &Zeroizing::new(nonce.to_le())).encode()?.bytes;
            let k = challenge(&r, &self.public.bytes, message);
            let s = k.product_sum(&self.scalar, &nonce).to_le();
            let mut signature = [0; 64];
            signature.iter_mut().zip(r.iter().chain(&s)).for_each(|(to, from)| *to = *from);
            Some(signature)
        }))
    }
}

impl Drop for SigningKey {
    fn drop(&mut self) {
        self.scalar.zeroize();
        self.prefix.zeroize();
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey(.., {:?})", self.public)
    }
}

/// RFC 8032, section 5.1.5: a multiple of 8 between 2^254 and 2^255.
pub(crate) fn clamped(bytes: &[u8; 32]) -> [u8; 32] {
    let mut bytes = *bytes;
    bytes[0] &= 248;
    bytes[31] = bytes[31] & 63 | 64;
    bytes
}

fn challenge(r: &[u8; 32], key: &[u8; 32], message: &[u8]) -> Scalar {
    wide([r, key, message])
}

/// The hash of all parts, modulo L.
fn wide(parts: [&[u8]; 3]) -> Scalar {
    let mut hash = Sha512::new();
    parts.iter().for_each(|part| hash.update(part));
    Scalar::wide_le(&hash.finalize().into())
}
