//! Elements from and to 32 bytes, little-endian (RFC 8032, section 5.1.2).

use super::{Arithmetic, MASK, Pair, Tight};
use crate::{euclid, inverse::Modulus};

/// Four words, the lowest first.
type Words = [u64; 4];

/// p.
const P: Words = [u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1];
/// For inverses modulo p.
pub(super) static MODULO_P: Modulus = Modulus::new(&P);

impl<F: Arithmetic> Tight<F> {
    /// Two elements, each modulo p. The top bit is not read.
    #[inline]
    pub(crate) fn from_bytes(low: &[u8; 32], high: &[u8; 32]) -> Self {
        Self::from_words(&words(low), &words(high))
    }

    /// As [`Tight::from_bytes`], of words.
    #[inline(always)]
    pub(crate) fn from_words(low: &Words, high: &Words) -> Self {
        Self::new(F::of_words(low, high))
    }

    /// The inverse of the low element in both lanes, for what is public: a fifth of the time of
    /// [`Tight::inverse`]. Zero for zero.
    #[inline(never)]
    pub(crate) fn inverse_public(&self) -> Self {
        let inverse = euclid::invert(&self.low_words(), &P);
        Self::from_words(&inverse, &inverse)
    }
}

impl<F: Arithmetic, const A: usize> Pair<F, A> {
    /// The inverse of the low element, in both lanes; zero of zero. In half the time of
    /// [`Tight::inverse`], which does two.
    #[inline(always)]
    pub(crate) fn low_inverse(&self) -> Tight<F> {
        let inverse = MODULO_P.invert(&self.low_words());
        Tight::from_words(&inverse, &inverse)
    }

    /// The low element in its canonical form.
    #[inline]
    pub(crate) fn low_bytes(&self) -> [u8; 32] {
        join_words(&self.low_words())
    }

    #[inline]
    pub(crate) fn low_words(&self) -> Words {
        canonical(F::limbs(&self.0, 0))
    }

    /// Both elements, each in its one canonical form, which is below p.
    #[inline(always)]
    pub(crate) fn to_words(self) -> [Words; 2] {
        // Written out: what maps an array may become a function of its own, which `inspect` cannot tell from others.
        [canonical(F::limbs(&self.0, 0)), canonical(F::limbs(&self.0, 1))]
    }

    /// As [`Pair::to_words`], in bytes.
    #[inline(always)]
    pub(crate) fn to_bytes(self) -> [[u8; 32]; 2] {
        let [low, high] = self.to_words();
        [join_words(&low), join_words(&high)]
    }

    /// Which elements are zero.
    #[inline(always)]
    pub(crate) fn is_zero(&self) -> [bool; 2] {
        let is_zero = |lane| {
            let [first, second, third, fourth] = canonical(F::limbs(&self.0, lane));
            first | second | third | fourth == 0
        };
        [is_zero(0), is_zero(1)]
    }
}

/// Four words, the lowest first.
#[inline(always)]
pub(crate) fn words(bytes: &[u8; 32]) -> Words {
    let mut words = [0; 4];
    for (word, chunk) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*chunk);
    }
    words
}

/// The bytes of four words.
#[inline(always)]
pub(crate) fn join_words(words: &Words) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *chunk = word.to_le_bytes();
    }
    bytes
}

/// Five limbs of 51 bits of the 255 low bits of four words, the lowest first.
pub(crate) const fn limbs(words: &Words) -> [u64; 5] {
    [
        words[0] & MASK,
        (words[0] >> 51 | words[1] << 13) & MASK,
        (words[1] >> 38 | words[2] << 26) & MASK,
        (words[2] >> 25 | words[3] << 39) & MASK,
        words[3] >> 12 & MASK,
    ]
}

/// Limbs of a constant within one unit: each at most 2^50 in magnitude, but for one of 19 in the lowest.
pub(crate) const fn centred(words: &[u64; 4]) -> [f64; 5] {
    let limbs = limbs(words);
    let mut out = [0.0; 5];
    let mut carry = 0;
    let mut index = 0;
    while index < 5 {
        let limb = limbs[index] + carry;
        carry = (limb + (1 << 50)) >> 51;
        out[index] = limb as f64 - (carry << 51) as f64;
        index += 1;
    }
    out[0] += (19 * carry) as f64;
    out
}

/// Limbs of either sign, each below 2^54 in magnitude, as words of the value modulo p.
///
/// A pass leaves limbs of 51 bits, but for what the top carried to limb 0: at most 19 * 9 after the
/// first. The second may carry or borrow that once through to the top, and leaves 19 at most
/// of limb 0 to a third, which ends it.
#[inline(never)]
pub(super) fn canonical(mut limbs: [i64; 5]) -> Words {
    for _ in 0..3 {
        let top = carry(&mut limbs, 0);
        limbs[0] += 19 * top;
    }
    // 1 if the value is at least p, which is where adding 19 reaches 2^255.
    let over = limbs.iter().fold(19, |carry, limb| (limb + carry) >> 51);
    carry(&mut limbs, 19 * over);
    join(&limbs)
}

/// Adds `carry` to the lowest limb, carries to the top and gives what leaves it.
#[inline(always)]
fn carry(limbs: &mut [i64; 5], mut carry: i64) -> i64 {
    for limb in limbs {
        *limb += carry;
        carry = *limb >> 51;
        *limb &= MASK as i64;
    }
    carry
}

#[inline(always)]
fn join(limbs: &[i64; 5]) -> Words {
    let [a, b, c, d, e] = limbs.map(i64::cast_unsigned);
    [a | b << 51, b >> 13 | c << 38, c >> 26 | d << 25, d >> 39 | e << 12]
}
