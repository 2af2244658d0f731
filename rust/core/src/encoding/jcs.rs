//! JSON Canonicalization Scheme (RFC 8785): one byte string for one JSON value.
//!
//! Members sorted by UTF-16 code units, numbers as ECMAScript prints their
//! doubles, literal UTF-8, no white space. Takes any value that [`json`](super::json) reads;
//! nesting is limited to 128, so that an envelope around a document at the
//! reader's limit still fits. Written in one pass, into one buffer.

use countersign_kernels::order::sorted_by;
use serde_json::{Map, Value};

use super::{document::Document, json::Numbers, number};
use crate::Error;

/// Deepest nesting of arrays and objects.
pub const MAX_DEPTH: usize = 128;

/// The canonical bytes of a value.
///
/// # Errors
///
/// `ERR_JSON_DEPTH` if nesting is over [`MAX_DEPTH`].
pub fn canonicalize(value: &Value) -> Result<Vec<u8>, Error> {
    let mut text = Vec::with_capacity(256);
    write(value, MAX_DEPTH, &mut text)?;
    Ok(text)
}

/// As [`canonicalize`], of an object.
///
/// # Errors
///
/// As [`canonicalize`].
pub fn canonicalize_object(members: &Map<String, Value>) -> Result<Vec<u8>, Error> {
    let mut text = Vec::with_capacity(256);
    object(members, MAX_DEPTH, &mut text)?;
    Ok(text)
}

/// The canonical text of a JSON text, read strictly.
///
/// # Errors
///
/// As [`Document::read`].
pub fn canonicalize_text(text: &[u8], numbers: Numbers) -> Result<String, Error> {
    Document::read(text, numbers)?.canonical()
}

fn write(value: &Value, left: usize, text: &mut Vec<u8>) -> Result<(), Error> {
    match value {
        Value::Null => text.extend(b"null"),
        Value::Bool(true) => text.extend(b"true"),
        Value::Bool(false) => text.extend(b"false"),
        Value::Number(value) => number::write(value, text)?,
        Value::String(value) => string(value, text),
        Value::Array(items) => array(items, left, text)?,
        Value::Object(members) => object(members, left, text)?,
    }
    Ok(())
}

fn deeper(left: usize) -> Result<usize, Error> {
    left.checked_sub(1).ok_or_else(|| Error::JsonDepth(MAX_DEPTH, 0))
}

fn array(items: &[Value], left: usize, text: &mut Vec<u8>) -> Result<(), Error> {
    let left = deeper(left)?;
    text.push(b'[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        write(item, left, text)?;
    }
    text.push(b']');
    Ok(())
}

fn object(members: &Map<String, Value>, left: usize, text: &mut Vec<u8>) -> Result<(), Error> {
    let left = deeper(left)?;
    text.push(b'{');
    if is_sorted(members) {
        list(members.iter(), left, text)?;
    } else {
        let utf16 =
            |(a, _): &(&String, _), (b, _): &(&String, _)| a.encode_utf16().cmp(b.encode_utf16());
        list(sorted_by(members.iter().collect(), utf16).into_iter(), left, text)?;
    }
    text.push(b'}');
    Ok(())
}

/// Whether the members stand in the order of their UTF-16 code units. The order of their bytes is the same unless
/// a name has a character beyond U+FFFF, whose UTF-8 starts with 0xF0 or more.
fn is_sorted(members: &Map<String, Value>) -> bool {
    members.keys().is_sorted() && members.keys().all(|name| name.bytes().all(|byte| byte < 0xf0))
}

fn list<'a>(
    members: impl Iterator<Item = (&'a String, &'a Value)>,
    left: usize,
    text: &mut Vec<u8>,
) -> Result<(), Error> {
    for (index, (name, value)) in members.enumerate() {
        if index > 0 {
            text.push(b',');
        }
        string(name, text);
        text.push(b':');
        write(value, left, text)?;
    }
    Ok(())
}

/// A string between its quotes. Escapes are in their short form if there is one.
fn string(value: &str, text: &mut Vec<u8>) {
    text.push(b'"');
    let mut rest = value.as_bytes();
    while let Some(index) = rest.iter().position(|byte| matches!(byte, 0..0x20 | b'"' | b'\\')) {
        let (plain, special) = rest.split_at(index);
        text.extend(plain);
        if let Some((byte, after)) = special.split_first() {
            escape(*byte, text);
            rest = after;
        }
    }
    text.extend(rest);
    text.push(b'"');
}

fn escape(byte: u8, text: &mut Vec<u8>) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        0x09 => b't',
        0x0a => b'n',
        0x0c => b'f',
        0x0d => b'r',
        _ => {
            let digit = |nibble: u8| if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 };
            text.extend([b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)]);
            return;
        }
    };
    text.extend([b'\\', short]);
}
