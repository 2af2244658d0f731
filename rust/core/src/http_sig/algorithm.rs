//! Names of algorithms (RFC 9421, section 6.2.2), and what each takes.

use crate::keys::Algorithm;

/// An algorithm by its name in a signature.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Alg {
    /// `ed25519`.
    Ed25519,
    /// `ecdsa-p256-sha256`.
    P256,
    /// `ecdsa-secp256k1-sha256`, a private name.
    Secp256k1,
    /// `hmac-sha256`.
    Hmac,
}

impl Alg {
    /// Every algorithm.
    pub const ALL: [Self; 4] = [Self::Ed25519, Self::P256, Self::Secp256k1, Self::Hmac];

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ed25519 => "ed25519",
            Self::P256 => "ecdsa-p256-sha256",
            Self::Secp256k1 => "ecdsa-secp256k1-sha256",
            Self::Hmac => "hmac-sha256",
        }
    }

    /// The algorithm of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|alg| alg.as_str() == name)
    }

    /// The algorithm that a key signs with, if it is one of these.
    #[must_use]
    pub const fn of(algorithm: Algorithm) -> Option<Self> {
        match algorithm {
            Algorithm::Ed25519 => Some(Self::Ed25519),
            Algorithm::P256Sha256 => Some(Self::P256),
            Algorithm::Secp256k1Sha256 => Some(Self::Secp256k1),
            _ => None,
        }
    }
}
