//! The methods that this crate knows: one row each.
//!
//! A new method is a file beside this one that implements [`Method`], and a row at the end of this one. The row names the
//! function that a part of the engine brings ([`super::further`]), or says that all of them are `here`.

use serde_json::{Map, Value};

use super::{
    Did, document, ethr, further, further::Further, jwk, key, key::Agreement, peer, pkh, plc, sage,
    web,
};
use crate::{Error, keys::PublicKey};

/// Where the document of a DID comes from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Source {
    /// From the DID alone.
    Name,
    /// From a server: the host fetches it.
    Fetched,
    /// From a place that only the caller can reach.
    Elsewhere,
}

/// What a method says of its DIDs.
pub(super) trait Method {
    /// Its name.
    const NAME: &'static str;
    /// Where a resolver finds its documents.
    const SOURCE: Source;
    /// How the identifiers that are keys begin, if there are any.
    const KEY: Option<&'static str> = None;

    /// The canonical spelling of an identifier, or `None` if it is that already.
    fn canonical(id: &str) -> Result<Option<String>, Error>;

    /// The key that a DID is. Asked only where the identifier begins as [`Method::KEY`] says.
    fn own_key(did: &Did) -> Result<PublicKey, Error> {
        Err(did.needs_resolver())
    }

    /// Whether the DID is `key`. Asked only where [`Method::own_key`] is.
    fn is_own_key(did: &Did, key: &PublicKey) -> bool {
        Self::own_key(did).is_ok_and(|own| own == *key)
    }

    /// The only fragment under which a document names the key that the DID is, if the method fixes it.
    fn own_fragment(_id: &str) -> Option<&str> {
        None
    }

    /// The document that follows from the DID.
    fn document(did: &Did, _agreement: Agreement) -> Result<Map<String, Value>, Error> {
        Err(did.needs_resolver())
    }

    /// Reads and checks what a resolver fetched for a DID, and gives the document.
    fn read_fetched(text: &[u8], did: &Did) -> Result<Map<String, Value>, Error> {
        document::check(text, did)
    }

    /// What else the identifier says, by name.
    fn parts(_did: &Did) -> Result<Vec<(&'static str, String)>, Error> {
        Ok(Vec::new())
    }
}

/// A function of a method: as it stands, or through the table of the part that brings it.
macro_rules! reach {
    ($did:ident, document of $method:ty, document) => {
        further::of($did)?.document
    };
    ($did:ident, read_fetched of $method:ty, read_fetched) => {
        further::of($did)?.read_fetched
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
        pub(super) const FURTHER: [Option<Further>; METHODS.len()] = [$(row!($method, $brought)),+];

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

        pub(super) fn document(did: &Did, agreement: Agreement) -> Result<Map<String, Value>, Error> {
            match did.method() {
                $(<$method>::NAME => reach!(did, document of $method, $brought)(did, agreement),)+
                _ => Err(did.needs_resolver()),
            }
        }

        pub(super) fn read_fetched(text: &[u8], did: &Did) -> Result<Map<String, Value>, Error> {
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
