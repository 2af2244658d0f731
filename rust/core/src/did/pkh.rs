//! `did:pkh`: a blockchain account (did:pkh method, CAIP-10).
//!
//! `did:pkh:<namespace>:<reference>:<address>`
//!
//! | Part | Rule |
//! | --- | --- |
//! | namespace | 3..=8 of `a-z0-9-` |
//! | reference | 1..=32 of `A-Za-z0-9-_` |
//! | address | 1..=128 of `A-Za-z0-9.-`; under `eip155` an Ethereum address, in lower case |
//!
//! An early draft wrote `did:pkh:<network>:<address>` for seven networks. Those
//! names are read and kept as written; no document is made for them.
//!
//! A document names the account, which is no key: a signature is checked by
//! recovering a key and comparing its address. A Solana address is a key.

use super::{
    Did,
    compose::{Composer, SIGNING},
    hexadecimal,
    method::{Agreement, Method, Source},
    refused,
};
use crate::{
    Error,
    encoding::base58,
    keys::{KeyType, PublicKey},
    print::quoted,
};

/// The row of this method.
pub(super) struct Pkh;

impl Method for Pkh {
    const NAME: &'static str = "pkh";
    const SOURCE: Source = Source::Name;

    fn canonical(id: &str) -> Result<Option<String>, Error> {
        canonical(id)
    }

    fn document(did: &Did, _: Agreement) -> Result<String, Error> {
        document(did)
    }
}

pub(super) const RECOVERY: &str = "EcdsaSecp256k1RecoveryMethod2020";
pub(super) const RECOVERY_CONTEXT: &str =
    "https://w3id.org/security/suites/secp256k1recovery-2020/v2";
const SOLANA: &str = "Ed25519VerificationKey2018";
const SOLANA_CONTEXT: &str = "https://w3id.org/security/suites/ed25519-2018/v1";

/// Networks of the early draft.
const EARLY: &[&str] = &["btc", "celo", "doge", "eth", "poly", "sol", "tz"];

/// The DID of a CAIP-10 account, for example `eip155:1:0xb9c5…`.
///
/// # Errors
///
/// `ERR_DID_METHOD_ID` for text that is no account.
pub fn from_account(account: &str) -> Result<Did, Error> {
    format!("did:pkh:{account}").parse()
}

/// The document of an account under `eip155`, `bip122` or `solana`.
///
/// # Errors
///
/// `ERR_DID_METHOD_UNEXPECTED` for another method, `ERR_DID_NEEDS_RESOLVER` for
/// another namespace, and as [`PublicKey::from_raw`] for a Solana address that is no key.
pub fn document(did: &Did) -> Result<String, Error> {
    let account = did.id_of("pkh")?;
    match account.split_once(':') {
        Some(("eip155" | "bip122", _)) => Ok(account_document(did, account)),
        Some(("solana", rest)) if rest.contains(':') => solana_document(did, account),
        _ => Err(did.needs_resolver()),
    }
}

fn account_document(did: &Did, account: &str) -> String {
    let mut document = Composer::new(did, &[RECOVERY_CONTEXT]);
    let material = vec![("blockchainAccountId", quoted(account))];
    document.method(&format!("{did}#blockchainAccountId"), RECOVERY, material, &SIGNING);
    document.finish(Vec::new())
}

fn solana_document(did: &Did, account: &str) -> Result<String, Error> {
    let address = account.rsplit(':').next().unwrap_or_default();
    PublicKey::from_raw(KeyType::Ed25519, &base58::decode(address)?)?;
    let mut document = Composer::new(did, &[SOLANA_CONTEXT]);
    let material =
        vec![("publicKeyBase58", quoted(address)), ("blockchainAccountId", quoted(account))];
    document.method(&format!("{did}#controller"), SOLANA, material, &SIGNING);
    Ok(document.finish(Vec::new()))
}

fn canonical(id: &str) -> Result<Option<String>, Error> {
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
        _ => Err(refused("pkh", "the identifier must be a CAIP-10 account")),
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
        return Err(refused(
            "pkh",
            "under eip155 it must have a decimal chain id and an address of 20 bytes",
        ));
    }
    let is_lower = hexadecimal::is_lower_address(address)?;
    Ok(if is_lower { None } else { Some(id.to_ascii_lowercase()) })
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
