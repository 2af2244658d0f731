//! JSON text that the core writes, in one pass, into one buffer. It stands below everything, as errors print what they
//! say, too.
//!
//! [`Written`] is an object that is written member by member, in the order of the calls. [`Print`] is for values that were
//! read: members sorted by UTF-16 code units, numbers as ECMAScript prints their doubles, literal UTF-8, no white space. So
//! that is canonical ([`jcs`](crate::encoding::jcs)), but for the integers whose digits a double does not keep.

pub(crate) mod decimal;
pub(crate) mod number;
mod written;

use countersign_kernels::{json::plain_length, order::sorted_by};
use serde_json::{Map, Value};

pub(crate) use self::{
    number::MAX_EXACT,
    written::{Written, list_of, list_of_texts, pairs},
};

/// What the core made, as text for a host to read.
pub trait Print {
    /// As the canonical text, but every integer has all its digits, and nothing limits the depth.
    fn print(&self) -> String;
}

impl Print for Value {
    fn print(&self) -> String {
        print(|writer| writer.value(self, usize::MAX))
    }
}

impl Print for Map<String, Value> {
    fn print(&self) -> String {
        print(|writer| writer.object(self, usize::MAX))
    }
}

fn print(write: impl FnOnce(&mut Writer) -> Result<(), TooDeep>) -> String {
    let mut writer = Writer::new(u64::MAX);
    let written = write(&mut writer);
    debug_assert!(written.is_ok(), "no value is nested that deep");
    writer.text
}

/// Nesting is over what the caller allows.
#[derive(Debug)]
pub(crate) struct TooDeep;

/// Writes values one after the other.
pub(crate) struct Writer {
    pub(crate) text: String,
    /// Up to here every integer is written with all its digits.
    most_exact: u64,
}

impl Writer {
    pub(crate) fn new(most_exact: u64) -> Self {
        Self { text: String::with_capacity(256), most_exact }
    }

    pub(crate) fn value(&mut self, value: &Value, left: usize) -> Result<(), TooDeep> {
        match value {
            Value::Null => self.text.push_str("null"),
            Value::Bool(true) => self.text.push_str("true"),
            Value::Bool(false) => self.text.push_str("false"),
            Value::Number(value) => number::write(value, self.most_exact, &mut self.text),
            Value::String(value) => push_quoted(value, &mut self.text),
            Value::Array(items) => self.array(items, left)?,
            Value::Object(members) => self.object(members, left)?,
        }
        Ok(())
    }

    fn array(&mut self, items: &[Value], left: usize) -> Result<(), TooDeep> {
        let left = deeper(left)?;
        self.text.push('[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.value(item, left)?;
        }
        self.text.push(']');
        Ok(())
    }

    pub(crate) fn object(
        &mut self,
        members: &Map<String, Value>,
        left: usize,
    ) -> Result<(), TooDeep> {
        let left = deeper(left)?;
        self.text.push('{');
        if is_sorted(members) {
            self.members(&mut members.iter(), left)?;
        } else {
            let utf16 = |(a, _): &(&String, _), (b, _): &(&String, _)| {
                a.encode_utf16().cmp(b.encode_utf16())
            };
            let sorted = sorted_by(members.iter().collect(), utf16);
            self.members(&mut sorted.into_iter(), left)?;
        }
        self.text.push('}');
        Ok(())
    }

    fn members<'a>(
        &mut self,
        members: &mut dyn Iterator<Item = (&'a String, &'a Value)>,
        left: usize,
    ) -> Result<(), TooDeep> {
        for (index, (name, value)) in members.enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            push_quoted(name, &mut self.text);
            self.text.push(':');
            self.value(value, left)?;
        }
        Ok(())
    }
}

fn deeper(left: usize) -> Result<usize, TooDeep> {
    left.checked_sub(1).ok_or(TooDeep)
}

/// Whether the members stand in the order of their UTF-16 code units. The order of their bytes is the same unless
/// a name has a character beyond U+FFFF, whose UTF-8 starts with 0xF0 or more.
fn is_sorted(members: &Map<String, Value>) -> bool {
    members.keys().is_sorted() && members.keys().all(|name| name.bytes().all(|byte| byte < 0xf0))
}

/// A string as JSON.
pub(crate) fn quoted(value: &str) -> String {
    let mut text = String::with_capacity(value.len() + 2);
    push_quoted(value, &mut text);
    text
}

/// Appends a string between its quotes. Escapes are in their short form if there is one.
pub(crate) fn push_quoted(value: &str, text: &mut String) {
    text.push('"');
    let mut rest = value;
    loop {
        let (plain, special) = rest.split_at_checked(plain_length(rest)).unwrap_or_default();
        text.push_str(plain);
        let mut letters = special.chars();
        let Some(letter) = letters.next() else { break };
        push_escaped(letter, text);
        rest = letters.as_str();
    }
    text.push('"');
}

fn push_escaped(letter: char, text: &mut String) {
    let short = match letter {
        '"' | '\\' => letter,
        '\x08' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\x0c' => 'f',
        '\r' => 'r',
        _ => {
            let digit = |nibble: u32| char::from_digit(nibble, 16).unwrap_or_default();
            text.push_str("\\u00");
            return text.extend([digit(u32::from(letter) >> 4), digit(u32::from(letter) & 15)]);
        }
    };
    text.extend(['\\', short]);
}
