//! Verifiers of chains that stay in the engine. See `countersign_core::receipt::chain`.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    receipt::chain::{Chain, Policy},
};

use crate::trust;

thread_local! {
    static CHAINS: RefCell<Handles<Chain>> = const { RefCell::new(Handles::new()) };
}

fn with<T>(handle: u32, run: impl FnOnce(&mut Chain) -> T) -> Result<T, Error> {
    CHAINS.with_borrow_mut(|chains| Ok(run(chains.get_mut(handle)?)))
}

/// Drops every verifier, after a panic.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    CHAINS.with_borrow_mut(Handles::clear);
}

boundary! {
    fn receipt_chain_create as "receiptChainCreate" (trust: u32, policy: String) -> u32 {
        let trust = trust::get(trust)?.as_ref().clone();
        let chain = Chain::new(trust, Policy::from_json(&policy)?);
        CHAINS.with_borrow_mut(|chains| chains.insert(chain))
    }

    fn receipt_chain_push as "receiptChainPush" (handle: u32, list: &[u8]) -> bool {
        with(handle, |chain| chain.push_all(list))?.map(|()| true)
    }

    fn receipt_chain_report as "receiptChainReport" (handle: u32) -> String {
        with(handle, |chain| chain.report().to_json())
    }

    fn receipt_chain_close as "receiptChainClose" (handle: u32) -> bool {
        CHAINS.with_borrow_mut(|chains| chains.remove(handle).map(|_| true))
    }
}
