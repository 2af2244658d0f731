//! P-256 (FIPS 186-5; SEC 2, section 2.4.2), on the kernel. The rules are in [`super::ecdsa`] and [`super::public`].

use std::sync::Arc;

use countersign_kernels::{
    p256::own::{self as kernel, Point, Prepared},
    test_p256, test_p256_agreement, test_p256_secrets, test_prepared_p256,
};
use zeroize::Zeroizing;

pub(super) use countersign_kernels::p256::{P256, Signature};

use super::SIGNATURE_LEN;
use crate::Error;

/// A secret, 1 to n - 1.
pub(super) use countersign_kernels::p256::Secret;

/// A checked public key.
#[derive(Clone)]
pub(super) enum VerifyingKey {
    Plain(Point),
    /// With tables.
    Prepared(Arc<Prepared>),
}

/// Reads `02 ‖ x`, `03 ‖ x` or `04 ‖ x ‖ y`; any other form was refused before. Also gives the
/// compressed bytes.
pub(super) fn parse(raw: &[u8]) -> Result<(Vec<u8>, VerifyingKey), Error> {
    test_p256();
    let point = kernel::parse(raw).ok_or_else(|| Error::KeyOffCurve("P-256"))?;
    Ok((kernel::compressed(&point).to_vec(), VerifyingKey::Plain(point)))
}

impl VerifyingKey {
    /// The same key with tables, if it has none yet.
    pub(super) fn with_tables(&self) -> Option<Self> {
        match self {
            Self::Plain(point) => {
                test_prepared_p256();
                Some(Self::Prepared(Arc::new(kernel::prepare(point))))
            }
            Self::Prepared(_) => None,
        }
    }

    fn point(&self) -> &Point {
        match self {
            Self::Plain(point) => point,
            Self::Prepared(key) => key.key(),
        }
    }

    /// `04 ‖ x ‖ y`.
    pub(super) fn uncompressed(&self) -> [u8; 65] {
        test_p256();
        kernel::uncompressed(self.point())
    }

    /// Tells whether the signature holds, with a high or a low s.
    pub(super) fn verify(&self, digest: &[u8; 32], signature: &Signature) -> bool {
        match self {
            Self::Plain(point) => {
                test_p256();
                kernel::verify(point, digest, signature)
            }
            Self::Prepared(key) => {
                test_prepared_p256();
                kernel::verify_prepared(key, digest, signature)
            }
        }
    }
}

/// The public key of a secret.
pub(super) fn public(secret: &Secret) -> [u8; 65] {
    test_p256_secrets();
    kernel::uncompressed(&kernel::public_key(secret))
}

/// Signs a digest: `r ‖ s` with a low s.
pub(super) fn sign(secret: &Secret, digest: &[u8; 32]) -> [u8; SIGNATURE_LEN] {
    test_p256_secrets();
    kernel::sign(secret, digest).to_bytes()
}

/// The x coordinate that both sides share (SP 800-56A, 5.7.1.2).
pub(super) fn agree(secret: &Secret, key: &VerifyingKey) -> Zeroizing<[u8; 32]> {
    test_p256_agreement();
    kernel::agree(secret, key.point())
}
