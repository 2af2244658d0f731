//! The fast path: what [`countersign_kernels::json`] reads, as a value or as canonical text.
//!
//! Nothing is refused here: `None` means that the slower reader decides.

use countersign_kernels::json::{self as kernel, Kind, Token};
use serde_json::{Map, Number, Value, map::Entry};

use super::{MAX_DEPTH, Numbers, scan};
use crate::encoding::number;

const _: () = assert!(MAX_DEPTH == kernel::MAX_DEPTH && super::MAX_BYTES <= kernel::MAX_BYTES);

/// The value of a text.
pub(super) fn value(text: &str, numbers: Numbers) -> Option<Value> {
    build(text, &kernel::read(text)?, numbers)
}

/// The canonical form of a text.
pub(super) fn canonical(text: &str, numbers: Numbers) -> Option<String> {
    write(text, &kernel::read(text)?, numbers, &[])
}

/// The value of a text, and its canonical form less the members named in `without`.
pub(super) fn both(text: &str, without: &[&str]) -> Option<(Value, Option<String>)> {
    let tokens = kernel::read(text)?;
    let value = build(text, &tokens, Numbers::Exact)?;
    Some((value, write(text, &tokens, Numbers::Exact, without)))
}

fn build(text: &str, tokens: &[Token], numbers: Numbers) -> Option<Value> {
    Builder { text, tokens, numbers, next: 0 }.value()
}

fn write(text: &str, tokens: &[Token], numbers: Numbers, without: &[&str]) -> Option<String> {
    let write = |literal: &str, out: &mut String| {
        let text = read_number(literal, numbers).and_then(|number| spell(&number));
        text.map(|text| out.push_str(&text)).is_some()
    };
    kernel::canonical(text, tokens, without, &write)
}

fn spell(number: &Number) -> Option<String> {
    let mut text = Vec::new();
    number::write(number, &mut text).ok()?;
    String::from_utf8(text).ok()
}

/// The number of a literal that is not a short integer.
fn read_number(literal: &str, numbers: Numbers) -> Option<Number> {
    if scan::fits_double(literal, numbers) { serde_json::from_str(literal).ok() } else { None }
}

/// Takes the tokens one after the other.
struct Builder<'a> {
    text: &'a str,
    tokens: &'a [Token],
    numbers: Numbers,
    /// Index of the token that is next.
    next: usize,
}

impl Builder<'_> {
    fn take(&mut self) -> Option<Token> {
        let token = *self.tokens.get(self.next)?;
        self.next += 1;
        Some(token)
    }

    /// The value that is next. Nesting was limited when the text was read.
    fn value(&mut self) -> Option<Value> {
        let token = self.take()?;
        Some(match token.kind {
            Kind::Null => Value::Null,
            Kind::True => Value::Bool(true),
            Kind::False => Value::Bool(false),
            Kind::Integer => Value::Number(token.of(self.text).parse::<i64>().ok()?.into()),
            Kind::Number => Value::Number(read_number(token.of(self.text), self.numbers)?),
            Kind::Plain | Kind::Escaped => Value::String(token.string(self.text)?),
            Kind::Array => self.array(token.after as usize)?,
            Kind::Object => self.object(token.after as usize)?,
        })
    }

    fn array(&mut self, end: usize) -> Option<Value> {
        let mut items = Vec::new();
        while self.next < end {
            items.push(self.value()?);
        }
        Some(Value::Array(items))
    }

    /// Nothing if a member comes twice.
    fn object(&mut self, end: usize) -> Option<Value> {
        let mut members = Map::new();
        while self.next < end {
            let name = self.take()?.string(self.text)?;
            let Entry::Vacant(place) = members.entry(name) else { return None };
            place.insert(self.value()?);
        }
        Some(Value::Object(members))
    }
}
