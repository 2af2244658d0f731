//! The canonical form (RFC 8785) of a text that [`read`](super::read) accepted, straight from its spans.
//!
//! Members are sorted by their first eight bytes as one word, and where those are equal by the rest. The
//! order of bytes is the order of UTF-16 code units, except for characters beyond U+FFFF. A name with such
//! a character, or with an escape, is left to the slower writer.

use super::{Kind, Token, escape};
use crate::order::sort_by;

/// Appends a number that is not a short integer to the text; `false` if the number must be refused.
pub type WriteNumber<'a> = &'a dyn Fn(&str, &mut String) -> bool;

/// The canonical text of the value without the members of some names. `None` if a remaining member
/// occurs twice, a name is not simple, or a number is refused.
#[must_use]
pub fn canonical(
    text: &str,
    tokens: &[Token],
    without: &[&str],
    number: WriteNumber<'_>,
) -> Option<String> {
    let out = String::with_capacity(text.len() + 16);
    let simple = text.is_ascii();
    let mut writer = Writer { text, tokens, without, number, simple, out, members: Vec::new() };
    writer.value(0)?;
    Some(writer.out)
}

struct Writer<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// Members of the outermost object that are left out.
    without: &'a [&'a str],
    number: WriteNumber<'a>,
    /// Whether no name can have a character beyond U+FFFF.
    simple: bool,
    out: String,
    /// Members of the objects around: first bytes and token of the name.
    members: Vec<(u64, u32)>,
}

impl<'a> Writer<'a> {
    /// Writes the value at a token. Nesting was limited when the text was read.
    fn value(&mut self, at: u32) -> Option<()> {
        let token = *self.tokens.get(at as usize)?;
        match token.kind {
            Kind::Plain => self.quoted(&token),
            Kind::Escaped => self.escaped(&token),
            Kind::Array => self.array(at + 1, token.after),
            Kind::Object => self.object(at + 1, token.after),
            Kind::Number => (self.number)(token.of(self.text), &mut self.out).then_some(()),
            _ => self.copy(token.start, token.end),
        }
    }

    fn array(&mut self, mut at: u32, end: u32) -> Option<()> {
        self.out.push('[');
        let first = at;
        while at < end {
            if at > first {
                self.out.push(',');
            }
            self.value(at)?;
            at = self.tokens.get(at as usize)?.after;
        }
        self.out.push(']');
        Some(())
    }

    fn object(&mut self, at: u32, end: u32) -> Option<()> {
        let base = self.members.len();
        self.collect(at, end)?;
        self.out.push('{');
        let count = self.members.len() - base;
        for member in 0..count {
            if member > 0 {
                self.out.push(',');
            }
            let (_, name) = *self.members.get(base + member)?;
            let token = *self.tokens.get(name as usize)?;
            self.quoted(&token)?;
            self.out.push(':');
            self.value(name + 1)?;
        }
        self.out.push('}');
        self.members.truncate(base);
        Some(())
    }

    /// Adds the members of an object, in order; `None` if one occurs twice.
    fn collect(&mut self, mut at: u32, end: u32) -> Option<()> {
        let base = self.members.len();
        let without = if at == 1 { self.without } else { &[] };
        while at < end {
            let name = self.tokens.get(at as usize)?;
            let text = name.of(self.text);
            let is_simple = self.simple || text.bytes().all(|byte| byte < 0xf0);
            if name.kind != Kind::Plain || !is_simple {
                return None;
            }
            if !without.contains(&text) {
                self.members.push((first_eight(text.as_bytes()), at));
            }
            at = self.tokens.get(at as usize + 1)?.after;
        }
        let (text, tokens) = (self.text, self.tokens);
        let rest = |at: u32| tokens.get(at as usize).map(|name| name.of(text).as_bytes());
        let order = |left: &(u64, u32), right: &(u64, u32)| {
            left.0.cmp(&right.0).then_with(|| rest(left.1).cmp(&rest(right.1)))
        };
        let members = self.members.get_mut(base..)?;
        if !members.is_sorted_by(|left, right| order(left, right).is_lt()) {
            sort_by(members, order);
            if !members.is_sorted_by(|left, right| order(left, right).is_lt()) {
                return None;
            }
        }
        Some(())
    }

    /// Copies a string with its quotes.
    fn quoted(&mut self, token: &Token) -> Option<()> {
        self.copy(token.start - 1, token.end + 1)
    }

    #[inline]
    fn copy(&mut self, start: u32, end: u32) -> Option<()> {
        self.out.push_str(self.text.get(start as usize..end as usize)?);
        Some(())
    }

    /// Writes a string with escapes: those that must be, in the short form where there is one.
    fn escaped(&mut self, token: &Token) -> Option<()> {
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

/// The first eight bytes as a number that sorts as they do. A shorter name sorts first, as no name has a byte 0.
fn first_eight(text: &[u8]) -> u64 {
    if let Some(first) = text.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    let bytes = text.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    bytes.checked_shl(8 * (8 - text.len() as u32)).unwrap_or(0)
}
