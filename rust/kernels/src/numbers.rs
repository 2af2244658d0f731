//! Numbers of 256 bits as four words. Nothing here branches on them but [`below`].

#![allow(clippy::cast_possible_truncation, reason = "words are taken out of products")]
#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

/// Four words, the lowest first.
pub(crate) type Words = [u64; 4];

/// Twice as many words.
pub(crate) type Wide = [u64; 8];

/// Of big-endian bytes.
#[inline(always)]
pub(crate) fn from_be(bytes: &[u8; 32]) -> Words {
    let mut number = [0; 4];
    for (word, chunk) in number.iter_mut().rev().zip(bytes.as_chunks().0) {
        *word = u64::from_be_bytes(*chunk);
    }
    number
}

/// As big-endian bytes.
#[inline(always)]
pub(crate) fn to_be(number: &Words) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.as_chunks_mut().0.iter_mut().zip(number.iter().rev()) {
        *chunk = word.to_be_bytes();
    }
    bytes
}

/// Whether a public number is below another.
pub(crate) fn below(number: &Words, limit: &Words) -> bool {
    number.iter().rev().lt(limit.iter().rev())
}

/// `sum + a b + carry`, and what is above 64 bits of it. It cannot overflow.
#[inline(always)]
pub(crate) const fn multiply_add(sum: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    if cfg!(target_family = "wasm") {
        return multiply_add_in_halves(sum, a, b, carry);
    }
    let wide = sum as u128 + a as u128 * b as u128 + carry as u128;
    (wide as u64, (wide >> 64) as u64)
}

/// As [`multiply_add`], of products of 32 bits: in WebAssembly a product of 64 is a call.
#[inline(always)]
const fn multiply_add_in_halves(sum: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    const LOW: u64 = u32::MAX as u64;
    let (a0, a1, b0, b1) = (a & LOW, a >> 32, b & LOW, b >> 32);
    // Each is at most (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1.
    let first = a0 * b0 + (sum & LOW) + (carry & LOW);
    let second = a1 * b0 + (sum >> 32) + (first >> 32);
    let third = a0 * b1 + (second & LOW) + (carry >> 32);
    (first & LOW | third << 32, a1 * b1 + (second >> 32) + (third >> 32))
}

/// `a + b + carry`, and the carry.
#[inline(always)]
pub(crate) const fn add(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let wide = a as u128 + b as u128 + carry as u128;
    (wide as u64, (wide >> 64) as u64)
}

/// `a + b + carry`, and the carry.
#[inline(always)]
pub(crate) fn added(a: &Words, b: &Words, carry: u64) -> (Words, u64) {
    let (w0, carry) = add(a[0], b[0], carry);
    let (w1, carry) = add(a[1], b[1], carry);
    let (w2, carry) = add(a[2], b[2], carry);
    let (w3, carry) = add(a[3], b[3], carry);
    ([w0, w1, w2, w3], carry)
}

/// `a - b`, and 1 if that is less than nothing.
#[inline(always)]
pub(crate) fn less(a: &Words, b: &Words) -> (Words, u64) {
    let (rest, carry) = added(a, &b.map(|word| !word), 1);
    (rest, 1 - carry)
}

/// The whole product.
#[inline(always)]
pub(crate) fn product(a: &Words, b: &Words) -> Wide {
    let mut out = [0; 8];
    for (i, factor) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, other) in b.iter().enumerate() {
            (out[i + j], carry) = multiply_add(out[i + j], *factor, *other, carry);
        }
        out[i + 4] = carry;
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{multiply_add, multiply_add_in_halves};

    proptest! {
        #[test]
        fn halves_as_the_whole(numbers: [u64; 4], ones in 0_u32..16) {
            let mut numbers = numbers;
            for (bit, number) in numbers.iter_mut().enumerate().filter(|(bit, _)| ones >> bit & 1 == 1) {
                *number = u64::MAX - u64::from(bit % 2 == 1);
            }
            let [sum, a, b, carry] = numbers;
            prop_assert_eq!(multiply_add_in_halves(sum, a, b, carry), multiply_add(sum, a, b, carry));
        }
    }
}
