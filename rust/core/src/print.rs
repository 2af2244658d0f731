//! JSON text that the core writes, in one pass, into one buffer. It stands below everything, as errors print what they
//! say, too.
//!
//! [`Written`] is an object that is written member by member, in the order of the calls. What was read is written by its
//! [`Node`](crate::encoding::document::Node).

pub(crate) mod decimal;
pub(crate) mod number;
mod written;

use countersign_kernels::json::plain_length;

pub(crate) use self::{
    number::MAX_EXACT,
    written::{Written, list_of, list_of_texts, pairs},
};

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
