//! See `countersign_core::keys::ml_dsa`: the internal interface of FIPS 204, for test vectors.

use countersign_core::{
    Error,
    keys::ml_dsa::{self, SEED_LEN, Set},
};

use crate::host;

fn set(key_type: &str) -> Result<Set, Error> {
    Set::of(key_type.parse()?)
}

fn to_array<'a>(what: &'static str, bytes: &'a [u8]) -> Result<&'a [u8; SEED_LEN], Error> {
    bytes.try_into().map_err(|_| Error::BytesLength(what, SEED_LEN, bytes.len()))
}

boundary! {
    fn ml_dsa_public as "mlDsaPublic" (key_type: String, seed: &[u8]) -> host::Public {
        Ok(ml_dsa::expand(set(&key_type)?, to_array("seed", seed)?)?.0.into())
    }

    fn ml_dsa_expand as "mlDsaExpand" (key_type: String, seed: &[u8]) -> host::Bytes {
        Ok(ml_dsa::expand(set(&key_type)?, to_array("seed", seed)?)?.1.to_vec().into())
    }

    fn ml_dsa_sign_internal as "mlDsaSignInternal" (key_type: String, expanded: &[u8], composed: &[u8], randomness: &[u8]) -> host::Public {
        Ok(ml_dsa::sign_internal(set(&key_type)?, expanded, composed, to_array("randomness", randomness)?)?.into())
    }

    fn ml_dsa_verify_internal as "mlDsaVerifyInternal" (key_type: String, key: &[u8], composed: &[u8], signature: &[u8]) -> bool {
        Ok(ml_dsa::verify_internal(set(&key_type)?, key, composed, signature))
    }
}

when_loaded! { ml_dsa::register as "registerMlDsa" }
