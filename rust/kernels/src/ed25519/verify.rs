//! Verification, in variable time: all inputs are public.
//!
//! # One signature
//!
//! `E = [S]B - R - [k]A` must be neutral. The group has `8 L` elements, and A and R may be of any order but a small
//! one. With (u, v) such that `u = k v` modulo **8 L**,
//!
//! ```text
//! [v]E = [v S mod L]B - [v]R - [u]A
//! ```
//!
//! exactly, as B has order L, and every point an order that divides 8 L. If v is prime to 8 L, that is odd and no
//! multiple of L, then `[v]E` is neutral if and only if E is: nothing of torsion is lost or added. So u and v of some
//! 128 bits, and tables of B and 2^128 B, give the verdict with half of the doublings (Antipa, Brown, Gallant,
//! Lambert, Struik, Vanstone, "Accelerated Verification of ECDSA Signatures", 2005; Pornin, "Optimized
//! Lattice Basis Reduction In Dimension 2, and Fast Schnorr and EdDSA Signature Verification", 2020).
//!
//! [`odd_fraction`] proves that v is odd, and that it is below L. It bounds u by 2^253 and v by 2^251. Each bit above 129
//! is some four times rarer than the one before; whoever searches messages for a longer one costs a verifier a
//! doubling for each bit, twice the usual number at the very most.
//!
//! # Many of one key
//!
//! [`Prepared`] has tables of `2^(32 i) A`, and a sum is doubled 32 times. It is compared with the bytes of R: only a
//! canonical R can be what a point is written as.

#[cfg(test)]
mod tests;

use super::{PublicKey, SMALL_ORDER, Scalar, challenge};
use crate::{
    edwards25519::{
        self as curve, Decoded, Kept, Odd, Point, Term, base_by_halves, base_by_parts, decode,
        decode_one, odd_multiples, sum_of_three, sum_of_two,
    },
    euclid::{Fraction, odd_fraction},
    field25519::{Own, Tight, join_words as bytes},
};

/// 8 L, the order of the group.
const GROUP_ORDER: [u64; 4] = [0xc093_18d2_e7ae_9f68, 0xa6f7_cef5_17bc_e6b2, 0, 1 << 63];

/// Tells whether `signature` is by `key` over `message`; `false` for a key that
/// [`PublicKey::parse`] refuses. Faster than the two steps, as A and R are read at once.
#[must_use]
pub fn verify(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    let Some(claim) = Claim::read(key, message, signature) else { return false };
    if SMALL_ORDER.contains(key) {
        return false;
    }
    let decoded = decode(key, claim.r);
    is_sound(&decoded) && claim.holds(&decoded.first(), &decoded.second())
}

impl PublicKey {
    /// Tells whether the signature, `R ‖ S`, holds.
    #[must_use]
    pub fn verify(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        let Some(claim) = Claim::read(&self.bytes, message, signature) else { return false };
        let r = decode_one::<Own>(claim.r);
        r.on_curve && r.canonical && claim.holds(&self.xy, &r.xy)
    }
}

fn is_sound(decoded: &Decoded<Own>) -> bool {
    decoded.on_curve == [true; 2] && decoded.canonical == [true; 2]
}

/// A key with tables, which pay from its second signature on.
#[derive(Clone)]
pub struct Prepared {
    key: PublicKey,
    tables: curve::Prepared<Own>,
}

impl Prepared {
    /// Makes the tables, in the time of one verification.
    #[must_use]
    pub fn new(key: &PublicKey) -> Self {
        let opposite = Point::from_affine(&key.xy).negated();
        Self { key: key.clone(), tables: curve::Prepared::new(&opposite) }
    }

    /// With one wrong table.
    #[cfg(test)]
    pub(crate) fn spoilt(self, table: usize) -> Self {
        Self { tables: self.tables.spoilt(table), ..self }
    }

    /// The key.
    #[must_use]
    pub const fn key(&self) -> &PublicKey {
        &self.key
    }

    /// As [`PublicKey::verify`].
    #[must_use]
    pub fn verify(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        let Some(claim) = Claim::read(&self.key.bytes, message, signature) else { return false };
        let base = base_by_parts(&claim.s.to_le());
        let sum = sum_of_two(&self.tables.term(&claim.k.to_le()), &base);
        sum.encode_public().is_some_and(|bytes| bytes == *claim.r)
    }
}

/// What a signature claims, R and S checked as far as bytes go.
struct Claim<'a> {
    r: &'a [u8; 32],
    s: Scalar,
    k: Scalar,
}

impl<'a> Claim<'a> {
    fn read(key: &[u8; 32], message: &[u8], signature: &'a [u8; 64]) -> Option<Self> {
        let (r, s) = signature.split_first_chunk()?;
        if SMALL_ORDER.contains(r) {
            return None;
        }
        let s = Scalar::from_le(s.try_into().ok()?)?;
        Some(Self { r, s, k: challenge(r, key, message) })
    }

    /// Whether `[v S]B - [v]R - [u]A` is neutral. Where v is negative, all is taken with the other sign.
    fn holds<F: Kept>(&self, key: &Tight<F>, r: &Tight<F>) -> bool {
        let Fraction { u, v, negative } = odd_fraction(self.k.words(), &GROUP_ORDER);
        let s = self.s.times_number(&v);
        let (u, v) = (bytes(&u), bytes(&v));
        let key = Point::from_affine(key);
        let key: Odd<F> = odd_multiples(&if negative { key } else { key.negated() });
        let r: Odd<F> = odd_multiples(&Point::from_affine(r).negated());
        let base = base_by_halves(&s.to_le());
        sum_of_three(&Term::new(&u, [&key]), &Term::new(&v, [&r]), &base).is_neutral()
    }
}
