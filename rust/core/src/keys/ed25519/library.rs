//! Ed25519 by ed25519-dalek and curve25519-dalek.
//!
//! Of what verifies in ed25519-dalek, a table of multiples of the base point is left out, 7.7 kB that no compression shrinks.
//! The same table is made when the first signature is verified, which takes some 0.7 ms.

use std::sync::OnceLock;

use countersign_kernels::{ed25519::SMALL_ORDER, stack::swept};
use curve25519_dalek::{
    EdwardsPoint, Scalar, constants::ED25519_BASEPOINT_POINT,
    edwards::VartimeEdwardsPrecomputation, traits::VartimePrecomputedMultiscalarMul,
};
use ed25519_dalek::{Signature, VerifyingKey, hazmat::ExpandedSecretKey};
use sha2::{Digest, Sha512};
use zeroize::Zeroizing;

use crate::keys::edwards::{DEPTH, times_base};

/// The verdict on a key that was checked.
pub(super) fn verify(key: &VerifyingKey, message: &[u8], signature: &[u8; 64]) -> bool {
    let signature = Signature::from_bytes(signature);
    // The equation is compared on compressed bytes: only a canonical R can match,
    // so a table of canonical encodings is enough to find a small order.
    !SMALL_ORDER.contains(signature.r_bytes()) && by_table(key, message, &signature)
}

/// As `verify` of the library: S is canonical, and `[S]B - [k]A` has the bytes of R.
fn by_table(key: &VerifyingKey, message: &[u8], signature: &Signature) -> bool {
    let Some(s) = Scalar::from_canonical_bytes(*signature.s_bytes()).into_option() else {
        return false;
    };
    let hash = Sha512::new().chain_update(signature.r_bytes()).chain_update(key.as_bytes());
    let k = Scalar::from_hash(hash.chain_update(message));
    let r: EdwardsPoint = base().vartime_mixed_multiscalar_mul([s], [k], [-key.to_edwards()]);
    r.compress().as_bytes() == signature.r_bytes()
}

/// Odd multiples of the base point.
fn base() -> &'static VartimeEdwardsPrecomputation {
    static BASE: OnceLock<VartimeEdwardsPrecomputation> = OnceLock::new();
    // It is made on the stack, deeper than a caller wipes.
    let make = || BASE.get_or_init(|| VartimeEdwardsPrecomputation::new([ED25519_BASEPOINT_POINT]));
    BASE.get().unwrap_or_else(|| swept::<DEPTH, _>(make))
}

/// A secret key. Wipes itself.
pub(in crate::keys) struct SigningKey {
    expanded: ExpandedSecretKey,
    public: [u8; 32],
}

impl SigningKey {
    pub(super) fn from_seed(seed: &[u8; 32]) -> Self {
        let expanded = ExpandedSecretKey::from(seed);
        let public = times_base(&expanded.scalar).compress().to_bytes();
        Self { expanded, public }
    }

    pub(super) const fn public(&self) -> [u8; 32] {
        self.public
    }

    /// The scalar modulo the order.
    pub(super) const fn scalar(&self) -> Scalar {
        self.expanded.scalar
    }

    /// RFC 8032, section 5.1.6.
    pub(super) fn sign(&self, message: &[u8]) -> [u8; 64] {
        let hash = Sha512::new().chain_update(self.expanded.hash_prefix).chain_update(message);
        let nonce = Zeroizing::new(Scalar::from_hash(hash));
        let r = times_base(&nonce).compress().to_bytes();
        let hash = Sha512::new().chain_update(r).chain_update(self.public).chain_update(message);
        let s = Scalar::from_hash(hash) * self.expanded.scalar + *nonce;
        let mut signature = [0; 64];
        let (first, second) = signature.split_at_mut(32);
        first.copy_from_slice(&r);
        second.copy_from_slice(s.as_bytes());
        signature
    }
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::constants::EIGHT_TORSION;
    use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};

    use super::by_table;

    #[test]
    fn signs_as_the_library_does() {
        for seed in 0..50_u8 {
            let (ours, theirs) =
                (super::SigningKey::from_seed(&[seed; 32]), SigningKey::from_bytes(&[seed; 32]));
            assert_eq!(ours.public(), theirs.verifying_key().to_bytes());
            assert_eq!(ours.scalar(), theirs.to_scalar());
            let message = vec![seed; usize::from(seed) * 5];
            assert_eq!(ours.sign(&message), theirs.sign(&message).to_bytes());
        }
    }

    fn agrees(key: &VerifyingKey, message: &[u8], signature: &Signature) -> bool {
        let holds = by_table(key, message, signature);
        assert_eq!(holds, key.verify(message, signature).is_ok());
        holds
    }

    /// Each bit of a signature, each of the key's messages, and keys of mixed order.
    #[test]
    fn the_table_gives_the_verdicts_of_the_library() {
        let secret = SigningKey::from_bytes(&[7; 32]);
        let signature = secret.sign(b"message");
        assert!(agrees(&secret.verifying_key(), b"message", &signature));
        assert!(!agrees(&secret.verifying_key(), b"another", &signature));
        for bit in 0..512 {
            let mut bytes = signature.to_bytes();
            bytes.iter_mut().skip(bit / 8).take(1).for_each(|byte| *byte ^= 1 << (bit % 8));
            assert!(!agrees(&secret.verifying_key(), b"message", &Signature::from_bytes(&bytes)));
        }
        let mut accepted = 0;
        for torsion in EIGHT_TORSION {
            let mixed = (secret.verifying_key().to_edwards() + torsion).compress();
            let key = VerifyingKey::from_bytes(mixed.as_bytes()).unwrap();
            accepted += u32::from(agrees(&key, b"message", &signature));
        }
        assert!(accepted >= 1);
    }
}
