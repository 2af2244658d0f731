//! Base 64 without padding (RFC 4648, sections 4 and 5), eight letters at a time or more, in time that depends on
//! lengths alone.
//!
//! Six bytes are eight values of six bits, each in a byte of its own of one word. No letter is looked up:
//! a letter is its value plus an offset, and masks say which ranges the value has left behind. So a
//! secret key costs the same time as any other bytes of its length.
//!
//! In a word, bytes do not disturb each other: every sum of offsets ends between 0 and 127 in each byte, and what
//! is carried between bytes on the way cancels out.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wide;
/// Elsewhere all is done in words.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod wide {
    pub(super) const fn write(_: super::Alphabet, _: &[u8], _: &mut [u8]) -> (usize, usize) {
        (0, 0)
    }
}

/// The 64 letters: `A` to `Z`, `a` to `z`, `0` to `9`, and the two in which alphabets differ.
#[derive(Clone, Copy, Debug)]
pub struct Alphabet {
    last: [u64; 2],
}

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGH: u64 = ONES << 7;

/// Bytes that are encoded at a time, and the letters that they make.
const BYTES: usize = 6;
const LETTERS: usize = 8;

impl Alphabet {
    /// Ends in `+` and `/`.
    pub const STANDARD: Self = Self::ending_in(b'+', b'/');
    /// Ends in `-` and `_`.
    pub const URL: Self = Self::ending_in(b'-', b'_');

    const fn ending_in(first: u8, second: u8) -> Self {
        Self { last: [first as u64, second as u64] }
    }

    /// Writes the letters of `bytes` to the start of `out`, and gives their number, [`length`]. `None` if `out` is shorter.
    #[must_use]
    pub fn encode_into(self, bytes: &[u8], out: &mut [u8]) -> Option<usize> {
        let length = length(bytes.len());
        self.write(bytes, out.get_mut(..length)?);
        Some(length)
    }

    /// The letters of `bytes`.
    #[must_use]
    pub fn encode(self, bytes: &[u8]) -> String {
        let mut out = vec![0; length(bytes.len())];
        self.write(bytes, &mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    /// Fills `out`, which is as long as the letters.
    fn write(self, bytes: &[u8], out: &mut [u8]) {
        let (used, filled) = wide::write(self, bytes, out);
        let (bytes, out) =
            (bytes.get(used..).unwrap_or_default(), out.get_mut(filled..).unwrap_or_default());
        let (groups, rest) = bytes.as_chunks::<BYTES>();
        let (places, tail) = out.as_chunks_mut::<LETTERS>();
        for (place, group) in places.iter_mut().zip(groups) {
            *place = self.letters(group);
        }
        let mut group = [0; BYTES];
        group.iter_mut().zip(rest).for_each(|(place, byte)| *place = *byte);
        tail.iter_mut().zip(self.letters(&group)).for_each(|(place, letter)| *place = letter);
    }

    /// The bytes of `text`. `None` for another letter, for a number of letters that no bytes have, and for unused bits
    /// that are set: one text for one value.
    #[must_use]
    pub fn decode(self, text: &[u8]) -> Option<Vec<u8>> {
        let mut bytes = vec![0; text.len() / 4 * 3 + text.len() % 4 * 3 / 4];
        let (groups, rest) = text.as_chunks::<LETTERS>();
        let (places, tail) = bytes.as_chunks_mut::<BYTES>();
        let mut faults = u64::from(rest.len() % 4 == 1);
        for (place, group) in places.iter_mut().zip(groups) {
            *place = self.bytes(group, &mut faults);
        }
        let mut group = [b'A'; LETTERS];
        group.iter_mut().zip(rest).for_each(|(place, letter)| *place = *letter);
        let last = self.bytes(&group, &mut faults);
        let (used, unused) = last.split_at_checked(tail.len())?;
        tail.copy_from_slice(used);
        faults |= unused.iter().fold(0, |bits, byte| bits | u64::from(*byte));
        (faults == 0).then_some(bytes)
    }

    #[inline(always)]
    fn letters(self, &[a, b, c, d, e, f]: &[u8; BYTES]) -> [u8; LETTERS] {
        let values = spread(u64::from_be_bytes([0, 0, a, b, c, d, e, f]));
        let [plus, slash] = self.last;
        // From the offset of each range to that of the next.
        let letters = values
            .wrapping_add(ONES * 65)
            .wrapping_add(from(values, 26).wrapping_mul(6))
            .wrapping_sub(from(values, 52).wrapping_mul(75))
            .wrapping_add(from(values, 62).wrapping_mul(plus.wrapping_sub(58)))
            .wrapping_add(from(values, 63).wrapping_mul(slash.wrapping_sub(plus).wrapping_sub(1)));
        letters.to_be_bytes()
    }

    /// Sets bits of `faults` for letters of another alphabet.
    #[inline(always)]
    fn bytes(self, letters: &[u8; LETTERS], faults: &mut u64) -> [u8; BYTES] {
        let letters = u64::from_be_bytes(*letters);
        let within = |first: u64, last: u64| from(letters, first) - from(letters, last + 1);
        let [plus, slash] = self.last;
        // Where each range of letters begins, and the value of its first.
        let ranges = [
            (within(65, 90), 65, 0),
            (within(97, 122), 97, 26),
            (within(48, 57), 48, 52),
            (within(plus, plus), plus, 62),
            (within(slash, slash), slash, 63),
        ];
        let (mut values, mut known) = (letters, 0);
        for (range, letter, value) in ranges {
            values = values.wrapping_add(range.wrapping_mul(value)).wrapping_sub(range * letter);
            known |= range;
        }
        *faults |= letters & HIGH | known ^ ONES;
        let [_, _, bytes @ ..] = gather(values).to_be_bytes();
        bytes
    }
}

/// How many letters `bytes` bytes have.
#[must_use]
pub const fn length(bytes: usize) -> usize {
    bytes / 3 * 4 + (bytes % 3 * 4).div_ceil(3)
}

/// One in each byte that is at least `least`, of bytes below 128; `least` is at most 128.
#[inline(always)]
const fn from(bytes: u64, least: u64) -> u64 {
    ((bytes | HIGH).wrapping_sub(ONES * least) & HIGH) >> 7
}

/// 48 bits, six in each byte.
#[inline(always)]
const fn spread(bits: u64) -> u64 {
    let bits = (bits << 8 & 0x00ff_ffff_0000_0000) | (bits & 0x0000_0000_00ff_ffff);
    let bits = (bits << 4 & 0x0fff_0000_0fff_0000) | (bits & 0x0000_0fff_0000_0fff);
    (bits << 2 & 0x3f00_3f00_3f00_3f00) | (bits & 0x003f_003f_003f_003f)
}

/// The 48 bits that [`spread`] spread. Other bits are dropped.
#[inline(always)]
const fn gather(bits: u64) -> u64 {
    let bits = (bits >> 2 & 0x0fc0_0fc0_0fc0_0fc0) | (bits & 0x003f_003f_003f_003f);
    let bits = (bits >> 4 & 0x00ff_f000_00ff_f000) | (bits & 0x0000_0fff_0000_0fff);
    (bits >> 8 & 0x0000_ffff_ff00_0000) | (bits & 0x0000_0000_00ff_ffff)
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64Unpadded, Base64UrlUnpadded, Encoding};

    use super::*;

    /// Bytes in which every value of a byte comes in every place.
    fn samples() -> impl Iterator<Item = Vec<u8>> {
        (0_u8..=255).flat_map(|length| {
            let bytes = move |step: u8| {
                (0..length).map(|index| index.wrapping_mul(step).wrapping_add(length)).collect()
            };
            [0, 1, 101].map(bytes)
        })
    }

    #[test]
    fn agrees_with_another_encoder() {
        for bytes in samples() {
            for (alphabet, want) in [
                (Alphabet::STANDARD, Base64Unpadded::encode_string(&bytes)),
                (Alphabet::URL, Base64UrlUnpadded::encode_string(&bytes)),
            ] {
                assert_eq!(alphabet.encode(&bytes), want);
                assert_eq!(alphabet.decode(want.as_bytes()), Some(bytes.clone()));
            }
        }
    }

    #[test]
    fn writes_every_value_in_every_place() {
        for value in 0..=u8::MAX {
            for place in 0..12 {
                let mut bytes = [0; 12];
                bytes[place] = value;
                assert_eq!(Alphabet::URL.encode(&bytes), Base64UrlUnpadded::encode_string(&bytes));
            }
        }
    }

    /// Each byte in each place of texts of each length: what is refused there is refused here.
    #[test]
    fn refuses_what_another_decoder_refuses() {
        for length in 1..=18 {
            for place in 0..length {
                for letter in 0..=u8::MAX {
                    let mut text = vec![b'A'; length];
                    text[place] = letter;
                    let of = |text: &[u8]| core::str::from_utf8(text).ok().map(str::to_owned);
                    let (url, standard) = match of(&text) {
                        Some(text) => (
                            Base64UrlUnpadded::decode_vec(&text).ok(),
                            Base64Unpadded::decode_vec(&text).ok(),
                        ),
                        None => (None, None),
                    };
                    assert_eq!(Alphabet::URL.decode(&text), url, "{text:?}");
                    assert_eq!(Alphabet::STANDARD.decode(&text), standard, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn refuses_every_number_of_letters_that_no_bytes_have() {
        for length in 0..40 {
            let held = Alphabet::URL.decode(&vec![b'A'; length]);
            assert_eq!(held.map(|bytes| bytes.len()), (length % 4 != 1).then_some(length * 3 / 4));
        }
    }

    #[test]
    fn writes_nothing_where_there_is_no_room() {
        let mut out = [7; 8];
        assert_eq!(Alphabet::URL.encode_into(&[1; 6], &mut out[..7]), None);
        assert_eq!(out, [7; 8]);
        assert_eq!(Alphabet::URL.encode_into(&[1; 4], &mut out), Some(6));
        assert_eq!(&out[6..], &[7, 7]);
    }
}
