//! A value in a document.

use core::cmp::Ordering;

use countersign_kernels::json::{self as kernel, Changes, Kind, Token};
use serde_json::Number;

use super::{Document, LeftOut, scan};
use crate::{
    Error,
    print::{MAX_EXACT, Written, number::spell_exact},
};

/// A value in a document.
#[derive(Clone, Copy, Debug)]
pub struct Node<'d> {
    pub(super) document: &'d Document<'d>,
    pub(super) place: u32,
}

impl<'d> Node<'d> {
    pub(super) fn token(self) -> Option<&'d Token> {
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
    pub fn as_str(self) -> Option<&'d str> {
        let token = self.token()?;
        match token.kind {
            Kind::Plain => Some(token.of(&self.document.text)),
            Kind::Escaped => self.document.unescaped(self.place),
            _ => None,
        }
    }

    /// The value of a whole number that is not negative.
    pub(crate) fn as_u64(self) -> Option<u64> {
        match self.kind() {
            Kind::Integer | Kind::Number => self.spelled().parse().ok(),
            _ => None,
        }
    }

    /// A number.
    pub(crate) fn as_number(self) -> Option<Number> {
        match self.kind() {
            Kind::Integer | Kind::Number => scan::number(self.spelled(), self.document.numbers),
            _ => None,
        }
    }

    /// True or false.
    pub(crate) fn as_bool(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
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
        self.token().map_or("", |token| token.of(&self.document.text))
    }

    /// Where it ends in the text: of an array or object after the bracket, of a string at the quote.
    pub(crate) fn end(self) -> usize {
        self.token().map_or(0, |token| token.end as usize)
    }

    /// The canonical text of the value (RFC 8785).
    ///
    /// # Errors
    ///
    /// As [`Document::canonical`].
    pub fn canonical(self) -> Result<String, Error> {
        self.changed(Changes::default(), false)
    }

    /// The canonical text of an object without some of its members, and with others in addition or in their place: name
    /// and canonical text, in order. No name needs an escape.
    pub(crate) fn canonical_with(
        self,
        left_out: &[&str],
        added: &[(&str, &str)],
    ) -> Result<String, Error> {
        let mut marks = LeftOut::default();
        left_out.iter().filter_map(|name| self.get(name)).for_each(|member| marks.add(member));
        self.canonical_without(&marks, added)
    }

    /// As [`Self::canonical_with`], without the members that are marked. Marks are as many as the document has tokens, so
    /// that whoever changes many objects of one makes them once.
    pub(crate) fn canonical_without(
        self,
        marks: &LeftOut,
        added: &[(&str, &str)],
    ) -> Result<String, Error> {
        self.changed(Changes { left_out: &marks.0, added }, false)
    }

    /// As [`Self::canonical_with`], for a text that is to be read: numbers are spelled as they were, so that `1e3` is
    /// refused where a whole number belongs.
    pub(crate) fn text_with(self, added: &[(&str, &str)]) -> Result<String, Error> {
        self.changed(Changes { left_out: &[], added }, true)
    }

    pub(super) fn changed(self, changes: Changes<'_>, as_spelled: bool) -> Result<String, Error> {
        let Document { text, numbers, tokens, order, .. } = self.document;
        let write = |literal: &str, out: &mut String| {
            if as_spelled {
                out.push_str(literal);
                return true;
            }
            let text =
                scan::number(literal, *numbers).map(|number| spell_exact(&number, MAX_EXACT));
            text.map(|text| out.push_str(&text)).is_some()
        };
        kernel::canonical(text, tokens, order, self.place, changes, &write)
            .ok_or_else(|| Error::JsonMalformed(0))
    }
}

impl Written {
    /// A value that was read.
    pub(crate) fn node(self, name: &'static str, value: Node<'_>) -> Self {
        // None is refused that was read.
        self.json(name, &value.canonical().unwrap_or_default())
    }
}
