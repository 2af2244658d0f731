//! Escapes in strings (RFC 8259, section 7).

use super::plain;

/// Walks one escape, two if they are a surrogate pair; gives the index after it.
pub(super) fn skip(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at + 1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(at + 2),
        b'u' => match unit(bytes, at)? {
            0xd800..=0xdbff => matches!(unit(bytes, at + 6)?, 0xdc00..=0xdfff).then_some(at + 12),
            0xdc00..=0xdfff => None,
            _ => Some(at + 6),
        },
        _ => None,
    }
}

/// The character of the escape at `at`, and the index after it. The escape was walked by [`skip`].
fn character(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let short = match bytes.get(at + 1)? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(bytes, at),
        other => char::from(*other),
    };
    Some((short, at + 2))
}

fn unicode(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let high = u32::from(unit(bytes, at)?);
    if !(0xd800..0xdc00).contains(&high) {
        return Some((char::from_u32(high)?, at + 6));
    }
    let low = u32::from(unit(bytes, at + 6)?);
    let code = 0x1_0000 + ((high - 0xd800) << 10) + low.checked_sub(0xdc00)?;
    Some((char::from_u32(code)?, at + 12))
}

/// The UTF-16 code unit of the `\uXXXX` at `at`, if there is one.
fn unit(bytes: &[u8], at: usize) -> Option<u16> {
    let [b'\\', b'u', digits @ ..] = bytes.get(at..at + 6)? else { return None };
    digits.iter().try_fold(0, |unit: u16, digit| {
        let value = char::from(*digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(value).ok()?)
    })
}

/// The text of a string with escapes; `text` is its inside, which [`skip`] has checked.
pub(super) fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    pieces(text, &mut out, String::push)?;
    Some(out)
}

/// Writes the inside of a string: its plain parts as they are, each escaped character by `write`.
pub(super) fn pieces(
    text: &str,
    out: &mut String,
    write: impl Fn(&mut String, char),
) -> Option<()> {
    let mut at = 0;
    loop {
        let next = plain(text.as_bytes(), at);
        out.push_str(text.get(at..next)?);
        if next == text.len() {
            return Some(());
        }
        let (character, after) = character(text.as_bytes(), next)?;
        write(out, character);
        at = after;
    }
}
