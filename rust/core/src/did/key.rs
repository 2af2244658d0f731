//! `did:key`: a public key that is its own name (did:key method, W3C CCG).
//!
//! `did:key:z<base58btc of codec and key>`. Parsing checks the letters, because a
//! DID of a key type unknown here is still a DID; [`public_key`] checks codec,
//! length and point (see [`multikey`]).
//!
//! The document has one method, `#` and the identifier, for every relationship
//! that the type of key allows. Key agreement with a key that also signs is an
//! option, off by default as in the specification: it makes an X25519 key of an
//! Ed25519 key, and uses a key of P-256 or secp256k1 for both.

use super::{
    Did, Purpose, class,
    compose::{self, Composer, MULTIKEY_CONTEXT},
    method::{Agreement, Method, Source},
    refused,
};
use crate::{
    Error,
    keys::{KeyType, PublicKey, multikey},
};

/// The row of this method.
pub(super) struct Key;

impl Method for Key {
    const NAME: &'static str = "key";
    const SOURCE: Source = Source::Name;
    const KEY: Option<&'static str> = Some("");

    fn canonical(id: &str) -> Result<Option<String>, Error> {
        check(id).map(|()| None)
    }

    fn own_key(did: &Did) -> Result<PublicKey, Error> {
        public_key(did)
    }

    /// Compared as text, of which a key has one: to read the key anew would decompress its point.
    fn is_own_key(did: &Did, key: &PublicKey) -> bool {
        multikey::to_text(key).is_ok_and(|text| text == did.id())
    }

    fn own_fragment(id: &str) -> Option<&str> {
        Some(id)
    }

    fn document(did: &Did, agreement: Agreement) -> Result<String, Error> {
        document(did, agreement)
    }
}

/// The DID of a key.
///
/// # Errors
///
/// `ERR_KEY_NO_CODEC` for a hybrid key.
pub fn from_public_key(key: &PublicKey) -> Result<Did, Error> {
    Ok(Did { text: format!("did:key:{}", multikey::to_text(key)?), split: "did:key".len() })
}

/// The key that a DID is.
///
/// # Errors
///
/// `ERR_DID_METHOD_UNEXPECTED` for another method, and as [`multikey::from_text`].
pub fn public_key(did: &Did) -> Result<PublicKey, Error> {
    multikey::from_text(did.id_of("key")?)
}

/// The document of a DID.
///
/// # Errors
///
/// As [`public_key`].
pub fn document(did: &Did, agreement: Agreement) -> Result<String, Error> {
    compose_document(did, &public_key(did)?, agreement)
}

/// The document of a DID that is one key; also that of a did:peer of numalgo 0.
pub(super) fn compose_document(
    did: &Did,
    key: &PublicKey,
    agreement: Agreement,
) -> Result<String, Error> {
    let mut document = Composer::new(did, &[MULTIKEY_CONTEXT]);
    let name = |key: &PublicKey| format!("{did}#{}", multikey::encode(key));
    let derived = agreement == Agreement::Derived;
    document.multikey(&name(key), key, &compose::purposes(key.key_type(), derived));
    if derived && key.key_type() == KeyType::Ed25519 {
        let x25519 = key.to_x25519()?;
        document.multikey(&name(&x25519), &x25519, &[Purpose::KeyAgreement]);
    }
    Ok(document.finish(Vec::new()))
}

fn check(id: &str) -> Result<(), Error> {
    if is_multibase(id) {
        return Ok(());
    }
    Err(refused("key", "the identifier must be z and base58btc"))
}

/// `z` and at least one letter of base58btc.
pub(super) fn is_multibase(text: &str) -> bool {
    match text.as_bytes().split_first() {
        Some((b'z', body)) => !body.is_empty() && class::all(body, class::BASE58),
        _ => false,
    }
}
