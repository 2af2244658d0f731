//! `did:ethr`: an Ethereum account or key (ERC-1056, decentralized-identity/ethr-did-resolver).
//!
//! `did:ethr:[<network>:]<account>`
//!
//! | Part | Rule |
//! | --- | --- |
//! | network | a name of 1..=32 `a-z0-9-_` that starts with a letter, or a chain id as `0x` and hex without leading zero; absent is mainnet |
//! | account | an address of 20 bytes, or a compressed secp256k1 key of 33, as `0x` and hex |
//!
//! The canonical spelling is lower case, in which addresses are compared. A
//! mixed-case address must have a correct EIP-55 checksum. A network name is not
//! replaced by its chain id: the list of names is the resolver's.
//!
//! The real document is on a chain, where the owner may have changed. What can be
//! made here is [`default_document`], which holds for an account that never wrote
//! to the registry. Only a look at the chain tells whether it did.

use super::{
    Did, Purpose,
    compose::Composer,
    hexadecimal,
    method::{Agreement, Method, Source},
    pkh::{RECOVERY, RECOVERY_CONTEXT},
    refused,
};
use crate::{
    Error,
    encoding::hex,
    keys::{KeyType, PublicKey, ethereum, jwk},
    print::quoted,
};

/// The row of this method.
pub(super) struct Ethr;

impl Method for Ethr {
    const NAME: &'static str = "ethr";
    const SOURCE: Source = Source::Elsewhere;

    fn canonical(id: &str) -> Result<Option<String>, Error> {
        canonical(id)
    }

    fn document(did: &Did, _: Agreement) -> Result<String, Error> {
        default_document(did)
    }
}

const KEY_LEN: usize = 68;
const KEY: &str = "EcdsaSecp256k1VerificationKey2019";

/// What the controller of an account does by default; it delegates nothing.
const CONTROLLER: [Purpose; 2] = [Purpose::Authentication, Purpose::AssertionMethod];

/// Chain ids of network names that every resolver knows.
const NETWORKS: [(&str, u64); 6] = [
    ("mainnet", 1),
    ("goerli", 5),
    ("gno", 100),
    ("polygon", 137),
    ("aurora", 1_313_161_554),
    ("sepolia", 11_155_111),
];

/// The DID of an address on mainnet.
#[must_use]
pub fn from_address(address: &[u8; 20]) -> Did {
    build(&hex::encode(address))
}

/// The DID of a key, which carries the key.
///
/// # Errors
///
/// `ERR_KEY_TYPE_MISMATCH` for a key that is not of secp256k1.
pub fn from_public_key(key: &PublicKey) -> Result<Did, Error> {
    ethereum::address(key)?;
    Ok(build(&hex::encode(key.as_bytes())))
}

fn build(account: &str) -> Did {
    Did { text: format!("did:ethr:0x{account}"), split: "did:ethr".len() }
}

/// The document of an account that never wrote to the registry.
///
/// # Errors
///
/// `ERR_DID_METHOD_UNEXPECTED` for another method; `ERR_DID_NEEDS_RESOLVER` for
/// a network name without a known chain id; as [`PublicKey::from_raw`].
pub fn default_document(did: &Did) -> Result<String, Error> {
    let (chain, account) = split(did)?;
    let bytes = hex::decode(account.strip_prefix("0x").unwrap_or_default())?;
    let key = match bytes.len() {
        33 => Some(PublicKey::from_raw(KeyType::Secp256k1, &bytes)?),
        _ => None,
    };
    let address = match &key {
        Some(key) => ethereum::address(key)?,
        None => ethereum::parse_address(account)?,
    };
    let mut document = Composer::new(did, &[RECOVERY_CONTEXT]);
    let account = format!("eip155:{chain}:{}", ethereum::checksum(&address));
    let owner = vec![("blockchainAccountId", quoted(&account))];
    document.method(&format!("{did}#controller"), RECOVERY, owner, &CONTROLLER);
    if let Some(key) = key {
        let material = vec![("publicKeyJwk", jwk::public_to_json(&key))];
        document.method(&format!("{did}#controllerKey"), KEY, material, &CONTROLLER);
    }
    Ok(document.finish(Vec::new()))
}

/// Chain id and account.
fn split(did: &Did) -> Result<(u64, &str), Error> {
    let Some((network, account)) = did.id_of("ethr")?.rsplit_once(':') else {
        return Ok((1, did.id()));
    };
    let id = match network.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => NETWORKS.iter().find(|(name, _)| *name == network).map(|(_, id)| *id),
    };
    Ok((id.ok_or_else(|| did.needs_resolver())?, account))
}

fn canonical(id: &str) -> Result<Option<String>, Error> {
    let (network, account) = match id.rsplit_once(':') {
        Some((network, account)) => (Some(network), account),
        None => (None, id),
    };
    network.map_or(Ok(()), check_network)?;
    let account_is_lower = check_account(account)?;
    let lower =
        network.is_none_or(|network| !network.bytes().any(|byte| byte.is_ascii_uppercase()));
    Ok(if account_is_lower && lower { None } else { Some(id.to_ascii_lowercase()) })
}

fn check_network(network: &str) -> Result<(), Error> {
    let chain = network.strip_prefix("0x").is_some_and(is_chain_id);
    if chain || is_name(network) {
        return Ok(());
    }
    Err(refused("ethr", "the network must be a name, or 0x and a chain id"))
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
    Err(refused(
        "ethr",
        "the account must be an address of 20 bytes or a compressed key of 33, in hex",
    ))
}
