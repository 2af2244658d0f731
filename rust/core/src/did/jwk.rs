//! `did:jwk`: a public key as base64url of its JWK (did:jwk method, quartzjer).
//!
//! Parsing checks the letters; [`public_key`] reads the JWK strictly and refuses
//! private members. The document has one method, `#0`. `use` decides between
//! signing and key agreement where the type of key could do both.

use super::{
    Did, Purpose,
    compose::{self, Composer},
    method::{Agreement, Method, Source},
    refused,
};
use crate::{
    Error,
    encoding::{
        base64url,
        document::{Document, Node, Numbers},
    },
    keys::{PublicKey, jwk},
};

/// The row of this method.
pub(super) struct Jwk;

impl Method for Jwk {
    const NAME: &'static str = "jwk";
    const SOURCE: Source = Source::Name;
    const KEY: Option<&'static str> = Some("");

    fn canonical(id: &str) -> Result<Option<String>, Error> {
        check(id).map(|()| None)
    }

    fn own_key(did: &Did) -> Result<PublicKey, Error> {
        public_key(did)
    }

    fn own_fragment(_id: &str) -> Option<&str> {
        Some("0")
    }

    fn document(did: &Did, _: Agreement) -> Result<String, Error> {
        document(did)
    }
}

const CONTEXT: &str = "https://w3id.org/security/suites/jws-2020/v1";

/// The DID of a key: its smallest JWK, in JCS form.
///
/// # Errors
///
/// None in practice: the encoders take every JWK of a key.
pub fn from_public_key(key: &PublicKey) -> Result<Did, Error> {
    let jwk = base64url::encode(jwk::public_to_json(key).as_bytes());
    Ok(Did { text: format!("did:jwk:{jwk}"), split: "did:jwk".len() })
}

/// The key that a DID is.
///
/// # Errors
///
/// `ERR_DID_METHOD_UNEXPECTED` for another method; a code of [`crate::encoding::document`]; those of
/// [`jwk::public_from_json`].
pub fn public_key(did: &Did) -> Result<PublicKey, Error> {
    jwk::public_from_json(jwk_of(&text_of(did)?)?.root())
}

/// The document of a DID.
///
/// # Errors
///
/// As [`public_key`], and `ERR_JSON_DEPTH` for a JWK that is too deep to stand in a document.
pub fn document(did: &Did) -> Result<String, Error> {
    let text = text_of(did)?;
    let jwk = jwk_of(&text)?;
    let key = jwk::public_from_json(jwk.root())?;
    let usage = jwk.root().get("use").and_then(Node::as_str);
    let mut purposes = compose::purposes(key.key_type(), true);
    purposes.retain(|purpose| match usage {
        Some("sig") => *purpose != Purpose::KeyAgreement,
        Some("enc") => *purpose == Purpose::KeyAgreement,
        _ => true,
    });
    let mut document = Composer::new(did, &[CONTEXT]);
    document.method(
        &format!("{did}#0"),
        "JsonWebKey2020",
        vec![("publicKeyJwk", jwk.canonical()?)],
        &purposes,
    );
    super::document::check_made(&document.finish(Vec::new()), did)
}

fn text_of(did: &Did) -> Result<Vec<u8>, Error> {
    base64url::decode(did.id_of("jwk")?)
}

fn jwk_of(text: &[u8]) -> Result<Document<'_>, Error> {
    Document::read_object(text, Numbers::Exact)
}

fn check(id: &str) -> Result<(), Error> {
    if is_base64url(id) {
        return Ok(());
    }
    Err(refused("jwk", "the identifier must be base64url without padding"))
}

pub(super) fn is_base64url(text: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.len() % 4 != 1 && text.bytes().all(letter)
}
