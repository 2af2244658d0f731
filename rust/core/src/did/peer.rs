//! `did:peer`: identifiers that carry their own document (did:peer method 2.0, DIF).
//!
//! | numalgo | Form | Document |
//! | --- | --- | --- |
//! | 0 | `0z…`: one key | as a did:key |
//! | 1 | `1z…`: hash of a stored document | must be known |
//! | 2 | `2` and elements `.A .D .E .I .V` of keys, `.S` of services, 1..=64 of them | [`elements`] |
//! | 3 | `3z…`: short form of 2 | must be known |
//! | 4 | `4z<hash>`: short form; `4z<hash>:z<document>`: long form | [`input`]; short form must be known |
//!
//! Parsing checks the form. Keys, services, the hash and the carried document
//! are checked when the document is made.

mod elements;
mod input;

use super::{
    Did, document, key,
    method::{Agreement, Method, Source},
    refused,
};
use crate::{
    Error,
    keys::{PublicKey, multikey},
};

pub use elements::{MAX_ELEMENTS, from_elements};
pub use input::{from_input, short_document, short_form};

/// The row of this method.
pub(super) struct Peer;

impl Method for Peer {
    const NAME: &'static str = "peer";
    const SOURCE: Source = Source::Name;
    /// Numalgo 0.
    const KEY: Option<&'static str> = Some("0");

    fn canonical(id: &str) -> Result<Option<String>, Error> {
        check(id).map(|()| None)
    }

    fn own_key(did: &Did) -> Result<PublicKey, Error> {
        public_key(did)
    }

    fn document(did: &Did, _: Agreement) -> Result<String, Error> {
        document(did)
    }
}

/// The DID of one key: numalgo 0.
///
/// # Errors
///
/// `ERR_KEY_NO_CODEC` for a hybrid key.
pub fn from_public_key(key: &PublicKey) -> Result<Did, Error> {
    Ok(Did { text: format!("did:peer:0{}", multikey::to_text(key)?), split: "did:peer".len() })
}

/// The key that a DID of numalgo 0 is.
fn public_key(did: &Did) -> Result<PublicKey, Error> {
    multikey::from_text(did.id().strip_prefix('0').ok_or_else(|| did.needs_resolver())?)
}

/// The document of a DID of numalgo 0, 2, or 4 in long form.
///
/// # Errors
///
/// `ERR_DID_METHOD_UNEXPECTED` for another method; `ERR_DID_NEEDS_RESOLVER` for a
/// form that does not carry its document; `ERR_DID_HASH` if numalgo 4 carries
/// another document than its hash names; `ERR_DID_DOCUMENT`, and as the decoders.
pub fn document(did: &Did) -> Result<String, Error> {
    match did.id_of("peer")?.split_at_checked(1) {
        Some(("0", text)) => {
            key::compose_document(did, &multikey::from_text(text)?, Agreement::Separate)
        }
        Some(("2", text)) => document::check_made(&elements::document(did, text)?, did),
        Some(("4", text)) => document::check_made(&input::document(did, text)?, did),
        _ => Err(did.needs_resolver()),
    }
}

fn check(id: &str) -> Result<(), Error> {
    let (numalgo, rest) = id.split_at_checked(1).unwrap_or_default();
    let valid = match numalgo {
        "0" | "1" | "3" => key::is_multibase(rest),
        "2" => elements::check(rest),
        "4" => rest.split(':').all(key::is_multibase) && rest.split(':').count() <= 2,
        _ => return Err(refused("peer", "its numalgo must be 0 to 4")),
    };
    if valid {
        Ok(())
    } else {
        Err(refused("peer", "the identifier must have the form of its numalgo"))
    }
}
