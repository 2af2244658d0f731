//! `did:ethr`: an Ethereum account or key (ERC-1056, decentralized-identity/ethr-did-resolver).
//!
//! `did:ethr:[<network>:]<account>`
//!
//! | Part | Rule |
//! | --- | --- |
//! | network | a name of 1..=32 `a-z0-9-_` that starts with a letter, or a chain id as `0x` and hex without leading zero; absent is mainnet |
//! | account | an address of 20 bytes, or a compressed secp256k1 key of 33, as `0x` and hex |
//!
//! Canonical is lower case, because addresses compare so. A mixed-case address
//! must have a right EIP-55 checksum. A network name and its chain id are not
//! made one: the list of names is the resolver's.

use super::{hexadecimal, refused};
use crate::Error;

const KEY_LEN: usize = 68;

pub(super) fn canonical(id: &str) -> Result<Option<String>, Error> {
    let (network, account) = match id.rsplit_once(':') {
        Some((network, account)) => (Some(network), account),
        None => (None, id),
    };
    network.map_or(Ok(()), check_network)?;
    let kept = check_account(account)?;
    let lower =
        network.is_none_or(|network| !network.bytes().any(|byte| byte.is_ascii_uppercase()));
    Ok(if kept && lower { None } else { Some(id.to_ascii_lowercase()) })
}

fn check_network(network: &str) -> Result<(), Error> {
    let chain = network.strip_prefix("0x").is_some_and(is_chain_id);
    if chain || is_name(network) {
        return Ok(());
    }
    Err(refused("ethr", "a network is a name or 0x and a chain id"))
}

fn is_chain_id(digits: &str) -> bool {
    let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    (1..=16).contains(&digits.len()) && hex && !digits.starts_with('0')
}

fn is_name(name: &str) -> bool {
    let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    name.len() <= 32
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(plain)
}

/// Whether the account is lower case already.
fn check_account(account: &str) -> Result<bool, Error> {
    if hexadecimal::is_hex(account, hexadecimal::ADDRESS_LEN) {
        return hexadecimal::is_lower_address(account);
    }
    let compressed = account.starts_with("0x02") || account.starts_with("0x03");
    if compressed && hexadecimal::is_hex(account, KEY_LEN) {
        return Ok(!account.bytes().any(|byte| byte.is_ascii_uppercase()));
    }
    Err(refused("ethr", "an account is an address of 20 bytes or a compressed key of 33, in hex"))
}
