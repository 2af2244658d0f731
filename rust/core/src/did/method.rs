//! What a DID method tells: its names, its keys, its documents. The methods that are known stand in [`super::table`].

use super::{Did, document};
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

/// Whether a document offers key agreement with a key that also signs.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Agreement {
    /// Only an X25519 key agrees.
    #[default]
    Separate,
    /// A signing key agrees too, or the X25519 key made of it.
    Derived,
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
    fn document(did: &Did, _agreement: Agreement) -> Result<String, Error> {
        Err(did.needs_resolver())
    }

    /// Reads and checks what a resolver fetched for a DID, and gives the document.
    fn read_fetched(text: &[u8], did: &Did) -> Result<String, Error> {
        document::check(text, did)
    }

    /// What else the identifier says, by name.
    fn parts(_did: &Did) -> Result<Vec<(&'static str, String)>, Error> {
        Ok(Vec::new())
    }
}
