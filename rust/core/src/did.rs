//! Decentralised identifiers and DID URLs (W3C DID Core 1.0, sections 3.1 and 3.2).
//!
//! A DID names a subject: `did:<method>:<id>`. This module parses the name and
//! the URL made of it. A document is made here only for methods that need no
//! network; fetching one is the host's work.
//!
//! | Part | Bytes allowed | Length | Source |
//! | --- | --- | --- | --- |
//! | method | `a-z`, `0-9` | 1..=32 | 3.1; length ours |
//! | id | `A-Za-z0-9.-_:` and `%` with two hex digits, not ending in `:` | 1.. | 3.1 |
//! | whole DID | | ..=8,192 | ours |
//! | path, query, fragment | RFC 3986 `pchar`, `/`, and `?` after the path | ..=4,096 together, which an ML-DSA-87 key takes | 3.2; length ours |
//!
//! A DID of a method that this crate knows must follow the rule of the method
//! too, and is brought to its one canonical spelling: an alias is replaced, a hex
//! address and a host name are lower-cased. Other DIDs are kept letter for letter.
//!
//! | Method | Rule | Canonical |
//! | --- | --- | --- |
//! | `key` | `z` and base58btc; the key itself is read by [`key::public_key`] | as given |
//! | `jwk` | base64url; the key itself is read by [`jwk::public_key`] | as given |
//! | `peer` | form of numalgo 0 to 4; the content is read by [`peer`] | as given |
//! | `plc` | 24 letters of base32; the log is read by [`plc`] | lower case |
//! | `web` | host name, optional `%3A` port, path segments | host lower case |
//! | `sage` | `ethereum` address with optional nonce, or `solana` key | chain name in full, address lower case |
//! | `ethr` | optional network, address or compressed key | hex lower case |
//! | `pkh` | CAIP-10 account, or an old form with a fixed prefix | `eip155` address lower case |
//!
//! Parsing allocates only for the text that it returns. [`parse_into`] allocates
//! nothing if the text is canonical already.

mod class;
mod compose;
mod grammar;
mod hexadecimal;
mod method;
mod purpose;
mod table;
mod url;

pub mod document;
pub mod ethr;
pub mod jwk;
pub mod key;
pub mod peer;
pub mod pkh;
pub mod plc;
pub mod record;
pub mod sage;
pub mod web;

use core::{fmt, str::FromStr};
use std::borrow::Cow;

pub use method::{Agreement, Source};
pub use purpose::Purpose;
pub use table::{METHODS, register};
pub use url::DidUrl;

use countersign_kernels::json::length_before;

use crate::{Error, error::excerpt, keys::PublicKey};

/// What begins the tail of a DID URL; the last twice, as four bytes are looked for at a time.
const TAIL: [u8; 4] = *b"/?##";

/// Longest DID, in bytes.
pub const MAX_LEN: usize = 8_192;

/// Longest method name, in bytes.
pub const MAX_METHOD_LEN: usize = 32;

/// Longest path, query and fragment of a DID URL together, in bytes.
pub const MAX_TAIL_LEN: usize = 4_096;

const PREFIX: &str = "did:";

/// A syntactically valid DID in canonical spelling, without path, query or fragment.
///
/// Holding one proves that the text was parsed. There is no other constructor.
#[derive(Clone, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Did {
    text: String,
    /// Byte index of the second `:` in `text`.
    split: usize,
}

/// What [`parse_into`] found, borrowed from the text where nothing had to change.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Parsed<'a> {
    /// The canonical text.
    pub text: Cow<'a, str>,
    /// Byte index of the second `:` in `text`.
    pub split: usize,
}

/// Parses a DID without copying it.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` for more than [`MAX_LEN`] bytes; `ERR_DID_SYNTAX` outside
/// the grammar of DID Core; `ERR_DID_METHOD_ID` outside the rule of a known method;
/// `ERR_ADDRESS_CHECKSUM` for a mixed-case address whose EIP-55 checksum is wrong.
pub fn parse_into(text: &str) -> Result<Parsed<'_>, Error> {
    let split = grammar::did(text)?;
    let canonical =
        match table::canonical(part(text, PREFIX.len(), split), part(text, split + 1, text.len()))?
        {
            None => Cow::Borrowed(text),
            Some(id) => Cow::Owned(format!("{}:{id}", part(text, 0, split))),
        };
    Ok(Parsed { text: canonical, split })
}

/// The spelling in which names of keys are compared: a DID URL with its DID in canonical
/// spelling, any other text as it is.
#[must_use]
pub fn canonical_name(name: &str) -> Cow<'_, str> {
    let end = length_before(name, TAIL);
    let tail = part(name, end, name.len());
    match parse_into(part(name, 0, end)) {
        Ok(Parsed { text: Cow::Owned(did), .. }) if grammar::tail(tail, did.len()).is_ok() => {
            Cow::Owned(did + tail)
        }
        _ => Cow::Borrowed(name),
    }
}

/// Whether a DID by itself names `key`; `None` for a DID that is not itself a key. Text that is not a
/// DID names no key.
#[must_use]
pub fn names(text: &str, key: &PublicKey) -> Option<bool> {
    let Ok(did) = text.parse::<Did>() else { return Some(false) };
    is_key(did.method(), did.id()).then(|| table::is_own_key(&did, key))
}

/// As [`names`], of a DID and the key that is said to be its own: `false` for a DID that is not itself a key.
///
/// # Errors
///
/// `refused` if the DID names another key.
pub fn check_names(text: &str, key: &PublicKey, refused: Error) -> Result<bool, Error> {
    match names(text, key) {
        Some(false) => Err(refused),
        own => Ok(own.is_some()),
    }
}

/// Whether a DID that is itself a key is `key`; `None` for any other text.
#[must_use]
pub fn own_key(text: &str, key: &PublicKey) -> Option<bool> {
    let (method, id) = text.strip_prefix(PREFIX)?.split_once(':')?;
    if is_key(method, id) { names(text, key) } else { None }
}

/// The name that a key has by itself: in the document of its `did:key`, or of its `did:jwk` if it has no codec.
///
/// # Errors
///
/// As [`jwk::from_public_key`].
pub fn key_id(key: &PublicKey) -> Result<String, Error> {
    let did = match key.key_type().codec() {
        Some(_) => key::from_public_key(key)?,
        None => jwk::from_public_key(key)?,
    };
    let fragment =
        own_fragment(did.as_str()).ok_or_else(|| Error::KeyNoCodec(key.key_type().as_str()))?;
    Ok(format!("{did}#{fragment}"))
}

/// The fragment under which a DID that is itself a key names it, if its method fixes that name.
pub(crate) fn own_fragment(text: &str) -> Option<&str> {
    let (method, id) = text.strip_prefix(PREFIX)?.split_once(':')?;
    table::own_fragment(method, id)
}

/// The key that a DID is, if its method calls it by this fragment and no other.
pub(crate) fn key_named(text: &str, fragment: &str) -> Option<PublicKey> {
    own_fragment(text).filter(|own| *own == fragment)?;
    table::own_key(&text.parse().ok()?).ok()
}

/// Whether a DID of this method and identifier is a key.
fn is_key(method: &str, id: &str) -> bool {
    table::key_prefix(method).is_some_and(|prefix| id.starts_with(prefix))
}

impl Did {
    /// The whole DID, canonical.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The method name, for example `web`.
    #[must_use]
    pub fn method(&self) -> &str {
        part(&self.text, PREFIX.len(), self.split)
    }

    /// The method-specific identifier, for example `example.com:agents:7`.
    #[must_use]
    pub fn id(&self) -> &str {
        part(&self.text, self.split + 1, self.text.len())
    }

    /// The identifier, if the method is `method`.
    ///
    /// # Errors
    ///
    /// `ERR_DID_METHOD_UNEXPECTED` for another method.
    fn id_of(&self, method: &'static str) -> Result<&str, Error> {
        if self.method() == method {
            Ok(self.id())
        } else {
            Err(Error::DidMethodUnexpected(method))
        }
    }

    /// For a DID that does not carry its document.
    fn needs_resolver(&self) -> Error {
        Error::DidNeedsResolver(excerpt(&self.text))
    }

    /// A DID that is kept as written, because its method's rule was not applied.
    fn verbatim(text: &str) -> Result<Self, Error> {
        Ok(Self { split: grammar::did(text)?, text: text.to_owned() })
    }
}

impl FromStr for Did {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let Parsed { text, split } = parse_into(text)?;
        Ok(Self { text: text.into_owned(), split })
    }
}

impl fmt::Display for Did {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Did {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Did({})", self.text)
    }
}

/// `text[from..to]`, for indices that the grammar has found.
fn part(text: &str, from: usize, to: usize) -> &str {
    text.get(from..to).unwrap_or_default()
}

/// What stands before and after the first `mark`, an ASCII byte. Faster than `str::split_once` for
/// short texts.
fn split_once(text: &str, mark: u8) -> Option<(&str, &str)> {
    let index = text.bytes().position(|byte| byte == mark)?;
    Some((text.get(..index)?, text.get(index + 1..)?))
}

/// The failure of a method's rule.
fn refused(method: &'static str, rule: &'static str) -> Error {
    Error::DidMethodId(method, rule)
}
