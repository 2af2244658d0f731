//! The trust input as it crosses from a host: keys as bytes, a DID document as JSON text.
//!
//! ```text
//! frame = flags (1) ‖ number of keys (4) ‖ key … ‖ lp(JWK Set)
//! key   = members (1) ‖ lp(tag ‖ canonical raw) ‖ those of the members that are there, in their order
//! ```
//!
//! `lp` is that of [`frames`]. Numbers are big-endian. Bit 0 of the flags: a key that the object carries may be used. Bit 1: the text of a JWK or
//! JWK Set follows the keys ([`key_set`]).
//!
//! | Bit of `members` | Member | Form |
//! | --- | --- | --- |
//! | 0 | `id` | lp, UTF-8 |
//! | 1 | `controller` | lp, UTF-8 |
//! | 2 | `purposes` | a bit for each of [`Purpose::ALL`] (1) |
//! | 3 | `algorithm` | lp, its name |
//! | 4 | `revoked` | nothing |
//! | 5, 6, 7 | `expires`, `from`, `until` | Unix seconds, IEEE 754 (8) |
//!
//! An id that is a DID URL is brought to its canonical spelling. Of a document each verification method that can be
//! used becomes a key for the relationships that name it, and for nothing else (see [`document::keys`]); its controller
//! is the subject. Keys and document are read together: at most [`MAX_KEYS`] keys, and as many entries of each list
//! of a document.

use countersign_kernels::{json::Kind, order::sorted_by};

use super::{Trust, TrustedKey, key_set};
use crate::{
    Error,
    did::{Purpose, canonical_name, document, own_key},
    encoding::{
        document::{Document, MAX_BYTES, Node, Numbers},
        frames,
    },
    keys::PublicKey,
    time::UnixSeconds,
};

/// Keys that one trust input may hold.
pub const MAX_KEYS: usize = 256;

const EMBEDDED: u8 = 1;
const SET: u8 = 1 << 1;

const ID: u8 = 1;
const CONTROLLER: u8 = 1 << 1;
const PURPOSES: u8 = 1 << 2;
const ALGORITHM: u8 = 1 << 3;
const REVOKED: u8 = 1 << 4;
const EXPIRES: u8 = 1 << 5;
const FROM: u8 = 1 << 6;
const UNTIL: u8 = 1 << 7;

impl Trust {
    /// Reads a trust input. An empty `document` means none.
    ///
    /// # Errors
    ///
    /// `ERR_TRUST_MALFORMED` for a frame out of form, for a method of the id of a pinned key, and for a signing key
    /// whose owner is a DID that is another key; `ERR_LIMIT_EXCEEDED`; as [`PublicKey::from_tagged`], [`Document::read`],
    /// [`document::keys`], and the parser of algorithms.
    pub fn from_frame(frame: &[u8], document: &str) -> Result<Self, Error> {
        let mut trust = Self::from_keys(frame)?;
        if !document.is_empty() {
            let document = Document::read(document.as_bytes(), Numbers::Exact)?;
            if document.root().kind() != Kind::Object {
                return Err(malformed("a document that is not an object"));
            }
            trust.add_document(document.root())?;
        }
        if trust.keys.len() > MAX_KEYS { Err(too_many()) } else { Ok(trust) }
    }

    fn from_keys(frame: &[u8]) -> Result<Self, Error> {
        if frame.len() > MAX_BYTES {
            return Err(Error::LimitExceeded("bytes of trusted keys", MAX_BYTES));
        }
        let mut rest = frame;
        let [flags] = *take(&mut rest)?;
        let count = size(&mut rest)?;
        if count > MAX_KEYS {
            return Err(too_many());
        }
        let mut keys = (0..count).map(|_| read_key(&mut rest)).collect::<Result<Vec<_>, _>>()?;
        if let Some(set) = text(&mut rest, flags & SET != 0)? {
            keys.extend(
                key_set::read(set)?
                    .into_iter()
                    .map(with_canonical_id)
                    .collect::<Result<Vec<_>, _>>()?,
            );
        }
        if !rest.is_empty() || flags > EMBEDDED | SET {
            return Err(malformed("a frame that does not add up"));
        }
        Ok(Self { keys, allow_embedded_key: flags & EMBEDDED != 0, did: None })
    }

    fn add_document(&mut self, document: Node<'_>) -> Result<(), Error> {
        let (did, keys) = document::keys(document)?;
        let pinned = self.keys.iter().filter_map(|key| key.id.clone()).collect();
        let pinned = sorted_by(pinned, String::cmp);
        for found in keys {
            if pinned.binary_search(&found.id).is_ok() {
                return Err(malformed("two keys with the same id"));
            }
            let Ok(key) = found.key else { continue };
            let trusted = TrustedKey {
                id: Some(found.id),
                controller: Some(did.as_str().to_owned()),
                purposes: Some(found.purposes),
                revoked: found.revoked,
                expires: found.expires,
                ..TrustedKey::pinned(key)
            };
            check_owner(&trusted)?;
            self.keys.push(trusted);
        }
        self.did = Some(did.as_str().to_owned());
        Ok(())
    }
}

fn read_key(rest: &mut &[u8]) -> Result<TrustedKey, Error> {
    let [members] = *take(rest)?;
    let has = |member: u8| members & member != 0;
    let mut trusted = TrustedKey::pinned(PublicKey::from_tagged(take_frame(rest)?)?);
    trusted.id = text(rest, has(ID))?.map(str::to_owned);
    trusted.controller = text(rest, has(CONTROLLER))?.map(str::to_owned);
    trusted.purposes = purposes(rest, has(PURPOSES))?;
    trusted.algorithm = text(rest, has(ALGORITHM))?.map(str::parse).transpose()?;
    trusted.revoked = has(REVOKED);
    trusted.expires = seconds(rest, has(EXPIRES))?;
    trusted.from = seconds(rest, has(FROM))?;
    trusted.until = seconds(rest, has(UNTIL))?;
    with_canonical_id(trusted)
}

/// Brings the id to its canonical spelling, and refuses a key under a DID that is another.
fn with_canonical_id(mut trusted: TrustedKey) -> Result<TrustedKey, Error> {
    trusted.id = trusted.id.map(|id| canonical_name(&id).into_owned());
    check_owner(&trusted)?;
    Ok(trusted)
}

/// Refuses a signing key under a DID that is itself another key. A key that only agrees on secrets may stand beside it.
fn check_owner(trusted: &TrustedKey) -> Result<(), Error> {
    let owner = trusted.owner();
    let another = owner.is_some_and(|owner| own_key(&owner, &trusted.key) == Some(false));
    if another && trusted.key.key_type().signs() {
        return Err(malformed("a key under a DID that is another key"));
    }
    Ok(())
}

fn purposes(rest: &mut &[u8], is_there: bool) -> Result<Option<Vec<Purpose>>, Error> {
    if !is_there {
        return Ok(None);
    }
    let [bits] = *take(rest)?;
    if bits >> Purpose::ALL.len() != 0 {
        return Err(malformed("an unknown purpose"));
    }
    let is_set = |(index, _): &(usize, Purpose)| bits >> index & 1 == 1;
    let all = Purpose::ALL.into_iter().enumerate();
    Ok(Some(all.filter(is_set).map(|(_, purpose)| purpose).collect()))
}

fn seconds(rest: &mut &[u8], is_there: bool) -> Result<Option<UnixSeconds>, Error> {
    if !is_there {
        return Ok(None);
    }
    let seconds = f64::from_be_bytes(*take(rest)?);
    if seconds >= 0.0 && seconds.is_finite() && seconds.fract() == 0.0 {
        Ok(Some(UnixSeconds::from_number(seconds)))
    } else {
        Err(malformed("a time that is not whole Unix seconds"))
    }
}

fn text<'a>(rest: &mut &'a [u8], is_there: bool) -> Result<Option<&'a str>, Error> {
    if !is_there {
        return Ok(None);
    }
    let text = core::str::from_utf8(take_frame(rest)?);
    text.map(Some).map_err(|_| malformed("a text that is not UTF-8"))
}

fn take_frame<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], Error> {
    frames::take(rest).ok_or_else(cut)
}

fn size(rest: &mut &[u8]) -> Result<usize, Error> {
    let number = u32::from_be_bytes(*take(rest)?);
    usize::try_from(number).map_err(|_| cut())
}

fn take<'a, const N: usize>(rest: &mut &'a [u8]) -> Result<&'a [u8; N], Error> {
    let (bytes, left) = rest.split_first_chunk().ok_or_else(cut)?;
    *rest = left;
    Ok(bytes)
}

fn cut() -> Error {
    malformed("a frame that is cut off")
}

fn malformed(what: &'static str) -> Error {
    Error::TrustMalformed(what)
}

fn too_many() -> Error {
    Error::LimitExceeded("number of trusted keys", MAX_KEYS)
}
