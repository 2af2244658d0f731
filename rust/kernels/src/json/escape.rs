//! Escapes in strings (RFC 8259, section 7).

use super::plain;

/// Walks one escape, two if they are a surrogate pair; gives the index after it.
pub(super) fn skip(bytes: &[u8], index: usize) -> Option<usize> {
    match bytes.get(index + 1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(index + 2),
        b'u' => match unit(bytes, index)? {
            0xd800..=0xdbff => {
                matches!(unit(bytes, index + 6)?, 0xdc00..=0xdfff).then_some(index + 12)
            }
            0xdc00..=0xdfff => None,
            _ => Some(index + 6),
        },
        _ => None,
    }
}

/// The character of the escape at `index`, and the index after it. The escape was walked by [`skip`].
fn character(bytes: &[u8], index: usize) -> Option<(char, usize)> {
    let short = match bytes.get(index + 1)? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(bytes, index),
        other => char::from(*other),
    };
    Some((short, index + 2))
}

fn unicode(bytes: &[u8], index: usize) -> Option<(char, usize)> {
    let high = u32::from(unit(bytes, index)?);
    if !(0xd800..0xdc00).contains(&high) {
        return Some((char::from_u32(high)?, index + 6));
    }
    let low = u32::from(unit(bytes, index + 6)?);
    let code = 0x1_0000 + ((high - 0xd800) << 10) + low.checked_sub(0xdc00)?;
    Some((char::from_u32(code)?, index + 12))
}

/// The UTF-16 code unit of the `\uXXXX` at `index`, if there is one.
fn unit(bytes: &[u8], index: usize) -> Option<u16> {
    let [b'\\', b'u', digits @ ..] = bytes.get(index..index + 6)? else { return None };
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
    let mut index = 0;
    loop {
        let next = plain(text.as_bytes(), index);
        out.push_str(text.get(index..next)?);
        if next == text.len() {
            return Some(());
        }
        let (character, after) = character(text.as_bytes(), next)?;
        write(out, character);
        index = after;
    }
}
