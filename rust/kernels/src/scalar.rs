//! Scalars: numbers modulo the order of a group.
//!
//! | Type | Time |
//! | --- | --- |
//! | [`Scalar`] | constant, but for what tells whether bytes are a number below the order |
//! | [`Secret`] | constant, but for whether there is one |
//!
//! Tested against big integers, and the scalars of curve25519-dalek, k256 and p256.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

use core::{fmt, marker::PhantomData};

use zeroize::{Zeroize, Zeroizing};

mod order;
#[cfg(test)]
mod tests;

pub use order::Order;

use crate::{
    digits::Odd,
    field25519::{join_words as to_le, words as from_le},
    numbers::{Words, from_be, to_be},
};

/// A group of prime order, or the part of one that its generator makes.
pub trait Group {
    /// Its order.
    fn order() -> &'static Order;
}

/// A number below the order.
pub struct Scalar<G> {
    words: Words,
    of: PhantomData<G>,
}

impl<G: Group> Scalar<G> {
    /// 0.
    pub const ZERO: Self = Self::of([0; 4]);
    /// 1.
    pub const ONE: Self = Self::of([1, 0, 0, 0]);

    /// Of words that are below the order.
    const fn of(words: Words) -> Self {
        Self { words, of: PhantomData }
    }

    /// Reads little-endian bytes; `None` for a number that is not below the order, which the time tells.
    #[must_use]
    pub fn from_le(bytes: &[u8; 32]) -> Option<Self> {
        let words = from_le(bytes);
        G::order().has(&words).then_some(Self::of(words))
    }

    /// As [`Scalar::from_le`], of big-endian bytes.
    #[must_use]
    pub fn from_be(bytes: &[u8; 32]) -> Option<Self> {
        let words = from_be(bytes);
        G::order().has(&words).then_some(Self::of(words))
    }

    /// A big-endian number of 256 bits, modulo the order.
    #[must_use]
    pub fn reduced_be(bytes: &[u8; 32]) -> Self {
        Self::of(G::order().reduced(&from_be(bytes), &[0; 4]))
    }

    /// A little-endian number of 256 bits, modulo the order.
    #[must_use]
    pub fn reduced_le(bytes: &[u8; 32]) -> Self {
        Self::of(G::order().reduced(&from_le(bytes), &[0; 4]))
    }

    /// A little-endian number of 512 bits, modulo the order.
    #[must_use]
    pub fn wide_le(bytes: &[u8; 64]) -> Self {
        let [low, high] = halves(bytes);
        Self::of(G::order().reduced(&from_le(low), &from_le(high)))
    }

    /// A big-endian number of 512 bits, modulo the order.
    #[must_use]
    pub fn wide_be(bytes: &[u8; 64]) -> Self {
        let [high, low] = halves(bytes);
        Self::of(G::order().reduced(&from_be(low), &from_be(high)))
    }

    /// As little-endian bytes.
    #[must_use]
    pub fn to_le(&self) -> [u8; 32] {
        to_le(&self.words)
    }

    /// As big-endian bytes.
    #[must_use]
    pub fn to_be(&self) -> [u8; 32] {
        to_be(&self.words)
    }

    /// `self - a b`.
    #[must_use]
    pub fn less_product(&self, a: &Self, b: &Self) -> Self {
        Self::of(G::order().less_product([&self.words, &a.words, &b.words]))
    }

    /// `self a + b`.
    #[must_use]
    pub(crate) fn product_sum(&self, a: &Self, b: &Self) -> Self {
        Self::of(G::order().product_sum(&self.words, &a.words, &b.words))
    }

    /// Its product with any number of 256 bits.
    pub(crate) fn times_number(&self, number: &Words) -> Self {
        Self::of(G::order().product(number, &self.words))
    }

    /// Its words, the lowest first.
    pub(crate) const fn words(&self) -> &Words {
        &self.words
    }
}

fn halves(bytes: &[u8; 64]) -> [&[u8; 32]; 2] {
    let (first, second) = bytes.as_chunks().0.split_at(1);
    [&first[0], &second[0]]
}

// Derived, these would ask the same of the group.
impl<G> Clone for Scalar<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Scalar<G> {}

impl<G> PartialEq for Scalar<G> {
    /// In variable time: for numbers that are public.
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<G> Zeroize for Scalar<G> {
    fn zeroize(&mut self) {
        self.words.zeroize();
    }
}

impl<G> fmt::Debug for Scalar<G> {
    /// Says nothing: it may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scalar(..)")
    }
}

/// A secret scalar that is not zero. Wiped when dropped.
pub struct Secret<G> {
    words: Zeroizing<Words>,
    of: PhantomData<G>,
}

impl<G: Group> Secret<G> {
    /// Reads big-endian bytes; `None` for zero and for a number that is not below the order.
    #[must_use]
    pub fn parse(bytes: &[u8; 32]) -> Option<Self> {
        Self::of(Zeroizing::new(from_be(bytes)))
    }

    /// The same number; `None` for zero.
    #[must_use]
    pub fn of_scalar(scalar: &Scalar<G>) -> Option<Self> {
        Self::of(Zeroizing::new(scalar.words))
    }

    /// Of words; `None` for zero and for a number that is not below the order.
    fn of(words: Zeroizing<Words>) -> Option<Self> {
        let any = words.iter().fold(0, |any, word| any | word);
        (G::order().has(&words) && any != 0).then_some(Self { words, of: PhantomData })
    }

    /// Of words that are in range, as those of a nonce that was drawn are.
    pub(crate) const fn drawn(words: Zeroizing<Words>) -> Self {
        Self { words, of: PhantomData }
    }

    /// The same number. Named so that every use is easy to find in review.
    #[must_use]
    pub fn expose(&self) -> Zeroizing<Scalar<G>> {
        Zeroizing::new(Scalar::of(*self.words))
    }

    /// Its words, the lowest first.
    pub(crate) const fn words(&self) -> &Zeroizing<Words> {
        &self.words
    }

    /// The odd one of it and its opposite, in digits.
    #[inline(always)]
    pub(crate) fn odd(&self) -> Odd {
        Odd::of(&self.words, &Zeroizing::new(G::order().negated(&self.words)))
    }
}

impl<G> fmt::Debug for Secret<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}
