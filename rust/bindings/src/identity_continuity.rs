//! Verifiers of continuity, which stay in the engine. See `countersign_core::identity::continuity`.

use std::cell::RefCell;

use countersign_core::{
    Error,
    handles::Handles,
    identity::continuity::{Continuity, Policy, heartbeat},
};

use crate::trust;

thread_local! {
    static OPEN: RefCell<Handles<Continuity>> = const { RefCell::new(Handles::new()) };
}

fn with<T>(handle: u32, run: impl FnOnce(&mut Continuity) -> T) -> Result<T, Error> {
    OPEN.with_borrow_mut(|open| Ok(run(open.get_mut(handle)?)))
}

/// Drops every verifier, after a panic.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    OPEN.with_borrow_mut(Handles::clear);
}

boundary! {
    fn continuity_heartbeat as "continuityHeartbeat" (status: String, challenge: &[u8], acknowledged: &[u8]) -> String {
        heartbeat(&status, challenge, acknowledged)
    }

    fn continuity_create as "continuityCreate" (trust: u32, policy: String) -> u32 {
        let trust = trust::get(trust)?.as_ref().clone();
        let continuity = Continuity::new(trust, Policy::from_json(&policy)?);
        OPEN.with_borrow_mut(|open| open.insert(continuity))
    }

    fn continuity_push as "continuityPush" (handle: u32, list: &[u8]) -> bool {
        with(handle, |continuity| continuity.push_all(list))?.map(|()| true)
    }

    fn continuity_report as "continuityReport" (handle: u32) -> String {
        with(handle, |continuity| continuity.report().to_json())
    }

    fn continuity_close as "continuityClose" (handle: u32) -> bool {
        OPEN.with_borrow_mut(|open| open.remove(handle).map(|_| true))
    }
}
