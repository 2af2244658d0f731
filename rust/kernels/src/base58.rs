//! Base 58, the digits five at a time: a step of one byte by one digit would come twenty times as often.
//!
//! A number is written in base 58⁵, which leaves room for four bytes below it in 64 bits, and read in base 2³². Both take
//! time in the square of the length; the caller bounds it. A recovery key is written so too: what is computed on the way is
//! wiped, but its time is not constant.

#![allow(clippy::cast_possible_truncation, reason = "what is left of a division, or the low half")]

use zeroize::Zeroizing;

/// 58⁵.
const FIVE: u64 = 58 * 58 * 58 * 58 * 58;

/// No digit.
const NONE: u8 = 0xff;

/// The letters of the digits.
#[derive(Debug)]
pub struct Alphabet {
    letters: &'static [u8; 58],
    values: [u8; 128],
}

impl Alphabet {
    /// That of Bitcoin.
    pub const BITCOIN: Self =
        Self::new(b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");
    /// That of Flickr: small letters first.
    pub const FLICKR: Self =
        Self::new(b"123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ");

    #[allow(clippy::indexing_slicing, reason = "an index outside stops the compiler")]
    const fn new(letters: &'static [u8; 58]) -> Self {
        let mut values = [NONE; 128];
        let mut digit = 0;
        while digit < 58 {
            values[letters[digit] as usize] = digit as u8;
            digit += 1;
        }
        Self { letters, values }
    }

    /// Writes bytes. Each zero at their start is a digit of its own.
    #[must_use]
    #[inline(never)]
    pub fn encode(&self, bytes: &[u8]) -> String {
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let limbs = Zeroizing::new(limbs_of_bytes(bytes.split_at(zeros).1));
        let letter = |digit: u8| self.letters.get(usize::from(digit)).copied().unwrap_or_default();
        let mut text = Vec::with_capacity(zeros + 5 * limbs.len());
        text.resize(zeros, letter(0));
        let mut begun = false;
        for digit in limbs.iter().rev().copied().flat_map(digits) {
            begun |= digit > 0;
            if begun {
                text.push(letter(digit));
            }
        }
        String::from_utf8(text).unwrap_or_default()
    }

    /// Reads text; `None` where a letter is no digit.
    #[must_use]
    #[inline(never)]
    pub fn decode(&self, text: &[u8]) -> Option<Vec<u8>> {
        let value = |letter: &u8| self.values.get(usize::from(*letter)).copied();
        let value = |letter| value(letter).filter(|value| *value != NONE);
        let digits = Zeroizing::new(text.iter().map(value).collect::<Option<Vec<u8>>>()?);
        let zeros = digits.iter().take_while(|digit| **digit == 0).count();
        let limbs = Zeroizing::new(limbs_of_digits(digits.split_at(zeros).1));
        let mut bytes = Vec::with_capacity(zeros + 4 * limbs.len());
        bytes.resize(zeros, 0);
        let mut begun = false;
        for byte in limbs.iter().rev().copied().flat_map(u32::to_be_bytes) {
            begun |= byte > 0;
            if begun {
                bytes.push(byte);
            }
        }
        Some(bytes)
    }
}

/// The digits of a limb, the highest first.
fn digits(limb: u32) -> [u8; 5] {
    let (mut digits, mut rest) = ([0; 5], limb);
    for digit in digits.iter_mut().rev() {
        *digit = (rest % 58) as u8;
        rest /= 58;
    }
    digits
}

/// A number in base 58⁵, the lowest limb first, from its bytes, the highest first.
fn limbs_of_bytes(bytes: &[u8]) -> Vec<u32> {
    // A limb holds over 29 bits.
    let mut limbs = Vec::with_capacity(bytes.len() * 2 / 7 + 2);
    let (first, rest) = bytes.split_at(bytes.len() % 4);
    for word in [first].into_iter().chain(rest.chunks_exact(4)) {
        let mut carry = word.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        for limb in &mut limbs {
            let sum = u64::from(*limb) << 32 | carry;
            carry = sum / FIVE;
            *limb = (sum - carry * FIVE) as u32;
        }
        while carry > 0 {
            limbs.push((carry % FIVE) as u32);
            carry /= FIVE;
        }
    }
    limbs
}

/// A number in base 2³², the lowest limb first, from its digits, the highest first.
fn limbs_of_digits(digits: &[u8]) -> Vec<u32> {
    // A digit holds less than 6 bits.
    let mut limbs = Vec::with_capacity(digits.len() * 3 / 16 + 2);
    let (first, rest) = digits.split_at(digits.len() % 5);
    for group in [first].into_iter().chain(rest.chunks_exact(5)) {
        let mut carry = group.iter().fold(0, |sum, digit| sum * 58 + u64::from(*digit));
        for limb in &mut limbs {
            carry += u64::from(*limb) * FIVE;
            *limb = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            limbs.push(carry as u32);
        }
    }
    limbs
}

#[cfg(test)]
mod tests {
    use super::Alphabet;

    /// Digit by digit.
    fn slowly(bytes: &[u8]) -> Vec<u8> {
        let mut digits: Vec<u8> = Vec::new();
        for byte in bytes {
            let mut carry = u32::from(*byte);
            for digit in &mut digits {
                carry += u32::from(*digit) << 8;
                *digit = (carry % 58) as u8;
                carry /= 58;
            }
            while carry > 0 {
                digits.push((carry % 58) as u8);
                carry /= 58;
            }
        }
        digits.extend(bytes.iter().take_while(|byte| **byte == 0).map(|_| 0));
        digits.into_iter().rev().collect()
    }

    #[test]
    fn writes_as_digit_by_digit_and_reads_back() {
        let mut state = 1_u32;
        let mut random = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        for alphabet in [Alphabet::BITCOIN, Alphabet::FLICKR] {
            for length in 0..200 {
                for zeros in [0, 1, 5, length] {
                    let byte = |at| if at < zeros { 0 } else { random() };
                    let bytes: Vec<u8> = (0..length).map(byte).collect();
                    let text = alphabet.encode(&bytes);
                    let want = slowly(&bytes)
                        .into_iter()
                        .map(|digit| alphabet.letters[usize::from(digit)]);
                    assert_eq!(text.bytes().collect::<Vec<_>>(), want.collect::<Vec<_>>());
                    assert_eq!(alphabet.decode(text.as_bytes()), Some(bytes));
                }
            }
            let full = vec![0xff; 64];
            assert_eq!(alphabet.decode(alphabet.encode(&full).as_bytes()), Some(full));
        }
    }

    #[test]
    fn refuses_what_is_no_digit() {
        for text in ["0", "O", "I", "l", " ", "1\u{e9}", "z+", "\u{7f}"] {
            assert_eq!(Alphabet::BITCOIN.decode(text.as_bytes()), None, "{text}");
        }
        assert_eq!(
            Alphabet::BITCOIN.decode(b"2NEpo7TZRRrLZSi2U").as_deref(),
            Some(&b"Hello World!"[..])
        );
    }
}
