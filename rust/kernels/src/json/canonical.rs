//! The canonical form (RFC 8785) of a text that [`read`](super::read) accepted, straight from its spans.
//!
//! What stands in the text as it does in the canonical form is copied, as much at once as there is.

use core::cmp::Ordering;

use super::{Kind, Order, Token, escape};

/// Appends a number that is not a short integer to the text; `false` if the number must be refused.
pub type WriteNumber<'a> = &'a dyn Fn(&str, &mut String) -> bool;

/// In what the canonical text is to differ from the value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes<'a> {
    /// A mark for each token that is left out, of an object the value of a member, of an array an item; or nothing.
    pub left_out: &'a [bool],
    /// Members that an object itself has too, or in the place of its own; of no use to another value. They are names of ASCII in order, and values as
    /// canonical text. No name needs an escape.
    pub added: &'a [(&'a str, &'a str)],
}

/// The canonical text of the value at a token, with some changes. `None` if a number is refused.
#[must_use]
pub fn canonical(
    text: &str,
    tokens: &[Token],
    order: &Order,
    place: u32,
    changes: Changes<'_>,
    number: WriteNumber<'_>,
) -> Option<String> {
    let Changes { left_out, added } = changes;
    let is_whole = place == 0 && left_out.is_empty() && added.is_empty();
    if is_whole && order.is_of_text() && is_tight(text, tokens) {
        return Some(text.to_owned());
    }
    let token = tokens.get(place as usize)?;
    let added = if token.kind == Kind::Object { added } else { &[] };
    let more: usize = added.iter().map(|(name, value)| name.len() + value.len() + 4).sum();
    let out = String::with_capacity((token.end - token.start) as usize + more + 16);
    let mut writer = Writer { text, tokens, order, left_out, added, number, out, from: 0, to: 0 };
    writer.value(place)?;
    writer.flush()?;
    Some(writer.out)
}

/// Whether every value is written as it is in canonical text, with nothing between but what must be.
fn is_tight(text: &str, tokens: &[Token]) -> bool {
    // A comma or colon stands before each value and name, but for the whole value and the first in each bracket.
    let own = |(place, token): (usize, &Token)| match token.kind {
        Kind::Escaped | Kind::Number => None,
        Kind::Plain => Some(token.end - token.start + 3),
        Kind::Array | Kind::Object => Some(2 + u32::from(token.after as usize == place + 1)),
        _ => Some(token.end - token.start + 1),
    };
    let lengths = tokens.iter().enumerate().map(own);
    lengths.sum::<Option<u32>>() == Some(text.len() as u32 + 1)
}

struct Writer<'a> {
    text: &'a str,
    tokens: &'a [Token],
    order: &'a Order,
    left_out: &'a [bool],
    /// Those of the object that is written next.
    added: &'a [(&'a str, &'a str)],
    number: WriteNumber<'a>,
    out: String,
    /// The piece of the text that is to be copied next.
    from: u32,
    to: u32,
}

impl<'a> Writer<'a> {
    /// Writes the value at a token. Nesting was limited when the text was read.
    fn value(&mut self, place: u32) -> Option<()> {
        let token = *self.tokens.get(place as usize)?;
        match token.kind {
            Kind::Plain => self.quoted(&token),
            Kind::Escaped => self.escaped(&token),
            Kind::Array => self.array(place, &token),
            Kind::Object => self.object(place, &token),
            Kind::Number => {
                self.flush()?;
                (self.number)(token.of(self.text), &mut self.out).then_some(())
            }
            _ => self.copy(token.start, token.end),
        }
    }

    fn array(&mut self, place: u32, token: &Token) -> Option<()> {
        self.copy(token.start, token.start + 1)?;
        let (mut place, mut is_first) = (place + 1, true);
        while place < token.after {
            if !self.is_left_out(place) {
                self.comma(&mut is_first)?;
                self.value(place)?;
            }
            place = self.tokens.get(place as usize)?.after;
        }
        self.mark(b']')
    }

    fn object(&mut self, place: u32, token: &Token) -> Option<()> {
        self.copy(token.start, token.start + 1)?;
        let mut added = core::mem::take(&mut self.added);
        let mut is_first = true;
        for name in self.order.names(self.tokens, place) {
            let is_replaced = self.add_up_to(Some(name), &mut added, &mut is_first)?;
            if is_replaced || self.is_left_out(name + 1) {
                continue;
            }
            self.comma(&mut is_first)?;
            self.value(name)?;
            self.mark(b':')?;
            self.value(name + 1)?;
        }
        self.add_up_to(None, &mut added, &mut is_first)?;
        self.mark(b'}')
    }

    /// Writes the added members that stand before a name, or all; tells whether one of them has that name.
    fn add_up_to(
        &mut self,
        name: Option<u32>,
        added: &mut &[(&str, &str)],
        is_first: &mut bool,
    ) -> Option<bool> {
        while let Some(((own, value), rest)) = added.split_first() {
            let order = name.map_or(Ordering::Less, |name| self.order_of(own, name));
            if order.is_gt() {
                break;
            }
            self.comma(is_first)?;
            self.flush()?;
            for piece in ["\"", own, "\":", value] {
                self.out.push_str(piece);
            }
            *added = rest;
            if order.is_eq() {
                return Some(true);
            }
        }
        Some(false)
    }

    /// How a name of ASCII stands to that of a member. Bytes sort it as code units do.
    fn order_of(&self, own: &str, name: u32) -> Ordering {
        match self.tokens.get(name as usize) {
            Some(token) if token.kind == Kind::Escaped => {
                own.cmp(token.string(self.text).unwrap_or_default().as_str())
            }
            token => own.cmp(token.map_or("", |token| token.of(self.text))),
        }
    }

    fn is_left_out(&self, place: u32) -> bool {
        self.left_out.get(place as usize).is_some_and(|is| *is)
    }

    /// Writes a comma before all but the first.
    fn comma(&mut self, is_first: &mut bool) -> Option<()> {
        if !core::mem::replace(is_first, false) {
            self.mark(b',')?;
        }
        Some(())
    }

    /// Copies a string with its quotes.
    fn quoted(&mut self, token: &Token) -> Option<()> {
        self.copy(token.start - 1, token.end + 1)
    }

    /// Writes a letter of the grammar, which may well stand there in the text too.
    #[inline]
    fn mark(&mut self, mark: u8) -> Option<()> {
        if self.text.as_bytes().get(self.to as usize) == Some(&mark) && self.to > self.from {
            self.to += 1;
            return Some(());
        }
        self.flush()?;
        self.out.push(char::from(mark));
        Some(())
    }

    #[inline]
    fn copy(&mut self, start: u32, end: u32) -> Option<()> {
        if start != self.to || self.to == self.from {
            self.flush()?;
            self.from = start;
        }
        self.to = end;
        Some(())
    }

    /// Copies what waits for it. Once for a text that is canonical.
    #[inline(never)]
    fn flush(&mut self) -> Option<()> {
        self.out.push_str(self.text.get(self.from as usize..self.to as usize)?);
        self.from = self.to;
        Some(())
    }

    /// Writes a string with escapes: those that must be, in the short form where there is one.
    fn escaped(&mut self, token: &Token) -> Option<()> {
        self.flush()?;
        self.out.push('"');
        escape::pieces(token.of(self.text), &mut self.out, character)?;
        self.out.push('"');
        Some(())
    }
}

fn character(out: &mut String, character: char) {
    let short = match character {
        '"' | '\\' => character,
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\0'..' ' => {
            let code = character as u32;
            let digit = |value: u32| char::from_digit(value & 15, 16).unwrap_or('0');
            return out.extend(['\\', 'u', '0', '0', digit(code >> 4), digit(code)]);
        }
        _ => return out.push(character),
    };
    out.extend(['\\', short]);
}
