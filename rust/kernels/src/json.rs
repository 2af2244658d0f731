//! Strict JSON (RFC 8259) as spans of its text: one pass, no copy, no tree.
//!
//! [`read`] accepts only text on which all strict readers agree. What it refuses it gives up to the byte that it refused.
//!
//! | Refused | Reason |
//! | --- | --- |
//! | text outside the grammar, or after the value | not JSON |
//! | nesting over [`MAX_DEPTH`] | a limit of the strict reader |
//! | an escape of half a surrogate pair | not Unicode text |
//! | text over [`MAX_BYTES`] | positions have 32 bits |
//!
//! Two things are not checked here: duplicate members ([`Order::of`] finds them), and whether a double can hold a
//! number. A number that is not a short integer has a kind of its own.
//!
//! The end of a string is looked for 16 bytes at a time on simd128, else 8 in a word. Each value and each name
//! has a token of 16 bytes, so there is at most one token for each byte of text.

#![allow(clippy::cast_possible_truncation, reason = "a text has at most 2^24 bytes")]

mod canonical;
mod escape;
mod order;
mod plain;
#[cfg(test)]
mod tests;

pub use canonical::{Changes, WriteNumber, canonical};
pub use order::{Names, Order};
use plain::plain;
pub use plain::{length_before, plain_length};

/// Deepest nesting of arrays and objects.
pub const MAX_DEPTH: usize = 64;

/// Longest text.
pub const MAX_BYTES: usize = 1 << 24;

/// The most digits of an integer that a double always holds exactly.
const SHORT: usize = 15;

/// The kinds of token.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true`.
    True,
    /// `false`.
    False,
    /// An integer of at most 15 digits, and not `-0`: its canonical form.
    Integer,
    /// Any other number.
    Number,
    /// A string without escapes: its value.
    Plain,
    /// A string with escapes.
    Escaped,
    /// `[`; its items follow.
    Array,
    /// `{`; name and value of its members follow.
    Object,
}

/// A value, or the name of a member.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// Its first byte; of a string, the one after the quote.
    pub start: u32,
    /// The byte after its last; of a string, the quote.
    pub end: u32,
    /// The token after it and all that is in it.
    pub after: u32,
}

impl Token {
    /// Its text.
    #[must_use]
    pub fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// The text of a string or name, without escapes.
    #[must_use]
    pub fn string(&self, text: &str) -> Option<String> {
        let inside = self.of(text);
        match self.kind {
            Kind::Plain => Some(inside.to_owned()),
            Kind::Escaped => escape::unescaped(inside),
            _ => None,
        }
    }
}

/// A text that was refused.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Refused {
    /// The tokens before it, as if all that is open there ended there.
    pub tokens: Vec<Token>,
    /// The first byte that cannot follow what stands before it; the length of a text that ends too soon.
    pub at: usize,
    /// Whether a whole value stands before it.
    pub is_trailing: bool,
}

/// The tokens of a text, in its order; the first is the whole value.
///
/// # Errors
///
/// [`Refused`].
pub fn read(text: &str) -> Result<Vec<Token>, Refused> {
    let tokens = Vec::with_capacity(text.len() / 12 + 8);
    let mut reader =
        Reader { bytes: text.as_bytes(), at: 0, tokens, open: [0; MAX_DEPTH], depth: 0 };
    if text.len() <= MAX_BYTES && reader.run().is_some() {
        return Ok(reader.tokens);
    }
    let is_trailing = reader.depth == 0 && !reader.tokens.is_empty();
    while let Some(&open) = reader.open.get(reader.depth.wrapping_sub(1)) {
        reader.leave(open);
    }
    Err(Refused { tokens: reader.tokens, at: reader.at.min(text.len()), is_trailing })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
    /// The arrays and objects around, as tokens.
    open: [u32; MAX_DEPTH],
    depth: usize,
}

/// What may follow a value.
enum Next {
    Value,
    End,
}

impl Reader<'_> {
    fn run(&mut self) -> Option<()> {
        loop {
            self.value()?;
            if matches!(self.after_value()?, Next::End) {
                return Some(());
            }
        }
    }

    /// Reads a value; of an array or object its start, up to where the next value begins.
    fn value(&mut self) -> Option<()> {
        loop {
            let byte = self.blank()?;
            match byte {
                b'"' => return self.string(),
                b'{' => {
                    self.enter(Kind::Object)?;
                    if self.blank()? == b'}' {
                        return Some(());
                    }
                    self.name()?;
                }
                b'[' => {
                    self.enter(Kind::Array)?;
                    if self.blank()? == b']' {
                        return Some(());
                    }
                }
                b't' => return self.literal(b"true", Kind::True),
                b'f' => return self.literal(b"false", Kind::False),
                b'n' => return self.literal(b"null", Kind::Null),
                _ => return self.number(byte),
            }
        }
    }

    /// Reads what is between a value and the next one.
    fn after_value(&mut self) -> Option<Next> {
        loop {
            let Some(&open) = self.open.get(self.depth.wrapping_sub(1)) else {
                return self.blank().is_none().then_some(Next::End);
            };
            let object = self.tokens.get(open as usize)?.kind == Kind::Object;
            match (self.blank()?, object) {
                (b',', true) => {
                    self.at += 1;
                    self.name()?;
                    return Some(Next::Value);
                }
                (b',', false) => {
                    self.at += 1;
                    return Some(Next::Value);
                }
                (b'}', true) | (b']', false) => {
                    self.at += 1;
                    self.leave(open)?;
                }
                _ => return None,
            }
        }
    }

    /// The next byte that is not white space.
    #[inline]
    fn blank(&mut self) -> Option<u8> {
        loop {
            match *self.bytes.get(self.at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    fn enter(&mut self, kind: Kind) -> Option<()> {
        *self.open.get_mut(self.depth)? = self.tokens.len() as u32;
        self.depth += 1;
        self.push(kind, self.at, self.at);
        self.at += 1;
        Some(())
    }

    fn leave(&mut self, open: u32) -> Option<()> {
        let after = self.tokens.len() as u32;
        let token = self.tokens.get_mut(open as usize)?;
        (token.after, token.end) = (after, self.at as u32);
        self.depth -= 1;
        Some(())
    }

    fn name(&mut self) -> Option<()> {
        if self.blank()? != b'"' {
            return None;
        }
        self.string()?;
        if self.blank()? != b':' {
            return None;
        }
        self.at += 1;
        Some(())
    }

    /// Reads a string, of which the quote is next.
    fn string(&mut self) -> Option<()> {
        let start = self.at + 1;
        let mut kind = Kind::Plain;
        self.at = start;
        loop {
            self.at = plain(self.bytes, self.at);
            match *self.bytes.get(self.at)? {
                b'"' => break,
                b'\\' => {
                    kind = Kind::Escaped;
                    self.at = escape::skip(self.bytes, self.at)?;
                }
                _ => return None,
            }
        }
        self.push(kind, start, self.at);
        self.at += 1;
        Some(())
    }

    fn literal(&mut self, want: &[u8], kind: Kind) -> Option<()> {
        let end = self.at + want.len();
        if self.bytes.get(self.at..end)? != want {
            return None;
        }
        self.push(kind, self.at, end);
        self.at = end;
        Some(())
    }

    /// Reads a number (RFC 8259, section 6).
    fn number(&mut self, first: u8) -> Option<()> {
        let start = self.at;
        let negative = first == b'-';
        self.at += usize::from(negative);
        let whole = self.at;
        let zero = *self.bytes.get(whole)? == b'0';
        let digits = self.digits()?;
        if zero && digits > 1 {
            return None;
        }
        let mut short = digits <= SHORT && !(negative && zero);
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
            short = false;
        }
        if let Some(b'e' | b'E') = self.bytes.get(self.at) {
            self.at += 1;
            self.at += usize::from(matches!(self.bytes.get(self.at), Some(b'+' | b'-')));
            self.digits()?;
            short = false;
        }
        let kind = if short { Kind::Integer } else { Kind::Number };
        self.push(kind, start, self.at);
        Some(())
    }

    /// Walks digits, at least one; gives how many.
    fn digits(&mut self) -> Option<usize> {
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        (self.at > start).then_some(self.at - start)
    }

    #[inline]
    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let after = self.tokens.len() as u32 + 1;
        self.tokens.push(Token { kind, start: start as u32, end: end as u32, after });
    }
}
