//! What a text may be before its grammar matters: its size, its encoding, and the numbers that are read.

use crate::Error;

/// Largest text, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Deepest nesting of arrays and objects.
pub const MAX_DEPTH: usize = 64;

/// Which number literals are read.
///
/// Always refused: a literal that overflows a double, one that is not zero but
/// becomes zero, and one of more than 17 significant digits (RFC 7493, section
/// 2.2: more precision than a double has).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Numbers {
    /// A received text. An integer literal beyond ±(2^53 - 1) is refused;
    /// `1e20` is read, because its writer asked for a double.
    Exact,
    /// A received text that is printed later and read again. As [`Numbers::Exact`], and `1e20` is refused too,
    /// because it is printed as an integer that is.
    Reprinted,
    /// A text that a JavaScript engine printed from doubles. A larger integer
    /// literal is read if it is how ECMAScript spells its double.
    Doubles,
    /// A text of a format whose integers have 64 bits: those of `i64` and `u64` are read exactly.
    Integers64,
}

/// Checks the size, the byte order mark and UTF-8.
pub(super) fn check_text(text: &[u8]) -> Result<&str, Error> {
    if text.len() > MAX_BYTES {
        return Err(Error::JsonSize(MAX_BYTES, text.len()));
    }
    if text.starts_with(b"\xef\xbb\xbf") {
        return Err(Error::JsonBom);
    }
    core::str::from_utf8(text).map_err(|error| Error::JsonUtf8(error.valid_up_to()))
}
