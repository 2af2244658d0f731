//! Hybrid keys: Ed25519 and ML-DSA-65 at once, as `MLDSA65-Ed25519-SHA512` of
//! draft-ietf-lamps-pq-composite-sigs-19; in JOSE `ML-DSA-65-Ed25519` of
//! draft-ietf-jose-pq-composite-sigs-05. Drafts: bytes may change before they are RFCs.
//!
//! | Part | Bytes |
//! | --- | --- |
//! | public key | ML-DSA 1,952 ‖ Ed25519 32 |
//! | secret key | ML-DSA seed 32 ‖ Ed25519 seed 32 |
//! | signature | ML-DSA 3,309 ‖ Ed25519 64 |
//!
//! ```text
//! M'  = "CompositeAlgorithmSignatures2025" ‖ label ‖ length of context ‖ context ‖ SHA-512(message)
//! label = "COMPSIG-MLDSA65-Ed25519-SHA512", also the context of ML-DSA
//! ```
//!
//! Both signatures are over `M'`, and both must hold: a forger has to break both. Neither half
//! is a signature over the message by itself, so neither can be cut out and passed on.

use sha2::{Digest, Sha512};

use super::{
    KeyType, as_one_check, ed25519,
    ml_dsa::{self, Set, SigningKey as MlDsaKey},
};
use crate::Error;

/// The ML-DSA half.
const SET: Set = Set::MlDsa65;

/// Length in bytes of a public key.
pub(super) const PUBLIC_LEN: usize = KeyType::Ed25519MlDsa65.public_len();

/// Where a public key is cut.
pub(super) const ML_DSA_PUBLIC_LEN: usize = SET.public_len();

const PREFIX: &[u8] = b"CompositeAlgorithmSignatures2025";
const LABEL: &[u8] = b"COMPSIG-MLDSA65-Ed25519-SHA512";

/// Both secret keys. Each wipes itself.
pub(super) struct SigningKey {
    ml_dsa: MlDsaKey,
    ed25519: ed25519::SigningKey,
}

impl SigningKey {
    /// The keys of two seeds, and the public key.
    pub(super) fn from_seeds(
        ml_dsa: &[u8; 32],
        ed25519: &[u8; 32],
    ) -> Result<(Self, Vec<u8>), Error> {
        let (ml_dsa, mut public) = MlDsaKey::from_seed(SET, ml_dsa)?;
        let ed25519 = ed25519::SigningKey::from_seed(ed25519);
        public.extend(ed25519.public());
        Ok((Self { ml_dsa, ed25519 }, public))
    }

    /// Signs with both.
    pub(super) fn sign(
        &self,
        message: &[u8],
        context: &[u8],
        randomness: &[u8; ml_dsa::SEED_LEN],
    ) -> Result<Vec<u8>, Error> {
        let composed = compose(message, context)?;
        let mut signature = self.ml_dsa.sign(&composed, LABEL, randomness)?;
        signature.extend(self.ed25519.sign(&composed));
        Ok(signature)
    }
}

/// Tells whether both halves of `signature` hold.
pub(super) fn verify(
    public: &[u8],
    ed25519: &ed25519::VerifyingKey,
    message: &[u8],
    context: &[u8],
    signature: &[u8],
) -> bool {
    let half = SET.signature_len();
    let (Ok(composed), Some(ml_dsa_public), Some((ml_dsa, second))) = (
        compose(message, context),
        public.get(..ML_DSA_PUBLIC_LEN),
        signature.split_at_checked(half),
    ) else {
        return false;
    };
    as_one_check(|| {
        ed25519.verify(&composed, second)
            && ml_dsa::verify(SET, ml_dsa_public, &composed, LABEL, ml_dsa)
    })
}

fn compose(message: &[u8], context: &[u8]) -> Result<Vec<u8>, Error> {
    let length = [ml_dsa::context_len(context)?];
    Ok([PREFIX, LABEL, &length, context, &Sha512::digest(message)].concat())
}
