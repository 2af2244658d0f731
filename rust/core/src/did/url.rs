//! DID URLs (W3C DID Core 1.0, section 3.2): a DID with path, query or fragment.

use core::{fmt, str::FromStr};

use countersign_kernels::json::length_before;

use super::{Did, TAIL, grammar, part};
use crate::Error;

/// A DID, and what follows it. Also reads a bare DID.
///
/// The DID is canonical; path, query and fragment are kept letter for letter.
#[derive(Clone, Eq, Hash, PartialEq)]
pub struct DidUrl {
    did: Did,
    tail: String,
    /// Byte index of `?` in `tail`, or of `#` if there is no query.
    query: usize,
    /// Byte index of `#` in `tail`, or its length.
    fragment: usize,
}

impl DidUrl {
    /// Reads a DID URL, or a reference that starts with `#`, `/` or `?` and belongs to `base`.
    ///
    /// A dotted path is not joined: a verification method is named by a fragment.
    ///
    /// # Errors
    ///
    /// As the parser.
    pub fn resolve(reference: &str, base: &Did) -> Result<Self, Error> {
        if reference.starts_with(['#', '/', '?']) {
            return Self::new(base.clone(), reference);
        }
        reference.parse()
    }

    fn new(did: Did, tail: &str) -> Result<Self, Error> {
        let (query, fragment) = grammar::tail(tail, did.as_str().len())?;
        Ok(Self { did, tail: tail.to_owned(), query, fragment })
    }

    /// The DID.
    #[must_use]
    pub const fn did(&self) -> &Did {
        &self.did
    }

    /// The path with its leading `/`, or nothing.
    #[must_use]
    pub fn path(&self) -> &str {
        part(&self.tail, 0, self.query)
    }

    /// The query without its `?`.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.tail.get(self.query + 1..self.fragment)
    }

    /// The fragment without its `#`.
    #[must_use]
    pub fn fragment(&self) -> Option<&str> {
        self.tail.get(self.fragment + 1..)
    }
}

impl FromStr for DidUrl {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let end = length_before(text, TAIL);
        Self::new(part(text, 0, end).parse()?, part(text, end, text.len()))
    }
}

impl fmt::Display for DidUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.did, self.tail)
    }
}

impl fmt::Debug for DidUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DidUrl({self})")
    }
}
