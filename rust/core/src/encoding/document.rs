//! Strict JSON reading: RFC 8259, restricted to I-JSON (RFC 7493). A text is read once, as spans of it: the one form in
//! which documents are looked at.
//!
//! Two readers that disagree about one text are an attack, so a text on which
//! they could disagree is refused before anything else looks at it. The order
//! of the checks is the order of this table.
//!
//! | Refused | Limit | Code |
//! | --- | --- | --- |
//! | size | over 1 MiB | `ERR_JSON_SIZE` |
//! | byte order mark | any | `ERR_JSON_BOM` |
//! | invalid UTF-8 | any | `ERR_JSON_UTF8` |
//! | nesting of arrays and objects | over 64 | `ERR_JSON_DEPTH` |
//! | escape of half a surrogate pair | any | `ERR_JSON_SURROGATE` |
//! | number that a double cannot carry | see [`Numbers`] | `ERR_JSON_NUMBER` |
//! | member name twice in one object | after unescaping | `ERR_JSON_DUPLICATE` |
//! | text after the value | any but white space | `ERR_JSON_TRAILING` |
//! | anything else outside the grammar | | `ERR_JSON_MALFORMED` |
//!
//! [`Document::read`] makes one pass over the text ([`countersign_kernels::json`]). What it keeps is flat: a list of tokens
//! with their kinds, places and sizes, and the order of members. A string is decoded only where it has escapes, and no tree
//! of values is built. A text that is refused is read again, to name the first reason of the table: by a scan over the
//! bytes, for what is no matter of grammar, and once more for the grammar. The scan keeps a counter and no stack.
//!
//! A [`Node`] is a value in it. Members are in the order of their UTF-16 code units, as in canonical JSON (RFC 8785).

use core::cell::OnceCell;
use std::borrow::Cow;

use countersign_kernels::json::{self as kernel, Kind, Order, Token};
use zeroize::Zeroizing;

use crate::Error;

mod node;
#[cfg(test)]
mod oracle;
mod owned;
mod refusal;
mod rules;
mod scan;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_reading;
mod walk;

pub use node::Node;
pub(crate) use owned::OwnedObject;
use refusal::refusal;
use rules::check_text;
pub use rules::{MAX_BYTES, MAX_DEPTH, Numbers};
pub use walk::{Items, Members};

const _: () = assert!(MAX_DEPTH == kernel::MAX_DEPTH && MAX_BYTES <= kernel::MAX_BYTES);

/// A text, and where everything in it is.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    text: Cow<'a, str>,
    numbers: Numbers,
    tokens: Vec<Token>,
    order: Order,
    /// The strings with escapes, in order: their tokens, and what they say once somebody asked. One may be a secret.
    escaped: Vec<(u32, OnceCell<Zeroizing<String>>)>,
}

impl<'a> Document<'a> {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// One of the codes in the table of [`document`](self).
    pub fn read(text: &'a [u8], numbers: Numbers) -> Result<Self, Error> {
        Self::read_text(check_text(text)?, numbers)
    }

    /// As [`Self::read`], of a text that must be an object.
    ///
    /// # Errors
    ///
    /// As [`Self::read`]; `ERR_JSON_NOT_OBJECT` for any other value.
    pub fn read_object(text: &'a [u8], numbers: Numbers) -> Result<Self, Error> {
        let document = Self::read(text, numbers)?;
        match document.root().kind() {
            Kind::Object => Ok(document),
            _ => Err(Error::JsonNotObject),
        }
    }

    /// Reads a text that this package wrote, which may be longer than one that is received.
    pub(crate) fn read_text(text: &'a str, numbers: Numbers) -> Result<Self, Error> {
        Self::spans(text.into(), numbers).ok_or_else(|| explain(text, numbers))
    }

    /// Keeps a text that was written here from what was read: nothing refuses it again.
    pub(crate) fn of_own(text: String, numbers: Numbers) -> Result<Document<'static>, Error> {
        let spans = Document::spans(Cow::Owned(text), numbers);
        spans.ok_or_else(|| Error::JsonMalformed(0))
    }

    fn spans(text: Cow<'a, str>, numbers: Numbers) -> Option<Self> {
        let tokens = kernel::read(&text).ok()?;
        let order = Order::of(&text, &tokens)?;
        let mut escaped = Vec::new();
        for (place, token) in (0..).zip(&tokens) {
            match token.kind {
                Kind::Escaped => escaped.push((place, OnceCell::new())),
                Kind::Number if !scan::fits_double(token.of(&text), numbers) => return None,
                _ => {}
            }
        }
        Some(Self { text, numbers, tokens, order, escaped })
    }

    /// What a string with escapes says.
    #[cold]
    fn unescaped(&self, place: u32) -> Option<&str> {
        let found = self.escaped.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        let token = self.tokens.get(place as usize)?;
        let (_, said) = self.escaped.get(found)?;
        Some(said.get_or_init(|| token.string(&self.text).unwrap_or_default().into()))
    }

    /// The document with a text of its own.
    #[must_use]
    pub fn into_owned(self) -> Document<'static> {
        Document { text: Cow::Owned(self.text.into_owned()), ..self }
    }

    /// The text that was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The whole value.
    #[must_use]
    pub const fn root(&self) -> Node<'_> {
        Node { document: self, place: 0 }
    }

    /// The canonical text (RFC 8785).
    ///
    /// # Errors
    ///
    /// None: what cannot be written was refused when it was read.
    pub fn canonical(&self) -> Result<String, Error> {
        self.root().canonical()
    }

    /// The canonical text without some members and items.
    ///
    /// # Errors
    ///
    /// As [`Self::canonical`].
    pub(crate) fn canonical_without(&self, left_out: &LeftOut) -> Result<String, Error> {
        self.root().canonical_without(left_out, &[])
    }
}

/// Members and items of a document that are not written.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeftOut(Vec<bool>);

impl LeftOut {
    /// Leaves out an item, or a member with its name.
    pub(crate) fn add(&mut self, node: Node<'_>) {
        self.0.resize(node.document.tokens.len(), false);
        if let Some(mark) = self.0.get_mut(node.place as usize) {
            *mark = true;
        }
    }

    pub(crate) fn has(&self, node: Node<'_>) -> bool {
        self.0.get(node.place as usize).is_some_and(|is| *is)
    }
}

/// The first reason, in the order of the table of [`document`](self), why a text is refused.
#[cold]
fn explain(text: &str, numbers: Numbers) -> Error {
    scan::scan(text, numbers).err().unwrap_or_else(|| refusal(text))
}
