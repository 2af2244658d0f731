//! Base 58 with the Bitcoin alphabet (draft-msporny-base58-03), without checksum.
//!
//! Leading zero bytes are leading `1`s. The conversion is quadratic, so text
//! and bytes are bounded: the largest value in use, an ML-DSA-87 signature of
//! 4,627 bytes, takes 6,319 characters.

use bs58::{Alphabet, decode::Error as Cause};

use crate::Error;

/// The longest text, in characters, that is read.
pub const MAX_TEXT: usize = 8_192;
/// The longest bytes that [`encode_limited`] writes; their text is within [`MAX_TEXT`].
pub const MAX_BYTES: usize = 5_998;

/// The largest power of 58 by which a step of [`encode`] fits 64 bits: five digits.
const FIVE: u64 = 58 * 58 * 58 * 58 * 58;

const LETTERS: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// Writes `bytes`. For values of known size; [`encode_limited`] is for the rest.
///
/// Keys are written all the time, as DIDs and Multikeys. Four bytes by five digits are a twentieth of the steps of one
/// byte by one digit.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let limbs = limbs(bytes.get(zeros..).unwrap_or_default());
    let mut digits: Vec<u8> = limbs.into_iter().flat_map(digits_of).collect();
    digits.truncate(digits.iter().rposition(|digit| *digit > 0).map_or(0, |last| last + 1));
    let all = core::iter::repeat_n(0, zeros).chain(digits.into_iter().rev());
    all.filter_map(|digit| LETTERS.get(usize::from(digit)).copied().map(char::from)).collect()
}

/// A number in base 58^5, the lowest limb first, from its bytes, the highest first.
fn limbs(bytes: &[u8]) -> Vec<u64> {
    let mut limbs = Vec::with_capacity(bytes.len().div_ceil(3));
    for chunk in bytes.chunks(4) {
        let mut carry = chunk.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        for limb in &mut limbs {
            carry += *limb << (8 * chunk.len());
            *limb = carry % FIVE;
            carry /= FIVE;
        }
        while carry > 0 {
            limbs.push(carry % FIVE);
            carry /= FIVE;
        }
    }
    limbs
}

/// The digits of a limb, the lowest first.
fn digits_of(limb: u64) -> [u8; 5] {
    let mut rest = limb;
    [(); 5].map(|()| {
        let digit = u8::try_from(rest % 58).unwrap_or_default();
        rest /= 58;
        digit
    })
}

/// Writes `bytes` of unknown size.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` above [`MAX_BYTES`].
pub fn encode_limited(bytes: &[u8]) -> Result<String, Error> {
    encode_with(Alphabet::BITCOIN, bytes)
}

/// Reads text.
///
/// # Errors
///
/// `ERR_LIMIT_EXCEEDED` above [`MAX_TEXT`], `ERR_ENCODING_MALFORMED` for a
/// character outside the alphabet.
pub fn decode(text: &str) -> Result<Vec<u8>, Error> {
    decode_with(Alphabet::BITCOIN, text, "base58btc")
}

pub(super) fn encode_with(alphabet: &Alphabet, bytes: &[u8]) -> Result<String, Error> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::LimitExceeded("base58 bytes", MAX_BYTES));
    }
    Ok(bs58::encode(bytes).with_alphabet(alphabet).into_string())
}

pub(super) fn decode_with(
    alphabet: &Alphabet,
    text: &str,
    encoding: &'static str,
) -> Result<Vec<u8>, Error> {
    if text.len() > MAX_TEXT {
        return Err(Error::LimitExceeded("base58 text", MAX_TEXT));
    }
    let decoded = bs58::decode(text).with_alphabet(alphabet).into_vec();
    decoded.map_err(|_: Cause| Error::EncodingMalformed(encoding))
}
