//! The quick way: what [`countersign_kernels::json`] reads, as a value or as canonical text.
//!
//! Nothing is refused here. Where a text is left, nobody has said yet that something is wrong with it.

use countersign_kernels::json::{self as kernel, Kind, Token};
use serde_json::{Map, Number, Value, map::Entry};

use super::{MAX_DEPTH, Numbers, scan};
use crate::encoding::jcs;

const _: () = assert!(MAX_DEPTH == kernel::MAX_DEPTH && super::MAX_BYTES <= kernel::MAX_BYTES);

/// The value of a text.
pub(super) fn value(text: &str, numbers: Numbers) -> Option<Value> {
    build(text, &kernel::read(text)?, numbers)
}

/// The canonical form of a text.
pub(super) fn canonical(text: &str, numbers: Numbers) -> Option<String> {
    write(text, &kernel::read(text)?, numbers, &[])
}

/// The value of a text, and the canonical form of what it is without the members of some names.
pub(super) fn both(text: &str, without: &[&str]) -> Option<(Value, Option<String>)> {
    let tokens = kernel::read(text)?;
    let value = build(text, &tokens, Numbers::Exact)?;
    Some((value, write(text, &tokens, Numbers::Exact, without)))
}

fn build(text: &str, tokens: &[Token], numbers: Numbers) -> Option<Value> {
    Builder { text, tokens, numbers, at: 0 }.value()
}

fn write(text: &str, tokens: &[Token], numbers: Numbers, without: &[&str]) -> Option<String> {
    let write = |literal: &str, out: &mut String| {
        let text = number(literal, numbers).and_then(|number| spelled(&number));
        text.map(|text| out.push_str(&text)).is_some()
    };
    kernel::canonical(text, tokens, without, &write)
}

fn spelled(number: &Number) -> Option<String> {
    let mut text = Vec::new();
    jcs::number(number, &mut text).ok()?;
    String::from_utf8(text).ok()
}

/// The number of a literal that is not a short integer.
fn number(literal: &str, numbers: Numbers) -> Option<Number> {
    if scan::carried(literal, numbers) { serde_json::from_str(literal).ok() } else { None }
}

/// Takes the tokens one after the other.
struct Builder<'a> {
    text: &'a str,
    tokens: &'a [Token],
    numbers: Numbers,
    at: usize,
}

impl Builder<'_> {
    fn take(&mut self) -> Option<Token> {
        let token = *self.tokens.get(self.at)?;
        self.at += 1;
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
            Kind::Number => Value::Number(number(token.of(self.text), self.numbers)?),
            Kind::Plain | Kind::Escaped => Value::String(token.string(self.text)?),
            Kind::Array => self.array(token.after as usize)?,
            Kind::Object => self.object(token.after as usize)?,
        })
    }

    fn array(&mut self, end: usize) -> Option<Value> {
        let mut items = Vec::new();
        while self.at < end {
            items.push(self.value()?);
        }
        Some(Value::Array(items))
    }

    /// Nothing if a member comes twice.
    fn object(&mut self, end: usize) -> Option<Value> {
        let mut members = Map::new();
        while self.at < end {
            let name = self.take()?.string(self.text)?;
            let Entry::Vacant(place) = members.entry(name) else { return None };
            place.insert(self.value()?);
        }
        Some(Value::Object(members))
    }
}
