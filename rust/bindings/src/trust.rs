//! See `countersign_core::trust::Recent`.

use std::{cell::RefCell, rc::Rc};

use countersign_core::{
    Error,
    keys::PublicKey,
    trust::{Recent, Trust},
};

thread_local! {
    static RECENT: RefCell<Recent> = const { RefCell::new(Recent::new()) };
}

/// The trust input of a call: one pinned key, or JSON if that is empty.
pub(crate) fn read(key: &[u8], text: &str) -> Result<Rc<Trust>, Error> {
    RECENT.with_borrow_mut(|recent| recent.read(key, text))
}

/// Forgets the trust input, as `signer::forget` does keys: its tables are the engine's.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    RECENT.set(Recent::new());
}

/// Takes note that a signature held under a key of it.
pub(crate) fn note(key: Option<&PublicKey>) {
    RECENT.with_borrow_mut(|recent| recent.note(key));
}
