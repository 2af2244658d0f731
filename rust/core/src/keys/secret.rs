//! Secret keys: made, used, wiped.

use core::fmt;

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{
    Algorithm, KeyType, PublicKey, RECOVERABLE_LEN, SIGNATURE_LEN, composite, ed25519,
    ml_dsa::{SEED_LEN, Set, SigningKey as MlDsaKey},
    p256,
    public::{Point, to_array},
    secp256k1, x25519,
};
use crate::Error;

/// Draws before [`SecretKey::generate`] blames its random source. One is out of range
/// with a chance of less than 2^-32.
const MAX_DRAWS: usize = 8;

/// A secret key and its public key. Wiped when dropped; `Debug` shows the public key.
pub struct SecretKey {
    /// On the heap, so that a move leaves no copy behind.
    bytes: Zeroizing<Vec<u8>>,
    scalar: Box<Scalar>,
    public: PublicKey,
}

/// The secret in the form of its curve. Each variant wipes itself.
enum Scalar {
    Ed25519(ed25519::SigningKey),
    Secp256k1(secp256k1::Secret),
    P256(p256::Secret),
    X25519,
    MlDsa(MlDsaKey),
    Hybrid(composite::SigningKey),
}

/// What a signature depends on besides key and message; ML-DSA and hybrid keys only.
#[derive(Clone, Copy, Debug)]
pub struct Signing<'a> {
    /// The context string, at most 255 bytes.
    pub context: &'a [u8],
    /// 32 random bytes for this signature, or zeros for a deterministic one.
    pub randomness: &'a [u8; SEED_LEN],
}

impl Default for Signing<'_> {
    fn default() -> Self {
        Self { context: b"", randomness: &[0; SEED_LEN] }
    }
}

impl SecretKey {
    /// Draws a fresh key.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_SCALAR_RANGE` if the random source is broken.
    pub fn generate(key_type: KeyType, rng: &mut impl CryptoRng) -> Result<Self, Error> {
        let mut bytes = Zeroizing::new(vec![0; key_type.secret_len()]);
        for _ in 0..MAX_DRAWS {
            rng.fill_bytes(&mut bytes);
            match Self::from_bytes(key_type, &bytes) {
                Err(error) if error.is("ERR_KEY_SCALAR_RANGE") => {}
                outcome => return outcome,
            }
        }
        Err(Error::KeyScalarRange(key_type.as_str()))
    }

    /// Reads a key: a seed (Ed25519, ML-DSA), two (hybrid), a scalar (secp256k1, P-256), or
    /// bytes that are clamped in use (X25519). Of ML-DSA also the expanded form.
    ///
    /// # Errors
    ///
    /// `ERR_BYTES_LENGTH` unless of the length in [`crate::keys`]; `ERR_KEY_SCALAR_RANGE` for
    /// zero and for a scalar that is not below the order; `ERR_KEY_EXPANDED` for an expanded key
    /// whose parts do not fit.
    pub fn from_bytes(key_type: KeyType, bytes: &[u8]) -> Result<Self, Error> {
        let (scalar, public) = match key_type {
            KeyType::MlDsa44 | KeyType::MlDsa65 | KeyType::MlDsa87 => {
                let (key, public) = ml_dsa(Set::of(key_type)?, bytes)?;
                (Box::new(Scalar::MlDsa(key)), public)
            }
            KeyType::Ed25519MlDsa65 => {
                let seeds: &[u8; 64] = to_array("secret key", bytes)?;
                let (ml_dsa, ed25519) = seeds.split_at(SEED_LEN);
                let (key, public) = composite::SigningKey::from_seeds(
                    to_array("seed", ml_dsa)?,
                    to_array("seed", ed25519)?,
                )?;
                (Box::new(Scalar::Hybrid(key)), public)
            }
            _ => curve_key(key_type, to_array("secret key", bytes)?)?,
        };
        let public = match &*scalar {
            Scalar::Ed25519(key) => PublicKey::computed(public, key.verifying_key()),
            _ => PublicKey::from_raw(key_type, &public)?,
        };
        Ok(Self { bytes: Zeroizing::new(bytes.to_vec()), scalar, public })
    }

    /// Its type.
    #[must_use]
    pub const fn key_type(&self) -> KeyType {
        self.public.key_type()
    }

    /// Its public key.
    #[must_use]
    pub const fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// The secret itself. Named so that every use is easy to find in review.
    #[must_use]
    pub fn expose(&self) -> &[u8] {
        &self.bytes
    }

    /// The secret of 32 or 64 bytes that every format has a place for.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_SEED` for an ML-DSA key that came in expanded: its seed cannot be found.
    pub fn expose_seed(&self) -> Result<&[u8], Error> {
        let short = self.bytes.len() == self.key_type().secret_len();
        if short { Ok(&self.bytes) } else { Err(Error::KeySeed) }
    }

    /// Signs `message`, always in the same way: ECDSA with low S, ML-DSA without randomness.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM` if a key of this type does not do `algorithm`.
    pub fn sign(&self, algorithm: Algorithm, message: &[u8]) -> Result<Vec<u8>, Error> {
        self.sign_with(algorithm, message, Signing::default())
    }

    /// Signs `message`; ML-DSA and hybrid keys with fresh randomness.
    ///
    /// # Errors
    ///
    /// As [`SecretKey::sign`].
    pub fn sign_hedged(
        &self,
        algorithm: Algorithm,
        message: &[u8],
        rng: &mut impl CryptoRng,
    ) -> Result<Vec<u8>, Error> {
        let mut randomness = Zeroizing::new([0; SEED_LEN]);
        if algorithm.is_post_quantum() {
            rng.fill_bytes(randomness.as_mut());
        }
        self.sign_with(algorithm, message, Signing { context: b"", randomness: &randomness })
    }

    /// Signs `message` as `signing` says.
    ///
    /// # Errors
    ///
    /// As [`SecretKey::sign`]; `ERR_KEY_ALGORITHM` for a context with a key that takes none;
    /// `ERR_LIMIT_EXCEEDED` for a context that is too long.
    pub fn sign_with(
        &self,
        algorithm: Algorithm,
        message: &[u8],
        signing: Signing<'_>,
    ) -> Result<Vec<u8>, Error> {
        let Signing { context, randomness } = signing;
        if algorithm.key_type() != self.key_type() {
            return Err(self.refuse(algorithm));
        }
        match self.scalar.as_ref() {
            Scalar::MlDsa(key) => return key.sign(message, context, randomness),
            Scalar::Hybrid(key) => return key.sign(message, context, randomness),
            _ if context.is_empty() => {}
            _ => {
                let key_type = self.key_type().as_str();
                return Err(Error::KeyAlgorithm(key_type, "a signature context"));
            }
        }
        match (self.scalar.as_ref(), algorithm.digest(message)) {
            (Scalar::Ed25519(key), None) => Ok(key.sign(message).to_vec()),
            (_, Some(digest)) => Ok(self.sign_prehash(algorithm, &digest)?.to_vec()),
            (_, None) => Err(self.refuse(algorithm)),
        }
    }

    /// Signs `message` such that the key can be recovered: `r ‖ s ‖ v`, `v` 0 or 1.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM` unless the key and `algorithm` are of secp256k1.
    pub fn sign_recoverable(
        &self,
        algorithm: Algorithm,
        message: &[u8],
    ) -> Result<[u8; RECOVERABLE_LEN], Error> {
        let digest = algorithm.digest(message).ok_or_else(|| self.refuse(algorithm))?;
        self.sign_prehash_recoverable(algorithm, &digest)
    }

    /// Signs a digest with ECDSA. The digest must be of the hash that `algorithm` names.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM` if the key does not do `algorithm`, or that is not ECDSA.
    pub fn sign_prehash(
        &self,
        algorithm: Algorithm,
        digest: &[u8; 32],
    ) -> Result<[u8; SIGNATURE_LEN], Error> {
        match (self.scalar.as_ref(), algorithm.key_type()) {
            (Scalar::Secp256k1(key), KeyType::Secp256k1) => Ok(secp256k1::sign(key, digest).bytes),
            (Scalar::P256(key), KeyType::P256) => Ok(p256::sign(key, digest)),
            _ => Err(self.refuse(algorithm)),
        }
    }

    /// As [`SecretKey::sign_prehash`], with the recovery byte: `r ‖ s ‖ v`.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM` unless the key and `algorithm` are of secp256k1.
    /// `ERR_SIGNATURE_UNRECOVERABLE` if r was reduced, which has a chance of 2^-127.
    pub fn sign_prehash_recoverable(
        &self,
        algorithm: Algorithm,
        digest: &[u8; 32],
    ) -> Result<[u8; RECOVERABLE_LEN], Error> {
        let (Scalar::Secp256k1(key), KeyType::Secp256k1) =
            (self.scalar.as_ref(), algorithm.key_type())
        else {
            return Err(self.refuse(algorithm));
        };
        let signed = secp256k1::sign(key, digest);
        if signed.x_is_reduced {
            return Err(Error::SignatureUnrecoverable);
        }
        let mut bytes = [signed.y_is_odd.into(); RECOVERABLE_LEN];
        bytes.iter_mut().zip(signed.bytes).for_each(|(to, from)| *to = from);
        Ok(bytes)
    }

    /// The secret that an X25519 key shares with `other` (RFC 7748). Not uniform: run it through a key derivation function.
    /// For the other curves: [`crate::hazmat::ecdh`].
    ///
    /// # Errors
    ///
    /// `ERR_KEY_TYPE_MISMATCH` for a key of another type; `ERR_KEY_ALGORITHM` unless the key is one of X25519;
    /// `ERR_KEY_AGREEMENT_ZERO` if all bytes are zero.
    pub fn agree(&self, other: &PublicKey) -> Result<Zeroizing<[u8; 32]>, Error> {
        if other.key_type() != self.key_type() {
            return Err(Error::KeyTypeMismatch(
                self.key_type().as_str(),
                other.key_type().as_str(),
            ));
        }
        match self.scalar.as_ref() {
            Scalar::X25519 => x25519::agree(
                to_array("secret key", &self.bytes)?,
                to_array("X25519 public key", other.as_bytes())?,
            ),
            _ => Err(Error::KeyAlgorithm(self.key_type().as_str(), "key agreement")),
        }
    }

    /// As [`SecretKey::agree`], on the other curves too: there, the x coordinate (SP 800-56A, 5.7.1.2).
    pub(crate) fn agree_on_any_curve(
        &self,
        other: &PublicKey,
    ) -> Result<Zeroizing<[u8; 32]>, Error> {
        match (self.scalar.as_ref(), other.point()) {
            (Scalar::Secp256k1(key), Point::Secp256k1(point)) => Ok(secp256k1::agree(key, point)),
            (Scalar::P256(key), Point::P256(point)) => Ok(p256::agree(key, point)),
            _ => self.agree(other),
        }
    }

    /// The expanded form of an ML-DSA key.
    pub(crate) fn expanded(&self) -> Option<&[u8]> {
        match self.scalar.as_ref() {
            Scalar::MlDsa(key) => Some(key.as_bytes()),
            _ => None,
        }
    }

    /// The scalar behind an Ed25519 key (RFC 8032, section 5.1.5), modulo the order.
    pub(crate) fn ed25519_scalar(&self) -> Result<Zeroizing<ed25519::Scalar>, Error> {
        match self.scalar.as_ref() {
            Scalar::Ed25519(key) => Ok(Zeroizing::new(key.to_scalar())),
            _ => Err(self.mismatch(KeyType::Ed25519)),
        }
    }

    /// The scalar behind a secp256k1 key.
    pub(crate) fn secp256k1_scalar(&self) -> Result<Zeroizing<secp256k1::Scalar>, Error> {
        match self.scalar.as_ref() {
            Scalar::Secp256k1(key) => Ok(key.expose()),
            _ => Err(self.mismatch(KeyType::Secp256k1)),
        }
    }

    fn mismatch(&self, want: KeyType) -> Error {
        Error::KeyTypeMismatch(want.as_str(), self.key_type().as_str())
    }

    fn refuse(&self, algorithm: Algorithm) -> Error {
        Error::KeyAlgorithm(self.key_type().as_str(), algorithm.as_str())
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey(.., {:?})", self.public)
    }
}

/// Reads a key of a curve, and makes its public key.
fn curve_key(key_type: KeyType, bytes: &[u8; 32]) -> Result<(Box<Scalar>, Vec<u8>), Error> {
    let range = || Error::KeyScalarRange(key_type.as_str());
    match key_type {
        KeyType::Ed25519 => {
            let key = ed25519::SigningKey::from_seed(bytes);
            let public = key.public().to_vec();
            Ok((Box::new(Scalar::Ed25519(key)), public))
        }
        KeyType::Secp256k1 => {
            let key = secp256k1::Secret::parse(bytes).ok_or_else(range)?;
            let public = secp256k1::public(&key).to_vec();
            Ok((Box::new(Scalar::Secp256k1(key)), public))
        }
        KeyType::P256 => {
            let key = p256::Secret::parse(bytes).ok_or_else(range)?;
            let public = p256::public(&key).to_vec();
            Ok((Box::new(Scalar::P256(key)), public))
        }
        _ => Ok((Box::new(Scalar::X25519), x25519::public(bytes).to_vec())),
    }
}

/// Reads an ML-DSA key: a seed, or the expanded form.
fn ml_dsa(set: Set, bytes: &[u8]) -> Result<(MlDsaKey, Vec<u8>), Error> {
    if bytes.len() == set.expanded_len() {
        return MlDsaKey::from_expanded(set, bytes);
    }
    MlDsaKey::from_seed(set, to_array("secret key", bytes)?)
}
