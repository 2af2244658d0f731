//! `did:jwk`: a public key as base64url of its JWK (did:jwk method, quartzjer).

use super::refused;
use crate::Error;

pub(super) fn check(id: &str) -> Result<(), Error> {
    if is_base64url(id) {
        return Ok(());
    }
    Err(refused("jwk", "the identifier is base64url without padding"))
}

pub(super) fn is_base64url(text: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.len() % 4 != 1 && text.bytes().all(letter)
}
