//! The tree of values of a document.

use countersign_kernels::json::{self as kernel, Kind, Token};
use serde_json::{Map, Value, map::Entry};

use super::{rules::Numbers, scan};
use crate::Error;

/// Why the grammar refuses a text of which the scan refused nothing; also a member that comes twice before that.
pub(super) fn refusal(text: &str, numbers: Numbers) -> Error {
    let (tokens, refused) = match kernel::read(text) {
        Ok(tokens) => (tokens, Error::JsonMalformed(0)),
        Err(stop) if stop.is_trailing => (stop.tokens, Error::JsonTrailing(stop.at)),
        Err(stop) => (stop.tokens, Error::JsonMalformed(stop.at)),
    };
    match build(text, &tokens, 0, numbers) {
        Err(Stop::Twice(place)) => Error::JsonDuplicate(place),
        _ => refused,
    }
}

/// Why no value was built.
#[derive(Debug)]
pub(super) enum Stop {
    /// The tokens end too soon, or a double does not carry a number.
    Here,
    /// A member comes twice; the byte where its name ends again.
    Twice(usize),
}

/// The value at a token.
pub(super) fn build(
    text: &str,
    tokens: &[Token],
    place: usize,
    numbers: Numbers,
) -> Result<Value, Stop> {
    Builder { text, tokens, numbers, next: place }.value()
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
