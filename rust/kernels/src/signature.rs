//! Signatures of ECDSA (SEC 1, section 4.1; FIPS 186-5, section 6): two numbers, each from 1 to n - 1.

#![allow(clippy::indexing_slicing, reason = "fixed arrays, constant indices")]

use core::{fmt, marker::PhantomData};

use crate::{
    numbers::{Words, from_be, to_be},
    scalar::{Group, Order},
};

/// A signature.
pub struct Signature<G> {
    r: Words,
    s: Words,
    of: PhantomData<G>,
}

impl<G: Group> Signature<G> {
    /// Of numbers below n; `None` if one is zero.
    pub(crate) fn of(r: Words, s: Words) -> Option<Self> {
        (r != [0; 4] && s != [0; 4]).then_some(Self { r, s, of: PhantomData })
    }

    /// Reads `r ‖ s`; `None` for another length, and for numbers out of range.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let [r, s] = parse(G::order(), bytes)?;
        Self::of(r, s)
    }

    /// `r ‖ s`.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 64] {
        join(&self.r, &self.s)
    }

    /// Whether s is above n / 2.
    #[must_use]
    pub fn is_high(&self) -> bool {
        G::order().is_high(&self.s)
    }

    /// The same signature with s at most n / 2.
    #[must_use]
    pub fn low(&self) -> Self {
        self.lowered().0
    }

    /// As [`Signature::low`], in constant time, and ones if s was above n / 2.
    #[inline(always)]
    pub(crate) fn lowered(&self) -> (Self, u64) {
        let order = G::order();
        let (opposite, high) = (order.negated(&self.s), order.high(&self.s));
        let s = core::array::from_fn(|i| self.s[i] ^ (self.s[i] ^ opposite[i]) & high);
        (Self { s, ..*self }, high)
    }

    pub(crate) const fn r(&self) -> &Words {
        &self.r
    }

    pub(crate) const fn s(&self) -> &Words {
        &self.s
    }

    /// a and b, where this is a signature of the digest if `a G + b P` has x = r modulo n.
    pub(crate) fn multipliers(&self, digest: &[u8; 32]) -> [Words; 2] {
        multipliers(G::order(), digest, &self.r, &self.s)
    }
}

/// Both numbers, if they are below n.
#[inline(never)]
fn parse(order: &Order, bytes: &[u8]) -> Option<[Words; 2]> {
    let (r, s) = bytes.split_first_chunk()?;
    let numbers = [from_be(r), from_be(s.try_into().ok()?)];
    numbers.iter().all(|number| order.has(number)).then_some(numbers)
}

#[inline(never)]
fn join(r: &Words, s: &Words) -> [u8; 64] {
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&to_be(r));
    bytes[32..].copy_from_slice(&to_be(s));
    bytes
}

/// `z / s` and `r / s`, of public numbers, in variable time.
#[inline(never)]
fn multipliers(order: &Order, digest: &[u8; 32], r: &Words, s: &Words) -> [Words; 2] {
    let inverse = order.invert_public(s);
    [order.product(&from_be(digest), &inverse), order.product(r, &inverse)]
}

// Derived, these would ask the same of the group.
impl<G> Clone for Signature<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Signature<G> {}

impl<G> PartialEq for Signature<G> {
    fn eq(&self, other: &Self) -> bool {
        (self.r, self.s) == (other.r, other.s)
    }
}

impl<G> Eq for Signature<G> {}

impl<G> fmt::Debug for Signature<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Signature").field(&self.r).field(&self.s).finish()
    }
}
