//! A JSON text that was read strictly, as spans of that text: the one form in which documents are looked at.
//!
//! [`Document::read`] makes one pass over the text ([`countersign_kernels::json`]), and refuses what the table of
//! [`json`](super::json) refuses. What it keeps is flat: a list of tokens with their kinds, places and sizes, and the order of
//! members. A string is decoded only where it has escapes; a tree of values is built only by [`Node::to_value`].
//!
//! A [`Node`] is a value in it. Members are in the order of their UTF-16 code units, as in canonical JSON (RFC 8785).

use core::cmp::Ordering;
use std::borrow::Cow;

use countersign_kernels::json::{self as kernel, Kind, Order, Token};
use serde_json::{Map, Number, Value};

use crate::{
    Error,
    print::{MAX_EXACT, number},
};

mod rules;
pub(super) mod scan;
mod value;
mod walk;

pub use rules::{MAX_BYTES, MAX_DEPTH, Numbers};
pub use walk::{Items, Members};

const _: () = assert!(MAX_DEPTH == kernel::MAX_DEPTH && MAX_BYTES <= kernel::MAX_BYTES);

/// The tree of values of a text, which is refused as by [`Document::read`]. A tree orders members itself, and knows
/// itself of one that comes twice.
pub(super) fn tree(text: &[u8], numbers: Numbers) -> Result<Value, Error> {
    let text = rules::check_text(text)?;
    let tokens = kernel::read(text).ok();
    let value = tokens.and_then(|tokens| value::build(text, &tokens, 0, numbers).ok());
    value.ok_or_else(|| explain(text, numbers))
}

/// A text, and where everything in it is.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    text: &'a str,
    numbers: Numbers,
    tokens: Vec<Token>,
    order: Order,
}

impl<'a> Document<'a> {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// One of the codes in the table of [`json`](super::json).
    pub fn read(text: &'a [u8], numbers: Numbers) -> Result<Self, Error> {
        Self::read_text(rules::check_text(text)?, numbers)
    }

    /// Reads a text that this package wrote, which may be longer than one that is received.
    pub(crate) fn read_text(text: &'a str, numbers: Numbers) -> Result<Self, Error> {
        Self::spans(text, numbers).ok_or_else(|| explain(text, numbers))
    }

    fn spans(text: &'a str, numbers: Numbers) -> Option<Self> {
        let tokens = kernel::read(text).ok()?;
        let order = Order::of(text, &tokens)?;
        let mut literals = tokens.iter().filter(|token| token.kind == Kind::Number);
        let are_carried = literals.all(|token| scan::fits_double(token.of(text), numbers));
        are_carried.then_some(Self { text, numbers, tokens, order })
    }

    /// The text that was read.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
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
        self.canonical_without(&LeftOut::default())
    }

    /// The canonical text without some members and items.
    ///
    /// # Errors
    ///
    /// As [`Self::canonical`].
    pub(crate) fn canonical_without(&self, left_out: &LeftOut) -> Result<String, Error> {
        let write = |literal: &str, out: &mut String| {
            let text = scan::number(literal, self.numbers).map(|number| spell(&number));
            text.map(|text| out.push_str(&text)).is_some()
        };
        kernel::canonical(self.text, &self.tokens, &self.order, 0, &left_out.0, &write)
            .ok_or_else(|| Error::JsonMalformed(0))
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

/// A value in a document.
#[derive(Clone, Copy, Debug)]
pub struct Node<'d> {
    document: &'d Document<'d>,
    place: u32,
}

impl<'d> Node<'d> {
    fn token(self) -> Option<&'d Token> {
        self.document.tokens.get(self.place as usize)
    }

    /// What kind of value it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.token().map_or(Kind::Null, |token| token.kind)
    }

    /// Tells whether it is a string.
    #[must_use]
    pub fn is_string(self) -> bool {
        matches!(self.kind(), Kind::Plain | Kind::Escaped)
    }

    /// Tells whether it is a string, an array or an object with nothing in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.token().is_some_and(|token| match token.kind {
            Kind::Plain => token.start == token.end,
            Kind::Array | Kind::Object => token.after == self.place + 1,
            _ => false,
        })
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'d, str>> {
        let token = self.token()?;
        match token.kind {
            Kind::Plain => Some(Cow::Borrowed(token.of(self.document.text))),
            _ => token.string(self.document.text).map(Cow::Owned),
        }
    }

    /// The members of an object, in order: name and value. None of any other value.
    #[must_use]
    pub fn members(self) -> Members<'d> {
        Members::of(self)
    }

    /// The items of an array. None of any other value.
    #[must_use]
    pub fn items(self) -> Items<'d> {
        Items::of(self)
    }

    /// The items of a member that is an array. None of any other value.
    pub(crate) fn items_of(self, name: &str) -> Items<'d> {
        self.get(name).map_or(Items::none(self), Self::items)
    }

    /// The value of a member.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Node<'d>> {
        self.members().find(|(own, _)| own.says(name)).map(|(_, value)| value)
    }

    /// Tells whether there is a member of that name.
    #[must_use]
    pub fn has(self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Tells whether it is this string.
    #[must_use]
    pub fn says(self, text: &str) -> bool {
        match self.token() {
            // Lengths first, as most names differ in them.
            Some(Token { kind: Kind::Plain, start, end, .. }) => {
                let inside = *start as usize..*end as usize;
                inside.len() == text.len()
                    && self.document.text.as_bytes().get(inside) == Some(text.as_bytes())
            }
            _ => self.as_str().is_some_and(|own| own == text),
        }
    }

    /// The order of two strings by their UTF-16 code units, which is that of members.
    pub(crate) fn order(self, other: Node<'_>) -> Ordering {
        let [own, other] = [self.as_str(), other.as_str()].map(Option::unwrap_or_default);
        own.encode_utf16().cmp(other.encode_utf16())
    }

    /// Tells whether two values are spelled alike: in canonical texts, whether they are equal.
    pub(crate) fn is_written_as(self, other: Node<'_>) -> bool {
        self.kind() == other.kind() && self.spelled() == other.spelled()
    }

    /// Tells whether an empty value or `null` is in it, or it is one. An empty name counts too.
    pub(crate) fn has_empty(self) -> bool {
        let end = self.token().map_or(0, |token| token.after);
        let mut inside = (self.place..end).map(|place| Self { place, ..self });
        inside.any(|node| node.kind() == Kind::Null || node.is_empty())
    }

    /// Its text; of a string without the quotes.
    fn spelled(self) -> &'d str {
        self.token().map_or("", |token| token.of(self.document.text))
    }

    /// Where it ends in the text: of an array or object after the bracket, of a string at the quote.
    pub(crate) fn end(self) -> usize {
        self.token().map_or(0, |token| token.end as usize)
    }

    /// The value as a tree.
    #[must_use]
    pub fn to_value(self) -> Value {
        let Document { text, tokens, numbers, .. } = self.document;
        value::build(text, tokens, self.place as usize, *numbers).unwrap_or_default()
    }

    /// The members of an object as a tree.
    #[must_use]
    pub fn to_object(self) -> Option<Map<String, Value>> {
        match self.to_value() {
            Value::Object(members) => Some(members),
            _ => None,
        }
    }
}

/// The first reason, in the order of the table of [`json`](super::json), why a text is refused.
#[cold]
fn explain(text: &str, numbers: Numbers) -> Error {
    scan::scan(text, numbers).err().unwrap_or_else(|| value::refusal(text, numbers))
}

fn spell(number: &Number) -> String {
    let mut text = String::new();
    number::write(number, MAX_EXACT, &mut text);
    text
}
