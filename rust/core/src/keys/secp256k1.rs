//! secp256k1 (SEC 2, section 2.4.1), on the kernel. The rules are in [`super::ecdsa`] and [`super::public`].

use std::sync::Arc;

use countersign_kernels::{
    secp256k1::own::{self as kernel, Point, Prepared},
    test_prepared_secp256k1, test_secp256k1, test_secp256k1_agreement, test_secp256k1_secrets,
};
use zeroize::Zeroizing;

use crate::Error;

/// A secret, 1 to n - 1.
pub(super) use countersign_kernels::secp256k1::Secret;
pub(super) use countersign_kernels::secp256k1::{Scalar, Secp256k1, Signature, Signed};

/// `04 ‖ x ‖ y`.
pub(super) type Uncompressed = [u8; 65];

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
    test_secp256k1();
    let point = kernel::parse(raw).ok_or_else(|| Error::KeyOffCurve("secp256k1"))?;
    Ok((compress(raw), VerifyingKey::Plain(point)))
}

/// The compressed form of a point whose bytes were checked.
fn compress(raw: &[u8]) -> Vec<u8> {
    match raw.split_at_checked(33) {
        Some(([_, x @ ..], [.., last])) => [&[2 | last & 1], x].concat(),
        _ => raw.to_vec(),
    }
}

impl VerifyingKey {
    /// The same key with tables, if it has none yet.
    pub(super) fn with_tables(&self) -> Option<Self> {
        match self {
            Self::Plain(point) => {
                test_prepared_secp256k1();
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
    pub(super) fn uncompressed(&self) -> Uncompressed {
        test_secp256k1();
        kernel::uncompressed(self.point())
    }

    /// Tells whether the signature holds, with a high or a low s.
    pub(super) fn verify(&self, digest: &[u8; 32], signature: &Signature) -> bool {
        match self {
            Self::Plain(point) => {
                test_secp256k1();
                kernel::verify(point, digest, signature)
            }
            Self::Prepared(key) => {
                test_prepared_secp256k1();
                kernel::verify_prepared(key, digest, signature)
            }
        }
    }
}

/// The public key of a secret.
pub(super) fn public(secret: &Secret) -> Uncompressed {
    test_secp256k1_secrets();
    kernel::uncompressed(&kernel::public_key(secret))
}

/// Signs a digest: `r ‖ s` with a low s, and what tells R from other points with the same r.
pub(super) fn sign(secret: &Secret, digest: &[u8; 32]) -> Signed {
    test_secp256k1_secrets();
    kernel::sign(secret, digest)
}

/// The key that made the signature over `digest`, given whether y of R is odd.
pub(super) fn recover(
    digest: &[u8; 32],
    signature: &Signature,
    y_is_odd: bool,
) -> Option<Uncompressed> {
    test_secp256k1();
    kernel::recover(digest, signature, y_is_odd).map(|point| kernel::uncompressed(&point))
}

/// The x coordinate that both sides share (SP 800-56A, 5.7.1.2).
pub(super) fn agree(secret: &Secret, key: &VerifyingKey) -> Zeroizing<[u8; 32]> {
    test_secp256k1_agreement();
    kernel::agree(secret, key.point())
}
