//! The message of two fields that every libp2p key is (`keys.proto`).
//!
//! `08 ‖ varint type ‖ 12 ‖ varint length ‖ data`, and nothing before, between or after.

use crate::{Error, encoding::varint, keys::KeyType};

/// Field 1, a varint.
const TYPE: u8 = 0x08;
/// Field 2, bytes after their length.
const DATA: u8 = 0x12;

/// The `KeyType` of libp2p.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    Rsa,
    Ed25519,
    Secp256k1,
    Ecdsa,
    Dilithium,
}

impl Kind {
    /// In the order of their numbers.
    const ALL: [Self; 5] =
        [Self::Rsa, Self::Ed25519, Self::Secp256k1, Self::Ecdsa, Self::Dilithium];

    /// The kind of a type of ours.
    pub(super) fn of(key_type: KeyType) -> Result<Self, Error> {
        let number = key_type.facts().libp2p;
        Self::ALL
            .into_iter()
            .find(|kind| Some(kind.number()) == number)
            .ok_or_else(|| Error::KeyAlgorithm(key_type.as_str(), "a libp2p identity"))
    }

    const fn number(self) -> u8 {
        match self {
            Self::Rsa => 0,
            Self::Ed25519 => 1,
            Self::Secp256k1 => 2,
            Self::Ecdsa => 3,
            Self::Dilithium => 4,
        }
    }
}

/// Writes `kind` and `data`. The data may be secret, so it goes into memory that is long enough from the start.
pub(super) fn encode(kind: Kind, data: &[u8]) -> Vec<u8> {
    let length = u64::try_from(data.len()).ok().and_then(|length| varint::encode(length).ok());
    // No length of a key is beyond the range of a varint.
    let length = length.unwrap_or_default();
    let mut bytes = Vec::with_capacity(3 + length.len() + data.len());
    bytes.extend([TYPE, kind.number(), DATA]);
    bytes.extend(length);
    bytes.extend(data);
    bytes
}

/// Reads a key of at most `limit` bytes: its kind, and its data.
pub(super) fn decode(bytes: &[u8], limit: usize) -> Result<(Kind, &[u8]), Error> {
    if bytes.len() > limit {
        return Err(Error::LimitExceeded("length of a libp2p key", limit));
    }
    let rest = strip_tag(TYPE, bytes, "it does not start with Type")?;
    let (number, rest) =
        varint::decode(rest).map_err(|_| wrong("Type is not the shortest varint"))?;
    let rest = strip_tag(DATA, rest, "Data does not follow Type")?;
    let (length, data) =
        varint::decode(rest).map_err(|_| wrong("the length of Data is not the shortest varint"))?;
    if u64::try_from(data.len()) != Ok(length) {
        return Err(wrong("the message does not end where Data does"));
    }
    let kind = Kind::ALL.into_iter().find(|kind| u64::from(kind.number()) == number);
    Ok((kind.ok_or_else(|| Error::PeerKeyType("unknown"))?, data))
}

/// Gives what follows the tag of a field.
fn strip_tag<'a>(tag: u8, bytes: &'a [u8], what: &'static str) -> Result<&'a [u8], Error> {
    match bytes.split_first() {
        Some((first, rest)) if *first == tag => Ok(rest),
        _ => Err(wrong(what)),
    }
}

fn wrong(what: &'static str) -> Error {
    Error::PeerKeyMalformed(what)
}
