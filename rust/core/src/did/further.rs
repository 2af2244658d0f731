//! The documents of methods that few pages meet. A part of the engine brings them: see [`crate::linked`].

use serde_json::{Map, Value};

use super::{Did, ethr, peer, pkh, plc};
use crate::{Error, linked::Slot};

type Document = Result<Map<String, Value>, Error>;

/// Makes documents, by method.
pub(super) struct Documents {
    pub(super) ethr: fn(&Did) -> Document,
    pub(super) peer: fn(&Did) -> Document,
    pub(super) pkh: fn(&Did) -> Document,
    /// Of the log that was fetched.
    pub(super) plc: fn(&[u8], &Did) -> Document,
}

static DOCUMENTS: Documents = Documents {
    ethr: ethr::default_document,
    peer: peer::document,
    pkh: pkh::document,
    plc: plc::document_of_log,
};

static SLOT: Slot<Documents> = Slot::new("did", &DOCUMENTS);

/// Makes these documents available: see [`crate::linked`].
pub fn register() {
    SLOT.register(&DOCUMENTS);
}

/// The functions, if they are there.
///
/// # Errors
///
/// `ERR_PART_MISSING`.
pub(super) fn documents() -> Result<&'static Documents, Error> {
    SLOT.get()
}
