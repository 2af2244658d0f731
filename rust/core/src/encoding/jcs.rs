//! JSON Canonicalization Scheme (RFC 8785): one byte string for one JSON value.
//!
//! Members sorted by UTF-16 code units, numbers as ECMAScript prints their
//! doubles, literal UTF-8, no white space. Takes any value that [`json`](super::json) reads;
//! nesting is limited to 128, so that an envelope around a document at the
//! reader's limit still fits. Written in one pass, into one buffer.

use countersign_kernels::order::sorted_by;
use serde_json::{Map, Value};

use super::{
    document::Document,
    json::Numbers,
    number::{self, MAX_EXACT},
};
use crate::Error;

/// Deepest nesting of arrays and objects.
pub const MAX_DEPTH: usize = 128;

/// The canonical bytes of a value.
///
/// # Errors
///
/// `ERR_JSON_DEPTH` if nesting is over [`MAX_DEPTH`].
pub fn canonicalize(value: &Value) -> Result<Vec<u8>, Error> {
    let mut writer = Writer::new(MAX_EXACT);
    writer.value(value, MAX_DEPTH)?;
    Ok(writer.text.into_bytes())
}

/// As [`canonicalize`], of an object.
///
/// # Errors
///
/// As [`canonicalize`].
pub fn canonicalize_object(members: &Map<String, Value>) -> Result<Vec<u8>, Error> {
    let mut writer = Writer::new(MAX_EXACT);
    writer.object(members, MAX_DEPTH)?;
    Ok(writer.text.into_bytes())
}

/// The canonical text of a JSON text, read strictly.
///
/// # Errors
///
/// As [`Document::read`].
pub fn canonicalize_text(text: &[u8], numbers: Numbers) -> Result<String, Error> {
    Document::read(text, numbers)?.canonical()
}

/// What the core made, as text for a host to read.
pub trait Print {
    /// As the canonical text, but every integer has all its digits, and nothing limits the depth.
    fn print(&self) -> String;
}

impl Print for Value {
    fn print(&self) -> String {
        let mut writer = Writer::new(u64::MAX);
        let written = writer.value(self, usize::MAX);
        debug_assert!(written.is_ok(), "a value holds no number that is not finite");
        writer.text
    }
}

impl Print for Map<String, Value> {
    fn print(&self) -> String {
        let mut writer = Writer::new(u64::MAX);
        let written = writer.object(self, usize::MAX);
        debug_assert!(written.is_ok(), "a value holds no number that is not finite");
        writer.text
    }
}

struct Writer {
    text: String,
    /// Up to here every integer is written with all its digits.
    most_exact: u64,
}

impl Writer {
    fn new(most_exact: u64) -> Self {
        Self { text: String::with_capacity(256), most_exact }
    }

    fn value(&mut self, value: &Value, left: usize) -> Result<(), Error> {
        match value {
            Value::Null => self.text.push_str("null"),
            Value::Bool(true) => self.text.push_str("true"),
            Value::Bool(false) => self.text.push_str("false"),
            Value::Number(value) => number::write(value, self.most_exact, &mut self.text)?,
            Value::String(value) => push_quoted(value, &mut self.text),
            Value::Array(items) => self.array(items, left)?,
            Value::Object(members) => self.object(members, left)?,
        }
        Ok(())
    }

    fn array(&mut self, items: &[Value], left: usize) -> Result<(), Error> {
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

    fn object(&mut self, members: &Map<String, Value>, left: usize) -> Result<(), Error> {
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
    ) -> Result<(), Error> {
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

fn deeper(left: usize) -> Result<usize, Error> {
    left.checked_sub(1).ok_or_else(|| Error::JsonDepth(MAX_DEPTH, 0))
}

/// Whether the members stand in the order of their UTF-16 code units. The order of their bytes is the same unless
/// a name has a character beyond U+FFFF, whose UTF-8 starts with 0xF0 or more.
fn is_sorted(members: &Map<String, Value>) -> bool {
    members.keys().is_sorted() && members.keys().all(|name| name.bytes().all(|byte| byte < 0xf0))
}

/// Appends a string between its quotes. Escapes are in their short form if there is one.
pub(crate) fn push_quoted(value: &str, text: &mut String) {
    text.push('"');
    let mut rest = value;
    while let Some(place) = rest.bytes().position(|byte| matches!(byte, 0..0x20 | b'"' | b'\\')) {
        let (plain, special) = rest.split_at_checked(place).unwrap_or_default();
        text.push_str(plain);
        let mut letters = special.chars();
        letters.next().into_iter().for_each(|letter| push_escaped(letter, text));
        rest = letters.as_str();
    }
    text.push_str(rest);
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
