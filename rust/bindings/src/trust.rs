//! See `countersign_core::trust::Prepared`.

use std::{cell::RefCell, rc::Rc};

use countersign_core::{
    Error,
    trust::{Prepared, Trust},
};

thread_local! {
    static OPEN: RefCell<Prepared> = const { RefCell::new(Prepared::new()) };
}

/// The trust input of a handle.
pub(crate) fn get(handle: u32) -> Result<Rc<Trust>, Error> {
    OPEN.with_borrow_mut(|open| open.get(handle))
}

/// Forgets every trust input, as `signer::forget` does keys, because the engine holds their tables.
#[cfg(feature = "node")]
pub(crate) fn forget() {
    OPEN.with_borrow_mut(Prepared::clear);
}

boundary! {
    fn trust_prepare as "trustPrepare" (frame: &[u8], document: String) -> u32 {
        OPEN.with_borrow_mut(|open| open.prepare(frame, &document))
    }

    fn trust_close as "trustClose" (handle: u32) -> bool {
        OPEN.with_borrow_mut(|open| open.close(handle)).map(|()| true)
    }
}
