//! The ABNF of DID Core 1.0, sections 3.1 and 3.2, over bytes.

use super::{MAX_LEN, MAX_METHOD_LEN, MAX_TAIL_LEN, PREFIX, class};
use crate::Error;

/// Checks a DID and gives the byte index of its second `:`.
pub(super) fn did(text: &str) -> Result<usize, Error> {
    if text.len() > MAX_LEN {
        return Err(Error::LimitExceeded("DID", MAX_LEN));
    }
    let rest = text.strip_prefix(PREFIX).ok_or_else(|| Error::DidSyntax(0))?;
    let method = rest.bytes().take_while(|byte| class::of(*byte) & class::METHOD != 0).count();
    let split = PREFIX.len() + method;
    if method == 0 || method > MAX_METHOD_LEN || text.as_bytes().get(split) != Some(&b':') {
        return Err(Error::DidSyntax(split));
    }
    let id = text.as_bytes().get(split + 1..).unwrap_or_default();
    let bad = if class::all(id, class::ID) {
        None
    } else {
        scan(id, |byte| class::of(byte) & class::ID != 0)
    };
    match bad {
        Some(place) => Err(Error::DidSyntax(split + 1 + place)),
        None if id.last().is_none_or(|&byte| byte == b':') => Err(Error::DidSyntax(text.len())),
        None => Ok(split),
    }
}

/// Checks what follows the DID in a DID URL, and gives the indices of `?` and
/// `#` in it, each its length if absent. `at` is where it starts in the URL.
pub(super) fn tail(tail: &str, place: usize) -> Result<(usize, usize), Error> {
    if tail.len() > MAX_TAIL_LEN {
        return Err(Error::LimitExceeded("path, query and fragment", MAX_TAIL_LEN));
    }
    let fragment = tail.find('#').unwrap_or(tail.len());
    let query = tail.find('?').filter(|&query| query < fragment).unwrap_or(fragment);
    let bytes = tail.as_bytes();
    let check = |from: usize, to: usize, marks: &[u8]| {
        let piece = bytes.get(from..to).unwrap_or_default();
        let bad = scan(piece, |byte| is_path_char(byte) || marks.contains(&byte));
        bad.map_or(Ok(()), |bad| Err(Error::DidSyntax(place + from + bad)))
    };
    check(0, query, b"/")?;
    check(query + 1, fragment, b"/?")?;
    check(fragment + 1, tail.len(), b"/?")?;
    Ok((query, fragment))
}

/// Index of the first byte that is neither allowed nor part of `%HH`.
fn scan(bytes: &[u8], allowed: impl Fn(u8) -> bool) -> Option<usize> {
    let mut place = 0;
    while let Some(&byte) = bytes.get(place) {
        place += match byte {
            b'%' if is_hex(bytes.get(place + 1)) && is_hex(bytes.get(place + 2)) => 3,
            byte if allowed(byte) => 1,
            _ => return Some(place),
        };
    }
    None
}

/// `idchar` without `pct-encoded`.
pub(super) const fn is_id_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')
}

/// `pchar` of RFC 3986 without `pct-encoded`.
const fn is_path_char(byte: u8) -> bool {
    is_id_char(byte) || matches!(byte, b'~' | b'!' | b'$' | b'&'..=b',' | b';' | b'=' | b':' | b'@')
}

fn is_hex(byte: Option<&u8>) -> bool {
    byte.is_some_and(u8::is_ascii_hexdigit)
}
