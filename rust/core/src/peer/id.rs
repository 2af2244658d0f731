//! PeerIds: the name that a key has on a libp2p network.
//!
//! | Public key as a protobuf | Multihash | Text |
//! | --- | --- | --- |
//! | at most 42 bytes | 00 ‖ length ‖ the protobuf: the id holds the key | `12D3KooW…`, `16Uiu2HA…` |
//! | longer | 12 20 ‖ SHA-256 of it: the key must come with the id | `Qm…` |
//!
//! There are two forms of text. The old form is base58btc of the multihash. The other form is a `CIDv1`: a
//! letter of multibase, then 01 (version), 72 (libp2p-key) and the multihash, in one of the [`BASES`].
//! Refused are other multihashes and codecs, digests that do not have 32 bytes, a key over 42 bytes that
//! is not hashed, and an id that holds anything but a key in its one encoding.

use core::{fmt, str::FromStr};

use sha2::{Digest, Sha256};

use super::{MAX_PUBLIC, decode_public, encode_public, rsa, wire};
use crate::{
    Error,
    encoding::{
        base58,
        multibase::{self, Base},
    },
    keys::PublicKey,
};

/// The longest protobuf that an id holds without hashing it.
pub const MAX_INLINE: usize = 42;

/// The longest text that is read: an id of 44 bytes in base 16 takes 93 letters.
pub const MAX_TEXT: usize = 96;

/// The bases of a `CIDv1` that are read and written.
pub const BASES: [Base; 5] =
    [Base::Base32, Base::Base36, Base::Base58Btc, Base::Base16, Base::Base64Url];

/// Version 1, and the codec of libp2p keys.
const CID: [u8; 2] = [0x01, 0x72];
const IDENTITY: u8 = 0x00;
const SHA2_256: u8 = 0x12;
const DIGEST_LEN: u8 = 32;

/// A PeerId that was checked.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct PeerId {
    multihash: Vec<u8>,
    key: Option<PublicKey>,
}

impl PeerId {
    /// The id of a key.
    ///
    /// # Errors
    ///
    /// `ERR_KEY_ALGORITHM` for a type that libp2p does not have.
    pub fn from_key(key: &PublicKey) -> Result<Self, Error> {
        Ok(Self::from_checked(&encode_public(key)?, Some(key)))
    }

    /// The id of a key that is given as a protobuf. RSA keys are allowed.
    ///
    /// # Errors
    ///
    /// As [`decode_public`]; of an RSA key `ERR_DER_MALFORMED`, `ERR_DER_ALGORITHM` and
    /// `ERR_PEER_KEY_MALFORMED`.
    pub fn from_encoded_key(bytes: &[u8]) -> Result<Self, Error> {
        if let (wire::Kind::Rsa, data) = wire::decode(bytes, MAX_PUBLIC)? {
            rsa::check(data)?;
            return Ok(Self::from_checked(bytes, None));
        }
        Ok(Self::from_checked(bytes, Some(&decode_public(bytes)?)))
    }

    fn from_checked(encoded: &[u8], key: Option<&PublicKey>) -> Self {
        match u8::try_from(encoded.len()) {
            Ok(length) if encoded.len() <= MAX_INLINE => {
                Self { multihash: [&[IDENTITY, length], encoded].concat(), key: key.cloned() }
            }
            _ => Self {
                multihash: [&[SHA2_256, DIGEST_LEN], Sha256::digest(encoded).as_slice()].concat(),
                key: None,
            },
        }
    }

    /// Reads a multihash.
    ///
    /// # Errors
    ///
    /// `ERR_PEER_ID_MALFORMED`, and as [`decode_public`] for the key in it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        match bytes {
            [IDENTITY, length, key @ ..] if usize::from(*length) == key.len() => {
                if key.len() > MAX_INLINE {
                    return Err(wrong("a key over 42 bytes must be hashed"));
                }
                let key = decode_public(key)?;
                Ok(Self { multihash: bytes.to_vec(), key: Some(key) })
            }
            [SHA2_256, DIGEST_LEN, digest @ ..] if digest.len() == usize::from(DIGEST_LEN) => {
                Ok(Self { multihash: bytes.to_vec(), key: None })
            }
            [IDENTITY | SHA2_256, ..] => {
                Err(wrong("its multihash has another length than it states"))
            }
            _ => Err(wrong("it is neither an identity multihash nor a SHA-256 one")),
        }
    }

    /// Reads text of either form.
    ///
    /// # Errors
    ///
    /// As [`PeerId::from_bytes`]; `ERR_ENCODING_MALFORMED` for letters outside the base.
    pub fn parse(text: &str) -> Result<Self, Error> {
        if text.len() > MAX_TEXT {
            return Err(Error::LimitExceeded("length of a PeerId", MAX_TEXT));
        }
        // No base of a CID has these letters (libp2p/specs, peer-ids, decoding).
        if text.starts_with('1') || text.starts_with("Qm") {
            return Self::from_bytes(&base58::decode(text)?);
        }
        if !BASES.into_iter().any(|base| text.starts_with(base.prefix())) {
            return Err(wrong("the text is neither base58btc nor a CID in a base that is read"));
        }
        let (_, bytes) = multibase::decode(text)?;
        match bytes.split_first_chunk() {
            Some((head, multihash)) if *head == CID => Self::from_bytes(multihash),
            _ => Err(wrong("the CID is not of version 1 with the codec libp2p-key")),
        }
    }

    /// The multihash.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.multihash
    }

    /// The text of a `CIDv1`.
    ///
    /// # Errors
    ///
    /// `ERR_PEER_ID_MALFORMED` for a base outside [`BASES`].
    pub fn to_cid(&self, base: Base) -> Result<String, Error> {
        if !BASES.contains(&base) {
            return Err(wrong("a CID is not written in this base"));
        }
        multibase::encode(base, &[&CID, self.as_bytes()].concat())
    }

    /// The key that the id holds.
    ///
    /// # Errors
    ///
    /// `ERR_PEER_ID_HASHED` if it holds a hash.
    pub fn public_key(&self) -> Result<&PublicKey, Error> {
        self.key.as_ref().ok_or(Error::PeerIdHashed)
    }

    /// Tells whether this is the id of `key`.
    #[must_use]
    pub fn matches(&self, key: &PublicKey) -> bool {
        Self::from_key(key).is_ok_and(|id| id.multihash == self.multihash)
    }

    /// The facts, as JSON: `{"id":"12D3…","cid":"bafz…","hash":"identity","keyType":"Ed25519"}`.
    /// An id that is a hash has no `keyType`.
    ///
    /// # Errors
    ///
    /// None: base 32 is one of the [`BASES`].
    pub fn to_json(&self) -> Result<String, Error> {
        let cid = self.to_cid(Base::Base32)?;
        Ok(match &self.key {
            Some(key) => {
                let key_type = key.key_type().as_str();
                format!(
                    r#"{{"id":"{self}","cid":"{cid}","hash":"identity","keyType":"{key_type}"}}"#
                )
            }
            None => format!(r#"{{"id":"{self}","cid":"{cid}","hash":"sha2-256"}}"#),
        })
    }
}

impl fmt::Display for PeerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&base58::encode(&self.multihash))
    }
}

impl FromStr for PeerId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

fn wrong(what: &'static str) -> Error {
    Error::PeerIdMalformed(what)
}
