//! `did:sage:<chain>:<identifier>`: agents of the SAGE registry.
//!
//! The strict grammar that the SAGE sources lack:
//!
//! | Chain, also read | Identifier | Canonical |
//! | --- | --- | --- |
//! | `ethereum`, `eth` | address, then `:` and a nonce if the owner has several agents | address lower case |
//! | `solana`, `sol` | base58 of exactly 32 bytes | as given: base58 has case |
//!
//! The address is `0x` and 40 hex digits, of one case or with a correct EIP-55
//! checksum. The nonce is a decimal u64 without sign or leading zero.
//!
//! SAGE itself takes any text as identifier. [`parse_legacy`] reads such names
//! where DID Core allows them; they prove nothing about whom they name.

use super::{
    Did, class, hexadecimal,
    method::{Method, Source},
    refused, split_once,
};
use crate::{
    Error,
    encoding::{base58, hex},
    keys::{KeyType, PublicKey, ethereum},
};

/// The row of this method.
pub(super) struct Sage;

impl Method for Sage {
    const NAME: &'static str = "sage";
    const SOURCE: Source = Source::Elsewhere;

    fn canonical(id: &str) -> Result<Option<String>, Error> {
        canonical(id)
    }

    fn parts(did: &Did) -> Result<Vec<(&'static str, String)>, Error> {
        let (chain, account, nonce) = components(did)?;
        let mut parts = vec![("chain", chain.as_str().to_owned()), ("account", account.to_owned())];
        parts.extend(nonce.map(|nonce| ("nonce", nonce.to_owned())));
        Ok(parts)
    }
}

/// The chain whose registry holds the agent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Chain {
    /// Ethereum and its kin; identifiers are addresses.
    Ethereum,
    /// Solana; identifiers are public keys.
    Solana,
}

impl Chain {
    /// The canonical name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ethereum => "ethereum",
            Self::Solana => "solana",
        }
    }

    fn from_name(name: &str) -> Result<Self, Error> {
        match name {
            "ethereum" | "eth" => Ok(Self::Ethereum),
            "solana" | "sol" => Ok(Self::Solana),
            _ => Err(refused("sage", "the chain must be ethereum (eth) or solana (sol)")),
        }
    }
}

/// Makes the DID of an Ethereum account's agent.
#[must_use]
pub fn from_address(address: &[u8; 20], nonce: Option<u64>) -> Did {
    let nonce = nonce.map(|nonce| format!(":{nonce}")).unwrap_or_default();
    let address = hex::encode(address);
    build(&format!("did:sage:ethereum:0x{address}{nonce}"))
}

/// Makes the DID of a Solana account's agent.
#[must_use]
pub fn from_solana(key: &[u8; 32]) -> Did {
    build(&format!("did:sage:solana:{}", base58::encode(key)))
}

/// Makes the DID of the account that a key owns: secp256k1 on Ethereum, Ed25519 on Solana.
///
/// # Errors
///
/// `ERR_KEY_TYPE_MISMATCH` for a key of another type; `ERR_DID_METHOD_ID` for a
/// nonce on Solana.
pub fn from_public_key(key: &PublicKey, nonce: Option<u64>) -> Result<Did, Error> {
    match (key.key_type(), <&[u8; 32]>::try_from(key.as_bytes())) {
        (KeyType::Ed25519, Ok(raw)) if nonce.is_none() => Ok(from_solana(raw)),
        (KeyType::Ed25519, _) => Err(refused("sage", "a solana identifier has no nonce")),
        _ => Ok(from_address(&ethereum::address(key)?, nonce)),
    }
}

fn build(text: &str) -> Did {
    Did { text: text.to_owned(), split: "did:sage".len() }
}

/// The chain, the account and the nonce that a DID names.
///
/// # Errors
///
/// `ERR_DID_METHOD_UNEXPECTED` for another method.
pub fn components(did: &Did) -> Result<(Chain, &str, Option<&str>), Error> {
    let (chain, rest) = did.id_of("sage")?.split_once(':').unwrap_or_default();
    let chain = Chain::from_name(chain)?;
    Ok(match rest.split_once(':') {
        Some((account, nonce)) if chain == Chain::Ethereum => (chain, account, Some(nonce)),
        _ => (chain, rest, None),
    })
}

/// Reads a name that SAGE accepts and this crate's grammar does not, such as
/// `did:sage:ethereum:agent_1`. The chain is made canonical, nothing else.
///
/// # Errors
///
/// `ERR_DID_SYNTAX` outside DID Core, `ERR_DID_METHOD_UNEXPECTED`, and
/// `ERR_DID_METHOD_ID` for an unknown chain or an empty identifier.
pub fn parse_legacy(text: &str) -> Result<Did, Error> {
    let did = Did::verbatim(text)?;
    let (chain, account) = split(did.id_of("sage")?)?;
    Did::verbatim(&format!("did:sage:{}:{account}", chain.as_str()))
}

fn canonical(id: &str) -> Result<Option<String>, Error> {
    let (chain, account) = split(id)?;
    let is_canonical = match chain {
        Chain::Ethereum => check_ethereum(account)?,
        Chain::Solana => check_solana(account)?,
    };
    let named = id.starts_with(chain.as_str());
    Ok(match (named, is_canonical) {
        (true, true) => None,
        (false, true) => Some(format!("{}:{account}", chain.as_str())),
        (_, false) => Some(format!("{}:{}", chain.as_str(), account.to_ascii_lowercase())),
    })
}

fn split(id: &str) -> Result<(Chain, &str), Error> {
    let (chain, account) = split_once(id, b':').unwrap_or((id, ""));
    let chain = Chain::from_name(chain)?;
    if account.is_empty() {
        return Err(refused("sage", "an identifier must follow the chain"));
    }
    Ok((chain, account))
}

/// Whether the account is canonical.
fn check_ethereum(account: &str) -> Result<bool, Error> {
    let (address, nonce) = match split_once(account, b':') {
        Some((address, nonce)) => (address, Some(nonce)),
        None => (account, None),
    };
    if !hexadecimal::is_hex(address, hexadecimal::ADDRESS_LEN) {
        return Err(refused("sage", "an ethereum identifier must be 0x and 40 hex digits"));
    }
    if nonce.is_some_and(|nonce| !is_nonce(nonce)) {
        return Err(refused("sage", "the nonce must be a decimal u64 without leading zero"));
    }
    hexadecimal::is_lower_address(address)
}

fn check_solana(account: &str) -> Result<bool, Error> {
    // No 32 bytes take more letters.
    let key = if account.len() <= 44 { base58::decode(account).ok() } else { None };
    match key {
        Some(key) if key.len() == 32 => Ok(true),
        _ => Err(refused("sage", "a solana identifier must be base58 of 32 bytes")),
    }
}

fn is_nonce(text: &str) -> bool {
    let plain = class::all(text.as_bytes(), class::DIGIT);
    let leading = text.len() > 1 && text.starts_with('0');
    plain && !leading && text.parse::<u64>().is_ok()
}
