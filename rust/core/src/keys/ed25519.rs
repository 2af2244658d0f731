//! Ed25519 (RFC 8032, section 5.1), and which signatures hold.
//!
//! The criterion, the same on every engine, one by one and in a batch:
//! `[S]B = R + [k]A` without cofactor, `k = SHA-512(R ‖ A ‖ M)` over the bytes as
//! received.
//!
//! | Case | Verdict | Where |
//! | --- | --- | --- |
//! | A not on the curve | refused | [`super::PublicKey::from_raw`] |
//! | A not canonical: y ≥ p, or x = 0 with the sign bit set | refused | [`super::PublicKey::from_raw`] |
//! | A of small order (8 points) | refused | [`super::PublicKey::from_raw`] |
//! | A of mixed order | accepted as a key | |
//! | S ≥ L | refused | [`super::verify`] |
//! | R not canonical | refused | [`super::verify`], bytes of R against the computed point |
//! | R of small order | refused | [`super::verify`] |
//! | R or A of mixed order, equation holds | accepted | [`super::verify`] |
//! | R or A of mixed order, equation holds only times 8 | refused | [`super::verify`] |
//!
//! Where the kernels are [`ready`], they compute, and nothing else is there; in WebAssembly without fused multiply-add
//! ed25519-dalek does. Keys, signatures and verdicts are the same.

use std::sync::Arc;

use countersign_kernels::{
    ed25519::{self as kernel, Refusal, SMALL_ORDER},
    ready, ready_prepared, ready_to_convert, ready_to_sign, scalar_code,
};
use curve25519_dalek::Scalar;
use zeroize::Zeroizing;

use super::count_check;
use crate::Error;

mod library;

const KEY_TYPE: &str = "Ed25519";

/// A checked public key, in the form of the code that uses it.
#[derive(Clone)]
pub(super) enum VerifyingKey {
    Kernel(kernel::PublicKey),
    /// With tables.
    Prepared(Arc<kernel::Prepared>),
    Library(ed25519_dalek::VerifyingKey),
}

/// Reads and checks a public key.
pub(super) fn parse(bytes: &[u8; 32]) -> Result<VerifyingKey, Error> {
    if ready() {
        return kernel::PublicKey::parse(bytes).map(VerifyingKey::Kernel).map_err(refused);
    }
    scalar_code(|| parse_for_library(bytes))
}

fn parse_for_library(bytes: &[u8; 32]) -> Result<VerifyingKey, Error> {
    if SMALL_ORDER.contains(bytes) {
        return Err(refused(Refusal::SmallOrder));
    }
    let key = ed25519_dalek::VerifyingKey::from_bytes(bytes);
    let key = key.map_err(|_| refused(Refusal::OffCurve))?;
    // Decompression takes y modulo p and ignores the sign of zero, so compress again.
    if key.to_edwards().compress().as_bytes() != bytes {
        return Err(refused(Refusal::NotCanonical));
    }
    Ok(VerifyingKey::Library(key))
}

fn refused(why: Refusal) -> Error {
    match why {
        Refusal::OffCurve => Error::KeyOffCurve(KEY_TYPE),
        Refusal::NotCanonical => Error::KeyNotCanonical(KEY_TYPE),
        Refusal::SmallOrder => Error::KeySmallOrder(KEY_TYPE),
    }
}

impl VerifyingKey {
    /// The same key with tables, if the kernel computes and it has none yet.
    pub(super) fn with_tables(&self) -> Option<Self> {
        match self {
            Self::Kernel(key) if ready_prepared() => {
                Some(Self::Prepared(Arc::new(kernel::Prepared::new(key))))
            }
            _ => None,
        }
    }

    /// Tells whether the signature holds, by the criterion above.
    pub(super) fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let Ok(signature) = signature.try_into() else { return false };
        count_check();
        match self {
            Self::Kernel(key) if ready() => key.verify(message, signature),
            Self::Prepared(key) if ready_prepared() => key.verify(message, signature),
            Self::Kernel(key) => by_bytes(key.as_bytes(), message, signature),
            Self::Prepared(key) => by_bytes(key.key().as_bytes(), message, signature),
            Self::Library(key) => scalar_code(|| library::verify(key, message, signature)),
        }
    }

    /// The u coordinate of the same point on the Montgomery curve; zero, which is no X25519 key, if there
    /// is none.
    pub(super) fn to_montgomery(&self) -> [u8; 32] {
        match self {
            Self::Kernel(key) if ready_to_convert() => key.to_montgomery(),
            Self::Prepared(key) if ready_to_convert() => key.key().to_montgomery(),
            Self::Kernel(key) => montgomery_of(key.as_bytes()),
            Self::Prepared(key) => montgomery_of(key.key().as_bytes()),
            Self::Library(key) => scalar_code(|| key.to_montgomery().to_bytes()),
        }
    }
}

fn montgomery_of(key: &[u8; 32]) -> [u8; 32] {
    scalar_code(|| {
        ed25519_dalek::VerifyingKey::from_bytes(key)
            .map_or([0; 32], |key| key.to_montgomery().to_bytes())
    })
}

/// The verdict of the library on a key that was checked.
fn by_bytes(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    scalar_code(|| {
        ed25519_dalek::VerifyingKey::from_bytes(key)
            .is_ok_and(|key| library::verify(&key, message, signature))
    })
}

/// A secret key, in the form of the code that uses it. Wipes itself.
pub(super) enum SigningKey {
    Kernel { key: kernel::SigningKey, seed: Zeroizing<[u8; 32]> },
    Library(library::SigningKey),
}

impl SigningKey {
    /// The key of a seed.
    pub(super) fn from_seed(seed: &[u8; 32]) -> Self {
        let kernel = if ready_to_sign() { kernel::SigningKey::from_seed(seed) } else { None };
        match kernel {
            Some(key) => Self::Kernel { key, seed: Zeroizing::new(*seed) },
            None => Self::Library(scalar_code(|| library::SigningKey::from_seed(seed))),
        }
    }

    /// Bytes of its public key.
    pub(super) fn public(&self) -> [u8; 32] {
        match self {
            Self::Kernel { key, .. } => *key.public_key().as_bytes(),
            Self::Library(key) => key.public(),
        }
    }

    /// Signs: `R ‖ S`. If the kernel finds its own R off the curve, it gives nothing.
    pub(super) fn sign(&self, message: &[u8]) -> [u8; 64] {
        match self {
            Self::Kernel { key, seed } => {
                let signature = if ready_to_sign() { key.sign(message) } else { None };
                signature.unwrap_or_else(|| {
                    scalar_code(|| library::SigningKey::from_seed(seed).sign(message))
                })
            }
            Self::Library(key) => scalar_code(|| key.sign(message)),
        }
    }

    /// The scalar modulo the order.
    pub(super) fn to_scalar(&self) -> Scalar {
        match self {
            Self::Kernel { key, .. } => *key.expose(),
            Self::Library(key) => key.scalar(),
        }
    }
}

/// Tells whether `signature` (64 bytes, `R ‖ S`) holds by a raw key, which must pass the checks of
/// [`super::PublicKey::from_raw`]. Faster than [`super::verify`] for a key that is used once.
#[must_use]
pub fn verify_raw(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    if ready() {
        count_check();
        return kernel::verify(key, message, signature);
    }
    parse(key).is_ok_and(|key| key.verify(message, signature))
}
