//! The arithmetic of ML-DSA: libcrux, which states that its timing does not depend on secrets beyond what the rejection
//! loop of FIPS 204 shows anyway; nobody can promise that for WebAssembly. It leaves the seed, `K` and coefficients of
//! `s1` on the stack, which is wiped afterwards.

use countersign_kernels::stack::{DEEP, roomy, swept};
use libcrux_ml_dsa::{
    MLDSASignature, MLDSASigningKey, MLDSAVerificationKey, ml_dsa_44, ml_dsa_65, ml_dsa_87,
};
use zeroize::Zeroize;

use super::{Functions, SEED_LEN, Set, SigningKey, expanded};
use crate::{Error, keys::count_check};

pub(super) static FUNCTIONS: Functions =
    Functions { from_seed, from_expanded, sign_internal, verify_internal };

/// Bytes of the stack to sweep, more than a key or a signature of any set uses: 172 kB in WebAssembly
/// and natively. Code that is not optimised uses more.
const DEPTH: usize = if cfg!(debug_assertions) { 256 << 10 } else { 192 << 10 };

fn from_seed(set: Set, seed: &[u8; SEED_LEN]) -> Result<(SigningKey, Vec<u8>), Error> {
    macro_rules! expand {
        ($variant:ident, $module:ident) => {{
            let mut pair = $module::generate_key_pair(*seed);
            let key = SigningKey::$variant(to_box(pair.signing_key.as_ref()));
            pair.signing_key.as_mut_slice().zeroize();
            Ok((key, pair.verification_key.as_slice().to_vec()))
        }};
    }
    swept::<DEPTH, _>(|| match set {
        Set::MlDsa44 => expand!(MlDsa44, ml_dsa_44),
        Set::MlDsa65 => expand!(MlDsa65, ml_dsa_65),
        Set::MlDsa87 => expand!(MlDsa87, ml_dsa_87),
    })
}

fn from_expanded(set: Set, bytes: &[u8]) -> Result<(SigningKey, Vec<u8>), Error> {
    let wrong = |_| Error::BytesLength("secret key", set.expanded_len(), bytes.len());
    let key = match set {
        Set::MlDsa44 => SigningKey::MlDsa44(to_box(bytes.try_into().map_err(wrong)?)),
        Set::MlDsa65 => SigningKey::MlDsa65(to_box(bytes.try_into().map_err(wrong)?)),
        Set::MlDsa87 => SigningKey::MlDsa87(to_box(bytes.try_into().map_err(wrong)?)),
    };
    Ok((key, swept::<DEEP, _>(|| expanded::check(set, bytes))?))
}

fn sign_internal(
    key: &SigningKey,
    composed: &[u8],
    randomness: &[u8; SEED_LEN],
) -> Result<Vec<u8>, Error> {
    macro_rules! sign {
        ($key:ident, $module:ident) => {
            $module::sign_internal($key, composed, *randomness)
                .map(|signature| signature.as_slice().to_vec())
                .map_err(|_| Error::SignerInvalid)
        };
    }
    swept::<DEPTH, _>(|| match key {
        SigningKey::MlDsa44(key) => sign!(key, ml_dsa_44),
        SigningKey::MlDsa65(key) => sign!(key, ml_dsa_65),
        SigningKey::MlDsa87(key) => sign!(key, ml_dsa_87),
    })
}

fn verify_internal(set: Set, public: &[u8], composed: &[u8], signature: &[u8]) -> bool {
    macro_rules! verify {
        ($module:ident) => {{
            let (Ok(public), Ok(signature)) = (public.try_into(), signature.try_into()) else {
                return false;
            };
            count_check();
            let public = MLDSAVerificationKey::new(public);
            $module::verify_internal(&public, composed, &MLDSASignature::new(signature)).is_ok()
        }};
    }
    roomy::<DEPTH, _>(|| match set {
        Set::MlDsa44 => verify!(ml_dsa_44),
        Set::MlDsa65 => verify!(ml_dsa_65),
        Set::MlDsa87 => verify!(ml_dsa_87),
    })
}

/// A key in a box, filled there, so that no copy stays on the stack.
fn to_box<const N: usize>(bytes: &[u8; N]) -> Box<MLDSASigningKey<N>> {
    let mut key = Box::new(MLDSASigningKey::zero());
    key.as_mut_slice().copy_from_slice(bytes);
    key
}
