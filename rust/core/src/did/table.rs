//! The methods that this crate knows: one row each.
//!
//! A new method is a file beside this one that implements [`Method`], with a folder of its name if it is long, and a row
//! at the end of this one. The row names the function that a part of the engine brings (see [`crate::linked`]: methods
//! that few pages meet), or says that all of them are `here`.

use super::{
    Did, document, ethr, jwk, key,
    method::{Agreement, Method, Source},
    peer, pkh, plc, sage, web,
};
use crate::{Error, keys::PublicKey, linked::Slot};

type Document = Result<String, Error>;

/// What makes the documents of one method.
struct Further {
    name: &'static str,
    document: fn(&Did, Agreement) -> Document,
    read_fetched: fn(&[u8], &Did) -> Document,
}

type Table = [Option<Further>; METHODS.len()];

static TABLE: Table = FURTHER;

static SLOT: Slot<Table> = Slot::new("did", &TABLE);

/// Makes the documents of those methods available: see [`crate::linked`].
pub fn register() {
    SLOT.register(&TABLE);
}

/// What makes the documents of a method, if it is there.
///
/// # Errors
///
/// `ERR_PART_MISSING`.
fn further(did: &Did) -> Result<&'static Further, Error> {
    let row = SLOT.get()?.iter().flatten().find(|row| row.name == did.method());
    row.ok_or_else(|| did.needs_resolver())
}

impl Did {
    /// The document of a DID whose method needs no network. `agreement` is for did:key.
    ///
    /// # Errors
    ///
    /// `ERR_DID_NEEDS_RESOLVER` for any other; as the method's own function.
    pub fn document(&self, agreement: Agreement) -> Result<String, Error> {
        document_of(self, agreement)
    }
}

/// A function of a method: as it stands, or through the table of the part that brings it.
macro_rules! reach {
    ($did:ident, document of $method:ty, document) => {
        further($did)?.document
    };
    ($did:ident, read_fetched of $method:ty, read_fetched) => {
        further($did)?.read_fetched
    };
    ($did:ident, $function:ident of $method:ty, $brought:ident) => {
        <$method>::$function
    };
}

/// The row of a method in the table of that part.
macro_rules! row {
    ($method:ty, here) => {
        None
    };
    ($method:ty, $brought:ident) => {
        Some(Further {
            name: <$method>::NAME,
            document: <$method>::document,
            read_fetched: <$method>::read_fetched,
        })
    };
}

macro_rules! methods {
    ($($method:ty => $brought:ident),+ $(,)?) => {
        /// Every method that is known, by name, and where a resolver finds its documents.
        pub const METHODS: [(&str, Source); [$(<$method>::NAME),+].len()] =
            [$((<$method>::NAME, <$method>::SOURCE)),+];

        /// The methods whose documents are made elsewhere than here.
        const FURTHER: [Option<Further>; METHODS.len()] = [$(row!($method, $brought)),+];

        pub(super) fn canonical(method: &str, id: &str) -> Result<Option<String>, Error> {
            match method {
                $(<$method>::NAME => <$method>::canonical(id),)+
                _ => Ok(None),
            }
        }

        /// How the identifiers of a method that are keys begin.
        pub(super) fn key_prefix(method: &str) -> Option<&'static str> {
            match method {
                $(<$method>::NAME => <$method>::KEY,)+
                _ => None,
            }
        }

        pub(super) fn own_key(did: &Did) -> Result<PublicKey, Error> {
            match did.method() {
                $(<$method>::NAME => <$method>::own_key(did),)+
                _ => Err(did.needs_resolver()),
            }
        }

        pub(super) fn is_own_key(did: &Did, key: &PublicKey) -> bool {
            match did.method() {
                $(<$method>::NAME => <$method>::is_own_key(did, key),)+
                _ => false,
            }
        }

        pub(super) fn own_fragment<'a>(method: &str, id: &'a str) -> Option<&'a str> {
            match method {
                $(<$method>::NAME => <$method>::own_fragment(id),)+
                _ => None,
            }
        }

        fn document_of(did: &Did, agreement: Agreement) -> Document {
            match did.method() {
                $(<$method>::NAME => reach!(did, document of $method, $brought)(did, agreement),)+
                _ => Err(did.needs_resolver()),
            }
        }

        pub(super) fn read_fetched(text: &[u8], did: &Did) -> Document {
            match did.method() {
                $(<$method>::NAME => reach!(did, read_fetched of $method, $brought)(text, did),)+
                _ => document::check(text, did),
            }
        }

        pub(super) fn parts(did: &Did) -> Result<Vec<(&'static str, String)>, Error> {
            match did.method() {
                $(<$method>::NAME => <$method>::parts(did),)+
                _ => Ok(Vec::new()),
            }
        }
    };
}

methods! {
    ethr::Ethr => document,
    jwk::Jwk => here,
    key::Key => here,
    peer::Peer => document,
    pkh::Pkh => document,
    plc::Plc => read_fetched,
    sage::Sage => here,
    web::Web => here,
}
