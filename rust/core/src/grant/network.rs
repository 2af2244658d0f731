//! Blocks of IP addresses (RFC 4632, RFC 4291 2.3): `192.0.2.0/24`, `2001:db8::/32`.
//!
//! A block has one spelling: the address as RFC 5952 writes it, host bits zero. An
//! IPv6 address that carries an IPv4 address (`::ffff:192.0.2.1`) counts as the latter.

use core::{fmt, net::IpAddr, str::FromStr};

use crate::Error;

/// A block of addresses.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Block {
    address: IpAddr,
    prefix: u32,
}

impl Block {
    /// Whether `address` lies in the block.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        width(address) == width(self.address) && mask(address, self.prefix) == bits(self.address)
    }

    /// Whether every address of `other` lies in the block.
    #[must_use]
    pub fn contains_block(&self, other: &Self) -> bool {
        self.prefix <= other.prefix && self.contains(other.address)
    }
}

impl FromStr for Block {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let malformed = || {
            Error::GrantMalformed(
                "network".into(),
                "it is not a block of addresses in its canonical spelling, as 192.0.2.0/24",
            )
        };
        let read = || {
            let (address, prefix) = text.split_once('/')?;
            let block = Self { address: address.parse().ok()?, prefix: prefix.parse().ok()? };
            let fits = block.prefix <= width(block.address)
                && mask(block.address, block.prefix) == bits(block.address);
            let canonical =
                block.address.to_canonical() == block.address && block.to_string() == text;
            (fits && canonical).then_some(block)
        };
        read().ok_or_else(malformed)
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

const fn width(address: IpAddr) -> u32 {
    if address.is_ipv4() { 32 } else { 128 }
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_bits().into(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

/// The address with its host bits zero.
fn mask(address: IpAddr, prefix: u32) -> u128 {
    let host = width(address).saturating_sub(prefix);
    let bits = bits(address);
    bits.checked_shr(host).and_then(|high| high.checked_shl(host)).unwrap_or_default()
}
