//! Names of key types and signature algorithms. The text is the same in every layer.

use core::str::FromStr;

use sha2::{Digest, Sha256};
use sha3::Keccak256;

use super::SIGNATURE_LEN;
use crate::Error;

/// A type of key.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum KeyType {
    /// Edwards curve signatures (RFC 8032).
    Ed25519,
    /// The Koblitz curve of SEC 2, section 2.4.1.
    Secp256k1,
    /// The NIST curve of SP 800-186, section 3.2.1.3; secp256r1.
    P256,
    /// Key agreement (RFC 7748).
    X25519,
    /// Lattice signatures, category 2 (FIPS 204).
    MlDsa44,
    /// Lattice signatures, category 3 (FIPS 204).
    MlDsa65,
    /// Lattice signatures, category 5 (FIPS 204).
    MlDsa87,
    /// Both at once: `MLDSA65-Ed25519-SHA512` (draft-ietf-lamps-pq-composite-sigs).
    Ed25519MlDsa65,
}

impl KeyType {
    /// Every type, in the order of [`KeyType::code`].
    pub const ALL: [Self; 8] = [
        Self::Ed25519,
        Self::Secp256k1,
        Self::P256,
        Self::X25519,
        Self::MlDsa44,
        Self::MlDsa65,
        Self::MlDsa87,
        Self::Ed25519MlDsa65,
    ];

    /// The name, for example `"P-256"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ed25519 => "Ed25519",
            Self::Secp256k1 => "secp256k1",
            Self::P256 => "P-256",
            Self::X25519 => "X25519",
            Self::MlDsa44 => "ML-DSA-44",
            Self::MlDsa65 => "ML-DSA-65",
            Self::MlDsa87 => "ML-DSA-87",
            Self::Ed25519MlDsa65 => "Ed25519+ML-DSA-65",
        }
    }

    /// A number for the boundary, 1 to 8. Not a multicodec.
    #[must_use]
    pub const fn code(self) -> u32 {
        match self {
            Self::Ed25519 => 1,
            Self::Secp256k1 => 2,
            Self::P256 => 3,
            Self::X25519 => 4,
            Self::MlDsa44 => 5,
            Self::MlDsa65 => 6,
            Self::MlDsa87 => 7,
            Self::Ed25519MlDsa65 => 8,
        }
    }

    /// The type of this number.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_TYPE_UNKNOWN` for a number that is not in the list.
    pub fn from_code(code: u32) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|kind| kind.code() == code).ok_or(Error::KeyTypeUnknown)
    }

    /// The multicodec of its public keys, as a varint (table `multicodec`, `*-pub`).
    /// A hybrid key has none.
    #[must_use]
    pub const fn codec(self) -> Option<[u8; 2]> {
        match self {
            Self::Ed25519 => Some([0xed, 0x01]),
            Self::Secp256k1 => Some([0xe7, 0x01]),
            Self::P256 => Some([0x80, 0x24]),
            Self::X25519 => Some([0xec, 0x01]),
            Self::MlDsa44 => Some([0x90, 0x24]),
            Self::MlDsa65 => Some([0x91, 0x24]),
            Self::MlDsa87 => Some([0x92, 0x24]),
            Self::Ed25519MlDsa65 => None,
        }
    }

    /// What stands before a public key that crosses the boundary: the multicodec, or, where
    /// there is none, 0 and [`KeyType::code`].
    #[must_use]
    pub const fn tag(self) -> [u8; 2] {
        match self.codec() {
            Some(codec) => codec,
            None => [0, 8],
        }
    }

    /// Length in bytes of a secret key: a scalar, or a seed; of a hybrid key two seeds.
    #[must_use]
    pub const fn secret_len(self) -> usize {
        match self {
            Self::Ed25519MlDsa65 => 64,
            _ => 32,
        }
    }

    /// The algorithm that a key of this type signs with where none is named.
    #[must_use]
    pub const fn default_algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Ed25519 => Some(Algorithm::Ed25519),
            Self::Secp256k1 => Some(Algorithm::Secp256k1Sha256),
            Self::P256 => Some(Algorithm::P256Sha256),
            Self::X25519 => None,
            Self::MlDsa44 => Some(Algorithm::MlDsa44),
            Self::MlDsa65 => Some(Algorithm::MlDsa65),
            Self::MlDsa87 => Some(Algorithm::MlDsa87),
            Self::Ed25519MlDsa65 => Some(Algorithm::Ed25519MlDsa65),
        }
    }
}

impl FromStr for KeyType {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name).ok_or(Error::KeyTypeUnknown)
    }
}

/// A signature algorithm: curve and hash, always both.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Algorithm {
    /// PureEdDSA on edwards25519 (RFC 8032, section 5.1).
    Ed25519,
    /// ECDSA on P-256 over SHA-256 (FIPS 186-5).
    P256Sha256,
    /// ECDSA on secp256k1 over SHA-256.
    Secp256k1Sha256,
    /// ECDSA on secp256k1 over Keccak-256, the hash of Ethereum, which is not SHA3-256.
    Secp256k1Keccak256,
    /// ML-DSA-44 over the message itself (FIPS 204, "pure").
    MlDsa44,
    /// ML-DSA-65 over the message itself.
    MlDsa65,
    /// ML-DSA-87 over the message itself.
    MlDsa87,
    /// ML-DSA-65 and Ed25519, of which both must hold (draft-ietf-lamps-pq-composite-sigs).
    Ed25519MlDsa65,
}

impl Algorithm {
    /// Every algorithm, in the order of [`Algorithm::code`].
    pub const ALL: [Self; 8] = [
        Self::Ed25519,
        Self::P256Sha256,
        Self::Secp256k1Sha256,
        Self::Secp256k1Keccak256,
        Self::MlDsa44,
        Self::MlDsa65,
        Self::MlDsa87,
        Self::Ed25519MlDsa65,
    ];

    /// The name, for example `"ecdsa-p256-sha256"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ed25519 => "ed25519",
            Self::P256Sha256 => "ecdsa-p256-sha256",
            Self::Secp256k1Sha256 => "ecdsa-secp256k1-sha256",
            Self::Secp256k1Keccak256 => "ecdsa-secp256k1-keccak256",
            Self::MlDsa44 => "ml-dsa-44",
            Self::MlDsa65 => "ml-dsa-65",
            Self::MlDsa87 => "ml-dsa-87",
            Self::Ed25519MlDsa65 => "ed25519+ml-dsa-65",
        }
    }

    /// A number for the boundary, 1 to 8.
    #[must_use]
    pub const fn code(self) -> u32 {
        match self {
            Self::Ed25519 => 1,
            Self::P256Sha256 => 2,
            Self::Secp256k1Sha256 => 3,
            Self::Secp256k1Keccak256 => 4,
            Self::MlDsa44 => 5,
            Self::MlDsa65 => 6,
            Self::MlDsa87 => 7,
            Self::Ed25519MlDsa65 => 8,
        }
    }

    /// The algorithm of this number.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM_UNKNOWN` for a number that is not in the list.
    pub fn from_code(code: u32) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|each| each.code() == code).ok_or(Error::KeyAlgorithmUnknown)
    }

    /// The type of key that it takes.
    #[must_use]
    pub const fn key_type(self) -> KeyType {
        match self {
            Self::Ed25519 => KeyType::Ed25519,
            Self::P256Sha256 => KeyType::P256,
            Self::Secp256k1Sha256 | Self::Secp256k1Keccak256 => KeyType::Secp256k1,
            Self::MlDsa44 => KeyType::MlDsa44,
            Self::MlDsa65 => KeyType::MlDsa65,
            Self::MlDsa87 => KeyType::MlDsa87,
            Self::Ed25519MlDsa65 => KeyType::Ed25519MlDsa65,
        }
    }

    /// Length in bytes of its signatures, which never varies.
    #[must_use]
    pub const fn signature_len(self) -> usize {
        match self {
            Self::Ed25519 | Self::P256Sha256 | Self::Secp256k1Sha256 | Self::Secp256k1Keccak256 => {
                SIGNATURE_LEN
            }
            Self::MlDsa44 => 2_420,
            Self::MlDsa65 => 3_309,
            Self::MlDsa87 => 4_627,
            Self::Ed25519MlDsa65 => 3_309 + SIGNATURE_LEN,
        }
    }

    /// Whether it takes a context string and fresh randomness, as ML-DSA does.
    #[must_use]
    pub const fn is_post_quantum(self) -> bool {
        matches!(self, Self::MlDsa44 | Self::MlDsa65 | Self::MlDsa87 | Self::Ed25519MlDsa65)
    }

    /// The `alg` of JOSE (RFC 7518, 8037, 8812, 9964; draft-ietf-jose-pq-composite-sigs-05).
    /// Keccak-256 has none.
    #[must_use]
    pub const fn jose(self) -> Option<&'static str> {
        match self {
            Self::Ed25519 => Some("EdDSA"),
            Self::P256Sha256 => Some("ES256"),
            Self::Secp256k1Sha256 => Some("ES256K"),
            Self::Secp256k1Keccak256 => None,
            Self::MlDsa44 => Some("ML-DSA-44"),
            Self::MlDsa65 => Some("ML-DSA-65"),
            Self::MlDsa87 => Some("ML-DSA-87"),
            Self::Ed25519MlDsa65 => Some("ML-DSA-65-Ed25519"),
        }
    }

    /// The digest that ECDSA signs, `None` for the others, which take the message.
    #[must_use]
    pub fn digest(self, message: &[u8]) -> Option<[u8; 32]> {
        match self {
            Self::P256Sha256 | Self::Secp256k1Sha256 => Some(Sha256::digest(message).into()),
            Self::Secp256k1Keccak256 => Some(Keccak256::digest(message).into()),
            _ => None,
        }
    }
}

impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|each| each.as_str() == name).ok_or(Error::KeyAlgorithmUnknown)
    }
}

/// What ECDSA verification does with an S above half the order.
///
/// `(r, s)` and `(r, n - s)` hold for the same key and message, so whoever
/// accepts both lets anybody change a signature without breaking it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum HighS {
    /// Refuse it. The rule of all our own formats.
    #[default]
    Refuse,
    /// Accept it, where a standard of others has no such rule (JOSE, COSE, RFC 9421, Data Integrity).
    Accept,
}

impl HighS {
    /// The policy that accepts, or the one that does not.
    #[must_use]
    pub const fn accepted(accept: bool) -> Self {
        if accept { Self::Accept } else { Self::Refuse }
    }
}
