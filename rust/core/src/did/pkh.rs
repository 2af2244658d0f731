//! `did:pkh`: a blockchain account (did:pkh method, CAIP-10).
//!
//! `did:pkh:<namespace>:<reference>:<address>`
//!
//! | Part | Rule |
//! | --- | --- |
//! | namespace | 3..=8 of `a-z0-9-` |
//! | reference | 1..=32 of `A-Za-z0-9-_` |
//! | address | 1..=128 of `A-Za-z0-9.-`; under `eip155` an Ethereum address, lowered |
//!
//! An early draft wrote `did:pkh:<network>:<address>` for seven networks. Those
//! names are read and kept as written; no document is made for them.

use super::{hexadecimal, refused};
use crate::Error;

/// Networks of the early draft.
const EARLY: &[&str] = &["btc", "celo", "doge", "eth", "poly", "sol", "tz"];

pub(super) fn canonical(id: &str) -> Result<Option<String>, Error> {
    let mut parts = id.split(':');
    let found = (parts.next(), parts.next(), parts.next(), parts.next());
    match found {
        (Some(network), Some(address), None, None)
            if EARLY.contains(&network) && is_address(address) =>
        {
            Ok(None)
        }
        (Some(namespace), Some(reference), Some(address), None)
            if is_namespace(namespace) && is_reference(reference) && is_address(address) =>
        {
            account(id, namespace, reference, address)
        }
        _ => Err(refused("pkh", "the identifier is a CAIP-10 account")),
    }
}

fn account(
    id: &str,
    namespace: &str,
    reference: &str,
    address: &str,
) -> Result<Option<String>, Error> {
    if namespace != "eip155" {
        return Ok(None);
    }
    let chain = reference.bytes().all(|byte| byte.is_ascii_digit()) && !reference.starts_with('0');
    if !chain || !hexadecimal::is_hex(address, hexadecimal::ADDRESS_LEN) {
        return Err(refused("pkh", "eip155 takes a decimal chain id and an address of 20 bytes"));
    }
    let kept = hexadecimal::is_lower_address(address)?;
    Ok(if kept { None } else { Some(id.to_ascii_lowercase()) })
}

fn is_namespace(text: &str) -> bool {
    let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    (3..=8).contains(&text.len()) && text.bytes().all(plain)
}

fn is_reference(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=32).contains(&text.len()) && text.bytes().all(plain)
}

fn is_address(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    (1..=128).contains(&text.len()) && text.bytes().all(plain)
}
