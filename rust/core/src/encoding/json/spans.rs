//! What [`countersign_kernels::json`] reads, as a value or as canonical text.
//!
//! `None` means that [`refusal`] has the reason, or that the text has no quick canonical form.

use countersign_kernels::json::{self as kernel, Kind, Token};
use serde_json::{Map, Number, Value, map::Entry};

use super::{MAX_DEPTH, Numbers, scan};
use crate::{Error, encoding::number};

const _: () = assert!(MAX_DEPTH == kernel::MAX_DEPTH && super::MAX_BYTES <= kernel::MAX_BYTES);

/// The value of a text.
pub(super) fn value(text: &str, numbers: Numbers) -> Option<Value> {
    build(text, &kernel::read(text).ok()?, numbers).ok()
}

/// The canonical form of a text.
pub(super) fn canonical(text: &str, numbers: Numbers) -> Option<String> {
    write(text, &kernel::read(text).ok()?, numbers, &[])
}

/// The value of a text, and its canonical form less the members named in `without`.
pub(super) fn both(text: &str, without: &[&str]) -> Option<(Value, Option<String>)> {
    let tokens = kernel::read(text).ok()?;
    let value = build(text, &tokens, Numbers::Exact).ok()?;
    Some((value, write(text, &tokens, Numbers::Exact, without)))
}

/// Why the grammar refuses a text of which the scan refused nothing; also a member that comes twice before that.
pub(super) fn refusal(text: &str, numbers: Numbers) -> Error {
    let (tokens, refused) = match kernel::read(text) {
        Ok(tokens) => (tokens, Error::JsonMalformed(0)),
        Err(stop) if stop.is_trailing => (stop.tokens, Error::JsonTrailing(stop.at)),
        Err(stop) => (stop.tokens, Error::JsonMalformed(stop.at)),
    };
    match build(text, &tokens, numbers) {
        Err(Stop::Twice(at)) => Error::JsonDuplicate(at),
        _ => refused,
    }
}

/// Why no value was built.
enum Stop {
    /// The tokens end too soon, or a double does not carry a number.
    Here,
    /// A member comes twice; the byte where its name ends again.
    Twice(usize),
}

fn build(text: &str, tokens: &[Token], numbers: Numbers) -> Result<Value, Stop> {
    Builder { text, tokens, numbers, next: 0 }.value()
}

fn write(text: &str, tokens: &[Token], numbers: Numbers, without: &[&str]) -> Option<String> {
    let write = |literal: &str, out: &mut String| {
        let text = scan::number(literal, numbers).and_then(|number| spell(&number));
        text.map(|text| out.push_str(&text)).is_some()
    };
    kernel::canonical(text, tokens, without, &write)
}

fn spell(number: &Number) -> Option<String> {
    let mut text = Vec::new();
    number::write(number, &mut text).ok()?;
    String::from_utf8(text).ok()
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
    fn take(&mut self) -> Result<Token, Stop> {
        let token = *self.tokens.get(self.next).ok_or(Stop::Here)?;
        self.next += 1;
        Ok(token)
    }

    /// The value that is next. Nesting was limited when the text was read.
    fn value(&mut self) -> Result<Value, Stop> {
        let token = self.take()?;
        match token.kind {
            Kind::Array => self.array(token.after as usize),
            Kind::Object => self.object(token.after as usize),
            _ => self.leaf(&token).ok_or(Stop::Here),
        }
    }

    fn leaf(&self, token: &Token) -> Option<Value> {
        Some(match token.kind {
            Kind::Null => Value::Null,
            Kind::True => Value::Bool(true),
            Kind::False => Value::Bool(false),
            Kind::Integer => Value::Number(token.of(self.text).parse::<i64>().ok()?.into()),
            Kind::Number => Value::Number(scan::number(token.of(self.text), self.numbers)?),
            _ => Value::String(token.string(self.text)?),
        })
    }

    fn array(&mut self, end: usize) -> Result<Value, Stop> {
        let mut items = Vec::new();
        while self.next < end {
            items.push(self.value()?);
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self, end: usize) -> Result<Value, Stop> {
        let mut members = Map::new();
        while self.next < end {
            let name = self.take()?;
            let text = name.string(self.text).ok_or(Stop::Here)?;
            let Entry::Vacant(place) = members.entry(text) else {
                return Err(Stop::Twice(name.end as usize));
            };
            place.insert(self.value()?);
        }
        Ok(Value::Object(members))
    }
}
