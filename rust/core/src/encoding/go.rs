//! How Go's `encoding/json` and `time` write, as far as SAGE signs what they wrote.
//!
//! | Value | Written |
//! | --- | --- |
//! | struct | members in the order of declaration, no spaces, UTF-8 |
//! | string | as JSON, and `<` `>` `&` U+2028 U+2029 escaped |
//! | list without value | `null`, and not `[]` |
//! | time | RFC 3339, up to nine digits of a second without trailing zeros, offset kept, `Z` for zero |
//!
//! Reading is in [`reader`]: as forgiving as Go about what is left out, and
//! strict where Go would guess.

pub(crate) mod reader;
mod time;

pub(crate) use time::{ZERO_TIME, respell};

use serde::Serialize;

/// Serialises as Go does. The order of members is that of the type's fields.
pub(crate) fn to_string(value: &impl Serialize) -> String {
    // Types with named members and no map cannot fail.
    escaped(serde_json::to_string(value).unwrap_or_default())
}

/// JSON text, with the escapes of Go that JSON does not ask for. Such characters occur only inside strings.
pub(crate) fn escaped(text: String) -> String {
    // U+2028 and U+2029 begin with 0xe2.
    if !text.bytes().any(|byte| matches!(byte, b'<' | b'>' | b'&' | 0xe2)) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            other => out.push(other),
        }
    }
    out
}
