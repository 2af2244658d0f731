//! See `countersign_core::pop::sage`. A key crosses as SAGE's type number and `key_data`.

use countersign_core::{
    keys::sage_data::StoredKey,
    pop::sage::{self, Expected},
    time::UnixSeconds,
};

use crate::{host, trust, unsigned};

boundary! {
    fn pop_sage_challenge as "popSageChallenge" (did: String, data: &[u8]) -> String {
        Ok(sage::challenge(&did, data))
    }

    fn pop_sage_digest as "popSageDigest" (did: String, data: &[u8]) -> host::Bytes {
        Ok(sage::digest(&did, data).to_vec().into())
    }

    fn pop_sage_unsigned as "popSageUnsigned" (did: String, number: u32, data: &[u8], algorithm: String) -> u32 {
        unsigned::insert(sage::unsigned(&did, &StoredKey::new(number.into(), data)?, algorithm.parse()?)?)
    }

    fn pop_sage_verify as "popSageVerify" (proof: &[u8], trust: u32, did: String, is_stored: bool, number: u32, data: &[u8], now: f64) -> String {
        let stored = is_stored.then(|| StoredKey::new(number.into(), data)).transpose()?;
        let (trust, now) = (trust::get(trust)?, UnixSeconds::from_number(now));
        sage::verify_trusted(proof, &Expected { did: &did, trust: &trust, stored: stored.as_ref(), now })
    }

    fn pop_sage_verify_all as "popSageVerifyAll" (did: String, keys: String) -> String {
        sage::verify_all(&did, &keys)
    }
}
