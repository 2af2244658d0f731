//! Ring signatures: `countersign_core::ring`. A ring stays in the engine, prepared, until it is closed.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    ring::{self, Ring},
};
use rand_core::Rng;

use crate::{host, random, signer};

thread_local! {
    static RINGS: RefCell<Handles<Ring>> = const { RefCell::new(Handles::with_limit(1_024)) };
}

fn with<T>(handle: u32, run: impl FnOnce(&Ring) -> Result<T, Error>) -> Result<T, Error> {
    RINGS.with_borrow(|rings| run(rings.get(handle)?))
}

fn draw_random() -> Result<[u8; 32], Error> {
    let mut bytes = [0; 32];
    random::system()?.fill_bytes(&mut bytes);
    Ok(bytes)
}

boundary! {
    fn ring_prepare as "ringPrepare" (key_type: String, keys: &[u8], scope: &[u8]) -> u32 {
        let ring = Ring::from_packed(key_type.parse()?, keys, scope)?;
        RINGS.with_borrow_mut(|rings| rings.insert(ring))
    }

    fn ring_close as "ringClose" (handle: u32) -> bool {
        RINGS.with_borrow_mut(|rings| rings.remove(handle).map(|_| true))
    }

    fn ring_sign as "ringSign" (handle: u32, signer: u32, message: &[u8]) -> host::Public {
        with(handle, |ring| signer::with(signer, |key| Ok(ring.sign(key, message, &draw_random()?)?.into())))
    }

    fn ring_verify as "ringVerify" (handle: u32, message: &[u8], signature: &[u8]) -> host::Public {
        with(handle, |ring| Ok(ring.verify(message, signature)?.into()))
    }

    fn ring_verify_batch as "ringVerifyBatch" (handle: u32, packed: &[u8]) -> host::Public {
        with(handle, |ring| Ok(ring.verify_packed(packed)?.into()))
    }

    fn ring_read_image as "ringReadImage" (signature: &[u8]) -> host::Public {
        Ok(ring::read_image(signature)?.into())
    }

    fn ring_derive_image as "ringDeriveImage" (signer: u32, scope: &[u8]) -> host::Public {
        signer::with(signer, |key| Ok(ring::derive_image(key, scope)?.into()))
    }
}

when_loaded! { countersign_kernels::test_rings_at_load as "selfTestRing" }
