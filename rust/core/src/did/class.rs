//! Which bytes may stand where in a DID: one table, so that a text is read once, without a branch for each byte.

/// A byte may stand in an identifier, unencoded: `A-Z a-z 0-9 . - _ :`.
pub(super) const ID: u8 = 1;
/// A letter of base58btc.
pub(super) const BASE58: u8 = 2;
/// A hex digit of either case.
pub(super) const HEX: u8 = 4;
/// No letter in upper case.
pub(super) const NOT_UPPER: u8 = 8;
/// A decimal digit.
pub(super) const DIGIT: u8 = 16;
/// A byte of a method name: `a-z 0-9`.
pub(super) const METHOD: u8 = 32;
/// A byte of a host name's label: `A-Z a-z 0-9 -`.
pub(super) const LABEL: u8 = 64;

const fn classes(byte: u8) -> u8 {
    let alphanumeric = byte.is_ascii_alphanumeric();
    let mut classes = 0;
    if alphanumeric || matches!(byte, b'.' | b'-' | b'_' | b':') {
        classes |= ID;
    }
    if alphanumeric && !matches!(byte, b'0' | b'O' | b'I' | b'l') {
        classes |= BASE58;
    }
    if byte.is_ascii_hexdigit() {
        classes |= HEX;
    }
    if !byte.is_ascii_uppercase() {
        classes |= NOT_UPPER;
    }
    if byte.is_ascii_digit() {
        classes |= DIGIT;
    }
    if byte.is_ascii_lowercase() || byte.is_ascii_digit() {
        classes |= METHOD;
    }
    if alphanumeric || byte == b'-' {
        classes |= LABEL;
    }
    classes
}

#[allow(
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "evaluated when compiled"
)]
const TABLE: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = classes(byte as u8);
        byte += 1;
    }
    table
};

/// The classes of a byte.
#[inline]
pub(super) const fn of(byte: u8) -> u8 {
    #[allow(clippy::indexing_slicing, reason = "a byte is below 256")]
    TABLE[byte as usize]
}

/// The classes that all bytes have in common; every class if there is no byte.
#[inline(never)]
pub(super) fn common(bytes: &[u8]) -> u8 {
    let (chunks, rest) = bytes.as_chunks::<8>();
    let mut common = u8::MAX;
    for [a, b, c, d, e, f, g, h] in chunks {
        let (first, second) =
            (of(*a) & of(*b) & of(*c) & of(*d), of(*e) & of(*f) & of(*g) & of(*h));
        common &= first & second;
    }
    rest.iter().fold(common, |common, byte| common & of(*byte))
}

/// Whether every byte is of a class.
pub(super) fn all(bytes: &[u8], class: u8) -> bool {
    common(bytes) & class != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_is_what_each_byte_has() {
        let bytes: Vec<u8> = (0..=255).collect();
        for from in 0..bytes.len() {
            for length in 0..20 {
                let part = bytes.get(from..(from + length).min(256)).unwrap();
                let each = part.iter().fold(u8::MAX, |all, byte| all & classes(*byte));
                assert_eq!(common(part), each);
            }
        }
    }
}
