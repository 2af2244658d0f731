//! ML-DSA (FIPS 204), which is believed to withstand a quantum computer.
//!
//! | Set | Public key | Seed | Expanded secret key | Signature |
//! | --- | --- | --- | --- | --- |
//! | ML-DSA-44 | 1,312 | 32 | 2,560 | 2,420 |
//! | ML-DSA-65 | 1,952 | 32 | 4,032 | 3,309 |
//! | ML-DSA-87 | 2,592 | 32 | 4,896 | 4,627 |
//!
//! The secret form is the seed (FIPS 204, 3.6.3; RFC 9881); the key expanded from it stays
//! behind the handle and is wiped with it. An expanded key can come in by itself, after the
//! checks of [`expanded`]; it signs, and has no seed to give out.
//!
//! Signed is `M' = 0 ‖ length of context ‖ context ‖ message` (FIPS 204, algorithm 2, "pure"),
//! context 0 to 255 bytes. Signing is hedged with 32 fresh random bytes where the caller has
//! them, deterministic with 32 zero bytes otherwise (FIPS 204, 3.4). HashML-DSA is not offered.
//!
//! Everybody can sign for a public key whose `t1` is zero: the verifier's `Az - c·t1·2^d` then does not
//! depend on the challenge. FIPS 204 does not forbid such a key and verifies such signatures; so do
//! [`verify_internal`] and [`super::batch::verify_tagged`], which judge bytes. Where a key is read to
//! stand for somebody ([`super::PublicKey`]), it is refused. That catches the plain case alone: whoever
//! wants to be impersonated can also publish a secret.
//!
//! The arithmetic is [`library`], a part of the engine that most pages do not load. Without it a key is refused
//! with `ERR_PART_MISSING` where it is read.

use libcrux_ml_dsa::MLDSASigningKey;
use zeroize::{Zeroize, Zeroizing};

use super::{Algorithm, KeyType};
use crate::{Error, linked::Slot};

mod expanded;
mod library;

/// The longest context string, in bytes.
pub const MAX_CONTEXT: usize = 255;

/// Length in bytes of a seed, and of the randomness of one signature.
pub const SEED_LEN: usize = 32;

/// A secret key and its public key.
type Pair = Result<(SigningKey, Vec<u8>), Error>;

/// A signature.
type Signed = Result<Vec<u8>, Error>;

/// What the part of the engine has that brings ML-DSA.
struct Functions {
    from_seed: fn(Set, &[u8; SEED_LEN]) -> Pair,
    from_expanded: fn(Set, &[u8]) -> Pair,
    sign_internal: fn(&SigningKey, &[u8], &[u8; SEED_LEN]) -> Signed,
    verify_internal: fn(Set, &[u8], &[u8], &[u8]) -> bool,
}

static SLOT: Slot<Functions> = Slot::new("ml-dsa", &library::FUNCTIONS);

/// Makes ML-DSA callable: see [`crate::linked`].
pub fn register() {
    SLOT.register(&library::FUNCTIONS);
}

/// A parameter set (FIPS 204, table 1).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Set {
    /// Category 2.
    MlDsa44,
    /// Category 3.
    MlDsa65,
    /// Category 5.
    MlDsa87,
}

/// An expanded secret key, on the heap, wiped when dropped.
pub(crate) enum SigningKey {
    MlDsa44(Box<MLDSASigningKey<2_560>>),
    MlDsa65(Box<MLDSASigningKey<4_032>>),
    MlDsa87(Box<MLDSASigningKey<4_896>>),
}

impl Set {
    /// Every set.
    pub const ALL: [Self; 3] = [Self::MlDsa44, Self::MlDsa65, Self::MlDsa87];

    /// The set of a type of key.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM` for a type that is not ML-DSA.
    pub fn of(key_type: KeyType) -> Result<Self, Error> {
        match key_type {
            KeyType::MlDsa44 => Ok(Self::MlDsa44),
            KeyType::MlDsa65 => Ok(Self::MlDsa65),
            KeyType::MlDsa87 => Ok(Self::MlDsa87),
            _ => Err(Error::KeyAlgorithm(key_type.as_str(), "ML-DSA")),
        }
    }

    /// The algorithm of its signatures.
    const fn algorithm(self) -> Algorithm {
        match self {
            Self::MlDsa44 => Algorithm::MlDsa44,
            Self::MlDsa65 => Algorithm::MlDsa65,
            Self::MlDsa87 => Algorithm::MlDsa87,
        }
    }

    /// Length in bytes of a public key.
    #[must_use]
    pub const fn public_len(self) -> usize {
        self.algorithm().key_type().public_len()
    }

    /// Length in bytes of an expanded secret key.
    #[must_use]
    pub const fn expanded_len(self) -> usize {
        match self {
            Self::MlDsa44 => 2_560,
            Self::MlDsa65 => 4_032,
            Self::MlDsa87 => 4_896,
        }
    }

    /// Length in bytes of a signature.
    #[must_use]
    pub const fn signature_len(self) -> usize {
        self.algorithm().signature_len()
    }
}

impl SigningKey {
    /// Expands a seed (FIPS 204, algorithm 6). Gives the public key too.
    ///
    /// # Errors
    ///
    /// `ERR_PART_MISSING`.
    pub(crate) fn from_seed(set: Set, seed: &[u8; SEED_LEN]) -> Result<(Self, Vec<u8>), Error> {
        (SLOT.get()?.from_seed)(set, seed)
    }

    /// Takes an expanded key, if all of it fits together. Gives the public key too.
    ///
    /// # Errors
    ///
    /// `ERR_BYTES_LENGTH`; `ERR_KEY_EXPANDED` for coefficients out of range, and for a part
    /// that does not follow from the others.
    pub(crate) fn from_expanded(set: Set, bytes: &[u8]) -> Result<(Self, Vec<u8>), Error> {
        (SLOT.get()?.from_expanded)(set, bytes)
    }

    /// The expanded form.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::MlDsa44(key) => key.as_slice(),
            Self::MlDsa65(key) => key.as_slice(),
            Self::MlDsa87(key) => key.as_slice(),
        }
    }

    /// Signs `message` under `context`. See the module for `randomness`.
    ///
    /// # Errors
    ///
    /// `ERR_LIMIT_EXCEEDED` for a context over [`MAX_CONTEXT`]; `ERR_SIGNER_INVALID` if no try
    /// of 814 gave a signature, which has a chance of 2^-256.
    pub(crate) fn sign(
        &self,
        message: &[u8],
        context: &[u8],
        randomness: &[u8; SEED_LEN],
    ) -> Result<Vec<u8>, Error> {
        self.sign_internal(&compose(message, context)?, randomness)
    }

    /// Signs `M'`, which the caller composed (FIPS 204, algorithm 7).
    ///
    /// # Errors
    ///
    /// As [`SigningKey::sign`].
    pub(crate) fn sign_internal(
        &self,
        composed: &[u8],
        randomness: &[u8; SEED_LEN],
    ) -> Result<Vec<u8>, Error> {
        (SLOT.get()?.sign_internal)(self, composed, randomness)
    }
}

impl Drop for SigningKey {
    fn drop(&mut self) {
        match self {
            Self::MlDsa44(key) => key.as_mut_slice().zeroize(),
            Self::MlDsa65(key) => key.as_mut_slice().zeroize(),
            Self::MlDsa87(key) => key.as_mut_slice().zeroize(),
        }
    }
}

/// Tells whether `signature` is by `public` over `message` under `context`.
#[must_use]
pub(crate) fn verify(
    set: Set,
    public: &[u8],
    message: &[u8],
    context: &[u8],
    signature: &[u8],
) -> bool {
    let composed = compose(message, context);
    composed.is_ok_and(|composed| verify_internal(set, public, &composed, signature))
}

/// Tells whether `signature` is by `public` over `M'` (FIPS 204, algorithm 8).
#[must_use]
pub fn verify_internal(set: Set, public: &[u8], composed: &[u8], signature: &[u8]) -> bool {
    SLOT.get().is_ok_and(|library| (library.verify_internal)(set, public, composed, signature))
}

/// The public key and the expanded secret key of a seed.
///
/// # Errors
///
/// `ERR_PART_MISSING`.
pub fn expand(set: Set, seed: &[u8; SEED_LEN]) -> Result<(Vec<u8>, Zeroizing<Vec<u8>>), Error> {
    let (key, public) = SigningKey::from_seed(set, seed)?;
    Ok((public, Zeroizing::new(key.as_bytes().to_vec())))
}

/// Signs `M'` with an expanded key (FIPS 204, algorithm 7).
///
/// # Errors
///
/// `ERR_BYTES_LENGTH`, `ERR_KEY_EXPANDED`, `ERR_SIGNER_INVALID`.
pub fn sign_internal(
    set: Set,
    expanded: &[u8],
    composed: &[u8],
    randomness: &[u8; SEED_LEN],
) -> Result<Vec<u8>, Error> {
    SigningKey::from_expanded(set, expanded)?.0.sign_internal(composed, randomness)
}

/// Refuses a public key, or the ML-DSA half of one, for which everybody can sign; any of them where ML-DSA is missing.
pub(super) fn check_public(key_type: KeyType, public: &[u8]) -> Result<(), Error> {
    SLOT.get()?;
    // The key is rho, then t1.
    if public.iter().skip(32).any(|byte| *byte != 0) {
        Ok(())
    } else {
        Err(Error::KeyUnbound(key_type.as_str()))
    }
}

/// `M'` of FIPS 204, algorithm 2.
pub(super) fn compose(message: &[u8], context: &[u8]) -> Result<Vec<u8>, Error> {
    let length = context_len(context)?;
    Ok([[0, length].as_slice(), context, message].concat())
}

/// The length of a context, as it stands before it.
pub(super) fn context_len(context: &[u8]) -> Result<u8, Error> {
    let over = || Error::LimitExceeded("bytes of the signature context", MAX_CONTEXT);
    u8::try_from(context.len()).map_err(|_| over())
}
