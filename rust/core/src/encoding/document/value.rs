//! The tree of values of a document.

use countersign_kernels::json::{Kind, Token};
use serde_json::{Map, Value, map::Entry};

use super::{rules::Numbers, scan};

/// The value at a token; none if a member comes twice.
pub(super) fn build(text: &str, tokens: &[Token], place: usize, numbers: Numbers) -> Option<Value> {
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
    fn take(&mut self) -> Option<Token> {
        let token = *self.tokens.get(self.next)?;
        self.next += 1;
        Some(token)
    }

    /// The value that is next. Nesting was limited when the text was read.
    fn value(&mut self) -> Option<Value> {
        let token = self.take()?;
        match token.kind {
            Kind::Array => self.array(token.after as usize),
            Kind::Object => self.object(token.after as usize),
            _ => self.leaf(&token),
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

    fn array(&mut self, end: usize) -> Option<Value> {
        let mut items = Vec::new();
        while self.next < end {
            items.push(self.value()?);
        }
        Some(Value::Array(items))
    }

    fn object(&mut self, end: usize) -> Option<Value> {
        let mut members = Map::new();
        while self.next < end {
            let name = self.take()?;
            let text = name.string(self.text)?;
            let Entry::Vacant(place) = members.entry(text) else { return None };
            place.insert(self.value()?);
        }
        Some(Value::Object(members))
    }
}
