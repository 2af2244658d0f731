//! Secret keys that stay in the engine. See `countersign_core::handles`.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    keys::{Algorithm, PublicKey, SecretKey, Signing, ml_dsa::SEED_LEN},
};
use rand_core::Rng;
use zeroize::Zeroizing;

use crate::{host, random};

thread_local! {
    static KEYS: RefCell<Handles<SecretKey>> = const { RefCell::new(Handles::new()) };
}

/// Runs `use_key` on the key of an open handle.
pub(crate) fn with<T>(
    handle: u32,
    use_key: impl FnOnce(&SecretKey) -> Result<T, Error>,
) -> Result<T, Error> {
    KEYS.with_borrow(|keys| use_key(keys.get(handle)?))
}

/// Signs, with fresh randomness where the algorithm takes it.
pub(crate) fn sign(
    key: &SecretKey,
    algorithm: Algorithm,
    message: &[u8],
) -> Result<Vec<u8>, Error> {
    if !algorithm.is_post_quantum() {
        return key.sign(algorithm, message);
    }
    key.sign_hedged(algorithm, message, &mut random::system()?)
}

/// Signs under a context, with fresh randomness unless it shall be `deterministic`.
fn sign_in(
    key: &SecretKey,
    algorithm: Algorithm,
    message: &[u8],
    context: &[u8],
    deterministic: bool,
) -> Result<Vec<u8>, Error> {
    let mut randomness = Zeroizing::new([0; SEED_LEN]);
    if !deterministic {
        random::system()?.fill_bytes(randomness.as_mut());
    }
    key.sign_with(algorithm, message, Signing { context, randomness: &randomness })
}

/// Takes a key in and gives its handle.
pub(crate) fn keep(key: SecretKey) -> Result<u32, Error> {
    KEYS.with_borrow_mut(|keys| keys.insert(key))
}

/// Wipes every key. In WebAssembly an engine that stopped is thrown away with its memory;
/// the addon stays in its process, so it is emptied.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    KEYS.with_borrow_mut(Handles::clear);
}

boundary! {
    fn signer_generate as "signerGenerate" (key_type: String) -> u32 {
        keep(SecretKey::generate(key_type.parse()?, &mut random::system()?)?)
    }

    fn signer_import as "signerImport" (key_type: String, secret: &[u8]) -> u32 {
        keep(SecretKey::from_bytes(key_type.parse()?, secret)?)
    }

    fn signer_public as "signerPublic" (handle: u32) -> host::Public {
        with(handle, |key| Ok(key.public_key().as_bytes().to_vec().into()))
    }

    fn signer_sign as "signerSign" (handle: u32, algorithm: String, message: &[u8]) -> host::Public {
        with(handle, |key| Ok(sign(key, algorithm.parse()?, message)?.into()))
    }

    fn signer_sign_in as "signerSignIn" (handle: u32, algorithm: String, message: &[u8], context: &[u8], deterministic: bool) -> host::Public {
        with(handle, |key| Ok(sign_in(key, algorithm.parse()?, message, context, deterministic)?.into()))
    }

    fn signer_sign_recoverable as "signerSignRecoverable" (handle: u32, algorithm: String, message: &[u8]) -> host::Public {
        with(handle, |key| Ok(key.sign_recoverable(algorithm.parse()?, message)?.to_vec().into()))
    }

    fn signer_agree as "signerAgree" (handle: u32, other: &[u8]) -> host::Bytes {
        with(handle, |key| Ok(key.agree(&PublicKey::from_tagged(other)?)?.to_vec().into()))
    }

    fn signer_export as "signerExport" (handle: u32) -> host::Bytes {
        with(handle, |key| Ok(key.expose().to_vec().into()))
    }

    fn signer_close as "signerClose" (handle: u32) -> bool {
        KEYS.with_borrow_mut(|keys| keys.remove(handle).map(|_| true))
    }

    fn signer_count as "signerCount" () -> u32 {
        Ok(KEYS.with_borrow(|keys| u32::try_from(keys.len()).unwrap_or(u32::MAX)))
    }
}

when_loaded! { countersign_kernels::test_signing_at_load as "selfTestSign" }
